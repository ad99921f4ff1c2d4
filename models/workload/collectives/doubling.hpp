/// Collectives whose distance doubles or halves from step to step.
///
/// Members   of the steps are a power of two, 2^k. Of p others, the first 2 (p - 2^k) join in pairs: before, the even
///           one sends all its data to the odd one, which takes part for both; afterwards it gets the result back
/// Step      a member exchanges data with the one whose number differs in one bit; the next step begins after the end
///           of send, recv and adding
/// Source    Thakur, Rabenseifner and Gropp 2005; Rabenseifner, "Optimization of Collective Reduction Operations",
///           2004; Hensgen, Finkel and Manber, "Two Algorithms for Barrier Synchronization", 1988
#pragma once

#include "models/workload/collectives/buffer.hpp"

namespace kintsugi::workload {

/// Returns the largest power of two that is at most `number`, which is at least 1.
std::uint32_t power_below(std::uint32_t number);

/// Gives all members the sum of all data: k steps with all data.
void doubling_all_reduce(Composer& composer, const Members& members, const Buffer& buffer);
/// Gives all members the sum: k steps of halving, which leave part i with member i, and k steps of doubling. The blocks
/// of the buffer are a multiple of 2^k.
void rabenseifner_all_reduce(Composer& composer, const Members& members, const Buffer& buffer);
/// Leaves with member i the sum of part i of 2^k members.
void halving_reduce_scatter(Composer& composer, const Members& members, const Buffer& buffer);
/// Gives all of 2^k members part i of member i.
void doubling_all_gather(Composer& composer, const Members& members, const Buffer& buffer);
/// Ends at no member before it has begun at all: ceil(log2 p) steps, in which member i sends a message without bytes to
/// member i + 2^step.
void dissemination_barrier(Composer& composer, const Members& members);

}  // namespace kintsugi::workload
