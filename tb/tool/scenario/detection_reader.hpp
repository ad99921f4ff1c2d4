/// The `detection` section: how packets that links lose or corrupt are noticed, and sent again.
#pragma once

#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

void read_detection(MapReader& map, DetectionParameters& detection);

}  // namespace kintsugi
