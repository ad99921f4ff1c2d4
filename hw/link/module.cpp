#include "hw/link/module.hpp"

#include <deque>
#include <memory>
#include <vector>

namespace kintsugi {

namespace {

/// Copies of the values of probes, at addresses that a trace file can keep.
class TracedProbes final : public wave::ProbeList {
 public:
  explicit TracedProbes(sc_core::sc_trace_file* file) : file_(file) {}

  void add(const std::string& name, unsigned width, const wave::Reader& value) override {
    Vector& vector = vectors_.emplace_back(value, 0);
    sc_core::sc_trace(file_, vector.value, name, static_cast<int>(width));
  }
  void add_name(const std::string& name, const wave::Reader& state, const wave::NameTable& names) override {
    State& traced = states_.emplace_back(state, 0, names, std::vector<const char*>());
    for (const std::string& each : *names) traced.literals.push_back(each.c_str());
    traced.literals.push_back(nullptr);
    file_->trace(traced.value, name, traced.literals.data());  // sc_trace() for names says that it is deprecated
  }
  void update() {
    for (Vector& vector : vectors_) vector.value = vector.reader();
    for (State& state : states_) state.value = static_cast<unsigned>(state.reader());
  }

 private:
  struct Vector {
    wave::Reader reader;
    sc_dt::uint64 value;
  };
  struct State {
    wave::Reader reader;
    unsigned value;
    wave::NameTable names;
    std::vector<const char*> literals;
  };
  sc_core::sc_trace_file* file_;
  std::deque<Vector> vectors_;
  std::deque<State> states_;
};

}  // namespace

void sc_trace(sc_core::sc_trace_file* file, const Module& module, const std::string& name) {
  auto traced = std::make_shared<TracedProbes>(file);
  wave::ModuleProbes probes(*traced, name);
  module.list_probes(probes);
  module.module_clock().after_each_cycle([traced] { traced->update(); });
}

}  // namespace kintsugi
