#include "hw/clock/clock_domain.hpp"

#include <bit>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "hw/clock/members.hpp"

namespace kintsugi {

namespace {

/// How far the list of active modules is read beyond the one that is evaluated.
constexpr std::size_t kAhead = 2;

}  // namespace

ClockDomain::ClockDomain(sc_core::sc_module_name name, Schedule schedule, sc_core::sc_time period)
    : sc_module(name), schedule_(schedule), period_(period), tick_("tick"), end_of_cycle_("end_of_cycle") {
  spawn_method(tick_, [this] { tick(); });
  spawn_method(end_of_cycle_, [this] { run_end_actions(); });
}

void ClockDomain::spawn_method(sc_core::sc_event& event, std::function<void()> body) {
  sc_core::sc_spawn_options options;
  options.spawn_method();
  options.dont_initialize();
  options.set_sensitivity(&event);
  sc_core::sc_spawn(std::move(body), nullptr, &options);
}

ModuleIndex ClockDomain::add(Clocked& module) {
  if (next_ != 0) throw std::logic_error("a module can join a clock domain only before its first cycle");
  modules_.push_back(&module);
  blocks_ = (modules_.size() + kBlock - 1) / kBlock;
  activity_.resize(blocks_ * slots());
  return static_cast<ModuleIndex>(modules_.size() - 1);
}

void ClockDomain::require_horizon(Cycle cycles) {
  if (cycles <= slot_mask_) return;
  const Cycle old_mask = slot_mask_;
  const std::vector<Block> old = std::move(activity_);
  slot_mask_ = std::bit_ceil(cycles + 1) - 1;
  activity_.assign(blocks_ * slots(), {});
  for (std::size_t block = 0; block < blocks_; ++block) {
    for (Cycle at = now_; at <= now_ + old_mask; ++at) {  // keep what is pending
      activity_[block * slots() + (at & slot_mask_)] = old[block * (old_mask + 1) + (at & old_mask)];
    }
  }
  for (Clocked* module : modules_) module->horizon_grown();
}

bool ClockDomain::run_until(Cycle end) {
  if (schedule_ == Schedule::kProcess && module_events_.empty()) {
    for (Clocked* module : modules_) {
      module_events_.push_back(std::make_unique<sc_core::sc_event>());
      spawn_method(*module_events_.back(), [this, module] { module->evaluate(now_); });
    }
  }
  active_.resize(modules_.size() + kAhead);
  if (stopped_ || next_ >= end) return !stopped_;
  end_ = end;
  tick_.notify(period_ * static_cast<double>(next_) - sc_core::sc_time_stamp());
  sc_core::sc_start();
  return finish_cycles();
}

void ClockDomain::at_end_of_cycle(std::function<void()> action) {
  end_actions_.push_back(std::move(action));
  // A delta cycle later than the modules of any schedule.
  end_of_cycle_.notify(sc_core::SC_ZERO_TIME);
}

void ClockDomain::run_end_actions() {
  for (auto& action : std::exchange(end_actions_, {})) action();
}

bool ClockDomain::finish_cycles() {
  if (checked_ < next_) {
    checked_ = next_;
    if (monitor_ && !monitor_(now_)) stopped_ = true;
  }
  return !stopped_;
}

void ClockDomain::tick() {
  // The last cycle is complete only now, when every process it notified has run.
  if (!finish_cycles()) return;
  now_ = next_;
  ring_alarms();
  switch (schedule_) {
    case Schedule::kDomain:
      run_active();
      break;
    case Schedule::kProcess:
      notify_active();
      break;
    case Schedule::kAlways:
      run_all();
      break;
  }
  ++next_;
  if (next_ < end_) tick_.notify(period_);
}

void ClockDomain::ring_alarms() {
  while (!alarms_.empty() && alarms_.top().at <= now_) {
    wake(alarms_.top().module, now_);
    alarms_.pop();
  }
}

template <class Visit>
void ClockDomain::take_active(Visit visit) {
  for (std::size_t block = 0; block < blocks_; ++block) {
    std::uint8_t* const marks = activity_[block * slots() + (now_ & slot_mask_)].marks;
    const std::uint64_t active = marked_of_64(marks);
    if (active == 0) continue;
    std::memset(marks, 0, kBlock);
    for (const unsigned module : members(active)) visit(block * kBlock + module);
  }
}

void ClockDomain::run_active() {
  if (modules_.empty()) return;
  std::size_t count = 0;
  take_active([this, &count](std::size_t module) { active_[count++] = modules_[module]; });
  // Behind the last one there is always one more to ask memory for.
  for (std::size_t i = 0; i < kAhead; ++i) active_[count + i] = modules_.front();
  evaluations_ += count;
  for (std::size_t i = 0; i < count; ++i) {
    active_[i + kAhead]->fetch_members();
    active_[i + 1]->fetch_state(now_);
    active_[i]->evaluate(now_);
  }
}

void ClockDomain::notify_active() {
  take_active([this](std::size_t module) {
    ++evaluations_;
    module_events_[module]->notify(sc_core::SC_ZERO_TIME);
  });
}

void ClockDomain::run_all() {
  take_active([](std::size_t) {});
  evaluations_ += modules_.size();
  for (Clocked* module : modules_) module->evaluate(now_);
}

}  // namespace kintsugi
