/// What the class of a chip (hw/chip/chip_class.hpp) only names, and whoever makes and runs one needs: its parts, its
/// clock and the events of its packets, without the modules.
#pragma once

#include "hw/chip/configuration.hpp"
#include "hw/chip/faults.hpp"
#include "hw/chip/nodes.hpp"
#include "hw/chip/path_table.hpp"
#include "hw/chip/plan.hpp"
#include "hw/clock/clock_domain.hpp"
#include "hw/link/module.hpp"
#include "hw/pe/node_traffic.hpp"
#include "hw/pe/packet_observer.hpp"
#include "models/fabric/fabric.hpp"
#include "models/network/network.hpp"
#include "models/routing/relation.hpp"
