/// All that a SystemC program of a user takes from kintsugi: kintsugi::system. Each header named here can be included
/// alone, and is then compiled sooner. Two are left out, because they take as long as all of these together and are for
/// special uses: kintsugi/chip_setup.hpp with kintsugi/scenario.hpp, for a scenario in its parts, and
/// kintsugi/modules.hpp, for a look into routers and switches.
#pragma once

#include <kintsugi/chip.hpp>
#include <kintsugi/message.hpp>
#include <kintsugi/models.hpp>
#include <kintsugi/open.hpp>
#include <kintsugi/rtl.hpp>
#include <kintsugi/system.hpp>
#include <kintsugi/testbench.hpp>
#include <kintsugi/tlm.hpp>
