#include "tb/tool/plot/plot.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <string_view>

namespace kintsugi::plot {

namespace {

/// Colours that differ for any colour vision (Okabe and Ito, 2008; without yellow, which is faint on white).
constexpr std::array<std::string_view, 7> kColours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                   "#000000", "#e69f00", "#56b4e9"};
/// Dash patterns and markers repeat with other periods, so that 35 series differ in at least one of the three.
constexpr std::array<std::string_view, 5> kDashes{"solid", "(9,5)", "(2,4)", "(12,4,2,4)", "(18,6)"};
constexpr std::array<unsigned, 7> kMarkers{7, 5, 9, 13, 11, 6, 4};  // discs, squares, triangles ...
constexpr std::string_view kFaint = "99";                           // opacity of what a series sums up: 0 is opaque
constexpr std::string_view kPale = "cc";                            // opacity of a band
constexpr unsigned kMostMarkers = 24;                               // on one curve

std::string number(double value) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

/// Quotes a text for gnuplot; in single quotes only the quote itself has a meaning.
std::string literal(std::string_view text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? "''" : std::string(1, c);
  return result + "'";
}

[[noreturn]] void refuse_plot(const std::string& what) {
  throw std::invalid_argument("this cannot be plotted: " + what);
}

void check_text(std::string_view text, const std::string& what) {
  if (text.empty()) refuse_plot(what + " is missing");
  if (std::ranges::any_of(text, [](unsigned char c) { return c < ' ' || c == 0x7f; })) {
    refuse_plot(what + " has a control character in it");
  }
}

void check_number(double value, const Axis& axis, const std::string& what) {
  if (!std::isfinite(value)) refuse_plot(what + " has a number that is not finite");
  if (axis.scale != Scale::kLinear && value <= 0) {
    refuse_plot(what + " has " + number(value) + " on the logarithmic axis of " + axis.label);
  }
}

void check_axis(const Axis& axis, const std::string& name) {
  check_text(axis.label, "the label of the " + name + " axis");
  if (!axis.unit.empty()) check_text(axis.unit, "the unit of the " + name + " axis");
  for (const auto& end : {axis.low, axis.high}) {
    if (end) check_number(*end, axis, "the range of the " + name + " axis");
  }
  if (axis.low && axis.high && *axis.low >= *axis.high) refuse_plot("the range of the " + name + " axis is empty");
}

void check_points(const Points& points, const Plot& plot, const std::string& what) {
  if (points.empty()) refuse_plot(what + " has no points");
  for (const Point& point : points) {
    check_number(point.x, plot.x, what);
    check_number(point.y, plot.y, what);
  }
}

void check_band(const Series& series, const Plot& plot) {
  const std::string what = "the band of " + series.name;
  check_text(plot.band_name, "the meaning of the bands");
  if (series.band.size() != series.points.size()) refuse_plot(what + " has not as many points as the series");
  for (const Span& span : series.band) {
    check_number(span.low, plot.y, what);
    check_number(span.high, plot.y, what);
    if (span.low > span.high) refuse_plot(what + " has a lower end above the upper one");
  }
}

void check_series(const Series& series, const Plot& plot) {
  check_text(series.name, "the name of a series");
  check_points(series.points, plot, series.name);
  if (!series.around.empty()) check_text(series.around_name, "the name of what is around " + series.name);
  for (const Points& points : series.around) check_points(points, plot, series.around_name);
  if (!series.band.empty()) check_band(series, plot);
  if (std::ranges::any_of(series.points, &Point::is_crossed)) check_text(plot.cross_name, "the meaning of the crosses");
  if (!series.ring) return;
  check_text(plot.ring_name, "the meaning of the rings");
  check_points({*series.ring}, plot, "the ring of " + series.name);
}

void check(const Plot& plot) {
  check_text(plot.title, "the title");
  check_axis(plot.x, "x");
  check_axis(plot.y, "y");
  if (plot.series.empty()) refuse_plot("there is no series");
  for (const Series& series : plot.series) check_series(series, plot);
}

std::string with_unit(const Axis& axis) {
  return axis.unit.empty() ? axis.label : axis.label + " [" + axis.unit + "]";
}

std::string end_of_range(const std::optional<double>& end) {
  return end ? number(*end) : "*";
}

std::string axis_commands(const Axis& axis, const std::string& name) {
  std::string text = "set " + name + "label " + literal(with_unit(axis)) + "\n";
  if (axis.scale != Scale::kLinear) text += "set logscale " + name + (axis.scale == Scale::kLog2 ? " 2\n" : " 10\n");
  return text + "set " + name + "range [" + end_of_range(axis.low) + ":" + end_of_range(axis.high) + "]\n";
}

std::string frame_commands(const Plot& plot) {
  const std::string text =
      "set encoding utf8\n"
      "set terminal svg size 960,600 noenhanced font 'sans-serif,15' background '#ffffff'\n"
      "set border 3 linecolor '#333333'\n"
      "set tics nomirror out\n"
      "set grid linetype 1 linecolor '#dddddd' linewidth 1\n"
      "set key outside right top vertical Left reverse samplen 4 spacing 1.2\n"
      "set style data linespoints\n"
      "set tmargin 3\n";
  return text + "set title " + literal(plot.title) + " offset 0,0\n" + axis_commands(plot.x, "x") +
         axis_commands(plot.y, "y");
}

/// Writes named data, so that the plot command stays short: $s0, and $s0_0 .. for the curves around it.
std::string data_block(const std::string& name, const Points& points) {
  std::string text = name + " << END\n";
  for (const Point& point : points) text += number(point.x) + " " + number(point.y) + "\n";
  return text + "END\n";
}

std::string block_name(std::size_t series) {
  return "$s" + std::to_string(series);
}
std::string block_name(std::size_t series, std::size_t around) {
  return block_name(series) + "_" + std::to_string(around);
}

std::string with_opacity(std::string_view opacity, std::string_view colour) {
  return "#" + std::string(opacity) + std::string(colour.substr(1));
}

std::string colour_of(std::size_t series) {
  return std::string(kColours[series % kColours.size()]);
}

std::string band_name(std::size_t series) {
  return block_name(series) + "_band";
}

/// Writes x, y, the lower and the upper end of each point of a band.
std::string band_block(const Series& series, std::size_t i) {
  std::string text = band_name(i) + " << END\n";
  for (std::size_t k = 0; k < series.band.size(); ++k) {
    text += number(series.points[k].x) + " " + number(series.points[k].y) + " " + number(series.band[k].low) + " " +
            number(series.band[k].high) + "\n";
  }
  return text + "END\n";
}

std::string filled_with(std::string_view colour) {
  return " with filledcurves fillstyle solid noborder linecolor rgb '" + with_opacity(kPale, colour) + "' ";
}

/// A band of one point has no width: it is a bar.
std::string plot_band(const Series& series, std::size_t i) {
  if (series.band.empty()) return "";
  if (series.band.size() > 1) return band_name(i) + " using 1:3:4" + filled_with(colour_of(i)) + "notitle, ";
  return band_name(i) + " using 1:2:3:4 with yerrorbars pointtype 0 linewidth 1.5 linecolor rgb '" + colour_of(i) +
         "' notitle, ";
}

std::string legend_of_bands(const Plot& plot) {
  const bool has_any = std::ranges::any_of(plot.series, [](const Series& series) { return !series.band.empty(); });
  return has_any ? "keyentry" + filled_with("#333333") + "title " + literal(plot.band_name) + ", " : "";
}

std::string thin_line(std::size_t i) {
  return " with lines linewidth 1 linecolor rgb '" + with_opacity(kFaint, colour_of(i)) + "' ";
}

std::string plot_around(const Series& series, std::size_t i) {
  std::string text;
  for (std::size_t k = 0; k < series.around.size(); ++k) text += block_name(i, k) + thin_line(i) + "notitle, ";
  return text;
}

std::string plot_series(const Series& series, std::size_t i) {
  const std::size_t interval = (series.points.size() + kMostMarkers - 1) / kMostMarkers;
  return block_name(i) + " with linespoints linewidth 2.5 linecolor rgb '" + colour_of(i) + "' dashtype " +
         std::string(kDashes[i % kDashes.size()]) + " pointtype " + std::to_string(kMarkers[i % kMarkers.size()]) +
         " pointsize 0.8 pointinterval " + std::to_string(interval) + " title " + literal(series.name) + ", " +
         (series.around.empty() ? "" : "keyentry" + thin_line(i) + "title " + literal(series.around_name) + ", ");
}

/// Marks on points of the curves: what is drawn on each series that has such points, and once in the legend.
struct Overlay {
  const char* suffix;  // of the data of a series
  std::string_view style;
  Points (*points)(const Series& series);
  std::string Plot::*meaning;
};

constexpr std::array<Overlay, 2> kOverlays{{
    {"_ring", " with points pointtype 6 pointsize 2.2 linewidth 2 linecolor rgb ",
     [](const Series& series) { return series.ring ? Points{*series.ring} : Points{}; }, &Plot::ring_name},
    {"_crossed", " with points pointtype 2 pointsize 1.6 linewidth 2 linecolor rgb ",
     [](const Series& series) {
       Points crossed;
       std::ranges::copy_if(series.points, std::back_inserter(crossed), &Point::is_crossed);
       return crossed;
     },
     &Plot::cross_name},
}};

std::string plot_overlay(const Plot& plot, const Overlay& overlay) {
  std::string text;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    if (overlay.points(plot.series[i]).empty()) continue;
    text += block_name(i) + overlay.suffix + std::string(overlay.style) + "'" + colour_of(i) + "' notitle, ";
  }
  if (text.empty()) return text;
  return text + "keyentry" + std::string(overlay.style) + "'#333333' title " + literal(plot.*overlay.meaning) + ", ";
}

}  // namespace

std::string script_of(const Plot& plot) {
  check(plot);
  std::string text = frame_commands(plot);
  std::string bands;
  std::string behind;
  std::string in_front;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Series& series = plot.series[i];
    text += data_block(block_name(i), series.points);
    for (std::size_t k = 0; k < series.around.size(); ++k) text += data_block(block_name(i, k), series.around[k]);
    for (const Overlay& overlay : kOverlays) {
      if (const Points on = overlay.points(series); !on.empty()) text += data_block(block_name(i) + overlay.suffix, on);
    }
    if (!series.band.empty()) text += band_block(series, i);
    bands += plot_band(series, i);
    behind += plot_around(series, i);
    in_front += plot_series(series, i);
  }
  std::string curves = bands + behind + in_front;
  for (const Overlay& overlay : kOverlays) curves += plot_overlay(plot, overlay);
  curves += legend_of_bands(plot);
  return text + "plot " + curves.substr(0, curves.size() - 2) + "\n";
}

}  // namespace kintsugi::plot
