#include "tb/tool/states/setting.hpp"

#include <algorithm>
#include <utility>

namespace kintsugi::states {

std::optional<Setting> setting_before(const Setup& setup, RepairOptions options) {
  options.in_force.reset();
  options.rings_in_force.clear();
  options.explain = false;
  Repair repair = setup.fabric->repair({}, options);
  if (!repair.repairable) return std::nullopt;
  const Fabric& fabric = setup.fabric->fabric();
  return Setting{&fabric, std::move(repair.placement), switch_states(fabric, repair.configuration)};
}

Setting setting_after(const Setup& setup, const Repair& repair) {
  const Fabric& fabric = setup.built_fabric();
  return {&fabric, repair.placement, switch_states(fabric, repair.configuration)};
}

PlacedNetwork::PlacedNetwork(const Network& network, const Placement& placement, const Fabric& fabric)
    : network_(&network), placement_(&placement), fabric_(&fabric) {}

std::optional<SitePort> PlacedNetwork::at(PortRef port) const {
  const SiteId site = placement_->site_of[port.node.value];
  if (site == kNoSite) return std::nullopt;
  const std::string& name = network_->ports(port.node)[port.port.value];
  const auto found = std::ranges::find(fabric_->layout, name);
  if (found == fabric_->layout.end()) return std::nullopt;
  return SitePort{site, PortId::from(found - fabric_->layout.begin())};
}

std::optional<PortRef> PlacedNetwork::port_at(SitePort at) const {
  const NodeId node = placement_->node_at[at.site.value];
  if (node == kNoNode) return std::nullopt;
  const PortId port = network_->port_named(node, fabric_->layout[at.port.value]);
  if (port == kNoPort) return std::nullopt;
  return PortRef{node, port};
}

std::optional<PortRef> PlacedNetwork::wanted(SitePort at) const {
  const std::optional<PortRef> port = port_at(at);
  return port ? network_->peer(*port) : std::nullopt;
}

}  // namespace kintsugi::states
