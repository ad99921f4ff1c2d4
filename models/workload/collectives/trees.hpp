/// Collectives on a binomial tree whose root is member 0: the parent of a member is the one whose number lacks the
/// lowest bit that is set.
///
/// Source  Thakur, Rabenseifner and Gropp 2005
#pragma once

#include "models/workload/collectives/buffer.hpp"

namespace kintsugi::workload {

/// Gives all members the data of member 0. A member sends to its largest subtree first.
void tree_broadcast(Composer& composer, const Members& members, const Buffer& buffer);
/// Leaves with member 0 the sum of all data. A member adds what its smallest subtree sends first.
void tree_reduce(Composer& composer, const Members& members, const Buffer& buffer);
/// Gives all members the sum: first one, then the other.
void tree_all_reduce(Composer& composer, const Members& members, const Buffer& buffer);

/// @name With multicasts of the network (casts.hpp); without them member 0 sends to one after the other
/// @{
void multicast_broadcast(Composer& composer, const Members& members, const Buffer& buffer);
/// Sums up on the tree, and gives all members the sum by a multicast.
void multicast_all_reduce(Composer& composer, const Members& members, const Buffer& buffer);
/// @}

}  // namespace kintsugi::workload
