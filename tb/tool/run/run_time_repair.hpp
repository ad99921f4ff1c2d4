/// Faults at run time: the planner of the reconfiguration controller, by repair on a fabric, by fault-aware routing in
/// a directly wired network; and the report of it. If the PEs diagnose faults themselves, their diagnosis is compared
/// with the faults that there are (models/repair/self_diagnosis.hpp), and the states that they set with the plan's.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "hw/chip/chip.hpp"
#include "models/fabric/defective_fabric.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/run/defect_map.hpp"
#include "tb/tool/run/link_cycles.hpp"
#include "tb/tool/run/lost_packets.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// The outcome of a reconfiguration.
struct Outcome {
  /// Accepted flits/node/cycle, over all nodes, dead or alive: from the end of the previous reconfiguration (or the
  /// beginning of the traffic) until the fault, and from the end of this one until the next (or run.cycles). nullopt
  /// if there is no cycle in between.
  /// @{
  std::optional<double> throughput_before;
  std::optional<double> throughput_after;
  /// @}
  /// The number of paths in force that now have another direction; nullopt on a fabric that is not repaired by paths.
  std::optional<std::size_t> paths_changed;
  std::optional<LongestLink> longest_link;  ///< on the fabric as repaired then; nullopt without a fabric
  /// If the PEs diagnose faults: the observer, and the hops of the last report to it and of its message to the last PE.
  /// Where PEs exchange numbers there is no message.
  /// @{
  std::optional<SiteId> observer;
  Cycle report_steps = 0;
  std::optional<Cycle> broadcast_steps;
  /// @}
  bool proved = false;  ///< without a fabric: the routing was proved again; the pairs below are those of live nodes
  std::uint64_t pairs = 0;
  std::uint64_t delivered_pairs = 0;
  std::string first_undelivered;
};

/// A repair, and the first cycle in which its links are there.
struct LoadedRepair {
  Cycle from = 0;
  Repair repair;
};

/// The result of the faults of a run.
struct FaultsResult {
  std::vector<ReconfigurationController::Reconfiguration> reconfigurations;
  std::vector<Outcome> outcomes;             ///< one for each of them
  std::vector<LostPacket> dropped;           ///< by cycle, source and number
  std::vector<RunTimeFault> unrepaired;      ///< that no reconfiguration had taken up when the run ended
  std::string failure;                       ///< why the last reconfiguration failed; empty if none did
  std::vector<LoadedRepair> loaded;          ///< at run time, in this order; none without a fabric
  std::optional<CheckedRepair> irreparable;  ///< the check of the repair that failed, with the reasons
  /// Returns whether no reconfiguration failed or left live nodes unreachable, and no packet between such was dropped.
  bool holds() const;
};

class RunTimeRepair {
 public:
  /// Gives the faults of the scenario to the controller of the chip. `in_force`: its repair, nullptr without a fabric.
  RunTimeRepair(const Scenario& scenario, const Setup& setup, Chip& chip, const Repair* in_force);

  /// Call when the traffic begins.
  void begin(Cycle traffic_begins);
  /// Call after every cycle.
  void watch(Cycle cycle);
  void dropped(const Packet& packet, DropReason reason, const Pe& pe, Cycle now);
  /// Adds a packet that was lost although copies of it were sent.
  void lost(const LostPacket& packet);
  bool busy() const { return chip_.faults().controller().busy(); }
  bool failed() const { return chip_.faults().controller().phase() == ReconfigurationPhase::kFailed; }
  /// Returns whether the destination of a packet is dead and has no other PE, as without a fabric, or was when the
  /// packet was sent.
  bool is_gone(const Packet& packet) const;
  FaultsResult finish();

 private:
  FaultDetection* detection();
  ReconfigurationPlan plan(const Defects& defects);
  ReconfigurationPlan repair(const Defects& defects);
  std::string check_diagnosis() const;
  std::vector<ReconfigurationStep> steps_of_pes(const CheckedRepair& checked);
  ReconfigurationPlan route_around(const Defects& defects);
  std::string check_switched(const Placement& placement) const;
  std::string check_old_and_new() const;
  std::string check_routes();
  void end_period(Cycle end);
  std::optional<double> period_after(std::size_t reconfigurations) const;
  std::uint64_t delivered_flits() const;

  const Scenario& scenario_;
  const Setup& setup_;
  Chip& chip_;
  FaultsResult result_;
  std::unordered_map<const Pe*, SiteId> site_of_;
  std::vector<RepairPath> in_force_;
  std::vector<RepairRing> rings_in_force_;
  std::optional<ChangingFabric> fabric_;  // as it is since the last plan; nullopt: wired directly
  Defects known_;                         // without a fabric: the faults that the nodes know
  std::vector<SiteId> returned_;          // of these, that work again since the last plan; ascending
  Cycle adopted_ = 0;                     // packets that were injected later know of it
  std::vector<RunTimeFault> faults_;
  struct Period {
    std::size_t after = 0;  // this many reconfigurations
    Cycle begin = 0;
    std::uint64_t delivered = 0;  // flits before the period
    double accepted = 0;          // flits/node/cycle, when the period is over
    bool over = false;
  };
  std::vector<Period> periods_;  // between reconfigurations, up to run.cycles
};

/// Returns {cycle, pe}, {cycle, link} or {cycle, element}; for the end of a fault with `until` in place of `cycle`.
nlohmann::ordered_json to_json(const RunTimeFault& fault, const AddressJson& address);
/// Adds the keys reconfigurations and lost_packets; unrepaired, irreparable and failure unless they are empty.
void add_faults(nlohmann::ordered_json& json, const FaultsResult& faults, const Setup& setup);
void add_faults(TextTable& table, const FaultsResult& faults, const Setup& setup);

/// Returns the first difference between the network that the switches of the chip make, as they are read back, and the
/// one wanted; of a repair that is accepted as given, between its states and these. Empty: there is none.
std::string difference_in_force(const Chip& chip, const CheckedRepair& loaded, const Setup& setup);

/// Keeps SystemC's warning about another network out of the report, which says what differs, if the repair is accepted
/// as given.
void keep_out_of_the_report(const CheckedRepair& repair);

}  // namespace kintsugi
