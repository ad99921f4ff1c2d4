/// Builds the models that a scenario describes: the network, the fabric, the defects, the routing, the traffic.
///
/// Building is the second half of checking a scenario: it finds a parameter out of range, a defect that is not on the
/// wafer, a routing that the network does not have. After a mistake it continues with all checks that are still
/// possible.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
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
#include "models/traffic/class_shares.hpp"
#include "models/traffic/flows.hpp"
#include "models/traffic/multicast_source.hpp"
#include "models/traffic/replies.hpp"
#include "models/traffic/source.hpp"
#include "models/traffic/trace_file.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/console/part_progress.hpp"
#include "tb/tool/scenario/reader.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/defect_sites.hpp"
#include "tb/tool/setup/wafer_fit.hpp"
#include "tb/tool/setup/workload_setup.hpp"

namespace kintsugi {

/// The priority classes of packets.
struct PriorityClasses {
  unsigned count = 2;
  bool strict = true;
  std::optional<ClassShares> shares;  ///< of the packets of the pattern; nullopt: flows have classes of their own
};

/// The traffic of a scenario on its network: the pattern, the packets of the trace file, or a program; and multicasts.
struct TrafficSetup {
  std::unique_ptr<BernoulliTraffic> drawn;  ///< null: a trace, flows, or a program without other traffic
  std::vector<TracePacket> trace;
  std::unique_ptr<const FlowTraffic> flows;       ///< null: none
  std::unique_ptr<MulticastTraffic> multicasts;   ///< null: none
  std::optional<ReplyTraffic> replies;            ///< nullopt: none
  std::optional<PriorityClasses> classes;         ///< nullopt: none
  std::unique_ptr<const WorkloadSetup> workload;  ///< null: no program

  /// Returns one source per node, for cycles [begin, end), without those of a program: a null pointer where a node has
  /// none. They refer to this object.
  std::vector<std::unique_ptr<PacketSource>> sources(std::uint32_t nodes, std::uint64_t seed, Cycle begin,
                                                     Cycle end) const;
  /// Returns whether only a trace says which packets there are, beside multicasts and those of a program.
  bool is_trace() const { return drawn == nullptr && flows == nullptr; }
  /// Returns the cycle after the last packet of the trace, from the beginning of the traffic on; at least 1.
  Cycle end_of_trace() const;
  /// Returns the number of packets of the trace that are due after the end.
  std::size_t too_late(Cycle begin, Cycle end) const;
  /// Returns the number of packets of the trace that are due before the end and not from these nodes.
  std::size_t packets_due(Cycle begin, Cycle end, std::span<const NodeId> dead) const;
  /// Returns the number of packets of the trace from these nodes.
  std::size_t packets_of(std::span<const NodeId> nodes) const;
};

/// Returns whether multicasts go to the group around their source, without a list of members: Design::broadcast().
bool goes_to_own_group(const Scenario& scenario, const Design& design);

/// Builds the traffic. `design` is null if it could not be built: then only the keys that do not depend on it are
/// checked. It must outlive the result. `progress` reports the bytes that are read of a trace.
TrafficSetup build_traffic(const Scenario& scenario, const Design* design, Diagnostics& errors,
                           const BeginPart& progress = {});

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
