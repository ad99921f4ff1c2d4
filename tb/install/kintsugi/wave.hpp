/// Waveforms of a chip as VCD: the writer, a trace file of SystemC that shows the names of states, and what adds the
/// signals of modules to it: kintsugi::hw.
#pragma once

#include <kintsugi/chip.hpp>

#include "hw/chip/module_walk.hpp"
#include "hw/wave/vcd_writer.hpp"
