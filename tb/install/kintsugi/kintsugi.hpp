/// All of kintsugi for a SystemC program: kintsugi::system. Each header named here can be included alone, and is then
/// compiled sooner.
#pragma once

#include <kintsugi/chip.hpp>
#include <kintsugi/message.hpp>
#include <kintsugi/models.hpp>
#include <kintsugi/open.hpp>
#include <kintsugi/rtl.hpp>
#include <kintsugi/scenario.hpp>
#include <kintsugi/system.hpp>
#include <kintsugi/testbench.hpp>
#include <kintsugi/tlm.hpp>
