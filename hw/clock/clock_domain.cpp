#include "hw/clock/clock_domain.hpp"

#include <bit>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "hw/clock/bit_set.hpp"
#include "hw/clock/hierarchy.hpp"
#include "hw/clock/spawn.hpp"
#include "hw/clock/thread_team.hpp"
#include "models/network/limits.hpp"

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace kintsugi {

namespace {

/// Returns the marks among 64 bytes as a set. The text depends on compiler flags that only hw has, so it must not be in
/// a header.
std::uint64_t marked_of_64(const std::uint8_t* bytes) {
#ifdef __AVX2__
  const auto marked_of_32 = [](const std::uint8_t* half) {
    const __m256i marks = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(half));
    return std::uint64_t{static_cast<std::uint32_t>(_mm256_movemask_epi8(marks))};
  };
  return marked_of_32(bytes) | marked_of_32(bytes + 32) << 32;
#else
  std::uint64_t marked = 0;
  for (unsigned i = 0; i < 64; i += 16) marked |= std::uint64_t{marked_of_16(bytes + i)} << i;
  return marked;
#endif
}

}  // namespace

ClockDomain::ClockDomain(sc_core::sc_module_name name, Schedule schedule, unsigned threads, sc_core::sc_time period)
    : sc_module(name),
      signal("signal"),
      schedule_(schedule),
      period_(period),
      tick_("tick"),
      end_of_cycle_("end_of_cycle"),
      settled_("settled"),
      signal_("clock", period),
      shares_(threads) {
  if (threads < 1 || threads > kMaxThreads) {
    throw std::invalid_argument("threads: " + to_text(IntegerRange{1, kMaxThreads}));
  }
  if (threads > 1 && schedule != Schedule::kDomain) {
    throw std::invalid_argument("several threads evaluate modules on schedule domain only");
  }
  if (period.value() < 2) {
    throw std::invalid_argument("the period of a clock must be at least twice the time resolution, " +
                                sc_core::sc_get_time_resolution().to_string() + ", not " + period.to_string());
  }
  signal.bind(signal_);
  spawn_method(tick_, "evaluate_cycle", [this] { tick(); });
  spawn_method(end_of_cycle_, "end_cycle", [this] { run_end_actions(); });
  spawn_method(settled_, "settle", [this] { settle(); });
  sc_core::sc_spawn_options once;  // when the simulation begins
  once.spawn_method();
  sc_core::sc_spawn([this] { arm(); }, "arm", &once);
}

ClockDomain::~ClockDomain() = default;

unsigned ClockDomain::threads() const {
  return static_cast<unsigned>(std::clamp<std::size_t>(blocks_, 1, shares_.size()));
}

void ClockDomain::before_each_cycle(std::function<void(Cycle now)> action) {
  before_actions_.push_back(std::move(action));
}

void ClockDomain::after_each_cycle(std::function<void()> action) {
  after_actions_.push_back(std::move(action));
}

/// Runs a part of a cycle. Returns false if the model made a mistake in it and a report handler of the user let the
/// simulation go on: the clock then stops for good.
template <class Action>
bool ClockDomain::run_reporting(Action action) {
  try {
    action();
    return true;
  } catch (const std::invalid_argument&) {
    throw;  // of the user
  } catch (const std::logic_error& mistake) {
    state_ = State::kStopped;
    SC_REPORT_ERROR(kMistakeReport, mistake.what());
    return false;
  }
}

/// Spawns the process of a module below it; one that is no module of SystemC has its process below the clock.
void ClockDomain::spawn_evaluation(Clocked& module, const sc_core::sc_event& event) {
  auto* const own = dynamic_cast<sc_core::sc_module*>(&module);
  const HierarchyBelow below(own != nullptr ? *own : *this);
  const char* const process = own != nullptr ? "evaluate" : sc_core::sc_gen_unique_name("evaluate");
  spawn_method(event, process, [this, &module] { run_reporting([&] { module.evaluate(now_); }); });
}

