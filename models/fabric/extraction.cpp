#include "models/fabric/extraction.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

namespace kintsugi {

namespace {

std::string port_or_nothing(const Fabric& fabric, std::optional<SitePort> port) {
  return port ? fabric.describe(*port) : "nothing";
}

}  // namespace

// --- NetworkExtractor -----------------------------------------------------------------------------------------------

NetworkExtractor::NetworkExtractor(const Fabric& fabric) : fabric_(&fabric) {
  number_lanes();
  add_wires();
  port_at_.resize(fabric.sites.size() * fabric.layout.size());
  for (const Tap& tap : fabric.taps) add_tap(tap);
  for (const FixedLink& link : fabric.links) add_link(link);
}

void NetworkExtractor::number_lanes() {
  std::map<const SwitchType*, std::uint32_t> types;
  std::uint32_t lanes = 0;
  for (const FabricSwitch& each : fabric_->switches) {
    const SwitchType& type = *each.type;
    const std::uint32_t first = lanes;
    first_terminal_.push_back(first_lane_.size());
    for (TerminalNo terminal = 0; terminal < type.terminals().size(); ++terminal) {
      first_lane_.push_back(lanes);
      lanes += type.lanes(terminal);
    }
    const auto [known, is_new] = types.try_emplace(&type, static_cast<std::uint32_t>(types_.size()));
    if (is_new) types_.push_back(tabulate(type));
    switches_.push_back({first, known->second});
  }
  beyond_.resize(lanes);
}

/// Appends the turns of a type.
NetworkExtractor::TypeTurns NetworkExtractor::tabulate(const SwitchType& type) {
  const auto begin = static_cast<std::uint32_t>(turns_.size());
  std::vector<std::uint16_t> first;
  std::uint16_t lanes = 0;
  for (TerminalNo terminal = 0; terminal < type.terminals().size(); ++terminal) {
    first.push_back(lanes);
    lanes = static_cast<std::uint16_t>(lanes + type.lanes(terminal));
  }
  for (unsigned state = 0; state < type.states(); ++state) {
    for (TerminalNo terminal = 0; terminal < first.size(); ++terminal) {
      for (Lane lane = 0; lane < type.lanes(terminal); ++lane) {
        const auto out = type.through(static_cast<SwitchState>(state), {terminal, lane});
        turns_.push_back(out ? static_cast<std::uint16_t>(first[out->terminal] + out->lane) : kOpen);
      }
    }
  }
  return {lanes, type.states(), begin};
}

void NetworkExtractor::add_wires() {
  std::vector<bool> wired(first_lane_.size());
  for (const Wire& wire : fabric_->wires) {
    for (const auto& [near, far] : {std::pair{wire.a, wire.b}, std::pair{wire.b, wire.a}}) {
      if (wired.at(terminal_index(near)) && wire.a != wire.b) {
        throw std::invalid_argument(fabric_->describe(near) + " has two wires");
      }
      wired[terminal_index(near)] = true;
      for (Lane lane = 0; lane < wire.lanes; ++lane) {
        beyond_.at(lane_index(near, lane)) = {far.switch_id.value, lane_index(far, lane), wire.pitches};
      }
    }
  }
}

void NetworkExtractor::add_tap(const Tap& tap) {
  const std::uint32_t lane = lane_index(tap.terminal, tap.lane);
  Beyond& end = beyond_.at(lane);
  if (end.at_switch == Beyond::kTap) throw std::invalid_argument(fabric_->describe(tap.terminal) + " is tapped twice");
  const SitePort port{tap.site, tap.port};
  end = {Beyond::kTap, static_cast<std::uint32_t>(port_index(port)), 0};
  free_port(port) = {PortEnd::Kind::kTap, lane, tap.terminal.switch_id.value, {}};
}

void NetworkExtractor::add_link(const FixedLink& link) {
  const Join join{std::min(link.a, link.b), std::max(link.a, link.b), link.pitches};
  free_port(link.a) = {PortEnd::Kind::kLink, 0, 0, join};
  free_port(link.b) = {PortEnd::Kind::kLink, 0, 0, join};
}

NetworkExtractor::PortEnd& NetworkExtractor::free_port(SitePort port) {
  PortEnd& end = port_at_.at(port_index(port));
  if (end.kind != PortEnd::Kind::kOpen) throw std::invalid_argument(fabric_->describe(port) + " is joined twice");
  return end;
}

SitePort NetworkExtractor::port_of(std::uint32_t index) const {
  const auto ports = static_cast<std::uint32_t>(fabric_->layout.size());
  return {SiteId{index / ports}, PortId{static_cast<std::uint16_t>(index % ports)}};
}

std::optional<NetworkExtractor::PathCursor> NetworkExtractor::leave(std::uint32_t port,
                                                                    const SwitchStates& states) const {
  const PortEnd& end = port_at_[port];
  const std::uint16_t out = turn(end.at_switch, end.lane, states);
  if (out == kOpen) return std::nullopt;
  return PathCursor{port, switches_[end.at_switch].first + out, 0};
}

std::optional<Join> NetworkExtractor::follow(SitePort from, const SwitchStates& states) const {
  const PortEnd& end = port_at_[port_index(from)];
  if (end.kind == PortEnd::Kind::kLink) return end.link;
  if (end.kind == PortEnd::Kind::kOpen) return std::nullopt;
  std::optional<PathCursor> cursor = leave(static_cast<std::uint32_t>(port_index(from)), states);
  Step step = cursor ? Step::kOn : Step::kOpen;
  // Joining is symmetric everywhere, so the path could be followed back from any point: it cannot run into a loop.
  while (step == Step::kOn) step = advance(*cursor, states);
  if (step == Step::kOpen) return std::nullopt;
  const SitePort to = port_of(cursor->lane);
  return Join{std::min(from, to), std::max(from, to), cursor->pitches};
}

/// Follows several paths in turn, so that the others advance while one waits for memory. Takes port 0 of all sites,
/// then port 1 ...: most far ends have then been found from the other side before their turn comes.
std::vector<NetworkExtractor::Far> NetworkExtractor::follow_all(const std::vector<SiteId>& sites,
                                                                const SwitchStates& states) const {
  constexpr std::size_t kAtOnce = 16;
  std::vector<Far> far(port_at_.size());
  std::array<PathCursor, kAtOnce> cursors;
  std::size_t active = 0;
  const auto advance_all = [&] {
    for (std::size_t i = 0; i < active;) {
      PathCursor& cursor = cursors[i];
      const Step step = advance(cursor, states);
      if (step == Step::kTap) {
        far[cursor.from] = {cursor.lane, cursor.pitches};
        far[cursor.lane] = {cursor.from, cursor.pitches};
      }
      if (step == Step::kOn) {
        ++i;
      } else {
        cursor = cursors[--active];
      }
    }
  };
  for (std::uint16_t port = 0; port < fabric_->layout.size(); ++port) {
    for (const SiteId site : sites) {
      const auto from = static_cast<std::uint32_t>(port_index({site, PortId{port}}));
      const PortEnd& end = port_at_[from];
      if (end.kind == PortEnd::Kind::kLink) {
        const SitePort other = end.link.a == SitePort{site, PortId{port}} ? end.link.b : end.link.a;
        far[from] = {static_cast<std::uint32_t>(port_index(other)), end.link.pitches};
      }
      if (end.kind != PortEnd::Kind::kTap || far[from].port != Far::kNowhere) continue;
      if (const auto cursor = leave(from, states)) cursors[active++] = *cursor;
      while (active == kAtOnce) advance_all();
    }
  }
  while (active > 0) advance_all();
  return far;
}

bool NetworkExtractor::attached(SiteId site, const SwitchStates& states) const {
  for (std::uint16_t port = 0; port < fabric_->layout.size(); ++port) {
    const PortEnd& end = port_at_[port_index({site, PortId{port}})];
    if (end.kind == PortEnd::Kind::kTap && turn(end.at_switch, end.lane, states) != kOpen) return true;
  }
  return false;
}

ExtractedNetwork NetworkExtractor::extract(const SwitchStates& states) const {
  ExtractedNetwork extracted;
  for (std::uint32_t site = 0; site < fabric_->sites.size(); ++site) {
    if (attached(SiteId{site}, states)) extracted.attached.push_back(SiteId{site});
  }
  std::vector<Far> far = follow_all(extracted.attached, states);
  extracted.joins.reserve(port_at_.size() / 2);
  for (const SiteId site : extracted.attached) {
    for (std::uint16_t port = 0; port < fabric_->layout.size(); ++port) {
      const SitePort from{site, PortId{port}};
      const Far found = far[port_index(from)];
      if (found.port == Far::kNowhere) continue;
      const SitePort to = port_of(found.port);
      extracted.joins.push_back({std::min(from, to), std::max(from, to), found.pitches});
      far[found.port].port = Far::kNowhere;
    }
  }
  // By a link the far end can be a site that is not attached, with a lower number: then the list is not ascending.
  if (!fabric_->links.empty()) std::ranges::sort(extracted.joins);
  return extracted;
}

JoinedPorts::JoinedPorts(const ExtractedNetwork& extracted, const Fabric& fabric)
    : fabric_(&fabric), far_(fabric.sites.size() * fabric.layout.size()) {
  const auto far = [&](SitePort port) -> auto& {
    return far_[port.site.value * fabric.layout.size() + port.port.value];
  };
  for (const Join& join : extracted.joins) {
    far(join.a) = join.b;
    far(join.b) = join.a;
  }
}

// --- Comparing with the wanted network ------------------------------------------------------------------------------

namespace {

/// Checks in this order: which sites are attached, whether the routers have the ports, then every port of every node.
class Comparison {
 public:
  Comparison(const ExtractedNetwork& extracted, const Network& wanted, const Placement& placement, const Fabric& fabric)
      : extracted_(extracted), wanted_(wanted), placement_(placement), fabric_(fabric), joined_(extracted, fabric) {}

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
  const std::string& site_name(SiteId site) const { return fabric_.sites[site.value].name; }

