/// Looks in each cycle whether the signals of a chip are what is expected of them (cycle_check.hpp).
///
/// Order       bind() when the chip is made, observe() at the end of each cycle, finish() behind the last
/// Cost        a call for each test of each place in each cycle of the window; no memory is allocated in observe()
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hw/chip/chip_class.hpp"
#include "tb/testbench/cycle_check.hpp"

namespace kintsugi {

/// Why a condition cannot be watched.
struct CheckMistake {
  std::size_t check;    ///< its number
  std::string message;  ///< begins with the name of the signal or the glob, and has the remedy
};

class CycleChecks {
 public:
  /// What a check shows in a cycle.
  enum class Show : std::uint8_t { kOutside, kPending, kHolds, kFails };

  CycleChecks();
  ~CycleChecks();
  CycleChecks(const CycleChecks&) = delete;
  CycleChecks& operator=(const CycleChecks&) = delete;

  /// Adds a check, and returns its number. Call it before bind().
  std::size_t add(CycleCheck check);
  std::size_t size() const { return checks_.size(); }
  bool empty() const { return checks_.empty(); }
  const CycleCheck& operator[](std::size_t check) const;
  CycleCheck& operator[](std::size_t check);

  /// Finds the signals. Returns what is wrong, in the order of the checks: a glob that chooses no signal, a name that
  /// no chosen signal shows, a number that it cannot have. The chip must outlive the checks.
  std::vector<CheckMistake> bind(const Chip& chip);
  /// Sets the window of a check of which events of the run decide: before its first cycle has been observed.
  void set_window(std::size_t check, Cycle from, Cycle to);
  /// Looks at the signals at the end of a cycle. Cycles come in ascending order; each must come that belongs to a
  /// window.
  void observe(Cycle cycle);
  /// Says that no further cycle comes.
  void finish(Cycle end);

  /// Returns what a check shows of the cycle observed last: for a waveform.
  Show shows(std::size_t check) const;
  /// Returns how many times checks were not met so far.
  std::uint64_t failures() const { return failures_; }
  /// Returns the outcome, complete after finish().
  CheckOutcome outcome(std::size_t check) const;

 private:
  struct Test;
  struct Condition;
  class Binder;
  struct Watched;

  void observe(Watched& check, Cycle cycle);
  void observe_at(Watched& check, Cycle cycle);
  void observe_always(Watched& check, Cycle cycle);
  void observe_stretches(Watched& check, Cycle cycle);
  void observe_never(Watched& check, Cycle cycle);
  void fail(Watched& check, Cycle cycle, std::size_t place);

  std::vector<std::unique_ptr<Watched>> checks_;
  std::uint64_t failures_ = 0;
  Cycle last_ = 0;
  bool began_ = false;
};

}  // namespace kintsugi
