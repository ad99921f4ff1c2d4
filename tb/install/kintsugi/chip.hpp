/// The hardware of a network as SystemC modules: kintsugi::hw.
#pragma once

#include "hw/chip/chip_class.hpp"
#include "hw/chip/configuration.hpp"
#include "hw/chip/deadlock_report.hpp"
#include "hw/chip/faults.hpp"
#include "hw/chip/nodes.hpp"
#include "hw/chip/path_table.hpp"
#include "hw/chip/plan.hpp"
#include "hw/clock/clock_domain.hpp"
#include "hw/pe/packet_observer.hpp"
#include "models/fabric/fabric.hpp"
#include "models/routing/relation.hpp"
