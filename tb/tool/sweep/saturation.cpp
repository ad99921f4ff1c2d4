#include "tb/tool/sweep/saturation.hpp"

#include <stdexcept>

#include "tb/tool/sweep/workers.hpp"

namespace kintsugi::sweep {

namespace {

class Bisection {
 public:
  explicit Bisection(const SaturationSearch& search)
      : search_(search), steps_(DecimalRange{search.tolerance, {1, 0}, search.tolerance}.size()) {
    if (steps_ == 0) throw std::invalid_argument("the tolerance must be above 0 and at most 1");
    for (std::uint64_t left = steps_ + 1; left > 1; left = (left + 1) / 2) ++total_;
  }

  /// Rates are numbered from 1; rate 0, without traffic, counts as accepted.
  FoundSaturation run() {
    std::uint64_t accepted = 0, refused = steps_ + 1;
    while (refused - accepted > 1 && !found_.stopped && !found_.failed) {
      const std::uint64_t middle = (accepted + refused) / 2;
      if (measure(middle)) {
        accepted = middle;
        found_.at = found_.runs.size() - 1;
      } else {
        refused = middle;
      }
    }
    found_.beyond = accepted == steps_;
    return std::move(found_);
  }

 private:
  std::string rate(std::uint64_t step) const {
    return to_text(Decimal{static_cast<std::int64_t>(step) * search_.tolerance.units, search_.tolerance.digits});
  }

  Command command(const std::string& rate) const {
    std::vector<std::string> arguments = {"run", "-", "--json", "--quiet"};
    for (const std::string& each : search_.overrides) arguments.insert(arguments.end(), {"--set", each});
    arguments.insert(arguments.end(),
                     {"--set", "traffic.rate=" + rate, "--set", "run.drain=false", "--set", "expect={}"});
    if (!found_.runs.empty()) arguments.insert(arguments.end(), {"--set", "run.proof=skip"});
    return {std::move(arguments), directory_of(search_.scenario.name), search_.scenario.text};
  }

  /// Returns whether that rate is accepted.
  bool measure(std::uint64_t step) {
    MeasuredRate run;
    run.rate = rate(step);
    const auto take = [&](std::size_t, const Ended& end) {
      const auto report = report_of(end);
      run.result = report ? result_of(end.status, *report) : breakdown_of(end);
    };
    found_.stopped = !run_all({1, 1, [&](std::size_t) { return command(run.rate); }, take});
    if (found_.stopped) return false;
    run.offered = run.result.number("throughput.offered").value_or(0);
    run.accepted = run.result.number("throughput.accepted").value_or(0);
    run.is_accepted = !run.result.failed() && run.accepted >= search_.share * run.offered;
    if (run.result.failed()) found_.failed = found_.runs.size();
    found_.runs.push_back(std::move(run));
    if (search_.progress) search_.progress(found_.runs.size(), total_);
    return found_.runs.back().is_accepted;
  }

  const SaturationSearch& search_;
  std::uint64_t steps_;
  std::size_t total_ = 0;
  FoundSaturation found_;
};

}  // namespace

FoundSaturation find_saturation(const SaturationSearch& search) {
  return Bisection(search).run();
}

}  // namespace kintsugi::sweep
