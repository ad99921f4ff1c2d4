/// What a chip is made from.
#pragma once

#include <optional>
#include <span>
#include <systemc>

#include "hw/clock/schedule.hpp"
#include "hw/control/diagnosis_timing.hpp"
#include "hw/link/link_site.hpp"
#include "hw/link/parameters.hpp"
#include "hw/pe/pe_site.hpp"
#include "hw/router/router_site.hpp"
#include "models/detection/parameters.hpp"
#include "models/network/network.hpp"
#include "models/network/progress.hpp"

namespace kintsugi {

class FaultAware;
class HopLog;
class LocalRule;
class MulticastRelation;
class RoutingRelation;
class SelfDiagnosis;
struct Fabric;

struct ChipParameters {
  RouterParameters router;
  LinkTiming link;
  sc_core::sc_time period{1, sc_core::SC_NS};  ///< of the clock
  Schedule schedule = Schedule::kDomain;
  unsigned threads = 1;            ///< that evaluate the modules, up to kMaxThreads; the results are the same
  unsigned chain_bits = 32;        ///< bits per cycle of the configuration chain
  DiagnosisTiming diagnosis = {};  ///< of the tests, if the PEs diagnose faults
  std::optional<DetectionParameters> detection = {};  ///< nullopt: packets are sent once, and no link has a fault
  std::span<HopLog> hop_logs = {};  ///< one for each thread, which outlive the chip; none: hops are not logged
  bool counts_flits = false;        ///< whether routers count the flits that leave by each port
  ShownPorts shown_ports = ShownPorts::kAll;  ///< in the SystemC hierarchy; none: a third of the memory less
  bool counts_passages = false;  ///< whether routers count packets by the port they come in by and their way out
  /// Whether the routing may be one that is known to deadlock (RoutingRelation::can_deadlock). If so, have the chip
  /// watched: a stalled chip says nothing by itself.
  bool accepts_deadlock = false;
  Progress progress = {};  ///< is called with the number of sites made, while the chip is made only
};

/// All that is pointed at must outlive the chip.
struct ChipPlan {
  const Network* network = nullptr;
  const RoutingRelation* relation = nullptr;
  const Fabric* fabric = nullptr;                 ///< nullptr: directly wired
  const MulticastRelation* multicast = nullptr;   ///< nullptr: no node sends multicasts
  const LocalRule* local_rule = nullptr;          ///< of the fabric; nullptr: sites compute nothing
  FaultAware* fault_aware = nullptr;              ///< the relation, if it routes around faults; directly wired only
  PeFactory make_pe = {};                         ///< empty: PEs that send the traffic of their nodes (TrafficPe)
  const SelfDiagnosis* self_diagnosis = nullptr;  ///< of the fabric; nullptr: the PEs diagnose no faults
  LinkFactory on_link = {};                       ///< empty: every link is a plain wire
  RouterFactory make_router = {};                 ///< empty: every router is one of the project (Router)

  /// Returns the name that the chip should have: the fabric's, or "net".
  const char* root_name() const;
  std::size_t sites() const;
  /// Returns the names of the network ports of the router at a site.
  const PortLayout& layout(SiteId site) const;
  const std::string& site_name(SiteId site) const;
};

}  // namespace kintsugi
