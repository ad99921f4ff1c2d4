/// Gives every end of a link a port of its node.
///
/// Listed    a node whose file lists its ports has these, in that order; an end without a name takes the first that no
///           link names
/// Others    have the ports of their links in the order of the links; those without a name are p0, p1 ... , without the
///           names that links give
/// Errors    a name that cannot be, is not in the list, or has a link already; too many ports. They are added to the
///           mistakes, and the result has no meaning then
#pragma once

#include <array>
#include <vector>

#include "models/graph/draft.hpp"
#include "models/network/network.hpp"

namespace kintsugi::graph {

struct PortAssignment {
  std::vector<PortLayout> layouts;             ///< by node
  std::vector<std::array<PortId, 2>> of_link;  ///< its ports at a and b, by link
};

PortAssignment assign_ports(const Draft& draft, Mistakes& mistakes);

}  // namespace kintsugi::graph
