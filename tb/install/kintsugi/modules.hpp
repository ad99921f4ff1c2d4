/// The modules of a chip, for whoever looks into them: routers, PEs, switches, the chain, the controller: kintsugi::hw.
#pragma once

#include <kintsugi/chip.hpp>

#include "hw/chip/modules.hpp"
