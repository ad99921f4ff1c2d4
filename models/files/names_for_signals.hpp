/// Names of what a process must not leave behind, for a signal handler: it can read neither a container nor a lock.
///
/// Room  for 64; a name that finds none is not seen by the handler
/// Life  a name must stay in its place until remove()
#pragma once

#include <array>
#include <atomic>

namespace kintsugi::wave {

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

}  // namespace kintsugi::wave
