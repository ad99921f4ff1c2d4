#include "models/repair/legal_states.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace kintsugi {

namespace {

void add_at_most_one(ExactSearch& search, const std::vector<Literal>& literals) {
  for (std::size_t i = 0; i < literals.size(); ++i) {
    for (std::size_t j = i + 1; j < literals.size(); ++j) search.add({~literals[i], ~literals[j]});
  }
}

void add_exactly_one(ExactSearch& search, const std::vector<Literal>& literals) {
  search.add(literals);
  add_at_most_one(search, literals);
}

/// Returns whether the network maps onto itself, port by port, with that node in the place of node 0.
bool maps_onto_itself(const Network& network, NodeId onto) {
  std::vector<NodeId> image(network.nodes(), kNoNode);
  std::vector<NodeId> reached = {NodeId{0}};
  image[0] = onto;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const NodeId from = reached[i], to = image[from.index()];
    if (network.ports(from) != network.ports(to)) return false;
    for (const PortId port : ids<PortId>(network.ports(from).size())) {
      const auto far = network.peer({from, port});
      const auto far_of_image = network.peer({to, port});
      if (far.has_value() != far_of_image.has_value()) return false;
      if (!far) continue;
      if (far->port != far_of_image->port) return false;
      NodeId& known = image[far->node.index()];
      if (known == kNoNode) {
        known = far_of_image->node;
        reached.push_back(far->node);
      }
      if (known != far_of_image->node) return false;
    }
  }
  std::ranges::sort(image);
  return reached.size() == network.nodes() && std::ranges::adjacent_find(image) == image.end();
}

}  // namespace

LegalStates::LegalStates(const Fabric& fabric, const Network& network, std::vector<std::vector<SiteId>> sites)
    : fabric_(&fabric), network_(&network), sites_(std::move(sites)) {
  if (network.nodes() > kMostNodes) {
    throw std::invalid_argument("legal states are searched in networks of up to " + std::to_string(kMostNodes) +
                                " nodes; this one has " + std::to_string(network.nodes()));
  }
  number_links();
  add_fields();
  add_placement();
  if (sites_.empty()) break_symmetry();
  add_lanes();
  join_lanes();
  attach_sites();
}

void LegalStates::number_links() {
  constexpr std::size_t kNone = ~std::size_t{0};
  links_ = all_links_ = network_->links().size();
  link_of_port_.assign(network_->nodes(), std::vector<std::size_t>(fabric_->layout.size(), kNone));
  for (std::size_t i = 0; i < links_; ++i) {
    const Link& link = network_->links()[i];
    for (const PortRef end : {link.a, link.b}) {
      const PortId port = fabric_->port_named(network_->ports(end.node)[end.port.index()]);
      if (port == kNoPort) {
        throw std::invalid_argument("no router has the port " + network_->describe(end));
      }
      link_of_port_[end.node.index()][port.index()] = i;
    }
  }
  for (std::vector<std::size_t>& ports : link_of_port_) {
    for (std::size_t& link : ports) {
      if (link == kNone) link = all_links_++;
    }
  }
}

void LegalStates::add_fields() {
  for (const ConfigField& field : fabric_->fields) {
    std::vector<Literal>& values = values_.emplace_back();
    for (unsigned i = 0; i < field.states; ++i) {
      values.push_back(search_.variable());
      search_.keep(values.back());
    }
    add_exactly_one(search_, values);
  }
}

void LegalStates::add_placement() {
  std::vector<std::vector<Literal>> of_site(fabric_->sites.size());
  for (std::size_t node = 0; node < network_->nodes(); ++node) {
    std::vector<Literal>& sites = at_.emplace_back();
    for (std::vector<Literal>& nodes : of_site) {
      sites.push_back(search_.variable());
      nodes.push_back(sites.back());
    }
    add_exactly_one(search_, sites);
  }
  for (const std::vector<Literal>& nodes : of_site) add_at_most_one(search_, nodes);
  for (std::size_t node = 0; node < sites_.size(); ++node) {
    for (const SiteId site : ids<SiteId>(fabric_->sites.size())) {
      if (std::ranges::find(sites_[node], site) == sites_[node].end()) search_.add({~at_[node][site.index()]});
    }
  }
}

void LegalStates::break_symmetry() {
  for (const NodeId node : ids<NodeId>(network_->nodes())) {
    if (!maps_onto_itself(*network_, node)) return;
  }
  for (std::size_t site = 0; site < fabric_->sites.size(); ++site) {
    for (std::size_t lower = 0; lower < site; ++lower) {
      for (const std::vector<Literal>& other : at_) search_.add({~at_[0][site], ~other[lower]});
    }
  }
}

std::size_t LegalStates::lane_index(TerminalRef terminal, Lane lane) const {
  return lane_of_terminal_[terminal.switch_id.index()][terminal.terminal] + lane;
}

