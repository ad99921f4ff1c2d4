/// All that a SystemC program of a user takes from kintsugi: kintsugi::system. Each header named here can be included
/// alone, and is then compiled sooner. For special uses, and left out because they take long to compile:
///   kintsugi/chip_setup.hpp, with kintsugi/scenario.hpp   a scenario in its parts
///   kintsugi/modules.hpp                                  a look into routers, PEs and switches
///   kintsugi/rtl.hpp                                      exported RTL in the chip
///   kintsugi/wave.hpp                                     waveforms as VCD
#pragma once

#include <kintsugi/chip.hpp>
#include <kintsugi/forward.hpp>
#include <kintsugi/message.hpp>
#include <kintsugi/models.hpp>
#include <kintsugi/open.hpp>
#include <kintsugi/system.hpp>
#include <kintsugi/testbench.hpp>
#include <kintsugi/tlm.hpp>
