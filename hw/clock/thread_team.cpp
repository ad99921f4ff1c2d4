#include "hw/clock/thread_team.hpp"

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

void pause_a_moment() {
#ifdef __SSE2__
  _mm_pause();
#endif
}

}  // namespace

ThreadTeam::ThreadTeam(unsigned workers, Part part)
    : part_(std::move(part)),
      // With fewer processors than workers, the awaited worker may need this processor.
      spin_limit_(std::thread::hardware_concurrency() >= workers ? kSpinLimit : 0),
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
  ++step_;
  step_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void ThreadTeam::await(const std::atomic<std::uint32_t>& number, std::uint32_t wanted) const {
  for (int look = 0; look < spin_limit_; ++look) {
    if (number.load(std::memory_order_acquire) == wanted) return;
    pause_a_moment();
  }
  for (std::uint32_t seen; (seen = number.load(std::memory_order_acquire)) != wanted;) {
    number.wait(seen, std::memory_order_acquire);
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
    await(step_, step);
    if (over_) return;
    do_part(worker, now_);
    workers_[worker].done = step;
    workers_[worker].done.notify_one();
  }
}

void ThreadTeam::run_cycle(Cycle now) {
  now_ = now;
  const std::uint32_t step = step_.load(std::memory_order_relaxed) + 1;
  // Sequentially consistent, here and where a worker is done: notify checks for sleepers, and must not do so before a
  // thread that is about to sleep can see the number.
  step_ = step;
  step_.notify_all();
  do_part(0, now);
  for (std::size_t worker = 1; worker < workers_.size(); ++worker) await(workers_[worker].done, step);
  std::exception_ptr first;
  for (Worker& worker : workers_) {
    std::exception_ptr error = std::exchange(worker.error, nullptr);
    if (!first) first = std::move(error);
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace kintsugi
