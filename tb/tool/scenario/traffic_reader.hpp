/// Reads the `traffic` section: a pattern with its parameters, a trace file, or a program.
#pragma once

#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

void read_traffic(MapReader& map, TrafficSection& traffic);

}  // namespace kintsugi
