/// The clock of a chip: one process that runs, each cycle, the modules that have something to do.
///
/// Two-phase time. Whatever crosses between modules is a register of the receiver that is written for a later cycle
/// (hw/link/link_receiver.hpp). So the order in which modules are evaluated within a cycle cannot be observed, and the three
/// schedules below give the same results to the bit.
///
/// Exact sleep. A module is evaluated in cycle t only if somebody woke it for t: wake() for the near future
/// (within `horizon` cycles), set_alarm() for any. A module in which nothing moved does not wake itself; since its
/// evaluation depends on its state and registers alone, running it again would change nothing. Idle and blocked modules
/// thus cost nothing at all.
///
/// Threads. For the same reason the modules of a cycle can be evaluated by several threads at a time, with the same
/// results: each has a contiguous share of the modules, so that neighbours mostly are in the same. A module may touch
/// in evaluate() its own state, registers it is the only one to write, and what belongs to its thread; it may wake any
/// module, but set an alarm only for one of its own thread. One that talks to the kernel is ThreadAffinity::kMain: its thread
/// is the one that called run_until(), number 0. What several modules change cannot be evaluated by several threads.
///
/// Timing  cycle c is evaluated at simulated time c * period. run_until(c) evaluates all cycles below c.
/// Errors  std::logic_error when a module is added after run_until() has been called, or when one that is
///         ThreadAffinity::kMain has come too late for the share of thread 0; std::invalid_argument for no thread, more than
///         kMaxThreads, or several on another schedule than kDomain; std::system_error when there are no threads left
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <systemc>
#include <vector>

#include "hw/clock/marks.hpp"
#include "hw/clock/memory.hpp"
#include "hw/clock/thread_team.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

/// A module's number in its clock domain: its position among the activity marks. Those of one kind are evaluated in the
/// order of their numbers; some numbers are nobody's.
using ModuleIndex = std::uint32_t;

/// A module's state is spread over a dozen cache lines, and thousands of modules do not fit into the caches next to the
/// core. So while the clock evaluates one module it asks for the state of later ones.
class alignas(kCacheLine) Clocked {
 public:
  /// So many cache lines of the arrays are asked for; a module that wants more of them says so by the same name.
  static constexpr std::size_t kArrayLines = 1;

  virtual ~Clocked() = default;
  /// One cycle: reads registers written in earlier cycles, writes registers of later ones.
  virtual void evaluate(Cycle now) = 0;
  /// The time wheel has grown: pointers into it are to be taken again.
  virtual void time_wheel_resized() {}

  /// Asks for the members: those from this base class on, the first ones.
  [[gnu::always_inline]] void fetch_members() const { prefetch<3>(this); }
  /// Asks for the rest; the members must have come.
  template <std::size_t array_lines>
  [[gnu::always_inline]] void fetch_state(Cycle now) const {
    const std::uint8_t* const registers = registers_of(now);
    prefetch<1>(registers);
    if (record_bytes_ > kCacheLine) prefetch<1>(registers + kCacheLine);
    prefetch<array_lines>(arrays_);
  }

 protected:
  /// Where the registers of the cycles are (a power of two of slots, as in a receiver), and the arrays read in most
  /// cycles.
  void set_hot_state(std::uint8_t* registers, Cycle slots, std::size_t record_bytes, const void* arrays) {
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
  kDomain,   ///< the active modules, from their marks, one kind after the other
  kProcess,  ///< one SC_METHOD per module, notified when it is active: the kernel chooses the order
  kAlways,   ///< every module in every cycle
};

inline constexpr unsigned kMaxThreads = 64;  ///< that evaluate the modules of a clock domain

/// What a module needs of the thread that evaluates it.
enum class ThreadAffinity : std::uint8_t {
  kAny,
  kMain,  ///< to be the caller of run_until(): it talks to the kernel, or shares state with others that need the same
};

/// Modules of one kind that are active in a cycle, one after the other; behind them, to ask memory for, are
/// kFetchAhead more. They are not called as any Clocked is, so it need not be guessed whose evaluate() comes next.
using EvaluateAll = void (*)(Clocked* const* modules, std::size_t count, Cycle now);
inline constexpr std::size_t kFetchAhead = 5;
inline constexpr std::size_t kFetchStateAhead = 3;  ///< the members have come by then

template <std::derived_from<Clocked> Module>
void evaluate_all(Clocked* const* modules, std::size_t count, Cycle now) {
  for (std::size_t i = 0; i < count; ++i) {
    modules[i + kFetchAhead]->fetch_members();
    modules[i + kFetchStateAhead]->fetch_state<Module::kArrayLines>(now);
    static_cast<Module&>(*modules[i]).evaluate(now);
  }
}

class ClockDomain final : public sc_core::sc_module {
 public:
  /// Called after every cycle, when all modules have been evaluated; false stops the run.
  using Monitor = std::function<bool(Cycle finished)>;

  ClockDomain(sc_core::sc_module_name name, Schedule schedule, unsigned threads = 1,
              sc_core::sc_time period = sc_core::sc_time(1, sc_core::SC_NS));