ModuleIndex ClockDomain::add_to_kind(Clocked& module, EvaluateAll evaluate_all, ThreadAffinity affinity) {
  if (is_begun()) throw std::logic_error("a module can join a clock domain only before the simulation begins");
  Kind& kind = kind_of(evaluate_all);
  if (kind.room == 0) add_block(kind);
  const std::size_t position = kind.open_block * kBlock + (kBlock - kind.room--);
  modules_[position] = &module;
  const auto index = static_cast<ModuleIndex>(position);
  if (affinity == ThreadAffinity::kMain) main_modules_.push_back(index);
  return index;
}

ClockDomain::Kind& ClockDomain::kind_of(EvaluateAll evaluate_all) {
  const auto known = std::ranges::find(kinds_, evaluate_all, &Kind::evaluate_all);
  return known != kinds_.end() ? *known : kinds_.emplace_back(evaluate_all, 0, 0);
}

void ClockDomain::add_block(Kind& kind) {
  kind.open_block = blocks_++;
  kind.room = kBlock;
  kind_of_block_.push_back(static_cast<std::uint32_t>(&kind - kinds_.data()));
  modules_.resize(blocks_ * kBlock);
  activity_.resize(blocks_ * slots());
}

std::uint64_t ClockDomain::evaluations() const {
  std::uint64_t all = 0;
  for (const Share& share : shares_) all += share.evaluations;
  return all;
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
  for (Clocked* module : modules_) {
    if (module != nullptr) module->time_wheel_resized();
  }
}

Cycle ClockDomain::next() const {
  const std::uint64_t time = sc_core::sc_time_stamp().value();
  const Cycle begun = time / period_.value();  // the cycle that has begun last
  if (sc_core::sc_get_status() == sc_core::SC_RUNNING) return begun + 1;
  return std::max(next_, time_of(begun) == sc_core::sc_time_stamp() ? begun : begun + 1);
}

bool ClockDomain::run_until(Cycle end) {
  begin();
  if (is_stopped() || sc_core::sc_get_status() == sc_core::SC_STOPPED) return false;
  if (end <= next()) return true;
  if (state_ == State::kBegun) sc_core::sc_start(sc_core::SC_ZERO_TIME);
  schedule_by(next_due());  // a module may have been woken since the last run
  const sc_core::sc_time end_time = time_of(end);
  sc_core::sc_start(end_time - sc_core::sc_time_stamp());
  if (!finish_in_tick()) return false;
  pass_idle_cycles();
  schedule_by(next_due());
  return sc_core::sc_time_stamp() == end_time && sc_core::sc_get_status() != sc_core::SC_STOPPED;
}

/// Counts the cycles that have passed without a tick, because nothing was due in them, as evaluated.
void ClockDomain::pass_idle_cycles() {
  const Cycle passed = std::min(scheduled_, next());
  if (passed <= next_ || !finish_cycle()) return;
  next_ = checked_ = passed;
  now_ = passed - 1;
}

void ClockDomain::begin() {
  if (is_begun()) return;
  if (schedule_ == Schedule::kProcess) {
    for (Clocked* module : modules_) {
      module_events_.push_back(std::make_unique<sc_core::sc_event>());
      if (module != nullptr) spawn_evaluation(*module, *module_events_.back());
    }
  }
  divide();
  state_ = State::kBegun;
}

/// Runs once, as a process of the first delta cycle: the kernel loses what is notified earlier. That may be the one of
/// sc_start(SC_ZERO_TIME), after which the caller goes on to set the chip up: so without a due module cycle 0 waits.
void ClockDomain::arm() {
  if (state_ == State::kBegun) state_ = State::kBetweenTicks;
  begin_settling();
  const Cycle due = first_due();
  schedule(is_always_due() ? std::min<Cycle>(due, 1) : due);
}

/// Notifies tick_ for a cycle, and for no other.
void ClockDomain::schedule(Cycle at) {
  scheduled_ = at;
  tick_.cancel();
  if (at != kNever) tick_.notify(time_of(at) - sc_core::sc_time_stamp());
}

/// Notifies tick_ for cycle `at` if it is not notified for an earlier one.
void ClockDomain::schedule_by(Cycle at) {
  if (can_schedule() && at < scheduled_) schedule(std::max(at, next()));
}

