/// The hardware of a network as SystemC modules: kintsugi::hw.
#pragma once

#include "hw/chip/chip_class.hpp"
#include "hw/chip/chip_parts.hpp"
#include "hw/chip/deadlock_report.hpp"