  std::optional<std::string> wrong_attachment() const {
    for (const SiteId site : extracted_.attached) {
      if (placement_.node_at[site.value] == kNoNode) return site_name(site) + " is attached but holds no node";
    }
    for (std::uint32_t node = 0; node < wanted_.nodes(); ++node) {
      const SiteId site = placement_.site_of[node];
      if (std::ranges::binary_search(extracted_.attached, site)) continue;
      return site_name(site) + " holds node " + wanted_.node_name(NodeId{node}) + " but is not attached";
    }
    return std::nullopt;
  }

  std::optional<std::string> unknown_port(NodeId node) const {
    const PortLayout& ports = wanted_.ports(node);
    for (std::uint16_t port = 0; port < ports.size(); ++port) {
      if (!wanted_.peer({node, PortId{port}}) || fabric_.port_named(ports[port]) != kNoPort) continue;
      return "the routers of " + fabric_.name + " have no port for " + wanted_.describe({node, PortId{port}});
    }
    return std::nullopt;
  }

  /// Returns where a port of a node's router should lead, by its name in the network.
  std::optional<SitePort> wanted_far(NodeId node, PortId port) const {
    const PortId logical = wanted_.port_named(node, fabric_.layout[port.value]);
    if (logical == kNoPort) return std::nullopt;
    const std::optional<PortRef> far = wanted_.peer({node, logical});
    if (!far) return std::nullopt;
    const std::string& name = wanted_.ports(far->node)[far->port.value];
    return SitePort{placement_.site_of[far->node.value], fabric_.port_named(name)};
  }

  std::optional<std::string> wrong_join(NodeId node, PortId port) const {
    const SitePort at{placement_.site_of[node.value], port};
    const std::optional<SitePort> wanted = wanted_far(node, port);
    const std::optional<SitePort>& found = joined_.of(at);
    if (wanted == found) return std::nullopt;
    return fabric_.describe(at) + " (node " + wanted_.node_name(node) + ") should meet " +
           port_or_nothing(fabric_, wanted) + " but meets " + port_or_nothing(fabric_, found);
  }

  const ExtractedNetwork& extracted_;
  const Network& wanted_;
  const Placement& placement_;
  const Fabric& fabric_;
  JoinedPorts joined_;
};

}  // namespace

std::optional<std::string> difference(const ExtractedNetwork& extracted, const Network& wanted,
                                      const Placement& placement, const Fabric& fabric) {
  return Comparison(extracted, wanted, placement, fabric).first_difference();
}

}  // namespace kintsugi
