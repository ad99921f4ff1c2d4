#include "tb/tool/picture/sites.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace kintsugi::picture {

namespace {

using Kinds = std::set<KindId>;

Kinds kinds_at(const Network& network, NodeId node) {
  Kinds kinds;
  for (std::uint16_t port = 0; port < network.ports(node).size(); ++port) {
    if (network.peer({node, PortId{port}})) kinds.insert(network.kind_at({node, PortId{port}}));
  }
  return kinds;
}

Kinds common_kinds(const std::vector<Kinds>& of_node) {
  Kinds common = of_node.front();
  for (const Kinds& kinds : of_node) {
    std::erase_if(common, [&](KindId kind) { return !kinds.contains(kind); });
  }
  return common;
}

std::string name_of(const Network& network, const Kinds& kinds) {
  std::string name;
  for (const KindId kind : kinds) name += (name.empty() ? "" : ", ") + network.kinds()[kind.value];
  return name;
}

}  // namespace

std::vector<SiteState> site_states(const Subject& subject, const Setting& setting) {
  std::vector<SiteState> states(subject.fabric->sites.size());
  for (std::size_t site = 0; site < states.size(); ++site) {
    const NodeId node = setting.placement.node_at[site];
    const NodeId own = subject.plain.placement.node_at[site];
    states[site] = {node, own != kNoNode, false, node != kNoNode && node != own};
  }
  for (const SiteId dead : subject.defects->sites) states[dead.value].dead = true;
  return states;
}

std::vector<std::vector<SiteId>> chains(const Setting& plain, const Setting& repaired) {
  std::map<SiteId, SiteId> next;
  std::set<SiteId> entered;
  for (std::size_t node = 0; node < plain.placement.site_of.size(); ++node) {
    const SiteId from = plain.placement.site_of[node];
    const SiteId to = repaired.placement.site_of[node];
    if (from == to) continue;
    next[from] = to;
    entered.insert(to);
  }
  std::vector<std::vector<SiteId>> found;
  for (const auto& [first, second] : next) {
    if (entered.contains(first)) continue;
    found.push_back({first});
    for (auto at = next.find(first); at != next.end(); at = next.find(at->second)) found.back().push_back(at->second);
  }
  return found;
}

NodeClasses node_classes(const Network& network) {
  std::vector<Kinds> kinds;
  for (std::uint32_t node = 0; node < network.nodes(); ++node) kinds.push_back(kinds_at(network, NodeId{node}));
  const Kinds common = common_kinds(kinds);
  for (Kinds& each : kinds) std::erase_if(each, [&](KindId kind) { return common.contains(kind); });
  const std::set<Kinds> distinct(kinds.begin(), kinds.end());
  NodeClasses classes;
  for (const Kinds& each : distinct)
    classes.names.push_back(each.empty() ? name_of(network, common) : name_of(network, each));
  for (const Kinds& each : kinds) {
    classes.of_node.push_back(static_cast<std::size_t>(std::distance(distinct.begin(), distinct.find(each))));
  }
  return classes;
}

}  // namespace kintsugi::picture
