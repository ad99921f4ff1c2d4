#include "hw/control/reconfiguration.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace kintsugi {

ReconfigurationController::ReconfigurationController(sc_core::sc_module_name name, ClockDomain& clock, Quiescable& chip)
    : Module(name, clock), clock_(&clock), chip_(&chip), index_(clock.add(*this, ThreadAffinity::kMain)) {}

void ReconfigurationController::list_probes(wave::ModuleProbes& probes) const {
  probes.add_name("phase", wave::reader<[](const ReconfigurationController& c, std::uint64_t) {
                    return static_cast<std::uint64_t>(c.phase());
                  }>(*this),
                  kReconfigurationPhaseNames);
}

void ReconfigurationController::expect(std::vector<RunTimeFault> faults, Defects known, Planner planner,
                                       Cycle plan_cycles) {
  faults_ = std::move(faults);
  std::ranges::stable_sort(faults_, {}, &RunTimeFault::cycle);
  if (!faults_.empty() && faults_.front().cycle < clock_->next()) {
    throw std::invalid_argument("a fault lies in a cycle that is over; it must lie in a later one");
  }
  next_ = 0;
  defects_ = std::move(known);
  planner_ = std::move(planner);
  plan_cycles_ = plan_cycles;
  if (!faults_.empty()) clock_->set_alarm(index_, faults_.front().cycle);
}

void ReconfigurationController::evaluate(Cycle now) {
  if (!busy() && !fault_due(now)) return;
  // After the other modules' actions at the end of this cycle: new switch states are in force before a PE dies.
  clock_->at_end_of_cycle([this, now] { clock_->at_end_of_cycle([this, now] { end_cycle(now); }); });
}

void ReconfigurationController::end_cycle(Cycle now) {
  take_faults(now);
  if (busy()) {
    ++spent_;
    ++done_.back().cycles[static_cast<std::size_t>(phase_)];
  } else if (phase_ == Phase::kIdle) {
    begin(now);
  }
  proceed(now);
  if (busy()) clock_->wake(index_, now + 1);
}

void ReconfigurationController::take_faults(Cycle now) {
  for (; fault_due(now); ++next_) {
    chip_->kill(faults_[next_].what);
    waiting_.push_back(faults_[next_]);
    if (phase_ == Phase::kDrain) done_.back().faults.push_back(faults_[next_]);
  }
  if (next_ < faults_.size()) clock_->set_alarm(index_, faults_[next_].cycle);
}

void ReconfigurationController::begin(Cycle now) {
  done_.emplace_back().cycle = now;
  done_.back().faults = waiting_;
  steps_ = {{Phase::kDrain, [this] { chip_->stop(); }, [this](Cycle) { return chip_->is_quiescent(); }, {}},
            {Phase::kPlan, [this] { plan(); }, [this](Cycle spent) { return spent >= plan_cycles_; },
             [this] { return failure_; }}};
  step_ = 0;
  enter_step();
}

/// Leaves every step that is over.
void ReconfigurationController::proceed(Cycle now) {
  while (busy() && steps_[step_].over(spent_)) leave_step(now);
}

void ReconfigurationController::enter_step() {
  phase_ = steps_[step_].phase;
  spent_ = 0;
  if (const auto action = steps_[step_].begin) action();
}

void ReconfigurationController::leave_step(Cycle now) {
  if (steps_[step_].complaint) {
    if (std::string why = steps_[step_].complaint(); !why.empty()) return fail(std::move(why));
  }
  if (++step_ < steps_.size()) return enter_step();
  done_.back().complete = true;
  phase_ = Phase::kIdle;
  if (!waiting_.empty()) return begin(now);
  chip_->resume();
}

/// Plans for all faults so far.
void ReconfigurationController::plan() {
  for (const RunTimeFault& fault : waiting_) defects_.add(fault.what);
  waiting_.clear();
  ReconfigurationPlan plan = planner_(defects_);
  failure_ = std::move(plan.failure);
  for (ReconfigurationStep& step : plan.steps) steps_.push_back(std::move(step));
  auto count = [this, moved = plan.moved] { done_.back().moved = moved; };
  steps_.push_back({Phase::kResume, std::move(count), [](Cycle spent) { return spent >= 1; }, {}});
}

std::vector<RunTimeFault> ReconfigurationController::left_over() const {
  std::vector<RunTimeFault> faults;
  if (phase_ != Phase::kDrain) faults = waiting_;
  faults.insert(faults.end(), faults_.begin() + static_cast<std::ptrdiff_t>(next_), faults_.end());
  return faults;
}

void ReconfigurationController::fail(std::string why) {
  failure_ = std::move(why);
  phase_ = Phase::kFailed;
}

}  // namespace kintsugi
