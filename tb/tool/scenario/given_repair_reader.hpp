/// The keys by which a file takes the place of a planner's plan: plan, states, bitstream, and accept.
#pragma once

#include <optional>

#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

/// Reads the keys in a section; nullopt if it names no file. At most one may be named; `accept` needs one.
std::optional<GivenRepair> read_given_repair(MapReader& map);
/// Returns whether the section has a key that names a file, right or wrong.
bool names_given_repair(MapReader& map);

}  // namespace kintsugi
