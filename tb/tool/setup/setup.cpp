#include "tb/tool/setup/setup.hpp"

#include <algorithm>
#include <array>

#include "models/repair/reconfigurable.hpp"  // IWYU pragma: keep (the fabric of a design is destroyed here)
#include "tb/tool/scenario/feature_section.hpp"
#include "tb/tool/scenario/mistakes_of_file.hpp"
#include "tb/tool/setup/build_steps.hpp"
#include "tb/tool/setup/node_finder.hpp"
#include "tb/tool/setup/workload_setup.hpp"

namespace kintsugi {

namespace {

bool is_required(const Family& family, const std::string& parameter) {
  const auto& specs = family.parameters();
  const auto spec = std::ranges::find(specs, parameter, &ParameterSpec::name);
  return spec != specs.end() && spec->required;
}

/// In a network section with mistakes a wrong value is replaced by its default, so a message about any but a required
/// parameter would be about another network than the one in the scenario.
std::unique_ptr<Design> design_of(const ReadScenario& read, Diagnostics& errors) {
  if (!read.network_known) return nullptr;
  const Family& family = *read.family;
  try {
    return family.build(read.scenario.network.parameters);
  } catch (const ParameterFileError& error) {
    // What the file must hold depends on the parameters beside it.
    if (!read.network_intact) return nullptr;
    add_mistakes(error.path(), error.mistakes(), errors);
    return nullptr;
  } catch (const ParameterError& error) {
    const std::string path = with_section("network", error.parameter());
    const std::string name = path.substr(path.rfind('.') + 1);
    if (read.network_intact || is_required(family, name)) {
      errors.add(read.scenario.where(path), path, ": ", error.what());
    }
    return nullptr;
  }
}

const std::string kAdd = "add fabric: {}";

struct BuildStep {
  void (*build)(const Building& building);
  const char* what;  ///< as progress calls it
  bool needs_network = true;
};

/// The steps in their order. The traffic does not need the network: without one it checks the keys that depend on none.
constexpr std::array kSteps = {
    BuildStep{build_network, "building the network", false},
    BuildStep{build_traffic, "reading the traffic", false},
    BuildStep{build_links, "finding the latencies of the links"},
    BuildStep{build_routing, "making the routing"},
    BuildStep{build_fabric, "building the fabric"},
    BuildStep{find_what_dies, "finding the defects and faults"},
    BuildStep{build_diagnosis, "checking the diagnosis"},
    BuildStep{build_detection, "checking the detection"},
    BuildStep{build_multicasts, "finding the multicasts"},
    BuildStep{check_features, "checking the features"},
    BuildStep{build_program, "making the program"},
    BuildStep{find_named_nodes, "finding the nodes that are named"},
};

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
  return states_latencies ? "hops" : "";
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

void check_features(const Building& building) {
  if (!building.errors.empty() || !building.is_for_a_run()) return;
  for (const FeatureSection& section : feature_sections()) {
    if (section.check != nullptr) section.check(building.scenario, building.errors);
  }
}

Setup build_setup(const ReadScenario& read, Diagnostics& errors, SetupFor purpose, const BeginPart& progress) {
  Setup setup;
  const Building building{read, purpose, progress, setup, errors};
  for (const BuildStep& step : kSteps) {
    if (!setup.design && step.needs_network) continue;
    begin_part(progress, step.what, "step");
    step.build(building);
  }
  return setup;
}

std::string fabric_remedy(const Design& design) {
  try {
    return design.fabric({}) != nullptr ? kAdd : "networks of this kind have no fabric";
  } catch (const ParameterError& error) {
    return std::string("this network can have none: ") + error.what();
  }
}

bool can_have_fabric(const Design& design) {
  return fabric_remedy(design) == kAdd;
}

std::vector<SitePort> linked_ports(const Setup& setup) {
  std::vector<SitePort> ports;
  if (!setup.fabric) {
    for (const Link& link : setup.network().links()) {
      for (const PortRef end : {link.a, link.b}) ports.push_back({SiteId{end.node.value}, end.port});
    }
  } else {
    const Fabric& fabric = setup.built_fabric();
    for (const Tap& tap : fabric.taps) ports.push_back({tap.site, tap.port});
    for (const FixedLink& link : fabric.links) ports.insert(ports.end(), {link.a, link.b});
  }
  std::ranges::sort(ports);
  return ports;
}

std::string with_section(const std::string& section, const std::string& parameter) {
  return parameter.find('.') == std::string::npos ? section + '.' + parameter : parameter;
}

void build_network(const Building& building) {
  building.setup.family = building.read.family;
  building.setup.design = design_of(building.read, building.errors);
}

void build_traffic(const Building& building) {
  if (!building.scenario.traffic) return;
  building.setup.traffic =
      build_traffic(building.scenario, building.setup.design.get(), building.errors, building.progress);
}

/// Makes the relation of multicasts. A group around the source is addressed by a family's own relation, which goes with
/// the family's routings as they are.
void build_multicasts(const Building& building) {
  const auto& [read, purpose, progress, setup, errors, scenario] = building;
  if (!setup.relation || !setup.traffic || scenario.multicast_key().empty()) return;
  if (!scenario.traffic->multicast || !goes_to_own_group(scenario, *setup.design)) {
    setup.multicast = setup.design->multicast(*setup.relation);
    return;
  }
  setup.multicast = setup.design->broadcast(*setup.relation);
  if (setup.multicast) return;
  const std::string& to = scenario.traffic->multicast->to;
  scenario.complain(building.errors, "traffic.multicast.to", ": ", to,
                    " goes with the network's own routings without detours, not with '", setup.routing.name,
                    "'; set router.routing to one of them, or name other destinations");
}

void build_program(const Building& building) {
  const auto& [read, purpose, progress, setup, errors, scenario] = building;
  if (!scenario.runs_program() || !setup.traffic) return;
  const std::vector<NodeId> dead = setup.dead_nodes();
  const WorkloadSite site{setup.network(), setup.relation.get(), dead, building.purpose == SetupFor::kScenario};
  setup.traffic->workload = build_workload(scenario, site, building.errors, building.progress);
}

void find_named_nodes(const Building& building) {
  const NodeFinder nodes(building.setup.network(), building.errors);
  const FindNode find = [&nodes](const WrittenNode& node, const std::string& key) { return nodes.find_pe(node, key); };
  for (const FeatureSection& section : feature_sections()) {
    if (section.find != nullptr) section.find(building.scenario, find, building.setup.features);
  }
}

}  // namespace kintsugi
