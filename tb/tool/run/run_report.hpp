/// The result of a run, and its report.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/link/flit_counters.hpp"
#include "models/routing/proof.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/link_cycles.hpp"
#include "tb/tool/run/lost_packets.hpp"
#include "tb/tool/run/run_cost.hpp"
#include "tb/tool/run/run_time_repair.hpp"
#include "tb/tool/run/statistics.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

struct RunResult {
  std::optional<CheckedRepair> repair;
  std::optional<LongestLink> longest_link;  ///< on the repaired fabric; nullopt: no fabric, or no link
  /// Between the network extracted from the modules' states and the wanted one; between these states and those given,
  /// with a repair that is accepted as given.
  std::string hardware_difference;
  std::optional<ProofResult> proof;  ///< nullopt: skipped
  std::string proof_skipped;         ///< why
  bool configured = true;            ///< false: the run was stopped before the switch states held
  Cycle configuration_cycles = 0;    ///< until the switch states held
  Cycle window_begin = 0;            ///< the measurement window, shorter if the run ended early
  Cycle window_end = 0;
  /// Returns whether the window has a cycle: a run that ended during the warm-up has none.
  bool has_window() const { return window_begin < window_end; }
  Cycle cycles = 0;                                      ///< simulated in all
  std::optional<Statistics> statistics;                  ///< nullopt: no traffic
  bool details = false;                                  ///< run.details
  std::vector<std::unique_ptr<Instrument>> instruments;  ///< those that were asked for
  FlitCounters flits;                                    ///< at the end
  std::optional<FaultsResult> faults;                    ///< nullopt: none at run time
  /// Of configurations that come at set times, which exclude faults.
  std::vector<ReconfigurationController::Reconfiguration> scheduled;
  /// Returns all that there have been, in the order of time.
  std::span<const ReconfigurationController::Reconfiguration> reconfigurations() const {
    return faults ? std::span(faults->reconfigurations) : std::span(scheduled);
  }
  std::optional<std::vector<LostPacket>> lost_late;  ///< LateLosses::lost; nullopt: packets are sent once
  std::uint32_t most_forks = 0;  ///< largest number of forks of which one node awaited acknowledgements
  std::string imbalance;         ///< the first violation of conservation; empty if there is none
  bool deadlock = false;
  Cycle last_move = 0;  ///< the cycle of the last movement, at a deadlock
  /// That of the last delivery, if flits move and none has arrived for long: counted as a deadlock.
  std::optional<Cycle> last_delivery;
  std::vector<std::string> waits;      ///< the deadlock report
  std::vector<OpenEnd> open_ends;      ///< at which packets wait at the end; none with states that are verified
  std::vector<std::string> files;      ///< written
  std::vector<std::string> unwritten;  ///< why files could not be written after the cycles, each with its file
  int stopped = 0;                     ///< the signal that asked the program to stop; 0: none did
  std::optional<RunTiming> timing;

  /// Writes a file of a run that is over. A full disk does not take the report with it.
  template <class Write>
  void write(Write write_file) {
    try {
      write_file();
    } catch (const std::runtime_error& error) {
      unwritten.emplace_back(error.what());
    }
  }

  bool simulated() const { return cycles != 0; }
  /// Returns the instrument of a type; nullptr if it was not asked for.
  template <class T>
  const T* find() const {
    for (const auto& each : instruments) {
      if (const auto* const found = dynamic_cast<const T*>(each.get())) return found;
    }
    return nullptr;
  }
  /// Returns whether the run was repaired, verified, proved unless skipped, conserved and not deadlocked, and
  /// did what is expected of it.
  bool all_checks_hold() const;
};

/// What finds the instrument for ReportRows::include().
template <class T>
const T* meter_of(const ReportedRun& run) {
  return run.result.find<T>();
}

nlohmann::ordered_json to_json(const RunResult& result, const Setup& setup);
std::string to_text(const RunResult& result, const Setup& setup);
/// Returns the rows of the report as text, but those of the repair, of wall-clock times and of files.
TextTable table_of(const RunResult& result, const Setup& setup);

}  // namespace kintsugi
