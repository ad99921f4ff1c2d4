/// From a scenario in its parts to what its chip is made from: kintsugi::scenario and kintsugi::hw.
#pragma once

#include <kintsugi/chip.hpp>
#include <kintsugi/scenario.hpp>

#include "tb/tool/run/chip_setup.hpp"
