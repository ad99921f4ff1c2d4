#include "models/network/shared_items.hpp"

#include <algorithm>
#include <future>
#include <system_error>
#include <vector>

namespace kintsugi {

SharedItems::SharedItems(std::uint32_t count, unsigned threads, const Progress& progress)
    : count_(count), threads_(std::max(threads, 1u)), progress_(&progress), next_(count) {}

void SharedItems::share(const std::function<void()>& work) {
  next_ = 0;
  total_ = done_ + count_;
  std::vector<std::future<void>> others;
  try {
    for (unsigned i = 1; i < threads_; ++i) others.push_back(std::async(std::launch::async, [&] { guarded(work); }));
  } catch (const std::system_error&) {
    // The system starts no more threads. Those that run share the work, with the same result.
  }
  guarded(work);
  for (std::future<void>& other : others) other.get();
}

std::optional<std::uint32_t> SharedItems::next() {
  const Range range = next(1);
  return range.count == 0 ? std::nullopt : std::optional(range.first);
}

SharedItems::Range SharedItems::next(std::uint32_t most) {
  std::uint32_t first = next_;
  std::uint32_t taken = 0;
  do taken = std::min(most, count_ - first);
  while (!next_.compare_exchange_weak(first, first + taken));
  return {first, taken};
}

std::size_t SharedItems::count_done(std::size_t items) {
  const std::lock_guard lock(mutex_);
  done_ += items;
  if (*progress_) (*progress_)(done_, total_);
  return done_;
}

void SharedItems::guarded(const std::function<void()>& work) {
  try {
    work();
  } catch (...) {
    leave_the_rest();
    throw;
  }
}

}  // namespace kintsugi
