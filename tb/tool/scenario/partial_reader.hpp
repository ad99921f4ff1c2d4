/// The key `repair.partial`: what a run does with a chip that no plan repairs.
#pragma once

#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

/// In Scenario::features of a scenario with `repair.partial: holes`.
struct PartialRepair {
  Where where;  ///< of the key
};

/// Reads the key in the section `repair`.
void read_partial(MapReader& map, Scenario& scenario);

}  // namespace kintsugi
