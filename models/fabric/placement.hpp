/// Where the nodes of a network are placed on a fabric.
#pragma once

#include <cstddef>
#include <vector>

#include "models/network/types.hpp"

namespace kintsugi {

/// Which logical node is placed at which site: site_of[node] and node_at[site], kNoNode if the site has no node.
struct Placement {
  std::vector<SiteId> site_of;
  std::vector<NodeId> node_at;
  void put(NodeId node, SiteId site) {
    site_of[node.value] = site;
    node_at[site.value] = node;
  }
  friend bool operator==(const Placement&, const Placement&) = default;
};

/// Returns how many nodes have another site afterwards. Both have the same nodes.
std::size_t count_moved(const Placement& before, const Placement& after);

}  // namespace kintsugi
