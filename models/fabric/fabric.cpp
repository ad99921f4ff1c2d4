#include "models/fabric/fabric.hpp"

#include <algorithm>
#include <stdexcept>

#include "models/fabric/dead_segments.hpp"
#include "models/network/nearest.hpp"

namespace kintsugi {

SiteId Fabric::site_named(std::string_view site_name) const {
  const auto found =
      sites_by_name.find(site_name, sites.size(), [this](std::size_t i) -> std::string_view { return sites[i].name; });
  return found ? SiteId::from(*found) : kNoSite;
}

SiteId Fabric::site(std::string_view site_name) const {
  if (const SiteId found = site_named(site_name); found != kNoSite) return found;
  std::string text = "no site " + shown_word(site_name);
  const auto name_of = [this](std::size_t i) -> std::string_view { return sites[i].name; };
  if (const auto nearest = nearest_of(site_name, sites.size(), name_of)) {
    text += "; did you mean '" + sites[*nearest].name + "'?";
  } else if (!sites.empty()) {
    text += "; valid is a name such as " + sites.front().name;
  }
  throw std::invalid_argument(text);
}

PortId Fabric::port_named(std::string_view port_name) const {
  const auto found = std::ranges::find(layout, port_name);
  return found == layout.end() ? kNoPort : PortId::from(found - layout.begin());
}

std::string Fabric::describe(SitePort port) const {
  return sites[port.site.value].name + '.' + layout[port.port.value];
}

std::string Fabric::describe(TerminalRef terminal) const {
  const FabricSwitch& each = switches.at(terminal.switch_id.value);
  return each.name + '.' + each.type->terminals().at(terminal.terminal);
}

SwitchStates switch_states(const Fabric& fabric, const Configuration& configuration) {
  if (configuration.size() != fabric.fields.size()) {
    throw std::invalid_argument("a configuration of '" + fabric.name + "' has " + std::to_string(fabric.fields.size()) +
                                " fields, not " + std::to_string(configuration.size()));
  }
  SwitchStates states;
  states.reserve(fabric.switches.size());
  const auto add = [&](const Configuration& in_force) {
    for (const FabricSwitch& each : fabric.switches) states.push_back(in_force[each.field]);
  };
  if (fabric.segments.empty()) {
    add(configuration);
  } else {
    add(with_bypasses(fabric, configuration));
  }
  return states;
}

Configuration configuration_of(const Fabric& fabric, const SwitchStates& states) {
  Configuration configuration(fabric.fields.size());
  for (std::size_t i = 0; i < fabric.switches.size(); ++i) configuration[fabric.switches[i].field] = states.at(i);
  return configuration;
}

Placement nothing_placed(std::size_t nodes, const Fabric& fabric) {
  return {std::vector<SiteId>(nodes, kNoSite), std::vector<NodeId>(fabric.sites.size(), kNoNode)};
}

std::size_t count_moved(const Placement& before, const Placement& after) {
  std::size_t moved = 0;
  for (std::size_t node = 0; node < after.site_of.size(); ++node) moved += before.site_of[node] != after.site_of[node];
  return moved;
}

}  // namespace kintsugi
