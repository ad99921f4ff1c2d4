/// Line plots, ready to print: the content as a value, and its SVG.
///
/// Drawn   each series in its own colour, dash pattern and marker, distinct in black and white too; a legend beside the
///         axes, where it hides no curve; a grid; labels with units
/// Bytes   the same for the same plot and the same gnuplot: no date, nothing of the user's environment
/// Needs   the program gnuplot (Debian: gnuplot-nox)
/// Errors  std::invalid_argument for a plot that cannot be drawn: no series, no points, no label, a number that is not
///         finite or not above 0 on a logarithmic axis, a text with control characters, a band with a lower end above
///         the upper one or not of as many points as its series.
///         std::runtime_error, with what to do, when gnuplot is missing or fails.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace kintsugi::plot {

struct Point {
  double x = 0;
  double y = 0;
  bool is_crossed = false;  ///< drawn with a cross through it
};
using Points = std::vector<Point>;

enum class Scale { kLinear, kLog2, kLog10 };

struct Axis {
  std::string label;
  std::string unit = {};  ///< "hops"; empty where there is none
  Scale scale = Scale::kLinear;
  std::optional<double> low = {};  ///< nullopt: as the points need
  std::optional<double> high = {};
};

/// From the lower to the upper end of a band.
struct Span {
  double low = 0;
  double high = 0;
};

struct Series {
  std::string name;
  Points points;
  std::vector<Points> around = {};  ///< curves that this one sums up: thin, in its colour, behind all series
  std::string around_name = {};     ///< the one entry in the legend for all of them
  std::optional<Point> ring = {};   ///< a point on it to be marked, in its colour
  std::vector<Span> band = {};  ///< of each point, in its colour, behind all series; of one point a bar. Empty: none
  std::vector<std::string> notes = {};  ///< of each point: what a page says of it; not drawn. Empty: none
};

struct Plot {
  std::string title;
  Axis x;
  Axis y;
  std::vector<Series> series;
  std::string ring_name = {};   ///< what rings mean, for the legend; needed where a series has one
  std::string band_name = {};   ///< what bands mean, likewise
  std::string cross_name = {};  ///< what crosses through points mean, likewise
};

std::string to_svg(const Plot& plot);
/// Returns the gnuplot commands that draw the SVG on standard output.
std::string script_of(const Plot& plot);

}  // namespace kintsugi::plot
