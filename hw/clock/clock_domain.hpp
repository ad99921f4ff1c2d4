/// The clock of a chip: one process that runs, each cycle, the modules that have something to do.
///
/// Two-phase time. Whatever crosses between modules is a register of the receiver that is written for a later cycle
/// (hw/link/inbox.hpp). So the order in which modules are evaluated within a cycle cannot be observed, and the three
/// schedules below give the same results to the bit.
///
/// Exact sleep. A module is evaluated in cycle t only if somebody woke it for t: wake() for the near future
/// (within `horizon` cycles), set_alarm() for any. A module in which nothing moved does not wake itself; since its
/// evaluation depends on its state and registers alone, running it again would change nothing. Idle and blocked modules
/// thus cost nothing at all.
///
/// Timing  cycle c is evaluated at simulated time c * period. run_until(c) evaluates all cycles below c.
/// Errors  std::logic_error when a module is added after the first cycle.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <systemc>
#include <vector>

#include "hw/clock/marks.hpp"
#include "hw/clock/prefetch.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

/// A module's number in its clock domain: evaluation order, and position among the activity marks.
using ModuleIndex = std::uint32_t;

/// A module's state is spread over a dozen cache lines, and thousands of modules do not fit into the caches next to the
/// core. So while the clock evaluates one module it asks for the state of the next.
class alignas(kCacheLine) Clocked {
 public:
  virtual ~Clocked() = default;
  /// One cycle: reads registers written in earlier cycles, writes registers of later ones.
  virtual void evaluate(Cycle now) = 0;
  /// The time wheel has grown: pointers into it are to be taken again.
  virtual void horizon_grown() {}

  /// Asks for the members: those from this base class on, the first ones.
  [[gnu::always_inline]] void fetch_members() const { prefetch<3>(this); }
  /// Asks for the rest; the members must have come.
  [[gnu::always_inline]] void fetch_state(Cycle now) const {
    prefetch<1>(registers_of(now));
    prefetch<5>(arrays_);
  }

 protected:
  /// Where the registers of the cycles are (a power of two of slots, as in an inbox), and the arrays read in most
  /// cycles.
  void lies_at(std::uint8_t* registers, Cycle slots, std::size_t record_bytes, const void* arrays) {
    registers_ = registers;
    arrays_ = arrays;
    slot_mask_ = static_cast<std::uint32_t>(slots - 1);
    record_bytes_ = static_cast<std::uint32_t>(record_bytes);
  }
  /// The registers of this cycle.
  std::uint8_t* registers_of(Cycle now) const { return registers_ + slot_of(now) * record_bytes_; }
  Cycle slot_of(Cycle at) const { return at & slot_mask_; }

 private:
  std::uint8_t* registers_ = nullptr;
  const void* arrays_ = nullptr;
  std::uint32_t slot_mask_ = 0;
  std::uint32_t record_bytes_ = 0;
};

enum class Schedule {
  kDomain,   ///< active modules in order, from their marks
  kProcess,  ///< one SC_METHOD per module, notified when it is active: the kernel chooses the order
  kAlways,   ///< every module in every cycle
};

class ClockDomain final : public sc_core::sc_module {
 public:
  /// Called after every cycle, when all modules have been evaluated; false stops the run.
  using Monitor = std::function<bool(Cycle finished)>;

  ClockDomain(sc_core::sc_module_name name, Schedule schedule,
              sc_core::sc_time period = sc_core::sc_time(1, sc_core::SC_NS));

  ModuleIndex add(Clocked& module);
  /// Makes wake() reach this many cycles ahead.
  void require_horizon(Cycle cycles);

  /// Evaluate the module in cycle `at`, now < at <= now + horizon.
  void wake(ModuleIndex module, Cycle at) {
    mark_active(activity_of(module), at & slot_mask_);
  }
  /// The slots of the time wheel, a power of two above the horizon: cycle t is in slot t modulo slots().
  Cycle slots() const { return slot_mask_ + 1; }
  Cycle slot_mask() const { return slot_mask_; }
  /// A module's mark in slot 0. For link ends, which wake a module for every flit. Holds until horizon_grown().
  std::uint8_t* activity_of(ModuleIndex module) {
    return activity_[module / kBlock * slots()].marks + module % kBlock;
  }
  /// Sets the mark of a slot, given that of slot 0.
  static void mark_active(std::uint8_t* activity, Cycle slot) { activity[slot * sizeof(Block)] = kMark; }
  /// Evaluate the module in cycle `at`, however far away; now < at (or now <= at before the first cycle).
  void set_alarm(ModuleIndex module, Cycle at) { alarms_.push({at, module}); }

  /// Runs the action once all modules have been evaluated in this cycle: for what changes how modules are joined.
  void at_end_of_cycle(std::function<void()> action);

  /// The cycle being evaluated; before the first one, 0.
  Cycle now() const { return now_; }
  /// The next cycle that will be evaluated.
  Cycle next() const { return next_; }
  sc_core::sc_time period() const { return period_; }
  Schedule schedule() const { return schedule_; }
  void set_monitor(Monitor monitor) { monitor_ = std::move(monitor); }

  /// Runs the simulation up to, not including, cycle `end`. False when the monitor stopped it.
  bool run_until(Cycle end);

  /// Module evaluations so far, for measuring.
  std::uint64_t evaluations() const { return evaluations_; }

 private:
  /// The marks of the modules that are active in one cycle; those of other cycles lie in other cache lines.
  static constexpr unsigned kBlock = 64;
  struct alignas(kCacheLine) Block {
    std::uint8_t marks[kBlock] = {};
  };
  struct Alarm {
    Cycle at;
    ModuleIndex module;
    bool operator>(const Alarm& other) const { return at != other.at ? at > other.at : module > other.module; }
  };

  void tick();
  bool finish_cycles();
  void run_end_actions();
  void spawn_method(sc_core::sc_event& event, std::function<void()> body);
  void ring_alarms();
  void run_active();
  void run_all();
  void notify_active();
  template <class Visit>
  void take_active(Visit visit);

  Schedule schedule_;
  sc_core::sc_time period_;
  sc_core::sc_event tick_;
  sc_core::sc_event end_of_cycle_;
  std::vector<std::function<void()>> end_actions_;
  Monitor monitor_;
  std::vector<Clocked*> modules_;
  std::vector<Clocked*> active_;                                   // in this cycle, schedule kDomain only
  std::vector<std::unique_ptr<sc_core::sc_event>> module_events_;  // schedule kProcess only
  std::vector<Block> activity_;                                    // by 64 modules, then by slot
  std::size_t blocks_ = 0;
  Cycle slot_mask_ = 1;
  std::priority_queue<Alarm, std::vector<Alarm>, std::greater<>> alarms_;
  Cycle now_ = 0;
  Cycle next_ = 0;
  Cycle end_ = 0;
  Cycle checked_ = 0;  // cycles the monitor has seen
  bool stopped_ = false;
  std::uint64_t evaluations_ = 0;
};

}  // namespace kintsugi
