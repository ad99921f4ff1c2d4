/// How a clock domain divides its modules among threads.
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hw/clock/clock_domain.hpp"
#include "hw/clock/even_shares.hpp"
#include "hw/clock/thread_team.hpp"

namespace kintsugi {

namespace {

/// Evaluations until the shares are compared for the first time, and the most from one time to the next.
constexpr std::uint64_t kFirstComparison = std::uint64_t{1} << 14U;
constexpr std::uint64_t kLongestComparison = std::uint64_t{1} << 24U;

/// Active modules, some 4 microseconds, that a team evaluates faster than one thread: to wait for each other takes one.
constexpr std::uint64_t kWorthTheTeam = 160;

/// A new division must make the largest share smaller by at least one part in so many: less is chance, and the modules
/// that move leave the caches of their thread.
constexpr std::uint64_t kLeastGain = 32;

}  // namespace

unsigned ClockDomain::thread_of(ModuleIndex module) const {
  const std::size_t block = module / kBlock;
  return thread_of_.empty() ? static_cast<unsigned>(block * threads() / blocks_) : thread_of_[block];
}

/// Gives every thread its first share and its alarms.
void ClockDomain::divide() {
  for (const ModuleIndex module : main_modules_) {
    if (thread_of(module) == 0) continue;
    throw std::logic_error(
        "a module of thread affinity kMain was added too late: its block is not in the share of thread 0");
  }
  std::vector<std::size_t> first;
  for (unsigned thread = 0; thread <= threads(); ++thread) {
    first.push_back((blocks_ * thread + threads() - 1) / threads());
  }
  share_out(first);
  hand_out_alarms();
  if (threads() == 1) return;
  team_ = std::make_unique<ThreadTeam>(threads(), [this](unsigned thread, Cycle now) { run_share(thread, now); });
  if (can_move_) comparison_due_ = until_comparison_ = kFirstComparison;
}

void ClockDomain::run_share(unsigned thread, Cycle now) {
  ring_alarms(shares_[thread], now);
  run_active(shares_[thread], now);
}

/// Evaluates the shares of all threads: by the team if there is enough to do, as far as the last cycle tells.
void ClockDomain::run_shares() {
  if (active_ >= kWorthTheTeam) return team_->run_cycle(now_);
  for (unsigned thread = 0; thread < threads(); ++thread) run_share(thread, now_);
}

/// Gives every thread the blocks of its share.
void ClockDomain::share_out(const std::vector<std::size_t>& first) {
  first_ = first;
  thread_of_.resize(blocks_);
  for (unsigned thread = 0; thread < threads(); ++thread) {
    Share& share = shares_[thread];
    share.parts.clear();
    for (const Kind& kind : kinds_) share.parts.push_back({kind.evaluate_all, {}, {}, {}});
    for (std::size_t block = first[thread]; block < first[thread + 1]; ++block) {
      share.parts[kind_of_block_[block]].blocks.push_back(block);
      thread_of_[block] = static_cast<std::uint8_t>(thread);
    }
    for (Part& part : share.parts) {
      part.work.resize(part.blocks.size());
      part.active.resize(part.blocks.size() * kBlock + kFetchAhead);
    }
  }
}

/// Gives every alarm to the thread of its module.
void ClockDomain::hand_out_alarms() {
  std::vector<Alarm> all;
  for (Share& share : shares_) {
    for (; !share.alarms.empty(); share.alarms.pop()) all.push_back(share.alarms.top());
  }
  for (const Alarm& alarm : all) shares_[thread_of(alarm.module)].alarms.push(alarm);
}

/// Returns the evaluations of each block since the shares were compared last, and begins to count anew.
std::vector<std::uint64_t> ClockDomain::take_work() {
  std::vector<std::uint64_t> work(blocks_);
  for (Share& share : shares_) {
    for (Part& part : share.parts) {
      for (std::size_t i = 0; i < part.blocks.size(); ++i) work[part.blocks[i]] = std::exchange(part.work[i], 0);
    }
  }
  return work;
}

/// Compares the shares with those that would have been even since the last time, and changes them if that is a gain.
/// Call it between cycles.
void ClockDomain::divide_anew(std::uint64_t evaluated) {
  until_comparison_ = std::min(2 * until_comparison_, kLongestComparison);
  comparison_due_ = evaluated + until_comparison_;
  const std::vector<std::uint64_t> work = take_work();
  const std::size_t of_main = main_modules_.empty() ? 0 : main_modules_.back() / kBlock;
  const std::vector<std::size_t> first = even_shares(work, threads(), of_main + 1);
  const std::uint64_t today = largest_share(work, first_);
  if (largest_share(work, first) > today - today / kLeastGain) return;
  const std::vector<std::uint8_t> before = thread_of_;
  share_out(first);
  hand_out_alarms();
  for (std::size_t block = 0; block < blocks_; ++block) {
    if (thread_of_[block] == before[block]) continue;
    for (std::size_t place = block * kBlock; place < (block + 1) * kBlock; ++place) {
      if (modules_[place] != nullptr) modules_[place]->thread_changed();
    }
  }
}

}  // namespace kintsugi
