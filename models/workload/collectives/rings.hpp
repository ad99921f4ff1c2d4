/// Collectives on a ring of members: member i sends to member i + 1 and receives from member i - 1.
///
/// Step    a member sends one part and receives another; the next step begins after the end of both
/// Parts   one for each member, in the order of the members; they have no block in common
/// Source  Thakur, Rabenseifner and Gropp, "Optimization of Collective Communication Operations in MPICH", 2005;
///         Patarasuk and Yuan, "Bandwidth Optimal All-reduce Algorithms for Clusters of Workstations", 2009
#pragma once

#include "models/workload/collectives/buffer.hpp"

namespace kintsugi::workload {

/// Leaves with member i the sum of part i. p - 1 steps.
void ring_reduce_scatter(Composer& composer, const Members& members, const Buffer& buffer,
                         const std::vector<Slice>& parts);
/// Gives all members part i of member i. p - 1 steps.
void ring_all_gather(Composer& composer, const Members& members, const Buffer& buffer, const std::vector<Slice>& parts);
/// Gives all members the sum of a slice, whose blocks are a multiple of the members: reduce-scatter and all-gather.
void ring_all_reduce(Composer& composer, const Members& members, const Buffer& buffer, Slice slice);
/// The same on a grid of members, row by row: reduce-scatter along the rows, all-reduce along the columns, all-gather
/// along the rows. Each column works on its own part. The blocks of the buffer are a multiple of the members.
void ring_all_reduce_2d(Composer& composer, const Members& members, std::uint32_t columns, const Buffer& buffer);

}  // namespace kintsugi::workload
