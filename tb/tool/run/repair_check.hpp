/// A repair with its proof: planned, turned into switch states, packed, and extracted back to the network it must make.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/fabric/extraction.hpp"
#include "models/repair/reconfigurable.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

struct CheckedRepair {
  Repair repair;
  std::size_t faults = 0;
  ExtractedNetwork extracted;           ///< what the switch states make; nothing when irreparable
  std::string difference;               ///< between the extracted and the wanted network, in words; empty when verified
  std::vector<std::uint8_t> bitstream;  ///< without its checksum
  std::uint32_t crc32 = 0;
  bool verified() const { return repair.repairable && difference.empty(); }
};

/// The scenario must have a fabric. InputError when the fabric does not know the planner, rule or objective.
CheckedRepair check_repair(const Scenario& scenario, const Setup& setup);
/// While the chip runs: with these defects, beside what is in force.
CheckedRepair check_repair(const Scenario& scenario, const Setup& setup, const Defects& defects,
                           std::vector<RepairPath> in_force);

/// [3, 4], or 7.
nlohmann::ordered_json address_json(const std::vector<int>& address);
nlohmann::ordered_json address_json(const Fabric& fabric, SiteId site);

/// What is loaded into the chip, as the content of a file: the bitstream with its CRC-32.
std::string bitstream_file(const CheckedRepair& repair);

/// The keys of the `repair` command: repairable, faults, paths, moved, verified, bitstream_bytes, crc32,
/// irreparable_subset; irreparable_links, irreparable_elements, blocked, reason and isolated where there is something
/// to say. A PE is given as its address. Listing::kSites adds what the fabric lists for every site: logical, and the
/// far ends of some ports, as extracted.
enum class Listing { kNone, kSites };
nlohmann::ordered_json to_json(const CheckedRepair& repair, const ReconfigurableFabric& fabric,
                               Listing listing = Listing::kNone);
std::string to_text(const CheckedRepair& repair, const Fabric& fabric);

}  // namespace kintsugi
