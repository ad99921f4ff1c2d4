#include "tb/tool/setup/setup.hpp"

#include <array>

#include "tb/tool/scenario/feature_section.hpp"
#include "tb/tool/setup/build_steps.hpp"

namespace kintsugi {

namespace {

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

}  // namespace kintsugi
