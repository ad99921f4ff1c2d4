/// Modules of a user in the network of a chip: in links, at sites, and outside it behind signals: kintsugi::hw.
#pragma once

#include "hw/link/link_relay.hpp"
#include "hw/pins/chain_pins.hpp"
#include "hw/pins/link_pins.hpp"
#include "hw/router/open_router.hpp"
