/// Keeps signals from threads: those that stop the program are for its first thread.
#pragma once

#include <csignal>

namespace kintsugi {

/// Blocks all signals of the calling thread while it lives. Threads that are started meanwhile keep them blocked.
class BlockedSignals {
 public:
  BlockedSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  ~BlockedSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  BlockedSignals(const BlockedSignals&) = delete;
  BlockedSignals& operator=(const BlockedSignals&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace kintsugi
