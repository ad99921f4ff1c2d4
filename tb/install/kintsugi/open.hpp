/// Modules of a user in the network of a chip: PEs, modules in links, routers, signals to the outside: kintsugi::hw.
#pragma once

#include "hw/link/link_relay.hpp"
#include "hw/pe/basic_pe.hpp"
#include "hw/pe/unobserved.hpp"
#include "hw/pins/chain_pins.hpp"
#include "hw/pins/link_pins.hpp"
#include "hw/router/open_router.hpp"
