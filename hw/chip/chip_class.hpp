/// A chip: the routers, PEs and switches of a network, under one clock. The parts of its face are elaboration
/// (hw/chip/elaborator.hpp), configuration, nodes, faults and diagnosis; each has a header of its own.
///
/// Directly wired   every node is a site; routers are bound port to port as the network's links say, and the nodes are
///                  in place from the start. Names: net.<node>.router, net.<node>.pe
/// On a fabric      sites, switches and wires are bound as the fabric says; all switches are in their power-up state
///                  and no node is in place until configuration().load() has shifted a bitstream in. Names:
///                  <fabric>.<site>.router, <fabric>.<site>.pe, <fabric>.<switch>, <fabric>.config_chain; with a
///                  local rule <fabric>.<site>.rule, which refuses a stream that differs from the site's own setting;
///                  <fabric>.controller handles faults at run time; with self-diagnosis <fabric>.<site>.diagnosis
///                  notices them
/// Fault-aware      a directly wired network whose relation routes around faults (ChipPlan::fault_aware) has
///                  net.<node>.fault_flooding at every node, and net.controller
/// Detection        a directly wired network (ChipParameters::detection) has net.link_faults, and its PEs send packets
///                  again that are not acknowledged (hw/pe/end_to_end.hpp). Where links have heartbeats there is
///                  net.<node>.heartbeat
/// Of the user      modules in links, <site>.link_<port> (ChipPlan::on_link), and routers in the place of those of the
///                  project (ChipPlan::make_router)
/// All              a clock domain <name>.clock; a PE joined to each router by one link each way, latency 1
/// Threads          one thread only with multicasts, detection or a fault-aware relation: their nodes share state at a
///                  fork or a fault that is not in registers
/// Errors           std::invalid_argument when a router would have more than kMaxPorts ports or kMaxRouterChannels
///                  channels, or parameters are out of range or incompatible, such as fewer virtual channels than the
///                  relation uses, or other classes, or if the relation is of another network (routed_network.hpp),
///                  or is known to deadlock and ChipParameters::accepts_deadlock is not set; std::logic_error for a
///                  call at the wrong time
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <systemc>
#include <vector>

#include "hw/chip/plan.hpp"
#include "hw/link/detection_counters.hpp"
#include "hw/link/flit_counters.hpp"
#include "hw/link/packet_table.hpp"

namespace kintsugi {

class ChipConfiguration;
class ChipDiagnosis;
class ChipFaults;
class ChipHeartbeats;
class ChipNodes;
class ClockDomain;
class Module;
class MulticastTable;
class PathTable;
class Router;
struct ChipModules;

class Chip final : public sc_core::sc_module {
 public:
  /// Makes all modules. What the plan points at and the observer must outlive the chip; the plan itself is copied.
  Chip(sc_core::sc_module_name name, const ChipPlan& plan, const ChipParameters& parameters, PacketObserver& observer);
  ~Chip() override;

  static constexpr const char* kKind = "kintsugi_chip";  ///< of all modules of this class
  const char* kind() const override { return kKind; }    ///< for walks over the hierarchy: kKind

  /// Resolves the paths; called by the kernel when everything is bound.
  void start_of_simulation() override;

  /// Returns what loads bitstreams; only on a fabric.
  ChipConfiguration& configuration() { return configuration_; }
  const ChipConfiguration& configuration() const { return configuration_; }
  /// Returns where the logical nodes are, and their traffic.
  ChipNodes& nodes() { return nodes_; }
  const ChipNodes& nodes() const { return nodes_; }
  /// Returns what kills PEs and links, and the reconfiguration controller.
  ChipFaults& faults() { return faults_; }
  const ChipFaults& faults() const { return faults_; }
  /// Returns all modules below the chip that are Module, in the order in which they were made. It searches the SystemC
  /// hierarchy, so a module that the user makes inside the chip takes part; once the simulation has begun the list
  /// stays as it is.
  const std::vector<const Module*>& all_modules() const;
  /// Adds a module that is not below the chip to all_modules(), behind those that are. Call it before the simulation
  /// begins; the module must live as long as the chip.
  void show(const Module& module);
  /// Returns the self-diagnosis; only on a fabric whose plan has one.
  ChipDiagnosis& diagnosis() { return diagnosis_; }
  const ChipDiagnosis& diagnosis() const { return diagnosis_; }
  /// Returns the heartbeats; only of a chip whose links have them.
  ChipHeartbeats& heartbeats() { return heartbeats_; }
  /// Returns all routers, PEs and switches. They live as long as the chip.
  ChipModules& modules() { return modules_; }
  const ChipModules& modules() const { return modules_; }
  /// Returns where every router port ends; resolved from the start of the simulation on.
  const PathTable& paths() const { return paths_; }
  /// Returns the clock, which says what cycle it is and calls back after each.
  ClockDomain& clock() { return clock_; }
  const ClockDomain& clock() const { return clock_; }

