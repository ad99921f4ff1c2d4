/// Reads traffic.classes.
#pragma once

#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

/// `map` is the reader of the section traffic, of which all else is read already.
void read_classes(MapReader& map, TrafficSection& traffic);

}  // namespace kintsugi
