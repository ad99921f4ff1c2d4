/// A checked repair: plans it, turns the plan into switch states, packs these into a bitstream, extracts the network
/// that they make, compares it with the wanted one, and looks for closed rings.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/fabric/closed_rings.hpp"
#include "models/fabric/defects.hpp"
#include "models/fabric/extraction.hpp"
#include "models/network/progress.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi {

struct Scenario;
struct Setup;

struct CheckedRepair {
  Repair repair;                        ///< as the planner has made it
  Defects defects;                      ///< that it is for
  ExtractedNetwork extracted;           ///< from the switch states; empty if irreparable
  std::string difference;               ///< between the extracted and the wanted network; empty if verified
  std::vector<ClosedRing> rings;        ///< that the switch states close; a repair with rings is verified all the same
  std::vector<std::uint8_t> bitstream;  ///< without its checksum
  std::uint32_t crc32 = 0;              ///< the checksum of the bitstream for this fabric
  /// Whether the scenario runs it although it is not verified: repair.accept.
  bool accepted = false;
  std::vector<std::string> differences = {};  ///< all of them if it is accepted
  /// Returns whether the states make the wanted network.
  bool verified() const { return repair.repairable && difference.empty(); }
  /// Returns whether the scenario can be run with it.
  bool runs() const { return verified() || accepted; }
};

/// Repairs the defects of the scenario, which must have a fabric. Throws InputError if the fabric does not know the
/// planner, rule or objective. `remaining` is called with the number of defective elements that the planner has
/// still to settle; `checking` counts the steps of the check after that: extraction, comparison, rings, bitstream.
CheckedRepair check_repair(const Scenario& scenario, const Setup& setup, const Remaining& remaining = {},
                           const Progress& checking = {});
/// Repairs these defects on a running chip; keeps the plan in force as far as it can. `built`: the fabric with the
/// elements that are defective by now.
CheckedRepair check_repair(const Scenario& scenario, const Setup& setup, const Defects& defects, const Fabric& built,
                           std::vector<RepairPath> in_force, std::vector<RepairRing> rings_in_force);
/// The same for a repair of the defects of the scenario that is planned already; it must be repairable.
CheckedRepair check_repair(Repair repair, const Setup& setup, const Progress& checking = {});
/// Throws InputError if the planner of the scenario cannot plan for defects of this kind.
void check_planner(const Scenario& scenario, const Setup& setup, const Defects& defects);

/// Returns the content of a file with the stream for the chip: the bitstream with its checksum.
std::string bitstream_file(const CheckedRepair& repair, const Fabric& fabric);

}  // namespace kintsugi
