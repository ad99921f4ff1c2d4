/// Gives every end of a link a port of its node.
///
/// Listed    a node whose file lists its ports has these, in that order; an end without a name takes the first that no
///           link names
/// Others    have the ports of their links in the order of the links; those without a name are p0, p1 ... , without the
///           names that links give
/// Before    mend_port_names() has made the names of links right, each of one link
/// Errors    a name of a list that cannot be, or is there twice; one of a link that is not in the list; too many ports.
///           They are added to the mistakes, and the result has no meaning then
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
