/// A MANDALA network, or the part of it that exists.
///
/// Nodes   "n0", "n1" ... by number; in pictures clusters are squares of clusters
/// Ports   "p0" ... "p<C-1>"
/// Links   "level 1" within the clusters of C nodes, "level 2" ... "level L" between clusters
/// Part    links to missing nodes do not exist; their ports stay open
/// Also    in a whole network one representative for each pattern of equal digits
/// Errors  throws std::invalid_argument for the same reasons as validate()
#pragma once

#include "models/mandala/geometry.hpp"

namespace kintsugi::mandala {

Network make_network(const Mandala& mandala);

/// Returns the nodes that exist, without links: enough to find nodes by their names.
Network make_nodes(const Mandala& mandala);

/// A link from a node that exists to one that does not.
struct MissingLink {
  PortRef from;  ///< of the Network
  NodeId to;     ///< by number
  unsigned level;
};
/// Returns the missing links by node and port; empty for a whole network.
std::vector<MissingLink> missing_links(const Mandala& mandala);

}  // namespace kintsugi::mandala
