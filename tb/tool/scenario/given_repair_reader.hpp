/// The keys by which a file takes the place of a planner's plan: plan, states, bitstream, and accept; and the key
/// `repair.partial`, what a run does with a chip that no plan repairs.
#pragma once

#include <optional>

#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

/// Reads the keys in a section; nullopt if it names no file. At most one may be named; `accept` needs one.
std::optional<GivenRepair> read_given_repair(MapReader& map);
/// Returns whether the section has a key that names a file, right or wrong.
bool names_given_repair(MapReader& map);

/// In Scenario::features of a scenario with `repair.partial: holes`.
struct PartialRepair {
  Where where;  ///< of the key
};

/// Reads the key in the section `repair`.
void read_partial(MapReader& map, Scenario& scenario);

}  // namespace kintsugi
