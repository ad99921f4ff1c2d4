#include "models/fabric/trace.hpp"

#include <algorithm>
#include <stdexcept>

namespace kintsugi {

namespace {

std::string describe(const Fabric& fabric, SitePort port) {
  return fabric.sites[port.site.value].name + "." + fabric.layout[port.port.value];
}

std::string describe(const Fabric& fabric, std::optional<SitePort> port) {
  return port ? describe(fabric, *port) : "nothing";
}

}  // namespace

// --- Tracer ---------------------------------------------------------------------------------------------------------

Tracer::Tracer(const Fabric& fabric) : fabric_(&fabric) {
  number_terminals();
  for (const Wire& wire : fabric.wires) add_wire(wire);
  port_at_.resize(fabric.sites.size() * fabric.layout.size());
  for (const Tap& tap : fabric.taps) add_tap(tap);
  for (const FixedLink& link : fabric.links) add_link(link);
}

void Tracer::number_terminals() {
  std::size_t lanes = 0;
  for (const FabricSwitch& each : fabric_->switches) {
    first_terminal_.push_back(first_tap_.size());
    for (TerminalNo terminal = 0; terminal < each.type->terminals().size(); ++terminal) {
      first_tap_.push_back(lanes);
      lanes += each.type->lanes(terminal);
    }
  }
  wire_at_.resize(first_tap_.size());
  tap_at_.resize(lanes);
}

void Tracer::add_wire(const Wire& wire) {
  for (const auto& [near, far] : {std::pair{wire.a, wire.b}, std::pair{wire.b, wire.a}}) {
    FarEnd& end = wire_at_.at(terminal_index(near));
    if (end.lanes != 0 && wire.a != wire.b) throw std::invalid_argument(name_of(near) + " has two wires");
    end = {far, wire.lanes, wire.pitches};
  }
}

void Tracer::add_tap(const Tap& tap) {
  TapEnd& end = tap_at_.at(first_tap_.at(terminal_index(tap.terminal)) + tap.lane);
  if (end.used) throw std::invalid_argument(name_of(tap.terminal) + " is tapped twice");
  end = {{tap.site, tap.port}, true};
  free_port({tap.site, tap.port}) = {PortEnd::Kind::kTap, tap};
}

void Tracer::add_link(const FixedLink& link) {
  const Join join{std::min(link.a, link.b), std::max(link.a, link.b), link.pitches};
  free_port(link.a) = {PortEnd::Kind::kLink, {}, join};
  free_port(link.b) = {PortEnd::Kind::kLink, {}, join};
}

Tracer::PortEnd& Tracer::free_port(SitePort port) {
  PortEnd& end = port_at_.at(port_index(port));
  if (end.kind != PortEnd::Kind::kOpen) throw std::invalid_argument(describe(*fabric_, port) + " is joined twice");
  return end;
}

std::string Tracer::name_of(TerminalRef terminal) const {
  const FabricSwitch& each = fabric_->switches.at(terminal.switch_id.value);
  return each.name + "." + each.type->terminals().at(terminal.terminal);
}

std::optional<LaneRef> Tracer::pass(SwitchId switch_id, LaneRef in, const SwitchStates& states) const {
  return fabric_->switches[switch_id.value].type->through(states[switch_id.value], in);
}

std::optional<Join> Tracer::follow(SitePort from, const SwitchStates& states) const {
  const PortEnd& end = port_at_[port_index(from)];
  if (end.kind == PortEnd::Kind::kLink) return end.link;
  if (end.kind == PortEnd::Kind::kOpen) return std::nullopt;
  const Tap& start = end.tap;
  SwitchId at = start.terminal.switch_id;
  LaneRef in{start.terminal.terminal, start.lane};
  unsigned pitches = 0;
  // Joining is symmetric everywhere, so the way can be walked back from any point of it: it cannot run into a loop.
  while (const std::optional<LaneRef> out = pass(at, in, states)) {
    const std::size_t terminal = terminal_index({at, out->terminal});
    const TapEnd& tap = tap_at_[first_tap_[terminal] + out->lane];
    if (tap.used) return Join{std::min(from, tap.port), std::max(from, tap.port), pitches};
    const FarEnd& wire = wire_at_[terminal];
    if (out->lane >= wire.lanes) return std::nullopt;
    at = wire.terminal.switch_id;
    in = {wire.terminal.terminal, out->lane};
    pitches += wire.pitches;
  }
  return std::nullopt;
}

bool Tracer::attached(SiteId site, const SwitchStates& states) const {
  for (std::uint16_t port = 0; port < fabric_->layout.size(); ++port) {
    const PortEnd& end = port_at_[port_index({site, PortId{port}})];
    if (end.kind != PortEnd::Kind::kTap) continue;
    const Tap& tap = end.tap;
    if (pass(tap.terminal.switch_id, {tap.terminal.terminal, tap.lane}, states)) return true;
  }
  return false;
}

TracedNetwork Tracer::trace(const SwitchStates& states) const {
  TracedNetwork traced;
  std::vector<bool> reached(port_at_.size());
  for (std::uint32_t site = 0; site < fabric_->sites.size(); ++site) {
    if (!attached(SiteId{site}, states)) continue;
    traced.attached.push_back(SiteId{site});
    for (std::uint16_t port = 0; port < fabric_->layout.size(); ++port) {
      const SitePort from{SiteId{site}, PortId{port}};
      if (reached[port_index(from)]) continue;
      const std::optional<Join> join = follow(from, states);
      if (!join) continue;
      traced.joins.push_back(*join);
      reached[port_index(join->b)] = true;
    }
  }
  // Over a link the far end can be a site that is not attached, and come first.
  if (!fabric_->links.empty()) std::ranges::sort(traced.joins);
  return traced;
}

// --- Comparing with the wanted network ------------------------------------------------------------------------------

namespace {

/// Checks in this order: who is attached, whether the routers have the ports at all, then every port of every node.
class Comparison {
 public:
  Comparison(const TracedNetwork& traced, const Network& wanted, const Placement& placement, const Fabric& fabric)
      : traced_(traced), wanted_(wanted), placement_(placement), fabric_(fabric) {
    far_.resize(fabric.sites.size() * fabric.layout.size());
    for (const Join& join : traced.joins) {
      far_[index(join.a)] = join.b;
      far_[index(join.b)] = join.a;
    }
  }

