/// Processors and memories with TLM-2.0 sockets on a chip: kintsugi::hw.
#pragma once

#include <kintsugi/chip.hpp>

#include "hw/tlm/configuration_window.hpp"
#include "hw/tlm/tlm_network.hpp"
#include "hw/tlm/tlm_node.hpp"
