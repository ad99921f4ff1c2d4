#include "tb/tool/console/ticker.hpp"

#include <csignal>
#include <system_error>

namespace kintsugi {

namespace {

/// Blocks all signals of this thread, which a thread that it starts inherits.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

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
