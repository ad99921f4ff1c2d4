/// A scenario, read and turned into models: kintsugi::scenario.
#pragma once

#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/input.hpp"
