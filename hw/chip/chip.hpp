/// The elaborator: makes and binds the modules of a network, and of its fabric if it has one. It knows no family.
///
/// Directly wired   every node is a site; routers are bound port to port as the network's links say, and the nodes are
///                  in place from the start. Names: net.<node>.router, net.<node>.pe
/// On a fabric      sites, switches and wires are bound as the fabric says; all switches are in their power-up state
///                  and no node is in place until configure() has shifted a bitstream in. Names:
///                  <fabric>.<site>.router, <fabric>.<site>.pe, <fabric>.<switch>, <fabric>.config_chain; with a
///                  local rule <fabric>.<site>.rule, which refuses a stream that differs from the site's own setting;
///                  <fabric>.controller handles faults at run time
/// Fault-aware      a directly wired network whose relation routes around faults (ChipPlan::fault_aware) has
///                  net.<node>.fault_flooding at every node, and net.controller
/// All              a clock domain <name>.clock; a PE joined to each router by one link each way, latency 1
/// Threads          one thread only with multicasts or a fault-aware relation: their nodes share state at a fork or a
///                  fault that is not in registers
/// Errors           std::invalid_argument when a router would have more than kMaxPorts ports or kMaxRouterChannels
///                  channels, or parameters are out of range or incompatible; std::logic_error for a call at the
///                  wrong time
#pragma once

#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <systemc>
#include <vector>

#include "hw/chip/module_tree.hpp"
#include "hw/chip/path_table.hpp"
#include "hw/clock/clock_domain.hpp"
#include "hw/control/fault_flooding.hpp"
#include "hw/control/reconfiguration.hpp"
#include "hw/fabric/config_chain.hpp"
#include "hw/fabric/site_rule.hpp"
#include "hw/fabric/switch_module.hpp"
#include "hw/link/flit_counters.hpp"
#include "hw/link/packet_table.hpp"
#include "hw/pe/pe.hpp"
#include "hw/router/router.hpp"
#include "models/fabric/fabric.hpp"
#include "models/network/network.hpp"
#include "models/network/progress.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

struct ChipParameters {
  RouterParameters router;
  LinkTiming link;
  sc_core::sc_time period{1, sc_core::SC_NS};  ///< of the clock
  Schedule schedule = Schedule::kDomain;
  unsigned threads = 1;      ///< that evaluate the modules, up to kMaxThreads; the results are the same
  unsigned chain_bits = 32;  ///< bits per cycle of the configuration chain
  Progress progress = {};    ///< is called with the number of sites made, while the chip is made only
};

/// What a chip is made from; all of it must outlive the chip.
struct ChipPlan {
  const Network* network = nullptr;
  const RoutingRelation* relation = nullptr;
  const Fabric* fabric = nullptr;                ///< nullptr: directly wired
  const MulticastRelation* multicast = nullptr;  ///< nullptr: no node sends multicasts
  const LocalRule* local_rule = nullptr;         ///< of the fabric; nullptr: sites compute nothing
  FaultAware* fault_aware = nullptr;             ///< the relation, if it routes around faults; directly wired only

  /// Returns the name that the chip should have: the fabric's, or "net".
  const char* root_name() const { return fabric != nullptr ? fabric->name.c_str() : "net"; }
};

class Chip final : public sc_core::sc_module, public Quiescable {
 public:
  Chip(sc_core::sc_module_name name, const ChipPlan& plan, const ChipParameters& parameters, PacketObserver& observer);

  /// Resolves the paths; called by the kernel when everything is bound.
  void start_of_simulation() override;

  /// @name Configuration, on a fabric
  /// @{
  /// Shifts the stream (bitstream and CRC) in from the next cycle on. If the chain accepts it, the nodes are placed.
  /// With a repair message every site first compares the states it was sent with those it computes itself.
  void configure(std::vector<std::uint8_t> stream, Placement placement,
                 const std::optional<RepairMessage>& message = std::nullopt);
  ConfigChain& chain() { return *chain_; }
  const ConfigChain& chain() const { return *chain_; }
  /// Returns the steps load and switch of a reconfiguration: as configure(), on a quiescent chip. The traffic of a node
  /// moves with it.
  std::vector<ReconfigurationStep> reconfiguration_steps(std::vector<std::uint8_t> stream, Placement placement,
                                                         std::optional<RepairMessage> message);
  /// Returns the states that are in force in the switch modules.
  SwitchStates read_back() const;
  /// @}