/// Returns the first cycle, after the one evaluated last, for which there is something to do.
Cycle ClockDomain::next_due() const {
  return is_always_due() ? next_ : first_due();
}

/// Returns the first cycle in which a module is due, or the monitor by call_monitor_after().
Cycle ClockDomain::first_due() const {
  Cycle due = std::min({first_marked(), monitor_due_, watches_due_});
  for (const Share& share : shares_) {
    if (!share.alarms.empty()) due = std::min(due, share.alarms.top().at);
  }
  return std::max(due, next_);
}

/// Returns the first cycle in which a module is marked as active, of those that the time wheel holds.
Cycle ClockDomain::first_marked() const {
  Cycle ahead = slots();
  for (std::size_t block = 0; block < blocks_; ++block) {
    for (Cycle distance = 0; distance < ahead; ++distance) {
      if (marked_of_64(activity_[block * slots() + ((next_ + distance) & slot_mask_)].marks) != 0) ahead = distance;
    }
  }
  return ahead == slots() ? kNever : next_ + ahead;
}

void ClockDomain::set_monitor(Monitor monitor, Monitored cycles) {
  monitor_ = std::move(monitor);
  monitored_ = cycles;
  monitor_due_ = kNever;
  checked_ = next_;
  if (is_always_due()) schedule_by(next());
}

void ClockDomain::call_monitor_after(Cycle at) {
  monitor_due_ = at < next_ ? kNever : at;
  if (state_ != State::kInTick) schedule_by(at);
}

std::size_t ClockDomain::add_watch(Watch watch) {
  watches_.push_back(std::move(watch));
  watch_due_.push_back(kNever);
  return watches_.size() - 1;
}

void ClockDomain::remove_watch(std::size_t number) {
  watches_.at(number) = nullptr;
  watch_due_[number] = kNever;
  if (std::ranges::any_of(watches_, [](const Watch& watch) { return watch != nullptr; })) return;
  watches_.clear();
  watch_due_.clear();
}

/// A watch that asks for no cycle keeps none of those that it has asked for before.
void ClockDomain::call_watches() {
  watches_due_ = kNever;
  for (std::size_t i = 0; i < watches_.size(); ++i) {
    if (watches_[i]) watch_due_[i] = watches_[i](now_);
    watches_due_ = std::min(watches_due_, watch_due_[i]);
  }
  if (watches_due_ < next_) watches_due_ = kNever;
}

void ClockDomain::at_end_of_cycle(std::function<void()> action) {
  end_actions_.push_back(std::move(action));
  // A delta cycle after the modules of any schedule.
  end_of_cycle_.notify(sc_core::SC_ZERO_TIME);
}

void ClockDomain::run_end_actions() {
  pass_idle_cycles();
  run_reporting([this] {
    // An action may add others, for another delta cycle; both lists keep their memory.
    running_actions_.clear();
    running_actions_.swap(end_actions_);
    for (auto& action : running_actions_) action();
  });
  schedule_by(next_due());
}

/// Modules of schedule process run one delta cycle after tick_, and their actions at the end of the cycle one later; an
/// action may have another one follow. The wait is for both, so that every schedule settles in the same delta cycle.
void ClockDomain::begin_settling() {
  if (after_actions_.empty()) return;
  deltas_left_ = 4;
  settled_.notify(sc_core::SC_ZERO_TIME);
}

void ClockDomain::settle() {
  if (deltas_left_ != 0) --deltas_left_;
  if (deltas_left_ != 0 || !end_actions_.empty()) return settled_.notify(sc_core::SC_ZERO_TIME);
  run_reporting([this] {
    for (const auto& action : after_actions_) action();
  });
}

/// Shows the cycle evaluated last to the monitor; returns false if the clock has been stopped.
bool ClockDomain::finish_cycle() {
  if (checked_ < next_) {
    checked_ = next_;
    if (!watches_.empty()) call_watches();
    if (monitor_ && !monitor_(now_) && !is_stopped()) state_ = State::kHalted;
  }
  return !is_stopped();
}

/// Shows the last cycle to the monitor as a tick does: what the monitor asks for is not scheduled at once.
bool ClockDomain::finish_in_tick() {
  if (is_stopped()) return false;
  state_ = State::kInTick;
  const bool goes_on = finish_cycle();
  if (goes_on) state_ = State::kBetweenTicks;
  return goes_on;
}

