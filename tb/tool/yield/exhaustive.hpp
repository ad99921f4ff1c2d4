/// Exhaustive verification of a fabric: plans a repair for every map of up to a given number of defective PEs, sets the
/// switches, extracts the network and compares it with the wanted one.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/repair/repair_count.hpp"
#include "tb/tool/setup/input.hpp"
#include "tb/tool/yield/map_units.hpp"

namespace kintsugi::yield {

struct ExhaustiveRepair {
  std::vector<RepairCount> rows;  ///< by number of defective PEs, from 0; as far as maps were counted
  std::uint64_t wanted = 0;       ///< maps, over all numbers of defective PEs
  /// Returns the number of maps, over all rows.
  std::uint64_t maps() const;
  /// Returns the number of repairs whose extracted network differs from the wanted one, over all rows.
  std::uint64_t wrong() const;
};

/// Returns all maps of up to so many defective PEs, and one judge: the planner, rule and objective of the scenario,
/// which must have a fabric. The judge refers to `input`. Throws InputError if the scenario names defects, if the
/// fabric does not know a name, and for more defective PEs than PEs or too many maps to test.
JudgedMaps all_maps(const Input& input, std::size_t most_faults);

/// Returns the report that these counts make, by number of defective PEs.
ExhaustiveRepair exhaustive_repair(const JudgedMaps& maps, const std::vector<std::vector<RepairCount>>& counts);

/// Counts all maps. If the program is asked to stop, returns the counts so far.
ExhaustiveRepair verify_exhaustively(const JudgedMaps& maps, unsigned threads, const Progress& progress);

nlohmann::ordered_json to_json(const ExhaustiveRepair& report, const Input& input);
std::string to_text(const ExhaustiveRepair& report, const Input& input);
/// Returns the wrong repair with the fewest defective PEs as a command that reproduces it; "" if all repairs are right.
std::string wrong_repair(const ExhaustiveRepair& report, const Input& input);

}  // namespace kintsugi::yield