  /// Starts the traffic of every node in cycle `from`: one entry per node, which must stay valid while the chip runs.
  /// All nodes must be in place. When a node moves to another site its traffic moves with it.
  void start_traffic(std::span<NodeTraffic> traffic, Cycle from);

  /// @name Faults at run time
  /// @{
  bool has_controller() const { return controller_ != nullptr; }
  ReconfigurationController& controller() { return *controller_; }
  const ReconfigurationController& controller() const { return *controller_; }
  /// Directly wired only: makes these PEs and links dead before the first cycle. The relation must know them already.
  void apply_defects(const Defects& defects);
  /// Directly wired only: returns the step spread of a reconfiguration, in which the nodes beside the faults detect
  /// them and fault messages flood the network.
  ReconfigurationStep spread_step(std::vector<Fault> faults);
  const FaultFlooding& flooding(NodeId node) const { return *flooding_[node.value]; }
  /// @}

  /// @name Quiescable
  /// @{
  void kill(const Fault& fault) override;
  void stop() override;
  bool is_quiescent() const override;
  void resume() override;
  /// @}

  ClockDomain& clock() { return clock_; }
  const ClockDomain& clock() const { return clock_; }
  const PacketTable& packets() const { return packets_; }
  /// Returns nullptr if no node sends multicasts.
  const MulticastTable* multicasts() const { return multicasts_ ? &*multicasts_ : nullptr; }
  FlitCounters counters() const {
    FlitCounters all;
    for (const ThreadState& thread : threads_) all += thread.counters;
    return all;
  }
  const ChipPlan& plan() const { return plan_; }
  const ChipParameters& parameters() const { return parameters_; }
  const Placement& placement() const { return placement_; }
  std::size_t sites() const { return routers_.size(); }
  const std::string& site_name(SiteId site) const;
  Router& router(SiteId site) { return *routers_[site.value]; }
  const Router& router(SiteId site) const { return *routers_[site.value]; }
  Pe& pe(SiteId site) { return *pes_[site.value]; }
  const Pe& pe(SiteId site) const { return *pes_[site.value]; }
  /// Returns the router at which a channel ends; not for channels that end at a PE.
  const Router& router_at(const Endpoint& end) const { return *routers_[site_of_module_.at(end.module).value]; }
  std::span<const std::unique_ptr<SwitchModule>> switches() const { return switches_; }
  /// Returns the rules of all sites; none without a local rule.
  std::span<const std::unique_ptr<SiteRule>> site_rules() const { return site_rules_; }
  SwitchModule& switch_module(SwitchId id) { return *switches_[id.value]; }
  /// Returns the length in pitches of the path at a port, 0 when open.
  unsigned pitches(SiteId site, PortId port) const { return paths_->pitches(site, port); }

 private:
  const PortLayout& layout(SiteId site) const;
  std::size_t site_count() const;
  void check_parameters() const;
  void plan_modules();
  void plan_flooding();
  void plan_fabric();
  void bind_network();
  void bind_fabric();
  void attach_site_rules();
  void bind_flooding();
  void disable_links(const Fault& fault);
  void spread(const Fault& fault);
  std::vector<PortRef> ends_of(const Fault& fault) const;
  std::optional<std::string> complaint_of_sites() const;
  void bind_pes();
  void place(Placement placement);
  std::optional<KindId> kind_at(SiteId site, PortId port) const;

  ChipPlan plan_;
  ChipParameters parameters_;
  std::size_t sites_made_ = 0;
  PacketTable packets_;
  std::vector<ThreadState> threads_;
  std::optional<MulticastTable> multicasts_;
  std::pmr::monotonic_buffer_resource module_memory_;
  ModuleTree tree_;
  ClockDomain clock_;
  std::unique_ptr<ConfigChain> chain_;
  std::unique_ptr<ReconfigurationController> controller_;
  std::vector<std::unique_ptr<Router>> routers_;
  std::vector<std::unique_ptr<Pe>> pes_;
  std::vector<std::unique_ptr<SwitchModule>> switches_;
  std::vector<std::unique_ptr<SiteRule>> site_rules_;
  std::vector<std::unique_ptr<FaultFlooding>> flooding_;  // by node; empty without fault-aware routing
  std::unique_ptr<PathTable> paths_;
  std::vector<SiteId> site_of_module_;  // by ModuleIndex, for routers
  Placement placement_;
  Placement coming_;
  bool inspected_ = false;  // whether a repair message came with the stream
  std::span<NodeTraffic> traffic_;
  PacketObserver* observer_;
};

}  // namespace kintsugi
