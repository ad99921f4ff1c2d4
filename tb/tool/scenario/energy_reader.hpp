/// The `energy` section: the constants by which the counts of a run become energy.
#pragma once

#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

/// None of the constants has a default: all four must be given.
void read_energy(MapReader& map, EnergySection& energy);

}  // namespace kintsugi
