/// The clock of a chip: one process that evaluates, in each cycle, the active modules.
///
/// Two-phase time. Every value that crosses between modules is a register of the receiver, written for a later cycle
/// (hw/link/link_receiver.hpp). So the order in which modules are evaluated within a cycle cannot be observed, and the
/// three schedules below give the same results to the bit.
///
/// Exact sleep. A module is evaluated in cycle t only if it was woken for t (schedule kAlways evaluates all): by wake()
/// for the near future (within `horizon` cycles), by set_alarm() for any cycle. A module without activity does not wake
/// itself: its evaluation depends only on its state and registers, so it would change nothing. Idle and blocked modules
/// cost nothing.
///
/// Threads. For the same reason several threads can evaluate the modules of a cycle at a time, with the same results:
/// each has a contiguous share of the modules, so that neighbours are mostly in the same share. At first the shares
/// have equally many modules; later, at numbers of evaluations that double, they are divided anew by the evaluations
/// since the last time, if that makes the largest share smaller. After a cycle with few active modules, the caller of
/// sc_start() evaluates all shares, one after the other. In evaluate() a module may touch its own state, registers that
/// only it writes, and the data of its thread, which is known by its number. It may wake any module, but set an alarm
/// only for one of its own thread. A module that calls the kernel is ThreadAffinity::kMain: its thread is the one that
/// called sc_start(), number 0. Modules that share other state must all be kMain, or the domain has one thread.
///
/// Timing  cycle c is evaluated at simulated time c * period, exactly, whatever else the kernel simulates. A cycle in
///         which no module is due causes no event of the kernel. The clock runs under any sc_start(): several with a
///         duration in a row, one without an end, after sc_pause(). run_until() is a front end of sc_start()
/// Outside a call from outside the modules, by a process of the user or between two sc_start(), takes effect in
///         cycle next() at the earliest. Such a caller uses set_alarm(); wake() is for modules that are evaluated
/// Signal  `signal` is a clock signal for others: high in the first half of each cycle. It toggles only from the time
///         on at which a port is bound to it or its value or an event is asked for, by sc_trace() for example
/// Mistake a std::logic_error that a module throws in its cycle goes out as a report of type kMistakeReport, severity
///         SC_ERROR. If the user's report handler does not throw, the clock stops for good
/// Errors  std::logic_error when a module is added after the simulation has begun, or when a kMain module was added
///         after so many others that its block belongs to another thread; std::invalid_argument for no thread, more
///         than kMaxThreads, or several with a schedule other than kDomain, or for a period below two units of the
///         time resolution; std::system_error when the system has no threads
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <queue>
#include <string>
#include <systemc>
#include <vector>

#include "hw/clock/abi.hpp"  // IWYU pragma: keep
#include "hw/clock/clock_signal.hpp"
#include "hw/clock/marks.hpp"
#include "hw/clock/memory.hpp"
#include "hw/clock/messages.hpp"  // IWYU pragma: export
#include "hw/clock/schedule.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

/// A module's number in its clock domain: its position among the activity marks. Modules of one kind are evaluated in
/// the order of their numbers. Numbers are not contiguous: blocks are padded to 64.
using ModuleIndex = std::uint32_t;

/// Base class of all modules that act in cycles. A module's state is spread over a dozen cache lines, and thousands of
/// modules do not fit into the caches next to the core, so the clock prefetches the state of later modules.
class alignas(kCacheLine) Clocked {
 public:
  /// Cache lines of the hot arrays to prefetch; a module overrides it by redeclaring kArrayLines.
  static constexpr std::size_t kArrayLines = 1;
  /// Whether another thread may evaluate the module later; a module that keeps nothing of its thread, or overrides
  /// thread_changed(), redeclares it. Shares are divided anew only if all modules that are not kMain can move.
  static constexpr bool kCanMove = false;

  virtual ~Clocked() = default;
  /// Evaluates one cycle: reads registers written in earlier cycles, writes registers of later ones.
  virtual void evaluate(Cycle now) = 0;
  /// Called when the time wheel has grown: the module must take its pointers into it again.
  virtual void time_wheel_resized() {}
  /// Called between cycles when another thread evaluates the module from now on: the module must take what it knows of
  /// its thread again.
  virtual void thread_changed() {}

  /// Prefetches the first members, from this base class on.
  [[gnu::always_inline]] void fetch_members() const { prefetch<3>(this); }
  /// Prefetches registers and arrays; the members must be in the cache.
  template <std::size_t array_lines>
  [[gnu::always_inline]] void fetch_state(Cycle now) const {
    const std::uint8_t* const registers = registers_of(now);
    prefetch<1>(registers);
    if (record_bytes_ > kCacheLine) prefetch<1>(registers + kCacheLine);
    prefetch<array_lines>(arrays_);
  }

