#include "tb/tool/setup/setup.hpp"

#include <algorithm>
#include <array>

#include "models/network/limits.hpp"
#include "models/network/metrics.hpp"
#include "models/registry/routings.hpp"
#include "tb/tool/scenario/feature_section.hpp"
#include "tb/tool/scenario/nearest.hpp"
#include "tb/tool/scenario/vocabulary.hpp"
#include "tb/tool/setup/fabric_remedy.hpp"
#include "tb/tool/setup/node_finder.hpp"

namespace kintsugi {

namespace {

std::string with_section(const std::string& section, const std::string& parameter) {
  return parameter.find('.') == std::string::npos ? section + '.' + parameter : parameter;
}

bool is_required(const Family& family, const std::string& parameter) {
  const auto& specs = family.parameters();
  const auto spec = std::ranges::find(specs, parameter, &ParameterSpec::name);
  return spec != specs.end() && spec->required;
}

/// In a network section with mistakes a wrong value is replaced by its default, so a message about any but a required
/// parameter would be about another network than the one in the scenario.
std::unique_ptr<Design> build_design(const ReadScenario& read, Diagnostics& errors) {
  if (!read.network_known) return nullptr;
  const Family& family = *read.family;
  try {
    return family.build(read.scenario.network.parameters);
  } catch (const ParameterFileError& error) {
    // What the file must hold depends on the parameters beside it.
    if (!read.network_intact) return nullptr;
    for (const FileMistake& mistake : error.mistakes()) {
      errors.add({error.path(), mistake.line, mistake.column}, mistake.message);
    }
    return nullptr;
  } catch (const ParameterError& error) {
    const std::string path = with_section("network", error.parameter());
    const std::string name = path.substr(path.rfind('.') + 1);
    if (read.network_intact || is_required(family, name)) {
      errors.add(read.scenario.where(path), path + ": " + error.what());
    }
    return nullptr;
  }
}

/// Returns the names of the routings that have a property: "hdr, redirect".
std::string routings_with(const Design& design, bool RoutingInfo::*property) {
  std::string names;
  for (const RoutingInfo& routing : routings_of(design)) {
    if (routing.*property) names += (names.empty() ? "" : ", ") + routing.name;
  }
  return names;
}

/// Returns whether all sections of the scenario count.
bool is_for_a_run(SetupFor purpose) {
  return purpose == SetupFor::kScenario || purpose == SetupFor::kCheck;
}

/// Refuses sections about a fabric if there is none. The remedy is found for a complaint only: it takes a fabric, which
/// takes as long to build as the chip.
void check_that_no_fabric_is_needed(const Scenario& scenario, const Setup& setup, Diagnostics& errors) {
  auto complain = [&](std::string_view path, const std::string& why) {
    if (!scenario.positions.contains(path)) return;
    errors.add(scenario.where(path), std::string(path) + ": " + why + "; " + fabric_remedy(*setup.design));
  };
  const bool routes_around = setup.routing.routes_around_faults || !setup.relation;
  constexpr std::array<std::string_view, 5> kHow = {"repair.planner", "repair.rule", "repair.objective",
                                                    "repair.longest", "repair.conflicts"};
  const bool says_how =
      std::ranges::any_of(kHow, [&](std::string_view key) { return scenario.positions.contains(key); });
  if (!routes_around || says_how) complain("repair", "there is no fabric that could be repaired");
  complain("link.reach", "without a fabric links have no length");
}

std::unique_ptr<ReconfigurableFabric> build_fabric(const Scenario& scenario, const Setup& setup, SetupFor purpose,
                                                   Diagnostics& errors) {
  const Design& design = *setup.design;
  if (!scenario.fabric && purpose == SetupFor::kYield) return nullptr;
  if (!scenario.fabric && !design.always_on_fabric()) {
    if (!scenario.positions.contains("fabric")) check_that_no_fabric_is_needed(scenario, setup, errors);
    return nullptr;
  }
  try {
    auto fabric = design.fabric(scenario.fabric_or_default().options);
    if (!fabric)
      errors.add(scenario.where("fabric"), "there is no fabric for a network of kind " + scenario.network.kind);
    return fabric;
  } catch (const ParameterError& error) {
    const std::string path = with_section("fabric", error.parameter());
    errors.add(scenario.where(path), path + ": " + error.what());
    return nullptr;
  }
}

std::optional<RoutingInfo> find_routing(const Scenario& scenario, const Design& design, Diagnostics& errors) {
  const std::vector<RoutingInfo> routings = routings_of(design);
  if (!scenario.router.routing) return routings.empty() ? std::nullopt : std::optional(routings.front());
  const std::string& name = *scenario.router.routing;
  const auto found = std::ranges::find(routings, name, &RoutingInfo::name);
  if (found != routings.end()) return *found;
  std::vector<std::string> names;
  for (const RoutingInfo& routing : routings) names.push_back(routing.name);
  errors.add(scenario.where("router.routing"), "router.routing: unknown name '" + name + "'" + suggestion(name, names));
  return std::nullopt;
}

/// Returns the virtual channels of the scenario, else those of the preset, but never fewer than the routing needs.
unsigned channels_for(const Scenario& scenario, const RoutingInfo& routing) {
  if (scenario.router.vcs) return *scenario.router.vcs;
  const auto preset = router_preset(scenario.router.preset).vcs;
  return preset ? std::max(*preset, routing.min_vcs) : routing.default_vcs;
}

unsigned most_ports(const Network& network) {
  std::size_t ports = 0;
  for (std::uint32_t node = 0; node < network.nodes(); ++node) {
    ports = std::max(ports, network.ports(NodeId{node}).size() + 1);  // and the PE's own
  }
  return static_cast<unsigned>(ports);
}

bool channels_fit(const Scenario& scenario, const Network& network, const RoutingInfo& routing, unsigned vcs,
                  Diagnostics& errors) {
  const std::size_t errors_before = errors.size();
  const Where where = scenario.where("router.vcs");
  if (vcs < routing.min_vcs) {
    errors.add(where, "router.vcs must be at least " + std::to_string(routing.min_vcs) + " for routing '" +
                          routing.name + "' to be free of deadlock, not '" + std::to_string(vcs) + "'");
  }
  if (const unsigned ports = most_ports(network); ports * vcs > kMaxRouterChannels) {
    errors.add(where, "router.vcs must be at most " + std::to_string(kMaxRouterChannels / ports) + " for routers of " +
                          std::to_string(ports) + " ports, not '" + std::to_string(vcs) + "'");
  }
  return errors.size() == errors_before;
}

/// Refuses patience with a routing that has no way for packets that wait.
void check_patience(const Scenario& scenario, const Setup& setup, Diagnostics& errors) {
  if (scenario.router.patience.value_or(0) == 0 || setup.routing.defers) return;
  const std::string valid = routings_with(*setup.design, &RoutingInfo::defers);
  errors.add(scenario.where("router.patience"),
             "router.patience: routing '" + setup.routing.name + "' has no way for packets that remain blocked; " +
                 (valid.empty() ? "this network has no routing with one: leave the key out" : "valid with: " + valid));
}

/// Refuses latency as the weight of links where no routing weighs them, or where the repair decides on it.
void check_weight(const Scenario& scenario, const RoutingInfo& routing, bool holes, Diagnostics& errors) {
  if (scenario.router.weight != "latency") return;
  const auto refuse = [&](const std::string& why) {
    errors.add(scenario.where("router.weight"), "router.weight: " + why);
  };
  if (!is_general(routing.name) && (!holes || routing.routes_around_faults)) {
    refuse("routing '" + routing.name + "' does not weigh links; choose updown, nue or around, or leave the key out");
  } else if (scenario.link.reach) {
    refuse(
        "with link.reach the latency of a link follows from the repair; set the weight to hops, or give link.latency");
  }
}

/// Returns whether the network is wired directly and has dead nodes or links, from the start or at run time. A command
/// about yield builds the fabric itself.
bool has_holes(const Scenario& scenario, const Design& design, SetupFor purpose) {
  if (scenario.fabric || design.always_on_fabric() || purpose == SetupFor::kYield) return false;
  return scenario.positions.contains("defects") || (scenario.positions.contains("faults") && !scenario.only_corrupts());
}

/// Makes the routing. A name that the scenario gives can be one that this network is too large for, or that has no
/// detours.
std::unique_ptr<RoutingRelation> make_relation(const Scenario& scenario, const Setup& setup, bool holes, unsigned vcs,
                                               Diagnostics& errors) {
  const Design& design = *setup.design;
  if (scenario.unstopped && vcs % 2 != 0) {
    errors.add(scenario.where("router.vcs"),
               "router.vcs must be even for the two sets of routes of repair.mode: "
               "unstopped, not '" +
                   std::to_string(vcs) + "'");
    return nullptr;
  }
  try {
    if (scenario.unstopped) return make_routing_side_by_side(design, setup.routing.name, vcs, setup.weights);
    const std::string& name = setup.routing.name;
    return holes ? make_routing_around_faults(design, name, vcs, setup.weights)
                 : make_routing(design, name, vcs, setup.weights);
  } catch (const std::invalid_argument& error) {
    errors.add(scenario.where("router.routing"), std::string("router.routing: ") + error.what());
    return nullptr;
  }
}

/// Returns whether a command about the network alone takes one that is too large for the routing which it would have.
bool can_do_without(const Scenario& scenario, const Setup& setup, SetupFor purpose, bool holes) {
  return purpose == SetupFor::kTopology && !scenario.router.routing &&
         is_too_large_for(*setup.design, setup.routing.name, holes);
}

void build_relation(const Scenario& scenario, Setup& setup, SetupFor purpose, Diagnostics& errors) {
  const auto routing = find_routing(scenario, *setup.design, errors);
  if (!routing) return;
  const bool holes = has_holes(scenario, *setup.design, purpose);
  check_weight(scenario, *routing, holes, errors);
  setup.routing = holes ? with_detours(*routing) : *routing;
  if (scenario.unstopped && (!holes || scenario.faults.empty())) {
    errors.add(scenario.where("repair.mode"),
               "repair.mode: unstopped needs faults in a directly wired network; set it to drain");
    return;
  }
  if (scenario.unstopped) setup.routing = side_by_side(setup.routing);
  check_patience(scenario, setup, errors);
  if (can_do_without(scenario, setup, purpose, holes)) return;
  const unsigned vcs = channels_for(scenario, setup.routing);
  if (!channels_fit(scenario, setup.network(), setup.routing, vcs, errors)) return;
  setup.relation = make_relation(scenario, setup, holes, vcs, errors);
}

bool is_connected(const Network& network) {
  const std::vector<std::uint32_t> distances = distances_from(network, NodeId{0});
  return std::ranges::find(distances, kUnreachable) == distances.end();
}

/// Finds defects and faults; without a fabric the routing must route around them, as it must where a network has parts.
void find_what_dies(const Scenario& scenario, Setup& setup, Diagnostics& errors) {
  setup.places = setup.fabric ? places_of(*setup.fabric) : places_of(*setup.design);
  setup.defects = find_defects(scenario.defects, setup.places, errors);
  if (!setup.defects.elements.empty()) {
    setup.element_addresses = addresses_of_elements(scenario.defects, setup.places);
    setup.defective = std::make_unique<DefectiveFabric>(setup.fabric->fabric(), setup.defects.elements);
  }
  setup.faults = find_faults(scenario, setup.defects, setup.places, errors);
  if (setup.fabric || !setup.relation) return;
  setup.connected = is_connected(setup.network());
  if (setup.connected && setup.defects.empty() && scenario.faults.empty()) return;
  if (const std::string key(scenario.multicast_key()); !key.empty() && !setup.defects.empty()) {
    errors.add(scenario.where(key), key +
                                        ": multicast is not supported together with defects where there is no "
                                        "fabric; leave out one of them");
  }
  setup.fault_aware = &dynamic_cast<FaultAware&>(*setup.relation);
  setup.fault_aware->know(setup.defects);
}

/// Refuses faults that are not noticed; `what` begins the sentence that says so.
void refuse_unnoticed(const Scenario& scenario, const std::string& what, const std::string& remedy,
                      Diagnostics& errors) {
  for (const TimedFault& fault : scenario.faults) {
    if (std::holds_alternative<ElementAddress>(fault.what.address)) {
      errors.add(fault.what.where, what + " that a switch or a wire dies; " + remedy);
    }
    if (fault.until) errors.add(fault.until_where, what + " that a fault ends; " + remedy + ", or leave out until");
  }
}

/// Finds the links that corrupt flits, and refuses detection where it is not modelled.
void build_detection(const Scenario& scenario, Setup& setup, SetupFor purpose, Diagnostics& errors) {
  const auto refuse = [&](const char* path, const char* why) {
    errors.add(scenario.where(path), std::string(path) + ": " + why);
  };
  if (!scenario.corruptions.empty() && !scenario.detection) {
    refuse("faults", "only a run with detection has links that corrupt flits; add detection: {}");
  }
  if (!scenario.detection || !is_for_a_run(purpose)) return;
  if (setup.fabric || scenario.fabric) {
    return refuse("detection", "it is modelled for directly wired networks only; leave out fabric, or detection");
  }
  if (const std::string key(scenario.multicast_key()); !key.empty()) {
    refuse(key.c_str(), "multicast is not supported together with detection; leave out one of them");
  }
  setup.has_heartbeats = scenario.detection->heartbeat != 0;
  if (setup.has_heartbeats) {
    refuse_unnoticed(scenario, "no heartbeat says", "leave out detection.heartbeat", errors);
    if (scenario.unstopped) refuse("detection.heartbeat", "nodes that notice faults drain the network; leave it out");
  }
  setup.places = places_of(*setup.design);
  setup.corruptions = find_corruptions(scenario, setup.places, errors);
}

/// Finds how the PEs diagnose faults, if the scenario wants them to.
void build_self_diagnosis(const Scenario& scenario, Setup& setup, Diagnostics& errors) {
  if (scenario.diagnosis.is_told()) return;
  setup.diagnosis = scenario.diagnosis.method;
  if (setup.fabric) setup.self_diagnosis = setup.fabric->self_diagnosis();
  if (setup.self_diagnosis) {
    return refuse_unnoticed(scenario, "no PE notices", "set repair.diagnosis to told", errors);
  }
  errors.add(scenario.where("repair.diagnosis"),
             std::string("repair.diagnosis: ") +
                 (setup.fabric ? "the PEs of this fabric cannot diagnose faults themselves; set it to told"
                               : "without a fabric there is no repair to diagnose for; set it to told"));
}

/// Returns the kind without the number at its end: "level" of "level 2", "long haul" of "long haul 3".
std::string without_number(const std::string& kind) {
  const std::size_t blank = kind.rfind(' ');
  const bool numbered = blank != std::string::npos && blank + 1 < kind.size() &&
                        kind.find_first_not_of("0123456789", blank + 1) == std::string::npos;
  return numbered ? kind.substr(0, blank) : kind;
}

/// Returns the kinds of links, and those with a number without it: "level" names "level 2" and all others.
std::vector<std::string> names_of_kinds(const Network& network) {
  std::vector<std::string> names(network.kinds().begin(), network.kinds().end());
  for (const std::string& kind : network.kinds()) {
    if (std::ranges::find(names, without_number(kind)) == names.end()) names.push_back(without_number(kind));
  }
  return names;
}

/// Returns the latencies where the scenario names no kind: one for all links that it gives, or what the network gives,
/// or that of the preset.
std::vector<unsigned> latencies_otherwise(const Scenario& scenario, const Design& design) {
  std::vector<unsigned> latencies(design.network().kinds().size(), scenario.link.latency);
  const bool is_given = scenario.positions.contains("link.latency") && scenario.link.by_kind.empty();
  const std::vector<unsigned> own = design.link_latencies();
  for (std::size_t kind = 0; !is_given && kind < own.size(); ++kind) {
    if (own[kind] != 0) latencies[kind] = own[kind];
  }
  return latencies;
}

std::vector<unsigned> link_latencies(const Scenario& scenario, const Design& design, Diagnostics& errors) {
  const Network& network = design.network();
  const std::vector<std::string> names = names_of_kinds(network);
  const auto& by_kind = scenario.link.by_kind;
  for (const auto& [name, latency] : by_kind) {
    if (std::ranges::find(names, name) != names.end()) continue;
    errors.add(scenario.where("link.latency." + name), [&] {
      return "link.latency: this network has no links of kind '" + name + "'" + suggestion(name, names);
    });
  }
  std::vector<unsigned> latencies = latencies_otherwise(scenario, design);
  for (std::size_t kind = 0; kind < latencies.size(); ++kind) {
    auto found = by_kind.find(network.kinds()[kind]);
    if (found == by_kind.end()) found = by_kind.find(without_number(network.kinds()[kind]));
    if (found != by_kind.end()) latencies[kind] = found->second;
  }
  return latencies;
}

/// Returns the cycles of a head on each kind of link and in the router behind it, if routings are to weigh latencies.
LinkWeights weights_of(const Scenario& scenario, const Setup& setup) {
  const bool states_latencies = !setup.design->link_latencies().empty();
  if (scenario.router.weight.value_or(states_latencies ? "latency" : "hops") == "hops") return {};
  LinkWeights weights = setup.link_latency;
  for (unsigned& weight : weights) weight += scenario.router.latency;
  return weights;
}

/// Makes the relation of multicasts. A group around the source is addressed by a family's own relation, which goes with
/// the family's routings as they are.
void build_multicast(const Scenario& scenario, Setup& setup, Diagnostics& errors) {
  if (!scenario.traffic->multicast || !goes_to_own_group(scenario, *setup.design)) {
    setup.multicast = setup.design->multicast(*setup.relation);
    return;
  }
  setup.multicast = setup.design->broadcast(*setup.relation);
  if (setup.multicast) return;
  const std::string& to = scenario.traffic->multicast->to;
  errors.add(scenario.where("traffic.multicast.to"),
             "traffic.multicast.to: " + to + " goes with the network's own routings without detours, not with '" +
                 setup.routing.name + "'; set router.routing to one of them, or name other destinations");
}

/// Finds the packet that opens or closes the waveform.
std::optional<PacketTime> find_packet(const std::optional<WrittenPacket>& written, const Where& where, const char* key,
                                      const NodeFinder& nodes) {
  if (!written) return std::nullopt;
  PacketTime packet{written->number, std::nullopt, written->after};
  if (!written->source) return packet;
  const auto source = nodes.find({*written->source, where}, key);
  if (source) packet.source = source->value;
  return packet;
}

/// Returns the node that a fact of a packet expects; kNoNode if none does.
NodeId expected_node(const ExpectedPacket& packet, const NodeFinder& nodes) {
  for (const Expectation& fact : packet.facts) {
    const auto* node = std::get_if<WrittenNode>(&fact.wanted);
    if (node != nullptr) return nodes.find(*node, "expect.single_packets." + fact.name).value_or(kNoNode);
  }
  return kNoNode;
}

/// Finds the nodes of the packets that the waveform and the expectations name.
void find_named_packets(const Scenario& scenario, Setup& setup, Diagnostics& errors) {
  const NodeFinder nodes(setup.network(), errors);
  if (scenario.waves) {
    setup.from_packet = find_packet(scenario.waves->from_packet, scenario.where("waves.from"), "waves.from", nodes);
    setup.to_packet = find_packet(scenario.waves->to_packet, scenario.where("waves.to"), "waves.to", nodes);
  }
  for (const ExpectedPacket& packet : scenario.expect.packets) {
    const auto source = nodes.find(packet.source, "expect.single_packets.source");
    setup.expected_sources.push_back(source.value_or(NodeId{0}));
    setup.expected_destinations.push_back(expected_node(packet, nodes));
  }
}

void check_features(const Scenario& scenario, Diagnostics& errors) {
  for (const FeatureSection& section : feature_sections()) {
    if (section.check != nullptr) section.check(scenario, errors);
  }
}

}  // namespace

std::string name_with_legend(const Design& design) {
  const std::string& name = design.network().name();
  const std::string legend = design.name_legend();
  return legend.empty() ? name : name + ", as " + legend;
}

bool wants_proof(const Scenario& scenario) {
  return scenario.run.proof != RunSection::Proof::kSkip;
}

bool proves_all_pairs(const Scenario& scenario, std::size_t nodes) {
  constexpr std::size_t kLimit = 4096;  // nodes up to which `proof: auto` follows all pairs
  using Proof = RunSection::Proof;
  return scenario.run.proof == Proof::kAuto ? nodes <= kLimit : scenario.run.proof == Proof::kFull;
}

std::string Setup::weight(const std::string& of) const {
  if (!is_general(of)) return "";
  if (!weights.empty()) return "latency";
  return design->link_latencies().empty() ? "" : "hops";
}

std::string Setup::described(const std::string& of) const {
  const std::string by = weight(of);
  return of + (by.empty() ? "" : ", by " + by);
}

std::vector<NodeId> Setup::dead_nodes() const {
  return fabric ? std::vector<NodeId>() : nodes_of(defects);
}

std::string Setup::pe_name(SiteId site) const {
  return fabric ? describe_address(places.addresses[site.value]) : network().node_name(NodeId{site.value});
}

Setup build_setup(const ReadScenario& read, Diagnostics& errors, SetupFor purpose, const BeginPart& progress) {
  const Scenario& scenario = read.scenario;
  Setup setup;
  setup.family = read.family;
  setup.design = build_design(read, errors);
  if (scenario.traffic) setup.traffic = build_traffic(scenario, setup.design.get(), errors, progress);
  if (!setup.design) return setup;
  setup.link_latency = link_latencies(scenario, *setup.design, errors);
  setup.weights = weights_of(scenario, setup);
  build_relation(scenario, setup, purpose, errors);
  const bool unasked = !scenario.fabric && setup.design->always_on_fabric();
  if (!unasked || is_for_a_run(purpose)) setup.fabric = build_fabric(scenario, setup, purpose, errors);
  const bool direct = !scenario.fabric && !setup.design->always_on_fabric() && purpose != SetupFor::kYield;
  if (setup.fabric || (direct && setup.routing.routes_around_faults)) {
    find_what_dies(scenario, setup, errors);
    build_self_diagnosis(scenario, setup, errors);
  }
  build_detection(scenario, setup, purpose, errors);
  if (setup.relation && setup.traffic && !scenario.multicast_key().empty()) build_multicast(scenario, setup, errors);
  if (errors.empty() && is_for_a_run(purpose)) check_features(scenario, errors);
  if (scenario.runs_program() && setup.traffic) {
    const std::vector<NodeId> dead = setup.dead_nodes();
    const WorkloadSite site{setup.network(), setup.relation.get(), dead, purpose == SetupFor::kScenario};
    setup.traffic->workload = build_workload(scenario, site, errors, progress);
  }
  find_named_packets(scenario, setup, errors);
  return setup;
}

}  // namespace kintsugi
