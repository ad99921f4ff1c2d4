#include "tb/tool/setup/linked_ports.hpp"

#include <algorithm>

namespace kintsugi {

std::vector<SitePort> linked_ports(const Setup& setup) {
  std::vector<SitePort> ports;
  if (!setup.fabric) {
    for (const Link& link : setup.network().links()) {
      for (const PortRef end : {link.a, link.b}) ports.push_back({SiteId{end.node.value}, end.port});
    }
  } else {
    const Fabric& fabric = setup.built_fabric();
    for (const Tap& tap : fabric.taps) ports.push_back({tap.site, tap.port});
    for (const FixedLink& link : fabric.links) ports.insert(ports.end(), {link.a, link.b});
  }
  std::ranges::sort(ports);
  return ports;
}

}  // namespace kintsugi