 protected:
  /// Sets the place of the registers (`slots`, a power of two, records of `record_bytes` each) and of the arrays read
  /// in most cycles.
  void set_hot_state(std::uint8_t* registers, Cycle slots, std::size_t record_bytes, const void* arrays) {
    registers_ = registers;
    arrays_ = arrays;
    slot_mask_ = static_cast<std::uint32_t>(slots - 1);
    record_bytes_ = static_cast<std::uint32_t>(record_bytes);
  }
  /// Returns the registers of this cycle.
  std::uint8_t* registers_of(Cycle now) const { return registers_ + slot_of(now) * record_bytes_; }
  Cycle slot_of(Cycle at) const { return at & slot_mask_; }

 private:
  std::uint8_t* registers_ = nullptr;
  const void* arrays_ = nullptr;
  std::uint32_t slot_mask_ = 0;
  std::uint32_t record_bytes_ = 0;
};

/// Which thread may evaluate a module.
enum class ThreadAffinity : std::uint8_t {
  kAny,
  kMain,  ///< the caller of sc_start(): the module calls the kernel, or shares state with others of this affinity
};

/// Evaluates the active modules of one kind, one after the other; behind them are kFetchAhead more to prefetch. The
/// calls are not virtual, so the processor need not predict their targets.
using EvaluateAll = void (*)(Clocked* const* modules, std::size_t count, Cycle now);
inline constexpr std::size_t kFetchAhead = 5;
inline constexpr std::size_t kFetchStateAhead = 3;  ///< the members are in the cache by then

template <std::derived_from<Clocked> Module>
void evaluate_all(Clocked* const* modules, std::size_t count, Cycle now) {
  for (std::size_t i = 0; i < count; ++i) {
    modules[i + kFetchAhead]->fetch_members();
    modules[i + kFetchStateAhead]->fetch_state<Module::kArrayLines>(now);
    static_cast<Module&>(*modules[i]).evaluate(now);
  }
}

/// The cycles after which a clock domain calls its monitor.
enum class Monitored : std::uint8_t {
  kEveryCycle,    ///< so a cycle without active modules costs an event of the kernel, too
  kActiveCycles,  ///< those with active modules, and the one that call_monitor_after() names
};

class ThreadTeam;

class ClockDomain final : public sc_core::sc_module {
 public:
  /// Called when all modules of a cycle have been evaluated, before the next cycle; returns false to stop the clock
  /// before that, until go_on(), which pauses the simulation.
  using Monitor = std::function<bool(Cycle finished)>;

  sc_core::sc_export<sc_core::sc_signal_in_if<bool>> signal;

  ClockDomain(sc_core::sc_module_name name, Schedule schedule, unsigned threads = 1,
              sc_core::sc_time period = sc_core::sc_time(1, sc_core::SC_NS));
  ~ClockDomain() override;

  static constexpr const char* kKind = "kintsugi_clock";
  const char* kind() const override { return kKind; }
  template <std::derived_from<Clocked> Module>
  ModuleIndex add(Module& module, ThreadAffinity affinity = ThreadAffinity::kAny) {
    // kMain modules are few and count as one kind, so that one block holds them; add them early, so that thread 0 has
    // this block.
    if (affinity == ThreadAffinity::kMain) return add_to_kind(module, &evaluate_all<Clocked>, affinity);
    can_move_ = can_move_ && Module::kCanMove;
    return add_to_kind(module, &evaluate_all<Module>, affinity);
  }
  /// Returns the number of threads that evaluate modules: at most one for each block of up to 64 modules of one kind.
  /// Call it once all modules have been added.
  unsigned threads() const;
  /// Returns the thread that evaluates a module, until thread_changed() tells the module of another one. Call it once
  /// all modules have been added.
  unsigned thread_of(ModuleIndex module) const;
  /// Makes wake() reach this many cycles ahead.
  void require_horizon(Cycle cycles);

  /// Makes the module active in cycle `at`, now < at <= now + horizon.
  void wake(ModuleIndex module, Cycle at) { mark_active(activity_of(module), at & slot_mask_); }
  /// Returns the slots of the time wheel, a power of two above the horizon: cycle t is in slot t modulo slots().
  Cycle slots() const { return slot_mask_ + 1; }
  /// Returns a module's mark in slot 0, for link transmitters, which wake a module for every flit. Valid until
  /// time_wheel_resized().
  std::uint8_t* activity_of(ModuleIndex module) { return activity_[module / kBlock * slots()].marks + module % kBlock; }
  /// Sets the mark of a slot, given the one of slot 0.
  static void mark_active(std::uint8_t* activity, Cycle slot) {
    // Several threads may wake a module for the same cycle.
    std::atomic_ref(activity[slot * sizeof(Block)]).store(kMark, std::memory_order_relaxed);
  }
  /// Makes the module active in cycle `at`, at any distance; now < at, and next() <= at for callers from outside.
  void set_alarm(ModuleIndex module, Cycle at) {
    share_of(module).alarms.push({at, module});
    if (state_ != State::kInTick) schedule_by(at);
  }