  /// Returns what the chip was made from.
  const ChipPlan& plan() const { return plan_; }
  /// Returns what the constructor was given, without the call for progress.
  const ChipParameters& parameters() const { return parameters_; }
  /// Returns the packets that are under way or in a source queue.
  const PacketTable& packets() const { return packets_; }
  /// Returns nullptr if no node sends multicasts.
  const MulticastTable* multicasts() const;
  /// Returns the counters of flits, summed over the threads. Call it between two cycles.
  FlitCounters counters() const;
  /// Returns the counters of detection; all are 0 without it.
  DetectionCounters detection_counters() const;

  /// @name By name. Each throws std::invalid_argument, with the nearest name, if there is none.
  /// @{
  /// Returns the module of this full name ("wafer.sh.g4.c5"), or of this name below the chip ("sh.g4.c5"): of the chip,
  /// or one of show() by its full name. Throws the same if it is a module of another type.
  ///   chip.find<SwitchModule>("sh.g4.c5").state()
  template <class Type = Module>
  Type& find(std::string_view name) {
    sc_core::sc_object& object = object_named(name);
    if (auto* const found = dynamic_cast<Type*>(&object)) return *found;
    refuse_type(object, kind_of<Type>());
  }
  template <class Type = Module>
  const Type& find(std::string_view name) const {
    const sc_core::sc_object& object = object_named(name);
    if (const auto* const found = dynamic_cast<const Type*>(&object)) return *found;
    refuse_type(object, kind_of<Type>());
  }
  /// Returns the node of this name or number.
  NodeId node(std::string_view name) const;
  /// Returns the site of this name, or the one where the node of this name or number is placed now. On a fabric the
  /// names of sites come first. Throws std::logic_error for a node that has no site, as before the first configuration.
  SiteId site(std::string_view site_or_node) const;
  Router& router(std::string_view site_or_node) { return router(site(site_or_node)); }
  const Router& router(std::string_view site_or_node) const { return router(site(site_or_node)); }
  const SiteRouter& site_router(std::string_view site_or_node) const { return site_router(site(site_or_node)); }
  Pe& pe(std::string_view site_or_node) { return pe(site(site_or_node)); }
  const Pe& pe(std::string_view site_or_node) const { return pe(site(site_or_node)); }
  /// @}

  /// Returns the number of sites, spares included; of a directly wired chip, that of the nodes.
  std::size_t sites() const;
  /// Returns the router of a site; throws std::logic_error for one of the user (ChipPlan::make_router).
  /// @{
  Router& router(SiteId site);
  const Router& router(SiteId site) const;
  /// @}
  /// Returns the router at a site below sites(), whoever made it; the site is not checked.
  const SiteRouter& site_router(SiteId site) const;
  /// Returns the PE at a site below sites(); the site is not checked.
  Pe& pe(SiteId site);
  const Pe& pe(SiteId site) const;

 private:
  struct Parts;

  sc_core::sc_object& object_named(std::string_view name) const;
  [[noreturn]] void refuse_type(const sc_core::sc_object& object, const char* wanted) const;
  template <class Type>
  static constexpr const char* kind_of() {
    if constexpr (requires { Type::kKind; }) {
      return Type::kKind;
    } else {
      return "module of the type that is asked for";
    }
  }
  std::optional<LinkDirection> direction_at(SiteId site, PortId port) const;

  ChipPlan plan_;
  ChipParameters parameters_;
  std::unique_ptr<Parts> parts_;
  // Of the parts:
  PacketTable& packets_;
  ClockDomain& clock_;
  ChipModules& modules_;
  ChipNodes& nodes_;
  ChipHeartbeats& heartbeats_;
  ChipFaults& faults_;
  ChipDiagnosis& diagnosis_;
  PathTable& paths_;
  ChipConfiguration& configuration_;
};

}  // namespace kintsugi
