/// Exported RTL, made modules of SystemC by Verilator, in the network of a chip: kintsugi::hw. The headers that
/// `kintsugi export --systemc` writes include it.
#pragma once

#include "hw/pins/rtl_comparison.hpp"
#include "hw/pins/verilated_fabric.hpp"
#include "hw/pins/verilated_router.hpp"
