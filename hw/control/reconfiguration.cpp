#include "hw/control/reconfiguration.hpp"

#include <algorithm>
#include <iterator>
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
                                       Cycle plan_cycles, FaultDetection* detection) {
  if (!scheduled_.empty()) throw std::logic_error("faults and scheduled configurations exclude each other");
  faults_ = std::move(faults);
  std::ranges::stable_sort(faults_, {}, &RunTimeFault::cycle);
  if (!faults_.empty() && faults_.front().cycle < clock_->next()) {
    throw std::invalid_argument("a fault lies in a cycle that is over; it must lie in a later one");
  }
  const auto unnoticed = [](const RunTimeFault& fault) {
    return fault.ends || std::holds_alternative<ElementDefect>(fault.what);
  };
  if (detection != nullptr && std::ranges::any_of(faults_, unnoticed)) {
    throw std::invalid_argument("no PE notices the end of a fault or the fault of an element; tell the controller");
  }
  Defects then = known;
  for (const RunTimeFault& fault : faults_) {
    if (!fault.ends && !then.contains(fault.what)) then.add(fault.what);
    if (!fault.ends) continue;
    if (!then.contains(fault.what)) throw std::invalid_argument("a fault ends that has not begun");
    then.remove(fault.what);
  }
  next_ = 0;
  defects_ = std::move(known);
  planner_ = std::move(planner);
  plan_cycles_ = plan_cycles;
  detection_ = detection;
  if (!faults_.empty()) clock_->set_alarm(index_, faults_.front().cycle);
}

void ReconfigurationController::schedule(std::vector<ScheduledConfiguration> configurations) {
  if (!faults_.empty()) throw std::logic_error("faults and scheduled configurations exclude each other");
  scheduled_.assign(std::make_move_iterator(configurations.begin()), std::make_move_iterator(configurations.end()));
  for (const ScheduledConfiguration& each : scheduled_) {
    clock_->set_alarm(index_, std::max(each.cycle, clock_->next()));
  }
}

void ReconfigurationController::evaluate(Cycle now) {
  if (!busy() && !fault_due(now) && !configuration_due(now)) return;
  // After the other modules' actions at the end of this cycle: new switch states are in force before a PE dies.
  clock_->at_end_of_cycle([this, now] { clock_->at_end_of_cycle([this, now] { end_cycle(now); }); });
}

void ReconfigurationController::end_cycle(Cycle now) {
  take_faults(now);
  if (busy()) {
    ++spent_;
    ++done_.back().cycles[static_cast<std::size_t>(phase_)];
  } else if (phase_ == Phase::kIdle && !waiting_.empty()) {
    begin(now);
  } else if (phase_ == Phase::kIdle && configuration_due(now)) {
    begin_scheduled(now);
  }
  proceed(now);
  if (busy()) clock_->wake(index_, now + 1);
}

void ReconfigurationController::take_faults(Cycle now) {
  for (; fault_due(now); ++next_) {
    if (!faults_[next_].ends) chip_->kill(faults_[next_].what);
    if (detection_ != nullptr && detection_->covers(faults_[next_].what)) {
      at_faulty_pes_.push_back(faults_[next_]);
      continue;
    }
    waiting_.push_back(faults_[next_]);
    if (busy() && !has_plan_) done_.back().faults.push_back(faults_[next_]);
  }
  if (next_ < faults_.size()) clock_->set_alarm(index_, faults_[next_].cycle);
}

void ReconfigurationController::begin(Cycle now) {
  done_.emplace_back().cycle = now;
  done_.back().faults = waiting_;
  has_plan_ = false;
  steps_.clear();
  if (detection_ != nullptr) add_detection_steps();
  if (!never_stops_) steps_.push_back(drain_step());
  steps_.push_back(plan_step());
  step_ = 0;
  enter_step();
}

void ReconfigurationController::begin_scheduled(Cycle now) {
  ScheduledConfiguration configuration = std::move(scheduled_.front());
  scheduled_.pop_front();
  done_.emplace_back().cycle = now;
  done_.back().name = std::move(configuration.name);
  steps_.clear();
  drains_ = configuration.drains;
  if (drains_) {
    steps_.push_back(drain_step());
  } else {
    resume();
  }
  steps_.push_back({Phase::kPlan, [this, plan = std::move(configuration.plan)] { take(plan()); },
                    [](Cycle) { return true; }, [this] { return failure_; }});
  step_ = 0;
  enter_step();
}

void ReconfigurationController::add_detection_steps() {
  steps_.push_back({Phase::kNotice,
                    [this] {
                      if (stopped_ && !detection_->noticed()) resume();
                    },
                    [this](Cycle spent) { return detection_->noticed() || spent > detection_->longest_wait(); },
                    [this] { return std::string(detection_->noticed() ? "" : "no PE has noticed the fault"); }});
  steps_.push_back(
      {Phase::kReport, {}, [this](Cycle) { return detected(); }, [this] { return detection_->failure(); }});
}

/// If the observer dies while the chip drains, the drain lasts until there is another one.
ReconfigurationStep ReconfigurationController::drain_step() {
  const auto over = [this](Cycle) { return chip_->is_quiescent() && (detection_ == nullptr || detected()); };
  const auto complaint = [this] { return detection_ == nullptr ? std::string() : detection_->failure(); };
  const auto stop = [this] {
    stopped_ = true;
    chip_->stop();
  };
  return {Phase::kDrain, stop, over, complaint};
}

