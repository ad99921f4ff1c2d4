/// A MANDALA network, or the prefix of it that is there.
///
/// Nodes   "n0", "n1" ...; in pictures clusters are squares of clusters
/// Ports   "p0" ... "p<C-1>"
/// Links   "level 1" within the clusters of C nodes, "level 2" ... "level L" between clusters
/// Prefix  links that have an end at a node that is not there are missing; their ports stay open
/// Errors  std::invalid_argument for what validate() refuses
#pragma once

#include "models/mandala/geometry.hpp"

namespace kintsugi::mandala {

Network make_network(const Mandala& mandala);

/// A link of a node that is there to one that is not.
struct MissingLink {
  PortRef from;
  NodeId to;
  unsigned level;
};
/// By node and port; empty for a whole network.
std::vector<MissingLink> missing_links(const Mandala& mandala);

}  // namespace kintsugi::mandala