  /// Runs the action once all modules have been evaluated in this cycle: for changes of the paths between modules.
  void at_end_of_cycle(std::function<void()> action);

  /// Runs the action at the beginning of each cycle that is evaluated, before its modules, in the first delta cycle of
  /// that time: for what reads signals as a register does at the clock edge. It may write registers for this cycle and
  /// have modules evaluated in it.
  void before_each_cycle(std::function<void(Cycle now)> action);

  /// Runs the action when the simulation begins and after each cycle that is evaluated, in a delta cycle of its own
  /// behind the modules and the actions of at_end_of_cycle(): for what reads the results of the cycle and is no module.
  /// It runs in the thread of sc_start(). Without such actions a cycle has no such delta cycle.
  void after_each_cycle(std::function<void()> action);

  /// Returns the cycle that was evaluated last, or is being evaluated; 0 before the first one. After run_until(end) it
  /// is end - 1.
  Cycle now() const { return now_; }
  /// Returns the first cycle that a call made now can affect: for a module in cycle t, and for a process of the user at
  /// a time in [t * period, (t + 1) * period), cycle t + 1; between two sc_start(), the first cycle not yet evaluated.
  Cycle next() const;
  sc_core::sc_time period() const { return period_; }
  /// Returns the simulated time at which a cycle is evaluated.
  sc_core::sc_time time_of(Cycle cycle) const { return sc_core::sc_time::from_value(cycle * period_.value()); }
  Schedule schedule() const { return schedule_; }
  void set_monitor(Monitor monitor, Monitored cycles = Monitored::kEveryCycle);
  /// Makes the monitor be called after cycle `at` even if no module is active in it. The last call counts; a cycle that
  /// has passed is ignored.
  void call_monitor_after(Cycle at);

  /// Looks at the cycles beside the monitor, and stops nothing. Called like a monitor of kActiveCycles; returns the
  /// cycle after which it is called even if no module is active in it, kNever for none.
  using Watch = std::function<Cycle(Cycle finished)>;
  static constexpr Cycle kNever = std::numeric_limits<Cycle>::max();
  /// Adds a watch and returns its number, for remove_watch(). It is called before the monitor.
  std::size_t add_watch(Watch watch);
  void remove_watch(std::size_t number);

  /// Starts the kernel up to the time of cycle `end`: evaluates all cycles below it. Returns false if the clock was
  /// stopped by the monitor, or the kernel before that time by sc_pause() or sc_stop().
  bool run_until(Cycle end);
  /// Returns whether the monitor has stopped the clock, until go_on(), or a mistake of the model for good.
  bool is_stopped() const { return state_ >= State::kHalted; }
  /// Lets the clock go on with the next cycle that the monitor has stopped. Call it between two sc_start().
  void go_on() {
    if (state_ == State::kHalted) state_ = State::kBetweenTicks;
  }

  /// Returns the number of module evaluations so far.
  std::uint64_t evaluations() const;
  /// Returns the number of module evaluations by one thread.
  std::uint64_t evaluations(unsigned thread) const { return shares_.at(thread).evaluations; }

 private:
  static constexpr std::uint64_t kNoComparison = std::numeric_limits<std::uint64_t>::max();

  /// The marks of a block of modules in one cycle; those of other cycles are in other cache lines. All modules of a
  /// block are of one kind.
  static constexpr unsigned kBlock = 64;
  struct alignas(kCacheLine) Block {
    std::uint8_t marks[kBlock] = {};
  };
  /// In the order in which they follow each other; only kHalted goes back to kBetweenTicks.
  enum class State : std::uint8_t {
    kGathering,     ///< modules can join
    kBegun,         ///< the kernel does not run yet: tick_ cannot be notified
    kBetweenTicks,  ///< what is woken is scheduled at once
    kInTick,        ///< what the monitor and the modules ask for is scheduled once, at the end of the tick
    kHalted,        ///< by the monitor
    kStopped,       ///< for good, by a mistake of the model
  };
  struct Alarm {
    Cycle at;
    ModuleIndex module;
    bool operator>(const Alarm& other) const { return at != other.at ? at > other.at : module > other.module; }
  };
  struct Kind {
    EvaluateAll evaluate_all;
    std::size_t open_block;  // the last of its blocks
    std::size_t room;        // free places in it
  };
  /// The modules of one kind among those of a thread; for schedule kDomain.
  struct Part {
    EvaluateAll evaluate_all;
    std::vector<std::size_t> blocks;
    std::vector<std::uint64_t> work;  // of each of its blocks: evaluations since the shares were compared last
    std::vector<Clocked*> active;     // in this cycle; kFetchAhead places more
  };
  /// The modules and alarms of one thread.
  struct alignas(kCacheLine) Share {
    std::vector<Part> parts;
    std::priority_queue<Alarm, std::vector<Alarm>, std::greater<>> alarms;
    std::uint64_t evaluations = 0;
  };

