/// The plots of a sweep: a figure of the runs over the axis of the curves, one SVG for each panel.
///
/// Drawn   each curve as far as its points go, one of latencies to the first beyond saturation; none beyond the first
///         that is above the axis. Rings where curves saturate
/// y axis  linear: six times the highest value at the lowest x, unless the plot says otherwise; log: all points
/// Errors  as tb/plot/plot.hpp says
#pragma once

#include <string>
#include <vector>

#include "tb/tool/plot/plot.hpp"
#include "tb/tool/sweep/points.hpp"
#include "tb/tool/sweep/result.hpp"

namespace kintsugi::sweep {

struct Drawing {
  std::string file;  ///< "plot.svg"; of a panel "plot_uniform.svg"
  plot::Plot plot;
};

/// None when the sweep has no plot. A curve without a single figure, and a panel without a curve, are left out.
std::vector<Drawing> drawings_of(const Sweep& sweep, const std::vector<Result>& results);

}  // namespace kintsugi::sweep
