/// A scenario as one object: from a file to a running chip with its report.
#pragma once

#include "tb/tool/run/system.hpp"
#include "tb/tool/setup/checked_repair.hpp"
