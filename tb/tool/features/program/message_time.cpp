#include "tb/tool/features/program/message_time.hpp"

#include "models/routing/route.hpp"
#include "tb/tool/run/link_cycles.hpp"

namespace kintsugi {

namespace {

using CyclesByPort = std::vector<std::vector<unsigned>>;

CyclesByPort of_direct_links(const Scenario& scenario, const Setup& setup) {
  const Network& network = setup.network();
  CyclesByPort cycles;
  for (const NodeId node : ids<NodeId>(network.nodes())) cycles.emplace_back(network.ports(node).size(), 1);
  const std::vector<LinkLatency> of_link = link_cycles(scenario, setup);
  for (std::size_t i = 0; i < of_link.size(); ++i) {
    const auto& [a, b, kind] = network.links()[i];
    cycles[a.node.index()][a.port.index()] = of_link[i].there;
    cycles[b.node.index()][b.port.index()] = of_link[i].back;
  }
  return cycles;
}

CyclesByPort of_repaired_links(const Scenario& scenario, const Setup& setup, const Repair& repair) {
  const std::size_t ports = setup.fabric->fabric().layout.size();
  const std::vector<unsigned> of_site = link_cycles(scenario, setup, repair);
  CyclesByPort cycles;
  for (const SiteId site : repair.placement.site_of) {
    const auto first = of_site.begin() + static_cast<std::ptrdiff_t>(site.index() * ports);
    cycles.emplace_back(first, first + static_cast<std::ptrdiff_t>(ports));
  }
  return cycles;
}

}  // namespace

MessageTime::MessageTime(const Scenario& scenario, const Setup& setup, const Repair* repair)
    : setup_(&setup),
      router_latency_(scenario.router.latency),
      cycles_(repair == nullptr ? of_direct_links(scenario, setup) : of_repaired_links(scenario, setup, *repair)) {}

Cycle MessageTime::operator()(NodeId from, NodeId to, std::uint64_t flits) const {
  Cycle t0 = 1 + router_latency_ + 1;
  for (const RouteHop& hop : route_hops(setup_->network(), *setup_->relation, from, to)) {
    t0 += router_latency_ + cycles_[hop.out.node.index()][hop.out.port.index()];
  }
  return t0 + flits - 1;
}

}  // namespace kintsugi
