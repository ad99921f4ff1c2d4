#include "tb/tool/sweep/drawing.hpp"

#include <algorithm>
#include <cctype>

#include "models/network/text.hpp"
#include "tb/tool/sweep/curves.hpp"

namespace kintsugi::sweep {

namespace {

constexpr double kRoomAboveLowLoad = 6;
constexpr std::size_t kLongestFileName = 100;  // of a panel
constexpr const char* kRateUnit = "flits/node/cycle";

/// Returns the label of an axis of the sweep, or of a report number, on an axis of a plot.
plot::Axis axis_for(const std::string& path) {
  if (path == kRate) return {"offered load", kRateUnit};
  if (path == "throughput.accepted") return {"accepted load", kRateUnit};
  if (path == "latency.mean") return {"mean latency, creation to tail", "cycles"};
  if (path == "network_latency.mean") return {"mean latency in the network", "cycles"};
  if (path.find("latency.") != std::string::npos) return {path, "cycles"};
  if (path == "hops.mean") return {"links passed by a packet, mean", "links"};
  return {path};
}

/// Makes a label part of a file name: "local, k = 4" becomes "local_k_4".
std::string for_file(const std::string& label) {
  std::string name;
  for (const char c : label) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-';
    if (plain) name += c;
    if (!plain && !name.empty() && !name.ends_with('_')) name += '_';
  }
  while (name.ends_with('_')) name.pop_back();
  return name;
}

plot::Series series_of(const PlotSection& section, const Curve& curve, const std::vector<Result>& results) {
  plot::Series series{curve.name, {}};
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const Result& result = results[curve.points[i]];
    const auto y = result.number(section.y);
    if (y && !(section.log_y && *y <= 0)) series.points.push_back({curve.x[i], *y, result.unsteady()});
  }
  return series;
}

/// What a page says of a median beside the ends of the band.
std::string note_for(const Quantiles& sample) {
  std::string note = "median of " + counted(sample.runs, "run");
  if (sample.failed != 0) note += ", " + std::to_string(sample.failed) + " failed";
  if (sample.silent != 0) note += ", " + std::to_string(sample.silent) + " without the number";
  return note + "; min " + short_text(sample.min) + ", max " + short_text(sample.max) + ", mean " +
         short_text(*sample.mean);
}

/// Returns the lowest value above 0 of a sample: there a band begins on a logarithmic axis that reaches 0.
double lowest_above_0(const Sweep& sweep, std::size_t first, const std::vector<Result>& results, double median) {
  double lowest = median;
  for (const std::size_t point : sample_from(sweep, first)) {
    const auto y = results[point].failed() ? std::nullopt : results[point].number(sweep.plot->y);
    if (y && *y > 0) lowest = std::min(lowest, *y);
  }
  return lowest;
}

/// Returns the medians of the samples of a curve, with their bands.
plot::Series medians_of(const Sweep& sweep, const Curve& curve, const std::vector<Result>& results) {
  plot::Series series{curve.name, {}};
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const Quantiles sample = quantiles_from(sweep, curve.points[i], results);
    if (sample.runs == 0) continue;
    const auto median = sample.q50.get<double>();
    auto low = sample.q10.get<double>();
    if (sweep.plot->log_y && median <= 0) continue;
    if (sweep.plot->log_y && low <= 0) low = lowest_above_0(sweep, curve.points[i], results, median);
    const auto sampled = sample_from(sweep, curve.points[i]);
    const bool unsteady = std::ranges::any_of(sampled, [&](std::size_t each) { return results[each].unsteady(); });
    series.points.push_back({curve.x[i], median, unsteady});
    series.band.push_back({low, sample.q90.get<double>()});
    series.notes.push_back(note_for(sample));
  }
  return series;
}

bool is_latency(const std::string& number) {
  return number.find("latency") != std::string::npos;
}

/// Puts the ring where the curve saturates, and ends a curve of latencies with the first point beyond: there a latency
/// depends on the length of the run, not on the network.
void show_saturation(const Sweep& sweep, const Curve& curve, const std::vector<Result>& results, plot::Series& series) {
  const auto saturation = saturation_of(sweep, curve, results);
  if (!saturation || saturation->beyond) return;
  const std::size_t next = saturation->at ? *saturation->at + 1 : 0;
  if (is_latency(sweep.plot->y)) {
    std::erase_if(series.points, [last = curve.x[next]](const plot::Point& point) { return point.x > last; });
  }
  if (!saturation->at) return;
  const auto at = std::ranges::find(series.points, curve.x[*saturation->at], &plot::Point::x);
  if (at != series.points.end()) series.ring = *at;
}

