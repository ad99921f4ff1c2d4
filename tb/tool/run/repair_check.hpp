/// A checked repair: plans it, turns the plan into switch states, packs these into a bitstream, extracts the network
/// that they make and compares it with the wanted one.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/fabric/extraction.hpp"
#include "models/repair/reconfigurable.hpp"
#include "tb/tool/console/progress.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

struct CheckedRepair {
  Repair repair;
  std::size_t defects = 0;              ///< their number
  ExtractedNetwork extracted;           ///< from the switch states; empty if irreparable
  std::string difference;               ///< between the extracted and the wanted network; empty if verified
  std::vector<std::uint8_t> bitstream;  ///< without its checksum
  std::uint32_t crc32 = 0;
  bool verified() const { return repair.repairable && difference.empty(); }
};

/// Repairs the defects of the scenario, which must have a fabric. Throws InputError if the fabric does not know the
/// planner, rule or objective. `remaining` is called with the number of defective elements that the planner has
/// still to settle.
CheckedRepair check_repair(const Scenario& scenario, const Setup& setup, const Remaining& remaining = {});
/// Does the same and shows on `out` what takes more than two seconds.
CheckedRepair check_repair(const Scenario& scenario, const Setup& setup, ProgressLine::Style style, std::ostream& out);
/// Repairs these defects on a running chip; keeps the paths in force as far as it can.
CheckedRepair check_repair(const Scenario& scenario, const Setup& setup, const Defects& defects,
                           std::vector<RepairPath> in_force);

/// Returns an address as [3, 4], or as 7 if it has one part.
nlohmann::ordered_json address_json(const std::vector<int>& address);
nlohmann::ordered_json address_json(const Fabric& fabric, SiteId site);

/// Returns the content of a file with the stream for the chip: the bitstream with its CRC-32.
std::string bitstream_file(const CheckedRepair& repair);

enum class Listing { kNone, kSites };
/// Returns the keys of the `repair` command: repairable, faults, paths, moved, verified, bitstream_bytes, crc32,
/// irreparable_subset; irreparable_links, irreparable_elements, blocked, reason and isolated unless they are empty. A
/// PE is given as its address. Listing::kSites adds for every site its logical node and the extracted far ends of the
/// ports that the fabric lists.
nlohmann::ordered_json to_json(const CheckedRepair& repair, const ReconfigurableFabric& fabric,
                               Listing listing = Listing::kNone);
std::string to_text(const CheckedRepair& repair, const Fabric& fabric);

}  // namespace kintsugi
