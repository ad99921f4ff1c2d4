/// From counts of repairable maps to probabilities and to the yield of arrays.
#pragma once

#include <cstdint>
#include <span>

namespace kintsugi {

struct Interval {
  double low = 0;
  double high = 1;
};

/// In which a probability lies with 95 % confidence, after `successes` of `trials` independent ones (E. B. Wilson,
/// "Probable Inference, the Law of Succession, and Statistical Inference", 1927). The whole of [0, 1] without trials.
Interval wilson(std::uint64_t successes, std::uint64_t trials);

/// Probability that an array of `pes` PEs, each defective with probability `pe_defect` and independently of the others,
/// can be repaired, when `repairable[i]` is the probability that one with `first` + i defects can be. Numbers of
/// defects beyond the list: one below `first` counts as irreparable in `low` and as repairable in `high`; so does one
/// above. std::invalid_argument unless 0 <= pe_defect <= 1 and first + the list ends at `pes` at the latest.
Interval array_yield(std::uint64_t pes, double pe_defect, std::uint64_t first, std::span<const double> repairable);

}  // namespace kintsugi
