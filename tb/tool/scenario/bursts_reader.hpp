/// Reads the key `burst` of the section `traffic`.
#pragma once

#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

/// `traffic.burst` is set if the key is there and right.
void read_burst(MapReader& map, TrafficSection& traffic);

/// Refuses rates that exceed a flit in a cycle of a burst, and leaves the bursts out then. The rates have been read.
void check_peaks(MapReader& map, TrafficSection& traffic);

}  // namespace kintsugi
