/// The hardware of a network as SystemC modules: kintsugi::hw.
#pragma once

#include "hw/chip/chip.hpp"
#include "hw/chip/deadlock_report.hpp"
