/// From counts of repairable maps to probabilities and to the yield of arrays.
#pragma once

#include <cstdint>
#include <span>

namespace kintsugi {

struct Interval {
  double low = 0;
  double high = 1;
};

/// Returns the interval that contains a probability with 95 % confidence, after `successes` in `trials` independent
/// trials (E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", 1927). Without trials
/// it is [0, 1].
Interval wilson(std::uint64_t successes, std::uint64_t trials);

/// Returns the probability that an array of `pes` PEs can be repaired, each PE defective with probability `pe_defect`
/// and independently of the others. `repairable[i]` is the probability that an array with `first` + i defects can be
/// repaired. Arrays with a number of defects outside the list count as irreparable in `low` and as repairable in
/// `high`. Throws std::invalid_argument unless 0 <= pe_defect <= 1 and `first` plus the length of the list is at most
/// `pes` + 1.
Interval array_yield(std::uint64_t pes, double pe_defect, std::uint64_t first, std::span<const double> repairable);

}  // namespace kintsugi
