#include "tb/tool/run/child_run.hpp"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <span>

#include "tb/tool/console/stop.hpp"

namespace kintsugi {

namespace {

/// Memory that a process shares with the children that it makes: cycles, and behind them whether all are there.
class SharedCycles {
 public:
  explicit SharedCycles(std::size_t count)
      : bytes_((count + 1) * sizeof(Cycle)),
        place_(::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)),
        count_(count) {}
  ~SharedCycles() {
    if (is_there()) ::munmap(place_, bytes_);
  }
  SharedCycles(const SharedCycles&) = delete;
  SharedCycles& operator=(const SharedCycles&) = delete;

  bool is_there() const { return place_ != MAP_FAILED; }
  std::span<const Cycle> all() const { return {cycles(), count_}; }
  /// Puts the cycles in, unless their number is another.
  void put(std::span<const Cycle> values) {
    if (values.size() != count_) return;
    std::ranges::copy(values, cycles());
    cycles()[count_] = 1;
  }
  /// Returns whether they are in. The status of a child does not say it: it may exit before as if it had done all.
  bool is_complete() const { return cycles()[count_] != 0; }

 private:
  Cycle* cycles() const { return static_cast<Cycle*>(place_); }

  std::size_t bytes_;
  void* place_;
  std::size_t count_;
};

[[noreturn]] void be_child(SharedCycles& into, const std::function<std::vector<Cycle>()>& run) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int signal : kStopSignals) {
    struct sigaction before = {};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) std::signal(signal, SIG_DFL);
  }
  try {
    into.put(run());
  } catch (...) {
    // The run of the parent meets the same and says it. What is not caught here would unwind a copy of the parent.
  }
  ::_exit(0);
}

}  // namespace

std::optional<std::vector<Cycle>> cycles_of_child(std::size_t count, const std::function<std::vector<Cycle>()>& run) {
  SharedCycles shared(count);
  if (!shared.is_there()) return std::nullopt;
  const pid_t child = ::fork();
  if (child == 0) be_child(shared, run);
  while (child > 0 && ::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  if (!shared.is_complete()) return std::nullopt;
  return std::vector<Cycle>(shared.all().begin(), shared.all().end());
}

}  // namespace kintsugi
