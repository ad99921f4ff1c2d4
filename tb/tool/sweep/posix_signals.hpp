/// The POSIX signals that a sweep waits for: the end of a child, and those that stop the sweep.
///
/// While this object lives they are blocked, and next() takes them one by one, so that they interrupt no other work.
/// A signal that was ignored before (nohup) stays ignored. The destructor restores the former state; a stop that is
/// still pending is then delivered.
#pragma once

#include <csignal>

namespace kintsugi::sweep {

class PosixSignals {
 public:
  PosixSignals();
  ~PosixSignals();
  PosixSignals(const PosixSignals&) = delete;
  PosixSignals& operator=(const PosixSignals&) = delete;

  /// Waits for the next signal and returns it: SIGCHLD, or the signal to stop.
  int next() const;
  /// Returns the signals that were blocked before: for children.
  const sigset_t& before() const { return before_; }

 private:
  sigset_t awaited_;
  sigset_t before_;
  struct sigaction child_before_;
};

}  // namespace kintsugi::sweep