  ModuleIndex add_to_kind(Clocked& module, EvaluateAll evaluate_all, ThreadAffinity affinity);
  Kind& kind_of(EvaluateAll evaluate_all);
  void add_block(Kind& kind);

  void start_of_simulation() override { begin(); }
  [[gnu::noinline]] void tick();  // tb/bench counts its instructions
  bool finish_cycle();
  bool finish_in_tick();
  void call_watches();
  bool is_begun() const { return state_ != State::kGathering; }
  bool can_schedule() const { return state_ == State::kBetweenTicks || state_ == State::kInTick; }
  void pass_idle_cycles();
  bool is_always_due() const {
    return schedule_ == Schedule::kAlways || (monitor_ && monitored_ == Monitored::kEveryCycle);
  }
  void arm();
  void schedule(Cycle at);
  void schedule_by(Cycle at);
  Cycle next_due() const;
  Cycle first_due() const;
  Cycle first_marked() const;
  void run_end_actions();
  void begin_settling();
  void settle();
  template <class Action>
  bool run_reporting(Action action);
  void spawn_evaluation(Clocked& module, const sc_core::sc_event& event);
  void begin();
  void divide();
  void share_out(const std::vector<std::size_t>& first);
  void divide_anew(std::uint64_t evaluated);
  std::vector<std::uint64_t> take_work();
  void hand_out_alarms();
  void run_modules();
  void run_shares();
  void run_share(unsigned thread, Cycle now);
  Share& share_of(ModuleIndex module) { return shares_[is_begun() ? thread_of(module) : 0]; }
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
  std::vector<std::function<void()>> running_actions_;  // of this end of a cycle, or of the last
  sc_core::sc_event settled_;
  std::vector<std::function<void()>> after_actions_;
  std::vector<std::function<void(Cycle)>> before_actions_;
  unsigned deltas_left_ = 0;  // until they run
  ClockSignal signal_;
  Monitor monitor_;
  Monitored monitored_ = Monitored::kEveryCycle;
  Cycle monitor_due_ = kNever;     // call_monitor_after()
  std::vector<Watch> watches_;     // by number; empty functions for those that have been removed
  std::vector<Cycle> watch_due_;   // by number, what each has returned
  Cycle watches_due_ = kNever;     // the first of these
  std::vector<Clocked*> modules_;  // in whole blocks; null for unused numbers
  std::vector<Kind> kinds_;
  std::vector<std::uint32_t> kind_of_block_;
  std::vector<std::unique_ptr<sc_core::sc_event>> module_events_;  // schedule kProcess only
  std::vector<Block> activity_;                                    // by block of modules, then by slot
  std::size_t blocks_ = 0;
  Cycle slot_mask_ = 1;
  std::vector<Share> shares_;                     // by thread; until the first cycle the first one has all modules
  std::vector<std::size_t> first_;                // block of each share, and the number of blocks; empty until then
  std::vector<std::uint8_t> thread_of_;           // by block; empty until then
  std::vector<ModuleIndex> main_modules_;         // ThreadAffinity::kMain
  bool can_move_ = true;                          // all others: Clocked::kCanMove
  std::uint64_t comparison_due_ = kNoComparison;  // evaluations after which the shares are compared
  std::uint64_t until_comparison_ = 0;            // evaluations from one comparison to the next
  std::unique_ptr<ThreadTeam> team_;              // where there are several threads
  // These change in every cycle, so they have their own cache line; other threads get the cycle from the team.
  alignas(kCacheLine) Cycle now_ = 0;
  std::uint64_t active_ = 0;  // modules evaluated in the last cycle
  Cycle next_ = 0;            // now_ + 1, but 0 before the first cycle
  Cycle scheduled_ = kNever;  // the cycle for which tick_ is notified
  Cycle checked_ = 0;         // cycles below it have been shown to the monitor
  State state_ = State::kGathering;
};

/// Adds the clock signal of a domain to a trace file.
void sc_trace(sc_core::sc_trace_file* file, const ClockDomain& clock, const std::string& name);

}  // namespace kintsugi
