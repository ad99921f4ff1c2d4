/// The gnuplot commands that draw a plot as one SVG on standard output. Errors: as plot.hpp says.
#pragma once

#include <string>

#include "tb/tool/plot/plot.hpp"

namespace kintsugi::plot {

std::string script_of(const Plot& plot);

}  // namespace kintsugi::plot
