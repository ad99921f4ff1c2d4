/// Returns the gnuplot commands that draw a plot as one SVG on standard output. Errors as in tb/tool/plot/plot.hpp.
#pragma once

#include <string>

#include "tb/tool/plot/plot.hpp"

namespace kintsugi::plot {

std::string script_of(const Plot& plot);

}  // namespace kintsugi::plot
