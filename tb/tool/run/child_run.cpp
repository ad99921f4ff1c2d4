#include "tb/tool/run/child_run.hpp"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <exception>
#include <span>

#include "tb/tool/console/stop.hpp"

namespace kintsugi {

namespace {

/// Memory that a process shares with the children that it makes.
class SharedCycles {
 public:
  explicit SharedCycles(std::size_t count)
      : bytes_(std::max<std::size_t>(1, count) * sizeof(Cycle)),
        place_(::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)),
        count_(count) {}
  ~SharedCycles() {
    if (is_there()) ::munmap(place_, bytes_);
  }
  SharedCycles(const SharedCycles&) = delete;
  SharedCycles& operator=(const SharedCycles&) = delete;

  bool is_there() const { return place_ != MAP_FAILED; }
  std::span<Cycle> all() const { return {static_cast<Cycle*>(place_), count_}; }

 private:
  std::size_t bytes_;
  void* place_;
  std::size_t count_;
};

[[noreturn]] void be_child(std::span<Cycle> into, const std::function<std::vector<Cycle>()>& run) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (const int signal : kStopSignals) {
    struct sigaction before = {};
    ::sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) std::signal(signal, SIG_DFL);
  }
  int status = 1;
  try {
    const std::vector<Cycle> cycles = run();
    if (cycles.size() == into.size()) {
      std::ranges::copy(cycles, into.begin());
      status = 0;
    }
  } catch (const std::exception&) {
    // The run of the parent meets the same and says it.
  }
  ::_exit(status);
}

}  // namespace

std::optional<std::vector<Cycle>> cycles_of_child(std::size_t count, const std::function<std::vector<Cycle>()>& run) {
  const SharedCycles shared(count);
  if (!shared.is_there()) return std::nullopt;
  const pid_t child = ::fork();
  if (child == 0) be_child(shared.all(), run);
  int status = 1;
  while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (status != 0) return std::nullopt;
  return std::vector<Cycle>(shared.all().begin(), shared.all().end());
}

}  // namespace kintsugi
