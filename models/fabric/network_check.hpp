/// Compares many extracted networks of one fabric with the network that was wanted: the same comparison as difference()
/// (extraction.hpp), but with a yes or no. Ports are matched by name once, and memory is reused.
#pragma once

#include <vector>

#include "models/fabric/extraction.hpp"

namespace kintsugi {

/// Keeps no reference to the network and the fabric.
class NetworkCheck {
 public:
  NetworkCheck(const Network& wanted, const Fabric& fabric);
  /// Returns whether difference() would return nullopt. `placement` places this network on this fabric.
  bool same(const ExtractedNetwork& extracted, const Placement& placement);

 private:
  /// Where a port of a node should lead.
  struct Far {
    NodeId node = kNoNode;  ///< kNoNode: nowhere
    PortId port;            ///< of the fabric
  };
  bool holds_all_nodes(const ExtractedNetwork& extracted, const Placement& placement) const;
  SitePort& far(SitePort port) { return far_[port.site.value * ports_ + port.port.value]; }

  std::size_t ports_;          // of a site
  std::vector<Far> wanted_;    // by node and port of the fabric
  bool has_all_ports_ = true;  // whether every link of the network has its ports on the fabric
  std::vector<SitePort> far_;  // by site and port: as extracted
};

}  // namespace kintsugi
