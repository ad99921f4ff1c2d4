#include "tb/tool/sweep/posix_signals.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "tb/tool/console/stop.hpp"

namespace kintsugi::sweep {

namespace {

bool is_ignored(int signal) {
  struct sigaction action = {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

PosixSignals::PosixSignals() {
  sigemptyset(&awaited_);
  sigaddset(&awaited_, SIGCHLD);
  const auto await = [this](int signal) {
    if (!is_ignored(signal)) sigaddset(&awaited_, signal);
  };
  std::ranges::for_each(kStopSignals, await);
  await(SIGQUIT);
  // If a parent has left SIGCHLD ignored, the system does not keep the exit status of children.
  struct sigaction plain = {};
  plain.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &plain, &child_before_);
  sigprocmask(SIG_BLOCK, &awaited_, &before_);
}

PosixSignals::~PosixSignals() {
  sigprocmask(SIG_SETMASK, &before_, nullptr);
  sigaction(SIGCHLD, &child_before_, nullptr);
}

int PosixSignals::next() const {
  while (true) {
    const int signal = sigwaitinfo(&awaited_, nullptr);
    if (signal > 0) return signal;
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "cannot wait for signals");
  }
}

}  // namespace kintsugi::sweep
