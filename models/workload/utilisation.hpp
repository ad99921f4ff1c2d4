/// What the ranks of a program did over time, in bins of equal width.
///
/// Bins       begin .. end is split into bins of ceil((end - begin) / most) cycles, at most `most` of them; the last
///            one may be shorter. If no cycle lies between, there is none
/// Computing  rank-cycles in which a calc of the rank goes on: it has started and not ended, in any of its streams
/// Waiting    rank-cycles in which a receive of the rank is posted and has not ended, and no calc goes on
/// Idle       the others: the rank has only sends, or nothing to do. A share is rank-cycles / (ranks * cycles of the
///            bin)
/// Flits      of the messages sent, without requests, answers and repeated packets. A message of f flits is counted in
///            the last f cycles before the end of its send, one a cycle: exact if it leaves without a gap. One that has
///            not left is not counted, a multicast once for all its receivers
/// Memory     16 bytes for each calc and recv of the rank that has most. Time is linear in the operations, but for a
///            sort of those of each rank
#pragma once

#include <vector>

#include "models/workload/program_run.hpp"

namespace kintsugi::workload {

inline constexpr std::size_t kMostBins = 64;

struct UtilisationBin {
  std::uint64_t computing = 0;  ///< rank-cycles
  std::uint64_t waiting = 0;    ///< rank-cycles
  std::uint64_t flits = 0;
  friend bool operator==(const UtilisationBin&, const UtilisationBin&) = default;
};

struct Utilisation {
  std::uint32_t ranks = 0;
  Cycle begin = 0;
  Cycle end = 0;
  Cycle width = 0;  ///< of a bin
  std::vector<UtilisationBin> bins;

  /// Returns the cycles of a bin.
  Cycle width_of(std::size_t bin) const;
  /// Returns the share of the rank-cycles of a bin.
  double share(std::size_t bin, std::uint64_t rank_cycles) const;
  /// Returns the sums of all bins.
  UtilisationBin total() const;
};

/// Returns it for cycles begin .. end - 1, end not included. Operations that have not ended go on until `end`.
Utilisation utilisation(const ProgramRun& run, Cycle begin, Cycle end, std::size_t most = kMostBins);

}  // namespace kintsugi::workload