/// A controller that is told plans at the beginning of the phase, an observer at its end, with what it knows then.
ReconfigurationStep ReconfigurationController::plan_step() {
  if (detection_ == nullptr) {
    return {Phase::kPlan, [this] { plan(); }, [this](Cycle spent) { return spent >= plan_cycles_; },
            [this] { return failure_; }};
  }
  const auto over = [this](Cycle spent) { return spent >= plan_cycles_ && detected(); };
  const auto complaint = [this] {
    if (std::string why = detection_->failure(); !why.empty()) return why;
    plan();
    return failure_;
  };
  return {Phase::kPlan, {}, over, complaint};
}

/// Leaves every step that is over.
void ReconfigurationController::proceed(Cycle now) {
  while (busy() && steps_[step_].over(spent_)) leave_step(now);
}

void ReconfigurationController::enter_step() {
  set_phase(steps_[step_].phase);
  spent_ = 0;
  if (const auto action = steps_[step_].begin) action();
}

void ReconfigurationController::set_phase(Phase phase) {
  phase_ = phase;
  report_event(kPhaseReport, name(), clock_->now(), [this] {
    return std::string("phase ") + phase_name(phase_) + (phase_ == Phase::kFailed ? ": " + failure_ : "");
  });
}

void ReconfigurationController::leave_step(Cycle now) {
  const auto [phase, start, over, complaint, check] = steps_[step_];  // a copy: to plan is to add steps
  if (std::string why = complaint ? complaint() : ""; !why.empty()) {
    return is_overtaken() ? begin(now) : fail(std::move(why));
  }
  if (std::string why = check ? check() : ""; !why.empty()) return fail(std::move(why));
  if (++step_ < steps_.size()) return enter_step();
  done_.back().complete = true;
  set_phase(Phase::kIdle);
  if (!waiting_.empty()) return begin(now);
  if (configuration_due(now)) return begin_scheduled(now);
  resume();
}

/// Returns whether a fault that the plan does not know can be the reason why it has failed.
bool ReconfigurationController::is_overtaken() const {
  return detection_ != nullptr && has_plan_ && failure_.empty() && !waiting_.empty();
}

void ReconfigurationController::resume() {
  if (std::exchange(stopped_, false)) chip_->resume();
}

/// Plans for all faults so far.
void ReconfigurationController::plan() {
  has_plan_ = true;
  if (detection_ != nullptr) {
    take_diagnosis();
  } else {
    apply_waiting();
  }
  take(planner_(defects_));
}

/// Adds the steps of a plan.
void ReconfigurationController::take(ReconfigurationPlan plan) {
  failure_ = std::move(plan.failure);
  for (ReconfigurationStep& step : plan.steps) steps_.push_back(std::move(step));
  auto count = [this, moved = plan.moved] { done_.back().moved = moved; };
  if (never_stops_) return revive_when_adopted();
  if (!drains_) return;
  steps_.push_back({Phase::kResume, std::move(count), [](Cycle spent) { return spent >= 1; }, {}});
}

/// Adds what waits to the defects. A fault that has ended may have begun again.
void ReconfigurationController::apply_waiting() {
  for (const RunTimeFault& fault : waiting_) {
    if (fault.ends) {
      defects_.remove(fault.what);
    } else {
      defects_.add(fault.what);
    }
  }
  for (const RunTimeFault& fault : std::exchange(waiting_, {})) {
    if (!fault.ends || defects_.contains(fault.what)) continue;
    if (never_stops_) {
      ended_.push_back(fault.what);
    } else {
      chip_->revive(fault.what);
    }
  }
}

/// Makes the last step of the plan, in which new packets take new routes, begin with what works again.
void ReconfigurationController::revive_when_adopted() {
  if (ended_.empty() || !failure_.empty()) return;
  steps_.back().begin = [this, adopt = std::move(steps_.back().begin), ended = std::exchange(ended_, {})] {
    if (adopt) adopt();
    for (const Fault& fault : ended) {
      if (!waits(fault)) chip_->revive(fault);
    }
    chip_->resume();
  };
}

/// Returns whether a fault has begun again since the plan. If it has ended again too, the next plan revives what it is.
bool ReconfigurationController::waits(const Fault& fault) const {
  return std::ranges::any_of(waiting_, [&](const RunTimeFault& each) { return !each.ends && each.what == fault; });
}

/// Adds what is diagnosed to the defects. The faults that it does not cover wait.
void ReconfigurationController::take_diagnosis() {
  for (const Fault& fault : new_faults(defects_, detection_->diagnosis())) defects_.add(fault);
  const auto is_covered = [this](const RunTimeFault& fault) { return detection_->covers(fault.what); };
  const auto rest = std::stable_partition(waiting_.begin(), waiting_.end(), is_covered);
  done_.back().faults.assign(waiting_.begin(), rest);
  waiting_.erase(waiting_.begin(), rest);
}

std::span<const ReconfigurationController::Reconfiguration> ReconfigurationController::reconfigurations() const {
  return done_;
}

std::vector<RunTimeFault> ReconfigurationController::left_over() const {
  std::vector<RunTimeFault> faults = at_faulty_pes_;
  if (!busy() || has_plan_) faults.insert(faults.end(), waiting_.begin(), waiting_.end());
  faults.insert(faults.end(), faults_.begin() + static_cast<std::ptrdiff_t>(next_), faults_.end());
  return faults;
}

/// Without a plan the reconfiguration has all faults so far.
void ReconfigurationController::fail(std::string why) {
  if (!has_plan_) waiting_.clear();
  failure_ = std::move(why);
  set_phase(Phase::kFailed);
}

}  // namespace kintsugi
