/// The result of a run, and how it is printed.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "hw/link/flit_counters.hpp"
#include "models/routing/proof.hpp"
#include "tb/tool/run/link_statistics.hpp"
#include "tb/tool/run/repair_check.hpp"
#include "tb/tool/run/run_time_repair.hpp"
#include "tb/tool/run/run_timing.hpp"
#include "tb/tool/run/statistics.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

struct RunResult {
  std::optional<CheckedRepair> repair;
  std::string hardware_difference;   ///< of the network extracted from the modules' own states; empty when none
  std::optional<ProofResult> proof;  ///< nothing: skipped
  std::string proof_skipped;         ///< why
  Cycle configuration_cycles = 0;    ///< until the switch states held
  Cycle window_begin = 0;            ///< the measurement window, as it was
  Cycle window_end = 0;
  Cycle cycles = 0;                       ///< simulated in all
  std::optional<Statistics> statistics;   ///< nothing: no traffic
  std::unique_ptr<LinkStatistics> links;  ///< null: no traffic, or not asked for
  FlitCounters flits;                     ///< at the end
  std::optional<FaultsResult> faults;     ///< nothing: none at run time
  std::uint32_t most_forks = 0;           ///< entries for awaited acknowledgements that one node has needed
  std::string imbalance;                  ///< what was not conserved; empty when all was
  bool deadlock = false;
  Cycle last_move = 0;             ///< the cycle of the last movement, at a deadlock
  std::vector<std::string> waits;  ///< who waits for whom, at a deadlock
  std::vector<std::string> files;  ///< written
  std::optional<RunTiming> timing;

  bool simulated() const { return cycles != 0; }
  /// Repaired, verified, proved unless skipped, conserved, not deadlocked.
  bool all_checks_hold() const;
};

nlohmann::ordered_json to_json(const RunResult& result, const Setup& setup);
std::string to_text(const RunResult& result, const Setup& setup);

}  // namespace kintsugi
