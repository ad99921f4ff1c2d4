/// Names of what a process must not leave behind, for a signal handler: it can read neither a container nor a lock.
///
/// Room  for 64; a name that finds none is not seen by the handler
/// Life  a name must stay in its place until remove()
#pragma once

#include <signal.h>

#include <array>
#include <atomic>

namespace kintsugi::files {

class NamesForSignals {
 public:
  void add(const char* name) noexcept { replace(nullptr, name); }
  void remove(const char* name) noexcept { replace(name, nullptr); }

  template <class Visit>
  void for_each(Visit visit) const noexcept {
    for (const std::atomic<const char*>& each : names_) {
      if (const char* name = each.load()) visit(name);
    }
  }

 private:
  void replace(const char* before, const char* after) noexcept {
    for (std::atomic<const char*>& name : names_) {
      const char* expected = before;
      if (name.compare_exchange_strong(expected, after)) return;
    }
  }

  std::array<std::atomic<const char*>, 64> names_{};
};

/// Holds the signals to this thread back while it lives: none comes between what is made and the name that is added.
class HeldSignals {
 public:
  HeldSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

 private:
  sigset_t before_;
};

}  // namespace kintsugi::files
