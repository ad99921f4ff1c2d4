/// How a PE of a k-SFT2 array finds its shuffle-out from the broadcast list of faulty PEs: the algorithm of the paper,
/// RECONFIGURE-k-SFT2, in PE numbers.
///
/// (a) a PE in the list, or the exchange partner of one, is out of use
/// (b) its logical number is its physical one less 2 for each faulty PE below it
/// (c) the target t(l) is moved over the faulty pairs, lowest first: q = t(l); for each x of the list, q += 2 if q has
///     reached the pair of x
///
/// The printed step (c) counts the faulty PEs below q before q has been moved over any of them. After that it only
/// moves q on if q is at a faulty pair. It first fails with N = 8, k = 2 and PEs 4 and 7 faulty: PE 3 is logical 3 and
/// needs logical 6, which is PE 10, but selects PE 8. StepC::kPrinted is this step; tests use it to show that the
/// checks find the mistake.
///
/// Cost      O(k) for each PE; PEs do not have to send each other their logical numbers
/// Source    H. I. Choi, "Fault Tolerant Static Shuffle-Exchange Network", 2003, section 3
#pragma once

#include <optional>
#include <span>

#include "models/sse/geometry.hpp"

namespace kintsugi::sse {

enum class StepC {
  kCorrected,
  kPrinted,
};

/// Returns the PE at the far end of the shuffle-out of `pe`, or nullopt if `pe` is out of use or idle. `faulty` has at
/// most k PEs, ascending, at most one of each pair; the array is SFT2 or k-SFT2.
std::optional<SiteId> broadcast_shuffle_out(const Sse& sse, std::span<const SiteId> faulty, SiteId pe,
                                            StepC step_c = StepC::kCorrected);

}  // namespace kintsugi::sse
