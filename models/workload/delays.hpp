/// How much later a program ended than in another run of it: with a fault and without.
///
/// Ends     of all operations by number, kNever of one that has not ended: what ends_of() returns, or what was kept of
///          an earlier run
/// Later    an operation whose end came later than in the baseline
/// Missing  an operation that ended in the baseline only. The lists have it with a delay of kNever
/// First    in the order of their ends in the baseline, then of their numbers: where the delay began
/// Most     by delay, largest first, then by number
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "models/workload/program_run.hpp"

namespace kintsugi::workload {

struct DelayedOperation {
  OpId op;
  Cycle baseline = 0;  ///< its end there
  Cycle end = 0;       ///< kNever: it has not ended

  Cycle delay() const { return end == ProgramRun::kNever ? end : end - baseline; }
  friend bool operator==(const DelayedOperation&, const DelayedOperation&) = default;
};

struct Delays {
  std::optional<std::int64_t> cycles;  ///< that the program ended later; nullopt if one of the runs has not ended
  std::size_t later = 0;               ///< operations that ended later
  std::size_t missing = 0;             ///< operations that ended in the baseline only
  std::vector<DelayedOperation> first;
  std::vector<DelayedOperation> most;
};

std::vector<Cycle> ends_of(const ProgramRun& run);

/// Returns at most `most` operations in each list. Throws std::invalid_argument if the numbers of operations differ.
Delays compare(std::span<const Cycle> ends, std::span<const Cycle> baseline, std::size_t most);
/// Both runs are of one program.
Delays compare(const ProgramRun& run, const ProgramRun& baseline, std::size_t most);

}  // namespace kintsugi::workload
