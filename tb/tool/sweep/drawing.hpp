/// The plots of a sweep: a report number of the runs over the x axis of the curves, one SVG for each panel.
///
/// Drawn   all points of a curve up to the first above the y axis; of a latency, up to the first beyond saturation.
///         A ring marks where a curve saturates
/// Band    with `plot.over` a curve goes through the medians of samples, in a band from 10 to 90 %
/// y axis  linear: up to six times the highest value at the lowest x, unless the plot sets its end; log: all points
/// Errors  as in tb/tool/plot/plot.hpp
#pragma once

#include <string>
#include <vector>

#include "tb/tool/plot/plot.hpp"
#include "tb/tool/sweep/result.hpp"
#include "tb/tool/sweep/sweep.hpp"

namespace kintsugi::sweep {

struct Drawing {
  std::string file;  ///< "plot.svg"; of a panel "plot_uniform.svg"
  plot::Plot plot;
};

/// Returns the drawings; none if the sweep has no plot. Curves without a point and panels without a curve are left out.
std::vector<Drawing> drawings_of(const Sweep& sweep, const std::vector<Result>& results);

}  // namespace kintsugi::sweep