  std::optional<std::string> first_difference() const {
    if (auto found = wrong_attachment()) return found;
    for (std::uint32_t node = 0; node < wanted_.nodes(); ++node) {
      if (auto found = unknown_port(NodeId{node})) return found;
    }
    for (std::uint32_t node = 0; node < wanted_.nodes(); ++node) {
      for (std::uint16_t port = 0; port < fabric_.layout.size(); ++port) {
        if (auto found = wrong_join(NodeId{node}, PortId{port})) return found;
      }
    }
    return std::nullopt;
  }

 private:
  std::size_t index(SitePort port) const { return port.site.value * fabric_.layout.size() + port.port.value; }
  const std::string& site_name(SiteId site) const { return fabric_.sites[site.value].name; }

  std::optional<std::string> wrong_attachment() const {
    for (const SiteId site : traced_.attached) {
      if (placement_.node_at[site.value] == kNoNode) return site_name(site) + " is attached but holds no node";
    }
    for (std::uint32_t node = 0; node < wanted_.nodes(); ++node) {
      const SiteId site = placement_.site_of[node];
      if (std::ranges::binary_search(traced_.attached, site)) continue;
      return site_name(site) + " holds node " + wanted_.node_name(NodeId{node}) + " but is not attached";
    }
    return std::nullopt;
  }

  std::optional<std::string> unknown_port(NodeId node) const {
    const PortLayout& ports = wanted_.ports(node);
    for (std::uint16_t port = 0; port < ports.size(); ++port) {
      if (!wanted_.peer({node, PortId{port}}) || std::ranges::find(fabric_.layout, ports[port]) != fabric_.layout.end())
        continue;
      return "the routers of " + fabric_.name + " have no port for " + wanted_.describe({node, PortId{port}});
    }
    return std::nullopt;
  }

  /// Where a port of a node's router should lead, after its name in the network.
  std::optional<SitePort> wanted_far(NodeId node, PortId port) const {
    const PortId logical = wanted_.port_named(node, fabric_.layout[port.value]);
    if (logical == kNoPort) return std::nullopt;
    const std::optional<PortRef> far = wanted_.peer({node, logical});
    if (!far) return std::nullopt;
    const std::string& name = wanted_.ports(far->node)[far->port.value];
    const auto physical = std::ranges::find(fabric_.layout, name) - fabric_.layout.begin();
    return SitePort{placement_.site_of[far->node.value], PortId{static_cast<std::uint16_t>(physical)}};
  }

  std::optional<std::string> wrong_join(NodeId node, PortId port) const {
    const SitePort at{placement_.site_of[node.value], port};
    const std::optional<SitePort> wanted = wanted_far(node, port);
    const std::optional<SitePort>& found = far_[index(at)];
    if (wanted == found) return std::nullopt;
    return describe(fabric_, at) + " (node " + wanted_.node_name(node) + ") should meet " + describe(fabric_, wanted) +
           " but meets " + describe(fabric_, found);
  }

  const TracedNetwork& traced_;
  const Network& wanted_;
  const Placement& placement_;
  const Fabric& fabric_;
  std::vector<std::optional<SitePort>> far_;  // per site and port
};

}  // namespace

std::optional<std::string> difference(const TracedNetwork& traced, const Network& wanted, const Placement& placement,
                                      const Fabric& fabric) {
  return Comparison(traced, wanted, placement, fabric).first_difference();
}

}  // namespace kintsugi
