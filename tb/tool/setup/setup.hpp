/// Builds the models that a scenario describes: the network, the fabric, the defects, the routing, the traffic.
///
/// Building is the second half of checking a scenario: it finds a parameter out of range, a defect that is not on the
/// wafer, a routing that the network does not have. After a mistake it continues with all checks that are still
/// possible.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/fabric/defective_fabric.hpp"
#include "models/fabric/fabric.hpp"
#include "models/family/family.hpp"
#include "models/registry/routings.hpp"
#include "models/repair/reconfigurable.hpp"
#include "models/repair/self_diagnosis.hpp"
#include "models/routing/fault_aware.hpp"
#include "models/routing/relation.hpp"
#include "tb/tool/console/part_progress.hpp"
#include "tb/tool/scenario/reader.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/defect_sites.hpp"
#include "tb/tool/setup/traffic_setup.hpp"
#include "tb/tool/setup/wafer_fit.hpp"

namespace kintsugi {

/// The least power of two with which redirected packets do no harm: see the table in models/mandala/README.md.
inline constexpr unsigned kDefaultPatience = 1024;

struct Setup {
  const Family* family = nullptr;  ///< of the network
  std::unique_ptr<Design> design;
  std::unique_ptr<ReconfigurableFabric> fabric;  ///< null: direct wiring
  DiagnosisSection::Method diagnosis = DiagnosisSection::Method::kTold;
  std::unique_ptr<SelfDiagnosis> self_diagnosis;  ///< null: the chip is told of faults at run time
  Defects defects;
  std::optional<FittedMap> measured;  ///< the wafer map that these are of; nullopt: they are of none
  std::map<std::string, ElementAddress> element_addresses;  ///< of the elements among the defects, by name
  std::unique_ptr<DefectiveFabric> defective;  ///< the fabric with its stuck switches and cut wires; null: none
  Places places;                               ///< where defects can be: on the fabric, or in the network
  std::vector<Fault> faults;                   ///< those of Scenario::faults, in their order
  std::vector<CorruptingLinkAt> corruptions;   ///< those of Scenario::corruptions
  bool has_heartbeats = false;                 ///< nodes notice dead links and neighbours by beats that stay out
  bool states_latencies = false;               ///< kinds of links have their own, by the graph's file or link.latency
  LinkWeights weights;                         ///< of links, for general routings; empty: they count hops
  RoutingInfo routing;
  std::shared_ptr<RoutingRelation> relation;
  std::shared_ptr<RoutingRelation> table;  ///< the routing of router.table, without detours; null: none is given
  std::optional<Defects> table_dead;       ///< nodes and links that its file says are dead; nullopt: it names none
  std::shared_ptr<RoutingRelation>
      of_a_class;                     ///< of the requests, and of the replies, of `relation`; null: no classes
  FaultAware* fault_aware = nullptr;  ///< the relation, if it must route around defects or faults, or between parts
  bool connected = true;              ///< false: a network wired directly whose parts have no links to one another
  std::unique_ptr<MulticastRelation> multicast;  ///< null: no multicasts
  std::vector<LinkLatency> link_latency;         ///< cycles, by KindId and direction; ignored if link.reach is given
  std::optional<TrafficSetup> traffic;
  FeatureValues features;  ///< the nodes that the sections of features name

  const Network& network() const { return design->network(); }
  /// Returns the routing without classes: `of_a_class`, else `relation`.
  RoutingRelation& plain_relation() const { return of_a_class ? *of_a_class : *relation; }
  /// Returns the cycles that a head waits before it takes a way for blocked packets; 0 if the routing has none.
  unsigned patience(const RouterSection& router) const {
    return router.patience.value_or(routing.defers ? kDefaultPatience : 0);
  }
  /// Returns what a routing of this network makes small, "latency" or "hops"; empty if it has no choice: a routing that
  /// does not weigh links, or a network whose file states no latencies and which counts hops.
  std::string weight(const std::string& of) const;
  /// "updown, by latency", or the name alone.
  std::string described(const std::string& of) const;
  /// Returns the fabric as it is built, with its stuck switches and cut wires. There must be one.
  const Fabric& built_fabric() const { return defective ? defective->fabric() : fabric->fabric(); }
  /// Returns the nodes that are dead from the start: none on a fabric, where other PEs take their places.
  std::vector<NodeId> dead_nodes() const;
  /// Returns what a text calls a PE: its address on the fabric, or else the name of its node.
  std::string pe_name(SiteId site) const;
};

/// Returns the name of the network for a text report, with the meaning of its numbers: "2D-SRT(4,4,1), as 2D-SRT(n, T,
/// shift)".
std::string name_with_legend(const Design& design);

enum class SetupFor {
  kScenario,
  kCheck,     ///< the same without what takes long and finds no mistake: ranks are not placed by a search
  kNetwork,   ///< a fabric is left out if the scenario has neither its key nor defects nor link.reach
  kYield,     ///< the same; sections about a fabric need no key `fabric`, because the command builds the fabric itself
  kTopology,  ///< as kNetwork; a network that is too large for the routing which it would have by default gets none
};

/// Returns whether the routing must be proved before a run: run.proof.
bool wants_proof(const Scenario& scenario);
/// Returns whether that proof follows all pairs of a network of so many nodes; the one after each change then too. The
/// others are too many: see tb/tool/run/proof_report.hpp.
bool proves_all_pairs(const Scenario& scenario, std::size_t nodes);

/// Builds the setup; it is complete only if no error was added. `progress` reports the bytes that are read of a trace
/// or a program, and the search for a placement of its ranks.
Setup build_setup(const ReadScenario& read, Diagnostics& errors, SetupFor purpose = SetupFor::kScenario,
                  const BeginPart& progress = {});

/// Returns what to do, or why nothing can be done: "add fabric: {}"; "networks of this kind have no fabric"; "this
/// network can have none: ...". Takes as long as building the fabric.
std::string fabric_remedy(const Design& design);

/// Returns whether the remedy is to add `fabric: {}`.
bool can_have_fabric(const Design& design);

/// Returns the network ports that have a link, by site and port: those of the network, where node n is site n; or, on a
/// fabric, those that are tapped to a switch or linked to another port, whatever the switches are set to.
std::vector<SitePort> linked_ports(const Setup& setup);

}  // namespace kintsugi
