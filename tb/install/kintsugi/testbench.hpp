/// Modules for a testbench around a chip: kintsugi::testbench.
#pragma once

#include <kintsugi/chip.hpp>

#include "tb/testbench/configuration_driver.hpp"
#include "tb/testbench/expectations.hpp"
#include "tb/testbench/fault_injector.hpp"
#include "tb/testbench/packet_driver.hpp"
#include "tb/testbench/packet_monitor.hpp"
#include "tb/testbench/scoreboard.hpp"
#include "tb/testbench/watchdog.hpp"
