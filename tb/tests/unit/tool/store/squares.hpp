/// Work for tests: unit i computes the square of i.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tb/tool/store/store.hpp"

namespace kintsugi::test {

class Squares final : public store::UnitWork {
 public:
  Squares(std::string program, std::size_t units) : program_(std::move(program)), units_(units) {}

  std::size_t units() const override { return units_; }
  nlohmann::ordered_json identity(std::size_t unit) const override { return {{"program", program_}, {"side", unit}}; }
  std::string name(std::size_t unit) const override { return "the square of " + std::to_string(unit); }
  store::StoreLayout layout() const override { return {"squares", "squares\\.csv"}; }
  bool compute(std::span<const std::size_t> units, const store::ComputeOptions&, const store::UnitDone& done) override {
    for (const std::size_t unit : units) {
      if (computed.size() == most) return false;
      computed.push_back(unit);
      done(unit, unit == broken ? store::UnitResult{1, {}, 0, "broken"} : result(unit));
    }
    return true;
  }
  static store::UnitResult result(std::size_t unit) { return {0, {{"area", unit * unit}}}; }

  std::vector<std::size_t> computed;
  std::size_t most = SIZE_MAX;    ///< units, then the program is asked to stop
  std::size_t broken = SIZE_MAX;  ///< this unit breaks down

 private:
  std::string program_;
  std::size_t units_;
};

}  // namespace kintsugi::test
