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

/// Polls after which a worker that has slept in vain before still sees a step that comes at once.
constexpr int kLeastSpins = 8;

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

// Sequentially consistent, here and in await(): either the thread that is about to sleep sees the new number, or it is
// counted among the sleepers before they are counted here. The kernel compares the number once more.
void ThreadTeam::Awaited::set(std::uint32_t value) {
  value_ = value;
  if (sleepers_ != 0) syscall(SYS_futex, &value_, FUTEX_WAKE_PRIVATE, INT32_MAX, nullptr, nullptr, 0);
}

bool ThreadTeam::Awaited::await(std::uint32_t wanted, int spins) {
  for (int look = 0; look < spins; ++look) {
    if (value_.load(std::memory_order_acquire) == wanted) return false;
    pause_a_moment();
  }
  bool slept = false;
  for (std::uint32_t seen; (seen = value_.load(std::memory_order_acquire)) != wanted; slept = true) {
    ++sleepers_;
    if (value_ == seen) syscall(SYS_futex, &value_, FUTEX_WAIT_PRIVATE, seen, nullptr, nullptr, 0);
    --sleepers_;
  }
  return slept;
}

ThreadTeam::ThreadTeam(unsigned workers, Part part)
    : part_(std::move(part)),
      // With fewer processors than workers, the awaited worker may need this processor.
      spin_limit_(allowed_cores() >= workers ? kSpinLimit : 0),
      workers_(workers) {
  for (Worker& worker : workers_) worker.spins = spin_limit_;
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

void ThreadTeam::await(Awaited& number, std::uint32_t wanted, int& spins) const {
  if (number.await(wanted, spins)) {
    spins = std::min(spin_limit_, std::max(kLeastSpins, spins / 2));
  } else {
    spins = std::min(spin_limit_, 2 * spins);
  }
}

void ThreadTeam::do_part(unsigned worker, Cycle now) {
  try {
    part_(worker, now);
  } catch (...) {
    workers_[worker].error = std::current_exception();
  }
}

void ThreadTeam::work(unsigned worker) {
  for (std::uint32_t step = 1;; ++step) {
    await(step_, step, workers_[worker].spins);
    if (over_) return;
    do_part(worker, now_);
    workers_[worker].done.set(step);
  }
}

void ThreadTeam::run_cycle(Cycle now) {
  now_ = now;
  const std::uint32_t step = step_.value() + 1;
  step_.set(step);
  do_part(0, now);
  for (std::size_t worker = 1; worker < workers_.size(); ++worker)
    await(workers_[worker].done, step, workers_.front().spins);
  std::exception_ptr first;
  for (Worker& worker : workers_) {
    std::exception_ptr error = std::exchange(worker.error, nullptr);
    if (!first) first = std::move(error);
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace kintsugi
