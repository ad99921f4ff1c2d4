#include "hw/clock/thread_team.hpp"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace kintsugi {

namespace {

/// About a twentieth of a millisecond: longer than the kernel takes between two cycles, shorter than a time slice.
constexpr int kSpinLimit = 1000;

/// Polls before a worker asks whether the awaited one is on its core.
constexpr int kFirstSpins = 16;

constexpr unsigned kMostSleepsToMove = 256;

void pause_a_moment() {
#ifdef __SSE2__
  _mm_pause();
#endif
}

}  // namespace

unsigned allowed_cores() {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) != 0) return std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::max(1, CPU_COUNT(&cores)));
}

// Sequentially consistent, here and in sleep(): either the thread that is about to sleep sees the new number, or it is
// counted among the sleepers before they are counted here. The kernel compares the number once more.
void ThreadTeam::Awaited::set(std::uint32_t value) {
  value_ = value;
  if (sleepers_ != 0) syscall(SYS_futex, &value_, FUTEX_WAKE_PRIVATE, INT32_MAX, nullptr, nullptr, 0);
}

bool ThreadTeam::Awaited::poll(std::uint32_t wanted, int polls) const {
  for (int look = 0; look < polls; ++look) {
    if (value_.load(std::memory_order_acquire) == wanted) return true;
    pause_a_moment();
  }
  return false;
}

void ThreadTeam::Awaited::sleep(std::uint32_t wanted) {
  for (std::uint32_t seen; (seen = value_.load(std::memory_order_acquire)) != wanted;) {
    ++sleepers_;
    if (value_ == seen) syscall(SYS_futex, &value_, FUTEX_WAIT_PRIVATE, seen, nullptr, nullptr, 0);
    --sleepers_;
  }
}

ThreadTeam::ThreadTeam(unsigned workers, Part part)
    : part_(std::move(part)),
      // With fewer processors than workers, the awaited worker may need this processor.
      spin_limit_(allowed_cores() >= workers ? kSpinLimit : 0),
      workers_(workers) {
  try {
    for (unsigned worker = 1; worker < workers; ++worker) threads_.emplace_back([this, worker] { work(worker); });
  } catch (const std::system_error& error) {
    dismiss();
    throw std::system_error(error.code(), "cannot start " + std::to_string(workers) + " threads");
  } catch (...) {  // no memory
    dismiss();
    throw;
  }
}

ThreadTeam::~ThreadTeam() {
  dismiss();
}

void ThreadTeam::dismiss() {
  over_ = true;
  step_.set(step_.value() + 1);
  for (std::thread& thread : threads_) thread.join();
}

/// Waits for a number that worker `awaited` sets. Returns whether it slept.
bool ThreadTeam::await(Awaited& number, std::uint32_t wanted, unsigned own, unsigned awaited) {
  if (spin_limit_ != 0) {
    if (number.poll(wanted, kFirstSpins)) return false;
    const bool same_core = workers_[awaited].core.load(std::memory_order_relaxed) == workers_[own].core;
    if (!same_core && number.poll(wanted, spin_limit_)) return false;
  }
  number.sleep(wanted);
  return true;
}

bool ThreadTeam::is_shared(int core, unsigned worker) const {
  for (std::size_t other = 0; other < workers_.size(); ++other) {
    if (other != worker && workers_[other].core.load(std::memory_order_relaxed) == core) return true;
  }
  return false;
}

/// Moves the calling worker to a core of no other worker if it is on the core of one.
void ThreadTeam::leave_shared_core(unsigned worker) {
  Worker& own = workers_[worker];
  if (!is_shared(sched_getcpu(), worker)) {
    own.next_sleeps = std::max(1U, own.next_sleeps / 2);
    return;
  }
  if (--own.sleeps_to_move != 0) return;
  own.sleeps_to_move = own.next_sleeps;
  own.next_sleeps = std::min(2 * own.next_sleeps, kMostSleepsToMove);
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  cpu_set_t free = allowed;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &free) && is_shared(core, worker)) CPU_CLR(core, &free);
  }
  if (CPU_COUNT(&free) == 0 || sched_setaffinity(0, sizeof free, &free) != 0) return;
  sched_setaffinity(0, sizeof allowed, &allowed);
}

void ThreadTeam::do_part(unsigned worker, Cycle now) {
  if (const int core = sched_getcpu(); core != workers_[worker].core.load(std::memory_order_relaxed))
    workers_[worker].core.store(core, std::memory_order_relaxed);
  try {
    part_(worker, now);
  } catch (...) {
    workers_[worker].error = std::current_exception();
  }
}

void ThreadTeam::work(unsigned worker) {
  for (std::uint32_t step = 1;; ++step) {
    const bool slept = await(step_, step, worker, 0);
    if (over_) return;
    if (slept && spin_limit_ != 0) leave_shared_core(worker);
    do_part(worker, now_);
    workers_[worker].done.set(step);
  }
}

void ThreadTeam::run_cycle(Cycle now) {
  now_ = now;
  const std::uint32_t step = step_.value() + 1;
  step_.set(step);
  do_part(0, now);
  for (unsigned worker = 1; worker < workers_.size(); ++worker) await(workers_[worker].done, step, 0, worker);
  std::exception_ptr first;
  for (Worker& worker : workers_) {
    std::exception_ptr error = std::exchange(worker.error, nullptr);
    if (!first) first = std::move(error);
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace kintsugi
