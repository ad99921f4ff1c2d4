/// The signals that ask the program to stop: SIGINT, SIGTERM, SIGHUP.
///
/// At once   until defer_stop(): there is nothing to report yet. The handler removes the temporary files, says that the
///           program was stopped and ends it
/// Deferred  after it: the first signal sets stop_requested(), which the work polls. It then reports what it has done
///           and that it was stopped, by take_stop(), and the program ends. A second signal ends it at once; temporary
///           files and empty directories that it has made are removed, and a file that has its own name is whole
/// End       by the signal, so that a shell sees it: status 128 + its number
/// Ignored   a signal that was ignored when the program started stays ignored (nohup)
/// Others    SIGPIPE, SIGQUIT, SIGXCPU, SIGALRM, SIGVTALRM, SIGUSR1 and SIGUSR2 end the program at once, without a
///           word, as they do by default; temporary files, and directories that it has made and left empty, are removed
///
/// The state is that of the process, as signals are.
#pragma once

#include <array>
#include <atomic>
#include <csignal>
#include <string>

#include "models/network/progress.hpp"

namespace kintsugi {

namespace detail {
extern std::atomic<int> requested_stop;
}

inline constexpr std::array kStopSignals = {SIGINT, SIGTERM, SIGHUP};

/// Installs the handlers. `json`: what is said at once is a JSON document. Call it once, before any thread starts.
void listen_for_stop(bool json);

/// From now on the first signal only asks.
void defer_stop();

/// Asks to stop, as the signal would; for one that was waited for.
void request_stop(int signal);

/// Returns the signal that asks to stop, or 0. Costs one load: the cycle loop calls it.
inline int stop_requested() {
  return detail::requested_stop.load(std::memory_order_relaxed);
}

/// Returns the signal that asks to stop, or 0, for the report. If it is not 0, end_if_stopped() ends the process; a
/// signal that comes later finds the work done.
int take_stop();

/// Ends the process by the signal that take_stop() returned, if it returned one.
void end_if_stopped();

/// Returns "SIGINT".
std::string signal_name(int signal);

/// Thrown by the listener of until_stopped().
struct Stopped {};

/// Returns a listener that throws Stopped once the program is asked to stop, and otherwise calls `progress`.
Progress until_stopped(Progress progress);

/// Keeps signals from threads: those that stop the program are for its first thread.
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