/// The two ends of a wire are parts of the same links, and so are a tap and the port of its router. A port is a part of
/// a link exactly if the node that has the link there is at its site.
void LegalStates::add_lanes() {
  std::size_t lanes = 0;
  for (const FabricSwitch& each : fabric_->switches) {
    std::vector<std::size_t>& first = lane_of_terminal_.emplace_back();
    for (std::size_t t = 0; t < each.type->terminals().size(); ++t) {
      first.push_back(lanes);
      lanes += each.type->lanes(static_cast<TerminalNo>(t));
    }
  }
  lanes_.resize(lanes);
  ports_.assign(fabric_->sites.size() * fabric_->layout.size(), Parts(all_links_));
  std::vector<bool> leads_on(ports_.size());
  for (const SiteId site : ids<SiteId>(fabric_->sites.size())) {
    for (const PortId port : ids<PortId>(fabric_->layout.size())) {
      for (std::size_t node = 0; node < network_->nodes(); ++node) {
        ports_[port_index({site, port})][link_of_port_[node][port.index()]] = at_[node][site.index()];
      }
    }
  }
  for (const Wire& wire : fabric_->wires) {
    for (unsigned i = 0; i < wire.lanes; ++i) {
      Parts parts(all_links_);
      for (Literal& part : parts) part = search_.variable();
      add_at_most_one(search_, parts);
      lanes_[lane_index(wire.a, static_cast<Lane>(i))] = lanes_[lane_index(wire.b, static_cast<Lane>(i))] = parts;
    }
  }
  for (const Tap& tap : fabric_->taps) {
    lanes_[lane_index(tap.terminal, tap.lane)] = ports_[port_index({tap.site, tap.port})];
    leads_on[port_index({tap.site, tap.port})] = true;
  }
  for (Parts& lane : lanes_) {
    if (!lane.empty()) continue;
    lane.resize(all_links_);  // there is no wire: part of no link, but a link of a port alone may end here
    for (std::size_t link = links_; link < all_links_; ++link) lane[link] = search_.variable();
  }
  for (const FixedLink& link : fabric_->links) {
    leads_on[port_index(link.a)] = leads_on[port_index(link.b)] = true;
    make_equal(ports_[port_index(link.a)], ports_[port_index(link.b)], std::nullopt);
  }
  for (std::size_t port = 0; port < ports_.size(); ++port) {
    if (!leads_on[port]) forbid_links(ports_[port], std::nullopt);
  }
}

void LegalStates::add_if(std::optional<Literal> condition, std::vector<Literal> clause) {
  if (condition) clause.push_back(~*condition);
  search_.add(clause);
}

void LegalStates::make_equal(const Parts& a, const Parts& b, std::optional<Literal> condition) {
  const Literal unset;
  for (std::size_t link = 0; link < all_links_; ++link) {
    if (a[link] == b[link]) continue;
    if (a[link] == unset) {
      add_if(condition, {~b[link]});
    } else if (b[link] == unset) {
      add_if(condition, {~a[link]});
    } else {
      add_if(condition, {~a[link], b[link]});
      add_if(condition, {a[link], ~b[link]});
    }
  }
}

void LegalStates::forbid_links(const Parts& parts, std::optional<Literal> condition) {
  for (std::size_t link = 0; link < links_; ++link) {
    if (parts[link] != Literal()) add_if(condition, {~parts[link]});
  }
}

void LegalStates::join_lanes() {
  for (const SwitchId id : ids<SwitchId>(fabric_->switches.size())) {
    const FabricSwitch& each = fabric_->switches[id.index()];
    for (unsigned s = 0; s < fabric_->fields[each.field].states; ++s) {
      const auto state = static_cast<SwitchState>(s);
      const Literal is_set = value(each.field, state);
      for (std::size_t t = 0; t < each.type->terminals().size(); ++t) {
        const auto terminal = static_cast<TerminalNo>(t);
        for (unsigned lane = 0; lane < each.type->lanes(terminal); ++lane) {
          const LaneRef in{terminal, static_cast<Lane>(lane)};
          const std::size_t here = lane_index({id, in.terminal}, in.lane);
          const auto out = s < each.type->states() ? each.type->through(state, in) : std::nullopt;
          if (!out) {
            forbid_links(lanes_[here], is_set);
            continue;
          }
          const std::size_t there = lane_index({id, out->terminal}, out->lane);
          if (here < there) make_equal(lanes_[here], lanes_[there], is_set);
        }
      }
    }
  }
}

/// A site is attached if a port of it leads out of its switch: exactly those with a node are.
void LegalStates::attach_sites() {
  std::vector<std::vector<Literal>> leads_out(fabric_->sites.size());
  std::vector<std::vector<Literal>> nodes(fabric_->sites.size());
  for (const std::vector<Literal>& sites : at_) {
    for (std::size_t site = 0; site < sites.size(); ++site) nodes[site].push_back(sites[site]);
  }
  for (const Tap& tap : fabric_->taps) {
    const FabricSwitch& each = fabric_->switches[tap.terminal.switch_id.index()];
    for (unsigned s = 0; s < std::min(each.type->states(), fabric_->fields[each.field].states); ++s) {
      const auto state = static_cast<SwitchState>(s);
      if (!each.type->through(state, {tap.terminal.terminal, tap.lane})) continue;
      add_if(value(each.field, state), nodes[tap.site.index()]);
      leads_out[tap.site.index()].push_back(value(each.field, state));
    }
  }
  for (std::size_t site = 0; site < leads_out.size(); ++site) {
    for (const Literal here : nodes[site]) add_if(here, leads_out[site]);
  }
}

Decision LegalStates::find(FieldValue wanted, std::optional<std::uint32_t> conflicts) {
  return search_.solve({value(wanted.field, wanted.value)}, conflicts);
}

Configuration LegalStates::configuration() const {
  Configuration configuration(fabric_->fields.size());
  for (std::size_t field = 0; field < values_.size(); ++field) {
    for (std::size_t state = 0; state < values_[field].size(); ++state) {
      if (search_.value(values_[field][state])) configuration[field] = static_cast<SwitchState>(state);
    }
  }
  return configuration;
}

Placement LegalStates::placement() const {
  Placement placement = nothing_placed(network_->nodes(), *fabric_);
  for (const NodeId node : ids<NodeId>(network_->nodes())) {
    for (const SiteId site : ids<SiteId>(fabric_->sites.size())) {
      if (search_.value(at_[node.index()][site.index()])) placement.put(node, site);
    }
  }
  return placement;
}

}  // namespace kintsugi
