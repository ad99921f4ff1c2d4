/// The signals a sweep waits for: the end of a child, and what a user or the system stops it with.
///
/// While this object lives they are blocked and taken one by one: nothing happens in the middle of anything. What was
/// ignored before (nohup) stays so. Afterwards all is as it was; a stop that came meanwhile is then delivered.
#pragma once

#include <csignal>

namespace kintsugi::sweep {

class PosixSignals {
 public:
  PosixSignals();
  ~PosixSignals();
  PosixSignals(const PosixSignals&) = delete;
  PosixSignals& operator=(const PosixSignals&) = delete;

  /// Waits for the next; SIGCHLD, or the signal to stop.
  int next() const;
  /// What was blocked before: for children.
  const sigset_t& before() const { return before_; }

 private:
  sigset_t awaited_;
  sigset_t before_;
  struct sigaction child_before_;
};

}  // namespace kintsugi::sweep
