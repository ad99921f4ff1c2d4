/// A chip with all of its parts and modules, for whoever looks into it. Where the class and what its parts do are
/// enough, hw/chip/chip_class.hpp and the headers of the parts take a third of the time to compile.
#pragma once

#include "hw/chip/chip_class.hpp"
#include "hw/chip/configuration.hpp"
#include "hw/chip/diagnosis.hpp"
#include "hw/chip/faults.hpp"
#include "hw/chip/heartbeats.hpp"
#include "hw/chip/modules.hpp"
#include "hw/chip/nodes.hpp"
#include "hw/chip/path_table.hpp"
#include "hw/chip/plan.hpp"
#include "hw/link/event_log.hpp"
#include "hw/link/multicast_table.hpp"
#include "hw/link/packet_table.hpp"
#include "hw/link/thread_state.hpp"
#include "models/fabric/extraction.hpp"
#include "models/fabric/fabric.hpp"
#include "models/repair/self_diagnosis.hpp"
#include "models/routing/fault_aware.hpp"
#include "models/routing/multicast.hpp"
#include "models/routing/relation.hpp"
