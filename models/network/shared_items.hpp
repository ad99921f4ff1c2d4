/// The items 0 .. count - 1 of a long computation, which several threads share, and its progress.
///
/// Threads   share() runs the work on the calling thread and on threads - 1 others. Each takes the next items until all
///           are handed out, so that a slow item delays no other
/// Errors    share() rethrows the first exception of a thread, after all threads have ended; the others take no more
///           items then. If the system starts no more threads, those that run share the work
/// Progress  is reported on any thread, but never on two at a time. Its total grows by the items of each share()
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>

#include "models/network/progress.hpp"

namespace kintsugi {

class SharedItems {
 public:
  /// `progress` must outlive the object. No thread counts as one.
  SharedItems(std::uint32_t count, unsigned threads, const Progress& progress);

  /// Hands out all items, from the first on. Calls `work` once on each thread; `work` takes items by next().
  void share(const std::function<void()>& work);
  /// Returns the next item; nullopt if all are handed out.
  std::optional<std::uint32_t> next();
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  /// Returns the next items, up to `most`; none if all are handed out.
  Range next(std::uint32_t most);
  void leave_the_rest() { next_ = count_; }
  /// Records that items are done. Returns how many are, since construction.
  std::size_t count_done(std::size_t items = 1);

 private:
  void guarded(const std::function<void()>& work);

  std::uint32_t count_;
  unsigned threads_;
  const Progress* progress_;
  std::atomic<std::uint32_t> next_;
  std::mutex mutex_;
  std::size_t done_ = 0;
  std::size_t total_ = 0;
};

}  // namespace kintsugi
