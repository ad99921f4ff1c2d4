#include "hw/clock/crew.hpp"

#include <string>
#include <system_error>
#include <utility>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace kintsugi {

namespace {

/// About a twentieth of a millisecond: longer than the kernel takes between two cycles, shorter than a time slice.
constexpr int kPatience = 1000;

void pause_a_moment() {
#ifdef __SSE2__
  _mm_pause();
#endif
}

}  // namespace

Crew::Crew(unsigned members, Part part)
    : part_(std::move(part)),
      // With fewer processors than members the one that is awaited may need this one.
      patience_(std::thread::hardware_concurrency() >= members ? kPatience : 0),
      members_(members) {
  try {
    for (unsigned member = 1; member < members; ++member) threads_.emplace_back([this, member] { work(member); });
  } catch (const std::system_error& error) {
    dismiss();
    throw std::system_error(error.code(), "cannot start " + std::to_string(members) + " threads");
  } catch (...) {  // no memory
    dismiss();
    throw;
  }
}

Crew::~Crew() {
  dismiss();
}

void Crew::dismiss() {
  over_ = true;
  ++step_;
  step_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Crew::await(const std::atomic<std::uint32_t>& number, std::uint32_t wanted) const {
  for (int look = 0; look < patience_; ++look) {
    if (number.load(std::memory_order_acquire) == wanted) return;
    pause_a_moment();
  }
  for (std::uint32_t seen; (seen = number.load(std::memory_order_acquire)) != wanted;) {
    number.wait(seen, std::memory_order_acquire);
  }
}

void Crew::do_part(unsigned member, Cycle now) {
  try {
    part_(member, now);
  } catch (...) {
    members_[member].error = std::current_exception();
  }
}

void Crew::work(unsigned member) {
  for (std::uint32_t step = 1;; ++step) {
    await(step_, step);
    if (over_) return;
    do_part(member, now_);
    members_[member].done = step;
    members_[member].done.notify_one();
  }
}

void Crew::take_step(Cycle now) {
  now_ = now;
  const std::uint32_t step = step_.load(std::memory_order_relaxed) + 1;
  // Sequentially consistent, here and where a member is done: notify looks whether anybody sleeps, and must not do so
  // before the number can be seen by one who is about to.
  step_ = step;
  step_.notify_all();
  do_part(0, now);
  for (std::size_t member = 1; member < members_.size(); ++member) await(members_[member].done, step);
  std::exception_ptr first;
  for (Member& member : members_) {
    std::exception_ptr error = std::exchange(member.error, nullptr);
    if (!first) first = std::move(error);
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace kintsugi
