#include "hw/chip/chip.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

#include "models/network/limits.hpp"

namespace kintsugi {

namespace {

Placement identity_placement(std::size_t nodes) {
  Placement placement;
  for (std::uint32_t i = 0; i < nodes; ++i) {
    placement.site_of.push_back(SiteId{i});
    placement.node_at.push_back(NodeId{i});
  }
  return placement;
}

/// Directly wired links run along the two axes of the picture.
unsigned wire_pitches(Position a, Position b) {
  return static_cast<unsigned>(std::lround(std::abs(a.x - b.x) + std::abs(a.y - b.y)));
}

void require(const std::string& parameter, IntegerRange range, unsigned value, const std::string& unit) {
  if (range.contains(value)) return;
  throw std::invalid_argument(parameter + " must be " + to_text(range) + ' ' + unit + ", not " + std::to_string(value));
}

void check_link(const LinkTiming& link) {
  require("link latency", kLinkLatencyRange, link.constant, "cycles");
  for (const unsigned cycles : link.by_kind) require("link latency", kLinkLatencyRange, cycles, "cycles");
  if (link.reach) require("reach", kReachRange, *link.reach, "pitches per cycle");
}

}  // namespace

Chip::Chip(sc_core::sc_module_name name, const ChipPlan& plan, const ChipParameters& parameters,
           PacketObserver& observer)
    : sc_module(name),
      plan_(plan),
      parameters_(parameters),
      packets_(parameters.threads),
      threads_(parameters.threads),
      clock_("clock", parameters.schedule, parameters.threads, parameters.period),
      routers_(site_count()),
      pes_(site_count()),
      observer_(&observer) {
  check_parameters();
  plan_modules();
  tree_.build();
  parameters_.progress = {};
  bind_pes();
  if (plan_.fabric != nullptr) {
    bind_fabric();
  } else {
    bind_network();
  }
  std::vector<Router*> routers;
  for (std::uint32_t site = 0; site < routers_.size(); ++site) {
    routers.push_back(routers_[site].get());
    const ModuleIndex module = routers_[site]->path_end(routers_[site]->local_port()).endpoint().module;
    if (site_of_module_.size() <= module) site_of_module_.resize(module + 1, kNoSite);
    site_of_module_[module] = SiteId{site};
  }
  paths_ = std::make_unique<PathTable>(std::move(routers), switches_.size(), parameters_.link,
                                       [this](SiteId site, PortId port) { return kind_at(site, port); });
}

std::size_t Chip::site_count() const {
  return plan_.fabric != nullptr ? plan_.fabric->sites.size() : plan_.network->nodes();
}

const PortLayout& Chip::layout(SiteId site) const {
  return plan_.fabric != nullptr ? plan_.fabric->layout : plan_.network->ports(NodeId{site.value});
}

const std::string& Chip::site_name(SiteId site) const {
  return plan_.fabric != nullptr ? plan_.fabric->sites[site.value].name : plan_.network->node_name(NodeId{site.value});
}

void Chip::check_parameters() const {
  const RouterParameters& router = parameters_.router;
  require("router.vcs", kVcsRange, router.vcs, "virtual channels");
  require("router.buffer", kBufferRange, router.buffer, "flits");
  require("router.latency", kRouterLatencyRange, router.latency, "cycles");
  require("chain_bits", kChainBitsRange, parameters_.chain_bits, "bits per cycle");
  check_link(parameters_.link);
  if (parameters_.threads > 1 && (plan_.multicast != nullptr || plan_.fault_aware != nullptr)) {
    throw std::invalid_argument("multicasts and fault-aware routing need a single thread");
  }
  for (std::uint32_t site = 0; site < site_count(); ++site) {
    const std::size_t ports = layout(SiteId{site}).size() + 1;
    if (ports > kMaxPorts || ports * router.vcs > kMaxRouterChannels) {
      throw std::invalid_argument("router " + site_name(SiteId{site}) + " has " + std::to_string(ports) +
                                  " ports with " + std::to_string(router.vcs) + " channels each; at most " +
                                  std::to_string(kMaxPorts) + " ports and " + std::to_string(kMaxRouterChannels) +
                                  " channels in all");
    }
  }
}

void Chip::plan_modules() {
  if (plan_.multicast != nullptr) multicasts_.emplace(*plan_.multicast, plan_.network->nodes());
  const ChipContext context{&clock_,
                            &packets_,
                            threads_,
                            &module_memory_,
                            multicasts_ ? &*multicasts_ : nullptr,
                            plan_.fault_aware != nullptr};
  for (std::uint32_t site = 0; site < site_count(); ++site) {
    tree_.add(site_name(SiteId{site}) + ".router", [this, context, site](const char* name) {
      routers_[site] = std::make_unique<Router>(name, context, layout(SiteId{site}), parameters_.router);
    });
    tree_.add(site_name(SiteId{site}) + ".pe", [this, context, site](const char* name) {
      pes_[site] = std::make_unique<Pe>(name, context, parameters_.router, *observer_);
      if (parameters_.progress) parameters_.progress(++sites_made_, site_count());
    });
  }
  if (plan_.fault_aware != nullptr) plan_flooding();
  if (plan_.fabric != nullptr) plan_fabric();
  if (plan_.fault_aware == nullptr && plan_.fabric == nullptr) return;
  tree_.add("controller", [this](const char* name) {
    controller_ = std::make_unique<ReconfigurationController>(name, clock_, *this);
  });
}

void Chip::plan_flooding() {
  if (plan_.fabric != nullptr) {
    throw std::invalid_argument("fault-aware routing needs a directly wired network; a fabric repairs its faults");
  }
  flooding_.resize(site_count());
  for (std::uint32_t node = 0; node < flooding_.size(); ++node) {
    tree_.add(site_name(SiteId{node}) + ".fault_flooding", [this, node](const char* name) {
      flooding_[node] =
          std::make_unique<FaultFlooding>(name, clock_, layout(SiteId{node}), NodeId{node}, *plan_.fault_aware);
    });
  }
}

void Chip::plan_fabric() {
  const Fabric& fabric = *plan_.fabric;
  switches_.resize(fabric.switches.size());
  std::vector<std::vector<bool>> tapped;  // by switch and terminal
  for (const FabricSwitch& each : fabric.switches) tapped.emplace_back(each.type->terminals().size());
  for (const Tap& tap : fabric.taps) tapped[tap.terminal.switch_id.value].at(tap.terminal.terminal) = true;
  for (std::uint32_t id = 0; id < switches_.size(); ++id) {
    tree_.add(fabric.switches[id].name, [this, id, taps = std::move(tapped[id])](const char* name) {
      switches_[id] = std::make_unique<SwitchModule>(name, SwitchId{id}, *plan_.fabric->switches[id].type, taps);
    });
  }
  if (plan_.local_rule != nullptr) {
    site_rules_.resize(site_count());
    for (std::uint32_t site = 0; site < site_rules_.size(); ++site) {
      tree_.add(site_name(SiteId{site}) + ".rule", [this, site](const char* name) {
        site_rules_[site] = std::make_unique<SiteRule>(name, *plan_.local_rule, SiteId{site});
      });
    }
  }
  tree_.add("config_chain", [this](const char* name) {
    chain_ = std::make_unique<ConfigChain>(name, clock_, *plan_.fabric, parameters_.chain_bits);
  });
}

void Chip::bind_pes() {
  for (std::size_t site = 0; site < routers_.size(); ++site) {
    Router& router = *routers_[site];
    Pe& pe = *pes_[site];
    router.path_port(router.local_port()).bind(pe.path_end(), 1, 0);
    pe.path_port().bind(router.path_end(router.local_port()), 1, 0);
  }
}

void Chip::bind_network() {
  const Network& network = *plan_.network;
  for (const Link& link : network.links()) {
    const unsigned pitches = wire_pitches(network.position(link.a.node), network.position(link.b.node));
    Router& a = *routers_[link.a.node.value];
    Router& b = *routers_[link.b.node.value];
    a.path_port(link.a.port).bind(b.path_end(link.b.port), 1, pitches);
    b.path_port(link.b.port).bind(a.path_end(link.a.port), 1, pitches);
  }
  if (!flooding_.empty()) bind_flooding();
}

void Chip::bind_flooding() {
  for (const Link& link : plan_.network->links()) {
    FaultFlooding& a = *flooding_[link.a.node.value];
    FaultFlooding& b = *flooding_[link.b.node.value];
    a.bind(link.a.port, b);
    b.bind(link.b.port, a);
  }
}

void Chip::bind_fabric() {
  for (const Tap& tap : plan_.fabric->taps) {
    Router& router = *routers_[tap.site.value];
    SwitchModule& far = *switches_[tap.terminal.switch_id.value];
    router.path_port(tap.port).bind(far.path_end(tap.terminal.terminal), 1, 0, tap.lane);
    far.tap_port(tap.terminal.terminal, tap.lane).bind(router.path_end(tap.port), 1, 0);
  }
  for (const Wire& wire : plan_.fabric->wires) {
    SwitchModule& a = *switches_[wire.a.switch_id.value];
    SwitchModule& b = *switches_[wire.b.switch_id.value];
    a.wire_port(wire.a.terminal).bind(b.path_end(wire.b.terminal), wire.lanes, wire.pitches);
    b.wire_port(wire.b.terminal).bind(a.path_end(wire.a.terminal), wire.lanes, wire.pitches);
  }
  for (const FixedLink& link : plan_.fabric->links) {
    Router& a = *routers_[link.a.site.value];
    Router& b = *routers_[link.b.site.value];
    a.path_port(link.a.port).bind(b.path_end(link.b.port), 1, link.pitches);
    b.path_port(link.b.port).bind(a.path_end(link.a.port), 1, link.pitches);
  }
  std::vector<SwitchModule*> modules;
  for (const auto& module : switches_) modules.push_back(module.get());
  chain_->attach(std::move(modules));
  attach_site_rules();
  chain_->on_check([this] { return complaint_of_sites(); });
  chain_->on_commit([this](const std::vector<SwitchModule*>& changed) {
    place(std::move(coming_));
    paths_->resolve_through(changed);
    paths_->retime();
  });
}

void Chip::attach_site_rules() {
  for (std::uint32_t site = 0; site < site_rules_.size(); ++site) {
    std::vector<SwitchModule*> own;
    for (const SwitchId id : plan_.local_rule->switches_of(SiteId{site})) own.push_back(switches_.at(id.value).get());
    site_rules_[site]->attach(std::move(own));
  }
}

std::optional<std::string> Chip::complaint_of_sites() const {
  for (std::uint32_t site = 0; inspected_ && site < site_rules_.size(); ++site) {
    if (auto difference = site_rules_[site]->first_difference(coming_.node_at[site])) return difference;
  }
  return std::nullopt;
}

void Chip::start_of_simulation() {
  for (std::size_t site = 0; site < routers_.size(); ++site) {
    Router& router = *routers_[site];
    router.connect(router.local_port(), pes_[site]->path_end().endpoint(), 1);
    pes_[site]->connect(router.path_end(router.local_port()).endpoint(), 1);
  }
  if (plan_.fabric == nullptr) place(identity_placement(site_count()));
  paths_->resolve_all();
}

std::optional<KindId> Chip::kind_at(SiteId site, PortId port) const {
  const NodeId node = routers_[site.value]->node();
  if (node == kNoNode || !plan_.network->peer({node, port})) return std::nullopt;
  return plan_.network->kind_at({node, port});
}

void Chip::configure(std::vector<std::uint8_t> stream, Placement placement,
                     const std::optional<RepairMessage>& message) {
  if (!chain_) throw std::logic_error("a directly wired network has no configuration chain");
  if (placement.site_of.size() != plan_.network->nodes() || placement.node_at.size() != routers_.size()) {
    throw std::logic_error("the placement does not fit the network and the fabric");
  }
  chain_->load(std::move(stream));
  coming_ = std::move(placement);
  inspected_ = message.has_value();
  if (!inspected_) return;
  for (const auto& rule : site_rules_) rule->receive(*message);
}

void Chip::place(Placement placement) {
  placement_ = std::move(placement);
  for (std::size_t site = 0; site < routers_.size(); ++site) {
    const NodeId node = placement_.node_at[site];
    routers_[site]->become(node, plan_.relation);
    pes_[site]->become(node);
  }
  if (!traffic_.empty()) start_traffic(traffic_, clock_.next());
}

SwitchStates Chip::read_back() const {
  SwitchStates states;
  for (const auto& module : switches_) states.push_back(module->state());
  return states;
}

std::vector<ReconfigurationStep> Chip::reconfiguration_steps(std::vector<std::uint8_t> stream, Placement placement,
                                                             std::optional<RepairMessage> message) {
  const Cycle shifting = chain_->cycles_for(stream.size()) - 1;  // the last one checks, and switches
  auto load = [this, stream = std::move(stream), placement = std::move(placement), message = std::move(message)] {
    configure(stream, placement, message);
  };
  auto complaint = [this] { return chain_->phase() == ConfigChain::Phase::kActive ? std::string() : chain_->error(); };
  return {{ReconfigurationPhase::kLoad, std::move(load), [=](Cycle spent) { return spent >= shifting; }, {}},
          {ReconfigurationPhase::kSwitch, {}, [](Cycle spent) { return spent >= 1; }, std::move(complaint)}};
}

/// Returns the ports of live nodes that the fault disables, one for each link.
std::vector<PortRef> Chip::ends_of(const Fault& fault) const {
  std::vector<PortRef> ends;
  const Network& network = *plan_.network;
  const auto add_between = [&](NodeId near, std::optional<NodeId> other) {
    for (const PortRef far : network.peers(near)) {
      if (far.node != kNoNode && (!other || far.node == *other)) ends.push_back(far);
    }
  };
  if (const SiteId* dead = std::get_if<SiteId>(&fault)) {
    add_between(NodeId{dead->value}, std::nullopt);
  } else {
    const auto [a, b] = std::get<LinkDefect>(fault);
    add_between(NodeId{a.value}, NodeId{b.value});
    add_between(NodeId{b.value}, NodeId{a.value});
  }
  return ends;
}

void Chip::kill(const Fault& fault) {
  const SiteId* dead = std::get_if<SiteId>(&fault);
  if (dead == nullptr) return;
  pe(*dead).die();
  if (plan_.fabric == nullptr) pe(*dead).retire();
}

void Chip::apply_defects(const Defects& defects) {
  const auto apply_defect = [this](const Fault& fault) {
    kill(fault);
    disable_links(fault);
  };
  for (const SiteId site : defects.sites) apply_defect(site);
  for (const LinkDefect link : defects.links) apply_defect(link);
}

void Chip::disable_links(const Fault& fault) {
  if (const SiteId* dead = std::get_if<SiteId>(&fault)) flooding_[dead->value]->die();
  for (const PortRef end : ends_of(fault)) flooding_[end.node.value]->close(end.port);
}

void Chip::spread(const Fault& fault) {
  disable_links(fault);
  for (const PortRef end : ends_of(fault)) flooding_[end.node.value]->notice(fault);
}

ReconfigurationStep Chip::spread_step(std::vector<Fault> faults) {
  auto begin = [this, faults = std::move(faults)] {
    for (const Fault& fault : faults) spread(fault);
  };
  auto over = [this](Cycle) {
    return std::none_of(flooding_.begin(), flooding_.end(), [](const auto& node) { return node->expects_something(); });
  };
  return {ReconfigurationPhase::kSpread, std::move(begin), std::move(over), {}};
}

void Chip::stop() {
  for (const auto& pe : pes_) pe->stop();
}

bool Chip::is_quiescent() const {
  if (counters().in_network() != 0) return false;
  for (std::size_t site = 0; site < pes_.size(); ++site) {
    if (pes_[site]->sending()) return false;
    for (const Vc vc : routers_[site]->vcs()) {
      if (pes_[site]->credits(vc) != parameters_.router.buffer) return false;
    }
    const Router& router = *routers_[site];
    for (const PortId port : router.ports()) {
      if (!router.is_idle(port)) return false;
    }
  }
  return true;
}

void Chip::resume() {
  for (const auto& pe : pes_) pe->resume();
}

void Chip::start_traffic(std::span<NodeTraffic> traffic, Cycle from) {
  if (placement_.site_of.size() != traffic.size()) throw std::logic_error("traffic starts before the nodes are placed");
  traffic_ = traffic;
  for (std::size_t node = 0; node < traffic.size(); ++node) {
    Pe& pe = *pes_[placement_.site_of[node].value];
    if (plan_.fabric != nullptr || !pe.dead()) pe.start(traffic[node], from);
  }
}

}  // namespace kintsugi
