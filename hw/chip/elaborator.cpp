#include "hw/chip/elaborator.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "hw/pe/traffic_pe.hpp"
#include "models/detection/error_check.hpp"
#include "models/network/limits.hpp"
#include "models/network/text.hpp"
#include "models/network/wire_length.hpp"

namespace kintsugi {

namespace {

void check_link(const LinkTiming& link) {
  require("link latency", kLinkLatencyRange, link.constant, "cycles");
  for (const LinkLatency cycles : link.by_kind) {
    require("link latency", kLinkLatencyRange, cycles.there, "cycles");
    require("link latency", kLinkLatencyRange, cycles.back, "cycles");
  }
  if (link.reach) require("reach", kReachRange, *link.reach, "pitches per cycle");
}

/// Its packets would take ports that lead elsewhere. `what`: "the routing 'nue'".
void check_network_of(const OfNetwork& relation, const std::string& what, const RoutedNetwork& own) {
  if (!relation.network() || relation.network()->is_wired_as(own)) return;
  const RoutedNetwork& of = *relation.network();
  const auto text = [](const RoutedNetwork& each) { return each.name + " with " + counted(each.nodes, "node"); };
  throw std::invalid_argument(what + " is of the network " + text(of) + ", and the chip has " + text(own) +
                              (of.nodes == own.nodes ? " and other links" : "") + ": give it one of its own network");
}

void check_networks(const ChipPlan& plan) {
  const RoutedNetwork own = routed_network(*plan.network);
  check_network_of(*plan.relation, "the routing '" + plan.relation->name() + "'", own);
  if (plan.multicast != nullptr) check_network_of(*plan.multicast, "the relation of multicasts", own);
}

void check_classes(const ChipPlan& plan, const RouterParameters& router, bool detects) {
  require("router.classes", kTrafficClassesRange, router.classes, "priority classes");
  if (router.vcs % router.classes != 0) {
    throw std::invalid_argument("router.vcs is " + std::to_string(router.vcs) +
                                " and must be a multiple of the priority classes, " + std::to_string(router.classes));
  }
  if (router.classes == 1) {
    if (router.strict) throw std::invalid_argument("priority classes are strict only if there are 2 or more");
    return;
  }
  if (const unsigned kept = plan.relation->message_classes(); kept != router.classes) {
    throw std::invalid_argument("the chip has " + std::to_string(router.classes) +
                                " priority classes, and the routing '" + plan.relation->name() +
                                "' keeps packets to the channels of " +
                                (kept == 1 ? "none" : std::to_string(kept) + " classes") +
                                ": give it MessageClasses of this routing with as many classes");
  }
  if (plan.multicast != nullptr) {
    throw std::invalid_argument("priority classes are not supported together with multicasts");
  }
  if (detects) throw std::invalid_argument("priority classes are not supported together with detection");
}

void check_diagnosis(const ChipPlan& plan, DiagnosisTiming timing) {
  if (plan.self_diagnosis == nullptr) return;
  if (plan.local_rule == nullptr) throw std::invalid_argument("self-diagnosis needs a fabric with a local rule");
  require("diagnosis.test_interval", kTestIntervalRange, static_cast<std::int64_t>(timing.test_interval), "cycles");
  require("diagnosis.time_out", kTimeOutRange, static_cast<std::int64_t>(timing.time_out), "cycles");
  if (timing.test_interval > timing.time_out) return;
  throw std::invalid_argument("diagnosis.test_interval must be more than diagnosis.time_out");
}

void check_detection(const ChipPlan& plan, const DetectionParameters& how) {
  if (plan.fabric != nullptr) throw std::invalid_argument("detection needs a directly wired network, without a fabric");
  if (plan.multicast != nullptr) throw std::invalid_argument("detection is not supported together with multicasts");
  require("detection.timeout", kAcknowledgementTimeoutRange, static_cast<std::int64_t>(how.timeout), "cycles");
  require("detection.retries", kRetriesRange, how.retries, "times");
  if (how.heartbeat != 0) {
    require("detection.heartbeat", kHeartbeatRange, static_cast<std::int64_t>(how.heartbeat), "cycles");
    require("detection.misses", kMissesRange, how.misses, "heartbeats");
  }
  syndrome_of(how.crc_bits, 0);
}

}  // namespace

ChipModules Elaborator::run() {
  check_parameters();
  plan_modules();
  tree_.build();
  bind_pes();
  bind_link_modules();
  if (plan_.fabric != nullptr) {
    bind_fabric();
  } else {
    bind_network();
  }
  number_routers();
  return std::move(modules_);
}

void Elaborator::check_parameters() const {
  const RouterParameters& router = parameters_.router;
  require("router.vcs", kVcsRange, router.vcs, "virtual channels");
  if (const unsigned needed = plan_.relation->vcs(); router.vcs < needed) {
    throw std::invalid_argument("the routing uses " + counted(needed, "virtual channel") +
                                " of every link, and router.vcs is " + std::to_string(router.vcs) +
                                ": with too few, packets can wait for each other for ever; set it to " +
                                std::to_string(needed));
  }
  check_networks(plan_);
  if (plan_.relation->can_deadlock() && !parameters_.accepts_deadlock) {
    throw std::invalid_argument("the routing '" + plan_.relation->name() +
                                "' is not free of deadlock, so packets can wait for each other for ever: take another "
                                "one, or set accepts_deadlock and have a Watchdog watch the chip");
  }
  require("router.buffer", kBufferRange, router.buffer, "flits");
  require("router.latency", kRouterLatencyRange, router.latency, "cycles");
  check_classes(plan_, router, parameters_.detection.has_value());
  require("router.patience", kPatienceRange, router.patience, "cycles");
  require("chain_bits", kChainBitsRange, parameters_.chain_bits, "bits per cycle");
  check_link(parameters_.link);
  check_diagnosis(plan_, parameters_.diagnosis);
  if (parameters_.detection) check_detection(plan_, *parameters_.detection);
  const bool shares = plan_.multicast != nullptr || plan_.fault_aware != nullptr || parameters_.detection;
  if (parameters_.threads > 1 && shares) {
    throw std::invalid_argument("multicasts, detection and fault-aware routing need a single thread");
  }
  for (std::uint32_t site = 0; site < plan_.sites(); ++site) {
    const std::size_t ports = plan_.layout(SiteId{site}).size() + 1;
    if (ports > kMaxPorts || ports * router.vcs > kMaxRouterChannels) {
      throw std::invalid_argument("router " + plan_.site_name(SiteId{site}) + " has " + std::to_string(ports) +
                                  " ports with " + std::to_string(router.vcs) + " channels each; at most " +
                                  std::to_string(kMaxPorts) + " ports and " + std::to_string(kMaxRouterChannels) +
                                  " channels in all");
    }
  }
}

void Elaborator::plan_modules() {
  modules_.routers.resize(plan_.sites());
  modules_.own_routers.resize(plan_.sites());
  modules_.pes.resize(plan_.sites());
  for (std::uint32_t site = 0; site < plan_.sites(); ++site) {
    tree_.add(plan_.site_name(SiteId{site}) + ".router",
              [this, site](const char* name) { make_router(name, SiteId{site}); });
    tree_.add(plan_.site_name(SiteId{site}) + ".pe", [this, site](const char* name) {
      modules_.pes[site] = make_pe(name, {SiteId{site}, context_, parameters_.router, observer_});
      if (parameters_.progress) parameters_.progress(++sites_made_, plan_.sites());
    });
  }
  if (plan_.on_link) plan_link_modules();
  if (parameters_.detection) {
    tree_.add("link_faults",
              [this](const char* name) { modules_.link_faults = std::make_unique<LinkFaults>(name, context_); });
  }
  if (parameters_.detection && parameters_.detection->heartbeat != 0) plan_heartbeats();
  if (plan_.fault_aware != nullptr) plan_flooding();
  if (plan_.fabric != nullptr) plan_fabric();
  if (plan_.fault_aware == nullptr && plan_.fabric == nullptr) return;
  tree_.add("controller", [this](const char* name) {
    modules_.controller = std::make_unique<ReconfigurationController>(name, *context_.clock, chip_);
  });
}

void Elaborator::make_router(const char* name, SiteId site) {
  std::unique_ptr<SiteRouter>& router = modules_.routers[site.index()];
  const PortLayout& layout = plan_.layout(site);
  if (plan_.make_router)
    router = plan_.make_router(
        name, {site, context_, layout, parameters_.router, plan_.site_name(site), plan_.relation, plan_.sites()});
  if (router == nullptr) {
    auto own = std::make_unique<Router>(name, context_, layout, parameters_.router);
    modules_.own_routers[site.index()] = own.get();
    router = std::move(own);
  } else if (router->network_ports() != layout.size()) {
    throw std::invalid_argument("the factory of the chip plan makes a router with " +
                                counted(router->network_ports(), "network port") + " for " + plan_.site_name(site) +
                                ", which has " + std::to_string(layout.size()));
  }
}

std::unique_ptr<Pe> Elaborator::make_pe(const char* name, const PeSite& site) const {
  if (!plan_.make_pe) return std::make_unique<TrafficPe>(name, site.chip, site.parameters, site.observer);
  auto pe = plan_.make_pe(name, site);
  if (pe == nullptr)
    throw std::invalid_argument("the factory of the chip plan makes no PE for " + plan_.site_name(site.site));
  return pe;
}

/// Returns the ports of routers that have a wire, in the order of links or taps.
std::vector<SitePort> Elaborator::linked_ports() const {
  std::vector<SitePort> ports;
  if (plan_.fabric == nullptr) {
    for (const Link& link : plan_.network->links()) {
      for (const PortRef end : {link.a, link.b}) ports.push_back({SiteId{end.node.value}, end.port});
    }
    return ports;
  }
  for (const Tap& tap : plan_.fabric->taps) ports.push_back({tap.site, tap.port});
  for (const FixedLink& link : plan_.fabric->links) ports.insert(ports.end(), {link.a, link.b});
  return ports;
}

std::optional<PortRef> Elaborator::far_end(SitePort port) const {
  if (plan_.fabric != nullptr) return std::nullopt;
  return plan_.network->peer({NodeId{port.site.value}, port.port});
}

void Elaborator::plan_link_modules() {
  modules_.link_modules.resize(plan_.sites());
  for (std::uint32_t site = 0; site < plan_.sites(); ++site) {
    modules_.link_modules[site].resize(plan_.layout(SiteId{site}).size());
  }
  for (const SitePort at : linked_ports()) {
    const std::string name = plan_.site_name(at.site) + ".link_" + plan_.layout(at.site)[at.port.index()];
    tree_.add(name, [this, at](const char* last) {
      modules_.link_modules[at.site.index()][at.port.index()] =
          plan_.on_link(last, {at.site, at.port, far_end(at), context_, parameters_.router});
    });
  }
}

void Elaborator::plan_heartbeats() {
  const DetectionParameters& how = *parameters_.detection;
  modules_.heartbeats.resize(plan_.sites());
  for (std::uint32_t node = 0; node < modules_.heartbeats.size(); ++node) {
    tree_.add(plan_.site_name(SiteId{node}) + ".heartbeat", [this, node, &how](const char* name) {
      modules_.heartbeats[node] =
          std::make_unique<Heartbeat>(name, *context_.clock, plan_.layout(SiteId{node}), how.heartbeat, how.misses);
    });
  }
}

void Elaborator::plan_flooding() {
  if (plan_.fabric != nullptr) {
    throw std::invalid_argument("fault-aware routing needs a directly wired network; a fabric repairs its faults");
  }
  modules_.flooding.resize(plan_.sites());
  for (std::uint32_t node = 0; node < modules_.flooding.size(); ++node) {
    tree_.add(plan_.site_name(SiteId{node}) + ".fault_flooding", [this, node](const char* name) {
      modules_.flooding[node] = std::make_unique<FaultFlooding>(name, *context_.clock, plan_.layout(SiteId{node}),
                                                                NodeId{node}, *plan_.fault_aware);
    });
  }
}

void Elaborator::plan_fabric() {
  const Fabric& fabric = *plan_.fabric;
  modules_.switches.resize(fabric.switches.size());
  std::vector<std::vector<bool>> tapped;  // by switch and terminal
  for (const FabricSwitch& each : fabric.switches) tapped.emplace_back(each.type->terminals().size());
  for (const Tap& tap : fabric.taps) tapped[tap.terminal.switch_id.value].at(tap.terminal.terminal) = true;
  for (std::uint32_t id = 0; id < modules_.switches.size(); ++id) {
    tree_.add(fabric.switches[id].name, [this, id, taps = std::move(tapped[id])](const char* name) {
      modules_.switches[id] = std::make_unique<SwitchModule>(
          name, *context_.clock, SwitchId{id}, *plan_.fabric->switches[id].type, taps, parameters_.shown_ports);
    });
  }
  if (plan_.local_rule != nullptr) {
    modules_.site_rules.resize(plan_.sites());
    for (std::uint32_t site = 0; site < modules_.site_rules.size(); ++site) {
      tree_.add(plan_.site_name(SiteId{site}) + ".rule", [this, site](const char* name) {
        modules_.site_rules[site] = std::make_unique<SiteRule>(name, *context_.clock, *plan_.local_rule, SiteId{site});
      });
    }
  }
  if (plan_.self_diagnosis != nullptr) plan_diagnosis();
  tree_.add("config_chain", [this](const char* name) {
    modules_.chain = std::make_unique<ConfigChain>(name, *context_.clock, *plan_.fabric, parameters_.chain_bits);
  });
}

void Elaborator::plan_diagnosis() {
  modules_.diagnosis.resize(plan_.sites());
  for (std::uint32_t site = 0; site < plan_.sites(); ++site) {
    tree_.add(plan_.site_name(SiteId{site}) + ".diagnosis", [this, site](const char* name) {
      modules_.diagnosis[site] = std::make_unique<SiteDiagnosis>(name, *context_.clock, *plan_.self_diagnosis,
                                                                 SiteId{site}, parameters_.diagnosis);
    });
  }
}

void Elaborator::bind_pes() {
  for (std::size_t site = 0; site < modules_.routers.size(); ++site) {
    SiteRouter& router = *modules_.routers[site];
    Pe& pe = *modules_.pes[site];
    router.path_port(router.local_port()).bind(pe.path_end(), 1, 0);
    router.bind_to(router.local_port(), pe.path_port(), 0);
  }
}

/// Joins the modules in links to the routers at whose ports they are.
void Elaborator::bind_link_modules() {
  for (const auto& of_site : modules_.link_modules) {
    for (const auto& module : of_site) {
      if (module == nullptr) continue;
      SiteRouter& router = *modules_.routers[module->site().index()];
      router.path_port(module->port()).bind(module->path_target(LinkSide::kRouter), 1, 0);
      router.bind_to(module->port(), module->path_port(LinkSide::kRouter), 0);
    }
  }
}

/// Returns the path port by which a port of a router, or the module in its link, meets its wire.
PathPort& Elaborator::wire_from(SiteId site, PortId port) const {
  LinkModule* const module = modules_.link_module(site, port);
  return module != nullptr ? module->path_port(LinkSide::kFar) : modules_.routers[site.index()]->path_port(port);
}

void Elaborator::bind_wire_to(SiteId site, PortId port, PathPort& from, unsigned pitches) const {
  if (LinkModule* const module = modules_.link_module(site, port)) {
    from.bind(module->path_target(LinkSide::kFar), 1, pitches);
  } else {
    modules_.routers[site.index()]->bind_to(port, from, pitches);
  }
}

void Elaborator::bind_link(SitePort a, SitePort b, unsigned pitches) const {
  bind_wire_to(b.site, b.port, wire_from(a.site, a.port), pitches);
  bind_wire_to(a.site, a.port, wire_from(b.site, b.port), pitches);
}

void Elaborator::bind_network() {
  const Network& network = *plan_.network;
  for (const Link& link : network.links()) {
    bind_link({SiteId{link.a.node.value}, link.a.port}, {SiteId{link.b.node.value}, link.b.port},
              wire_pitches(network, link));
  }
  if (!modules_.flooding.empty()) bind_flooding();
  if (!modules_.heartbeats.empty()) bind_heartbeats();
}

void Elaborator::bind_heartbeats() {
  for (const Link& link : plan_.network->links()) {
    Heartbeat& a = *modules_.heartbeats[link.a.node.value];
    Heartbeat& b = *modules_.heartbeats[link.b.node.value];
    a.bind(link.a.port, b, link.b.port);
    b.bind(link.b.port, a, link.a.port);
  }
}

void Elaborator::bind_flooding() {
  for (const Link& link : plan_.network->links()) {
    FaultFlooding& a = *modules_.flooding[link.a.node.value];
    FaultFlooding& b = *modules_.flooding[link.b.node.value];
    a.bind(link.a.port, b);
    b.bind(link.b.port, a);
  }
}

void Elaborator::bind_fabric() {
  for (const Tap& tap : plan_.fabric->taps) {
    SwitchModule& far = *modules_.switches[tap.terminal.switch_id.value];
    wire_from(tap.site, tap.port).bind(far.path_end(tap.terminal.terminal), 1, 0, tap.lane);
    bind_wire_to(tap.site, tap.port, far.tap_port(tap.terminal.terminal, tap.lane), 0);
  }
  for (const Wire& wire : plan_.fabric->wires) {
    SwitchModule& a = *modules_.switches[wire.a.switch_id.value];
    SwitchModule& b = *modules_.switches[wire.b.switch_id.value];
    a.wire_port(wire.a.terminal).bind(b.path_end(wire.b.terminal), wire.lanes, wire.pitches);
    b.wire_port(wire.b.terminal).bind(a.path_end(wire.a.terminal), wire.lanes, wire.pitches);
  }
  for (const FixedLink& link : plan_.fabric->links) bind_link(link.a, link.b, link.pitches);
  std::vector<SwitchModule*> modules;
  for (const auto& module : modules_.switches) modules.push_back(module.get());
  modules_.chain->attach(std::move(modules));
  attach_site_rules();
  if (!modules_.diagnosis.empty()) bind_diagnosis();
}

void Elaborator::bind_diagnosis() {
  const TestGraph& graph = plan_.self_diagnosis->graph();
  for (std::uint32_t site = 0; site < modules_.diagnosis.size(); ++site) {
    SiteDiagnosis& own = *modules_.diagnosis[site];
    const auto ports = graph.ports(SiteId{site});
    for (std::size_t port = 0; port < ports.size(); ++port) {
      const auto [link, far] = ports[port];
      own.bind(port, *modules_.diagnosis[far.value], graph.port_of(far, link));
    }
    own.attach(*modules_.site_rules.at(site));
  }
}

void Elaborator::attach_site_rules() {
  for (std::uint32_t site = 0; site < modules_.site_rules.size(); ++site) {
    std::vector<SwitchModule*> own;
    for (const SwitchId id : plan_.local_rule->switches_of(SiteId{site}))
      own.push_back(modules_.switches.at(id.value).get());
    modules_.site_rules[site]->attach(std::move(own));
  }
}

void Elaborator::number_routers() {
  for (std::uint32_t site = 0; site < modules_.routers.size(); ++site) {
    SiteRouter& router = *modules_.routers[site];
    const ModuleIndex module = router.endpoint(router.local_port()).module;
    if (modules_.site_of.size() <= module) modules_.site_of.resize(module + 1, kNoSite);
    modules_.site_of[module] = SiteId{site};
  }
  for (const auto& of_site : modules_.link_modules) {
    for (const auto& module : of_site) {
      if (module == nullptr) continue;
      const ModuleIndex number = module->endpoint(LinkSide::kRouter).module;
      if (modules_.link_module_of.size() <= number) modules_.link_module_of.resize(number + 1);
      modules_.link_module_of[number] = module.get();
    }
  }
}

}  // namespace kintsugi
