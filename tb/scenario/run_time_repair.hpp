/// Repair while the chip runs: the planner of the reconfiguration controller, and what is told of it in the end.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "hw/chip/chip.hpp"
#include "tb/scenario/repair_check.hpp"
#include "tb/scenario/scenario.hpp"
#include "tb/scenario/setup.hpp"
#include "tb/scenario/text_table.hpp"

namespace kintsugi {

struct LostPacket {
  NodeId source;
  NodeId destination;
  std::uint32_t number = 0;  ///< among those of its source, from 0
  unsigned flits = 0;
  Cycle created = 0;
  Cycle cycle = 0;  ///< when it was lost: the PE died, or the tail reached it
  SiteId pe;
  Loss reason = Loss::kQueued;
};

/// What became of the faults of a run.
struct FaultsResult {
  std::vector<ReconfigurationController::Reconfiguration> reconfigurations;
  std::vector<LostPacket> lost;              ///< by cycle, source and number
  std::vector<RunTimeFault> unrepaired;      ///< that no reconfiguration was about when the run ended
  std::string failure;                       ///< why the last reconfiguration failed; empty when none did
  std::optional<CheckedRepair> irreparable;  ///< the repair that there is not
};

class RunTimeRepair {
 public:
  /// Hands the faults of the scenario to the controller of the chip.
  RunTimeRepair(const Scenario& scenario, const Setup& setup, Chip& chip);

  void lost(const Packet& packet, Loss reason, const Pe& pe, Cycle now);
  bool busy() const { return chip_.controller().busy(); }
  bool failed() const { return chip_.controller().phase() == ReconfigurationPhase::kFailed; }
  FaultsResult finish();

 private:
  ReconfigurationPlan plan(const Defects& defects);
  std::string check_switched(const Placement& placement) const;

  const Scenario& scenario_;
  const Setup& setup_;
  Chip& chip_;
  FaultsResult result_;
};

/// The keys reconfigurations and lost_packets, and what is there of unrepaired, irreparable and failure.
void add_faults(nlohmann::ordered_json& json, const FaultsResult& faults, const ReconfigurableFabric& fabric);
void add_faults(TextTable& table, const FaultsResult& faults, const Fabric& fabric);

}  // namespace kintsugi
