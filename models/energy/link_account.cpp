#include "models/energy/link_account.hpp"

#include <algorithm>
#include <stdexcept>

namespace kintsugi {

LinkAccount::LinkAccount(const Network& network) {
  links_.reserve(2 * network.links().size());
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    for (const PortId port : ids<PortId>(network.ports(node).size())) {
      const PortRef from{node, port};
      if (const auto to = network.peer(from)) links_.push_back({.from = from, .to = *to});
    }
  }
}

void LinkAccount::add(const PortRef& from, std::uint64_t flits, const PathLength& path) {
  const auto link = std::ranges::lower_bound(links_, from, {}, &LinkFlits::from);
  if (link == links_.end() || link->from != from) throw std::out_of_range("no link leaves by this port");
  link->flits += flits;
  link->flit_pitches += flits * path.pitches;
  link->flit_switches += flits * path.switches;
}

EnergyCounts LinkAccount::counts() const {
  EnergyCounts counts;
  for (const LinkFlits& link : links_) {
    counts.flit_pitches += link.flit_pitches;
    counts.flit_switches += link.flit_switches;
  }
  return counts;
}

const LinkFlits* worst_link(const std::vector<LinkFlits>& links, const EnergyConstants& constants) {
  const auto energy = [&constants](const LinkFlits& link) { return energy_of(link, constants); };
  const auto worst = std::ranges::max_element(links, {}, energy);
  return worst == links.end() || energy(*worst) == 0 ? nullptr : &*worst;
}

}  // namespace kintsugi
