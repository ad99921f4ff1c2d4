/// Compares one extracted network after the other with the network that was wanted: the answer of difference()
/// (trace.hpp) as yes or no, for many states of one fabric. Ports are matched by name once, and memory is kept.
#pragma once

#include <vector>

#include "models/fabric/extraction.hpp"

namespace kintsugi {

/// The network and the fabric need not outlive it.
class NetworkCheck {
 public:
  NetworkCheck(const Network& wanted, const Fabric& fabric);
  /// Whether difference() would find nothing. `placement` is of this network on this fabric.
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