void ClockDomain::tick() {
  const Cycle cycle = std::exchange(scheduled_, kNever);
  // Only now is the last cycle complete: every process that it notified has run.
  if (!finish_in_tick()) return sc_core::sc_pause();
  state_ = State::kInTick;
  const bool monitor_is_due = std::min(monitor_due_, watches_due_) <= cycle;
  if (monitor_due_ <= cycle) monitor_due_ = kNever;
  if (watches_due_ <= cycle) watches_due_ = kNever;
  now_ = cycle;
  next_ = cycle + 1;
  const std::uint64_t evaluated = evaluations();
  if (evaluated >= comparison_due_) divide_anew(evaluated);
  const auto run = [this] {
    for (const auto& action : before_actions_) action(now_);
    run_modules();
  };
  if (!run_reporting(run)) return sc_core::sc_pause();
  begin_settling();
  state_ = State::kBetweenTicks;
  // Modules that were evaluated have mostly woken others for the next cycle; schedule process evaluates them later.
  active_ = evaluations() - evaluated;
  const bool goes_on = monitor_is_due || active_ != 0;
  schedule(goes_on ? next_ : next_due());
}

void ClockDomain::run_modules() {
  if (team_) return run_shares();
  ring_alarms(shares_.front(), now_);
  switch (schedule_) {
    case Schedule::kDomain:
      return run_active(shares_.front(), now_);
    case Schedule::kProcess:
      return notify_active();
    case Schedule::kAlways:
      return run_all();
  }
}

void ClockDomain::ring_alarms(Share& share, Cycle now) {
  while (!share.alarms.empty() && share.alarms.top().at <= now) {
    wake(share.alarms.top().module, now);
    share.alarms.pop();
  }
}

/// Returns the modules of a block that are active in this cycle, as a set, and clears their marks.
std::uint64_t ClockDomain::take_active(std::size_t block, Cycle now) {
  std::uint8_t* const marks = activity_[block * slots() + (now & slot_mask_)].marks;
  const std::uint64_t active = marked_of_64(marks);
  if (active != 0) std::memset(marks, 0, kBlock);
  return active;
}

void ClockDomain::run_active(Share& share, Cycle now) {
  for (Part& part : share.parts) {
    const std::size_t count = list_active(part, now);
    if (count == 0) continue;
    part.evaluate_all(part.active.data(), count, now);
    share.evaluations += count;
  }
}

/// Lists the active modules; returns their number.
std::size_t ClockDomain::list_active(Part& part, Cycle now) {
  Clocked** to = part.active.data();
  for (std::size_t i = 0; i < part.blocks.size(); ++i) {
    Clocked* const* const modules = modules_.data() + part.blocks[i] * kBlock;
    const std::uint64_t active = take_active(part.blocks[i], now);
    for (const unsigned module : set_bits(active)) *to++ = modules[module];
    if (team_ && active != 0) part.work[i] += size(active);
  }
  const auto count = static_cast<std::size_t>(to - part.active.data());
  if (count == 0) return 0;
  // The prefetch reads kFetchAhead modules past the last one.
  std::fill_n(part.active.begin() + static_cast<std::ptrdiff_t>(count), kFetchAhead, part.active.front());
  return count;
}

void ClockDomain::notify_active() {
  for (std::size_t block = 0; block < blocks_; ++block) {
    for (const unsigned module : set_bits(take_active(block, now_))) {
      ++shares_.front().evaluations;
      module_events_[block * kBlock + module]->notify(sc_core::SC_ZERO_TIME);
    }
  }
}

void ClockDomain::run_all() {
  for (std::size_t block = 0; block < blocks_; ++block) take_active(block, now_);
  for (Clocked* module : modules_) {
    if (module == nullptr) continue;
    ++shares_.front().evaluations;
    module->evaluate(now_);
  }
}

void sc_trace(sc_core::sc_trace_file* file, const ClockDomain& clock, const std::string& name) {
  sc_core::sc_trace(file, clock.signal->read(), name);
}

}  // namespace kintsugi
