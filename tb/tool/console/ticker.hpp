/// Calls a function at an interval on a thread of its own, until it is destroyed.
///
/// Signals  are left to the other threads. A call that a signal must interrupt is theirs
/// Errors   if the system starts no more threads, the function is never called
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace kintsugi {

class Ticker {
 public:
  /// `tick` must not throw.
  Ticker(std::chrono::milliseconds interval, std::function<void()> tick);
  /// Returns when a call that has begun has ended; after it there is none.
  ~Ticker();
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

 private:
  void run();

  std::chrono::milliseconds interval_;
  std::function<void()> tick_;
  std::mutex mutex_;
  std::condition_variable stopping_;
  bool stops_ = false;
  std::thread thread_;
};

}  // namespace kintsugi
