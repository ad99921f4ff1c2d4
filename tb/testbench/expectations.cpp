#include "tb/testbench/expectations.hpp"

#include <stdexcept>

#include "hw/chip/chip.hpp"

namespace kintsugi {

namespace {

SignalCondition named_condition(const std::string& signals, const char* name) {
  return {signals, {{.names = {name}}}};
}

SignalCondition number_condition(const std::string& signals, SignalRange range) {
  return {signals, {{.range = range}}};
}

}  // namespace

/// Has the clock evaluate each cycle.
struct Expectations::EachCycle final : Clocked {
  explicit EachCycle(ClockDomain& of) : clock(&of), index(of.add(*this)) { clock->set_alarm(index, clock->next()); }
  void evaluate(Cycle now) override { clock->wake(index, now + 1); }

  ClockDomain* clock;
  ModuleIndex index;
};

Expectations::Expectations(sc_core::sc_module_name name, Chip& chip)
    : ExpectationSignals(name, chip), chip_(chip), each_cycle_(std::make_unique<EachCycle>(chip.clock())) {
  chip.clock().after_each_cycle([this] { after_cycle(); });
}

Expectations::~Expectations() = default;

CycleCheck& Expectations::add(CycleCheck check) {
  if (began_) throw std::logic_error(std::string(name()) + ": the simulation has begun; expect it before");
  return checks()[checks().add(std::move(check))];
}

CycleCheck& Expectations::at(Cycle cycle, const std::string& signals, const char* name) {
  return add({.kind = CheckKind::kAt, .what = named_condition(signals, name), .from = cycle, .to = cycle});
}

CycleCheck& Expectations::at(Cycle cycle, const std::string& signals, SignalRange range) {
  return add({.kind = CheckKind::kAt, .what = number_condition(signals, range), .from = cycle, .to = cycle});
}

CycleCheck& Expectations::always(const std::string& signals, const char* name) {
  return add({.kind = CheckKind::kAlways, .what = named_condition(signals, name)});
}

CycleCheck& Expectations::always(const std::string& signals, SignalRange range) {
  return add({.kind = CheckKind::kAlways, .what = number_condition(signals, range)});
}

CycleCheck& Expectations::never(const std::string& signals, const char* name) {
  return add({.kind = CheckKind::kNever, .what = named_condition(signals, name)});
}

CycleCheck& Expectations::never(const std::string& signals, SignalRange range) {
  return add({.kind = CheckKind::kNever, .what = number_condition(signals, range)});
}

void Expectations::start_of_simulation() {
  began_ = true;
  std::string mistakes;
  for (const CheckMistake& mistake : checks().bind(chip_)) {
    mistakes += (mistakes.empty() ? "" : "\n") + text_of(checks()[mistake.check]) + ": " + mistake.message;
  }
  if (!mistakes.empty()) throw std::invalid_argument(mistakes);
  reported_.assign(checks().size(), false);
}

void Expectations::after_cycle() {
  if (chip_.clock().next() == 0) return;  // the call before cycle 0
  const std::uint64_t before = checks().failures();
  checks().observe(chip_.clock().now());
  if (checks().failures() == before) return;
  for (std::size_t check = 0; check < checks().size(); ++check) {
    const CheckOutcome outcome = checks().outcome(check);
    if (outcome.met || reported_[check]) continue;
    reported_[check] = true;
    SC_REPORT_ERROR(kExpectationReport, text_of(checks()[check], outcome).c_str());
  }
}

std::vector<std::string> Expectations::unmet() {
  checks().finish(chip_.clock().next());
  std::vector<std::string> sentences;
  for (std::size_t check = 0; check < checks().size(); ++check) {
    const CheckOutcome outcome = checks().outcome(check);
    if (!outcome.met) sentences.push_back(text_of(checks()[check], outcome));
  }
  return sentences;
}

}  // namespace kintsugi