/// Ends a curve with its first point above the axis: later points would only cross the plot again.
void end_above(plot::Points& points, double high) {
  const auto above = std::ranges::find_if(points, [high](const plot::Point& point) { return point.y > high; });
  if (above != points.end()) points.erase(above + 1, points.end());
}

double high_for(const PlotSection& section, const std::vector<plot::Series>& all) {
  if (section.y_high) return *section.y_high;
  double low_load = 0;
  for (const plot::Series& series : all) low_load = std::max(low_load, series.points.front().y);
  return low_load * kRoomAboveLowLoad;
}

/// Limits the y axis for latencies, which grow without bound at saturation; all other numbers are shown whole.
void limit_y(const PlotSection& section, plot::Plot& plot) {
  if (!section.y_high && (section.log_y || !is_latency(section.y))) return;
  const double high = high_for(section, plot.series);
  if (high <= 0) return;
  if (!section.log_y) plot.y.low = 0;
  plot.y.high = high;
  for (plot::Series& series : plot.series) {
    end_above(series.points, high);
    series.band.resize(std::min(series.band.size(), series.points.size()));
    series.notes.resize(std::min(series.notes.size(), series.points.size()));
    if (series.ring && series.ring->y > high) series.ring.reset();
  }
}

std::vector<std::string> panels_of(const std::vector<Curve>& curves) {
  std::vector<std::string> panels;
  for (const Curve& curve : curves) {
    if (std::ranges::find(panels, curve.panel) == panels.end()) panels.push_back(curve.panel);
  }
  return panels;
}

plot::Plot plot_of(const Sweep& sweep, const std::vector<Curve>& curves, const std::string& panel,
                   const std::vector<Result>& results) {
  const PlotSection& section = *sweep.plot;
  plot::Plot plot{section.title.empty() ? "Sweep" : section.title, axis_for(*section.x), axis_for(section.y), {}};
  if (!panel.empty()) plot.title += ": " + panel;
  if (section.over) plot.title += ", medians over " + *section.over;
  if (section.log_x) plot.x.scale = plot::Scale::kLog10;
  if (section.log_y) plot.y.scale = plot::Scale::kLog10;
  for (const Curve& curve : curves) {
    if (curve.panel != panel) continue;
    plot::Series series = section.over ? medians_of(sweep, curve, results) : series_of(section, curve, results);
    show_saturation(sweep, curve, results, series);
    if (!series.points.empty()) plot.series.push_back(std::move(series));
  }
  limit_y(section, plot);
  plot.ring_name = "saturation: 95 % accepted";
  if (section.over) plot.band_name = kBandMeaning;
  plot.cross_name = section.over ? std::string("a run is ") + kUnsteadyMeaning : kUnsteadyMeaning;
  return plot;
}

/// Two labels can make the same file name, none, or one that is too long: such a file has the number of its panel.
std::string file_for(const std::string& panel, std::size_t number, const std::vector<Drawing>& earlier) {
  if (panel.empty()) return "plot.svg";
  const std::string file = "plot_" + for_file(panel) + ".svg";
  const bool taken = std::ranges::any_of(earlier, [&file](const Drawing& drawing) { return drawing.file == file; });
  const bool unfit = taken || for_file(panel).empty() || file.size() > kLongestFileName;
  return unfit ? "plot_" + std::to_string(number) + ".svg" : file;
}

}  // namespace

std::vector<Drawing> drawings_of(const Sweep& sweep, const std::vector<Result>& results) {
  if (!sweep.plot) return {};
  const std::vector<Curve> curves = curves_of(sweep);
  const std::vector<std::string> panels = panels_of(curves);
  std::vector<Drawing> drawings;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    plot::Plot plot = plot_of(sweep, curves, panels[i], results);
    if (!plot.series.empty()) drawings.push_back({file_for(panels[i], i + 1, drawings), std::move(plot)});
  }
  return drawings;
}

}  // namespace kintsugi::sweep