  template <std::derived_from<Clocked> Module>
  ModuleIndex add(Module& module, ThreadAffinity affinity = ThreadAffinity::kAny) {
    // Those that need the caller are few: one kind, so that one block holds them, the first.
    return add_to_kind(module, affinity == ThreadAffinity::kMain ? &evaluate_all<Clocked> : &evaluate_all<Module>,
                       affinity);
  }
  /// Those that have something to do: no more than there are blocks of modules, up to 64 of one kind each; once all
  /// have been added.
  unsigned threads() const { return static_cast<unsigned>(std::clamp<std::size_t>(blocks_, 1, shares_.size())); }
  /// The thread that evaluates a module; once all have been added.
  unsigned thread_of(ModuleIndex module) const;
  /// Makes wake() reach this many cycles ahead.
  void require_horizon(Cycle cycles);

  /// Evaluate the module in cycle `at`, now < at <= now + horizon.
  void wake(ModuleIndex module, Cycle at) { mark_active(activity_of(module), at & slot_mask_); }
  /// The slots of the time wheel, a power of two above the horizon: cycle t is in slot t modulo slots().
  Cycle slots() const { return slot_mask_ + 1; }
  Cycle slot_mask() const { return slot_mask_; }
  /// A module's mark in slot 0. For link ends, which wake a module for every flit. Holds until time_wheel_resized().
  std::uint8_t* activity_of(ModuleIndex module) { return activity_[module / kBlock * slots()].marks + module % kBlock; }
  /// Sets the mark of a slot, given that of slot 0.
  static void mark_active(std::uint8_t* activity, Cycle slot) {
    // Several threads may wake a module for the same cycle.
    std::atomic_ref(activity[slot * sizeof(Block)]).store(kMark, std::memory_order_relaxed);
  }
  /// Evaluate the module in cycle `at`, however far away; now < at (or now <= at before the first cycle).
  void set_alarm(ModuleIndex module, Cycle at) { share_of(module).alarms.push({at, module}); }

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
  std::uint64_t evaluations() const;

 private:
  /// The marks of the modules that are active in one cycle; those of other cycles lie in other cache lines. The modules
  /// of a block are of one kind.
  static constexpr unsigned kBlock = 64;
  struct alignas(kCacheLine) Block {
    std::uint8_t marks[kBlock] = {};
  };
  struct Alarm {
    Cycle at;
    ModuleIndex module;
    bool operator>(const Alarm& other) const { return at != other.at ? at > other.at : module > other.module; }
  };
  struct Kind {
    EvaluateAll evaluate_all;
    std::size_t open_block;  // the last of its blocks
    std::size_t room;        // there, for modules
  };
  /// The modules of one kind among those of a thread; for schedule kDomain.
  struct Part {
    EvaluateAll evaluate_all;
    std::vector<std::size_t> blocks;
    std::vector<Clocked*> active;  // in this cycle; kFetchAhead places more
  };
  /// What one thread has to do.
  struct alignas(kCacheLine) Share {
    std::vector<Part> parts;
    std::priority_queue<Alarm, std::vector<Alarm>, std::greater<>> alarms;
    std::uint64_t evaluations = 0;
  };

  ModuleIndex add_to_kind(Clocked& module, EvaluateAll evaluate_all, ThreadAffinity affinity);
  Kind& kind_of(EvaluateAll evaluate_all);
  void add_block(Kind& kind);

  [[gnu::noinline]] void tick();  // tb/bench counts what is done in it
  bool finish_cycles();
  void run_end_actions();
  void spawn_method(sc_core::sc_event& event, std::function<void()> body);
  void begin();
  void divide();
  void run_modules();
  /// Where the share of a thread begins.
  std::size_t first_block_of(unsigned thread) const { return (blocks_ * thread + threads() - 1) / threads(); }
  Share& share_of(ModuleIndex module) { return shares_[begun_ ? thread_of(module) : 0]; }
  void ring_alarms(Share& share, Cycle now);
  void run_active(Share& share, Cycle now);
  std::size_t list_active(Part& part, Cycle now);
  void run_all();
  void notify_active();
  std::uint64_t take_active(std::size_t block, Cycle now);

  Schedule schedule_;
  sc_core::sc_time period_;
  sc_core::sc_event tick_;
  sc_core::sc_event end_of_cycle_;
  std::vector<std::function<void()>> end_actions_;
  Monitor monitor_;
  std::vector<Clocked*> modules_;  // in whole blocks; null where there is none
  std::vector<Kind> kinds_;
  std::vector<std::uint32_t> kind_of_block_;
  std::vector<std::unique_ptr<sc_core::sc_event>> module_events_;  // schedule kProcess only
  std::vector<Block> activity_;                                    // by block of modules, then by slot
  std::size_t blocks_ = 0;
  Cycle slot_mask_ = 1;
  std::vector<Share> shares_;            // by thread; until the first cycle the first one has everything
  std::vector<ModuleIndex> for_caller_;  // ThreadAffinity::kMain
  std::unique_ptr<ThreadTeam> team_;     // where there are several threads
  bool begun_ = false;
  // What follows changes in every cycle; other threads are told what cycle it is.
  alignas(kCacheLine) Cycle now_ = 0;
  Cycle next_ = 0;
  Cycle end_ = 0;
  Cycle checked_ = 0;  // cycles the monitor has seen
  bool stopped_ = false;
};

}  // namespace kintsugi
