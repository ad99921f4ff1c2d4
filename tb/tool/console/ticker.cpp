#include "tb/tool/console/ticker.hpp"

#include <system_error>

#include "tb/tool/console/blocked_signals.hpp"

namespace kintsugi {

Ticker::Ticker(std::chrono::milliseconds interval, std::function<void()> tick)
    : interval_(interval), tick_(std::move(tick)) {
  const BlockedSignals blocked;
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {
    // Without a thread nothing is shown between the steps of the work, which goes on.
  }
}

Ticker::~Ticker() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stops_ = true;
  }
  stopping_.notify_one();
  thread_.join();
}

void Ticker::run() {
  std::unique_lock lock(mutex_);
  while (!stopping_.wait_for(lock, interval_, [this] { return stops_; })) tick_();
}

}  // namespace kintsugi
