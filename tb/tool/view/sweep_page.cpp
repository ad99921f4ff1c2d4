#include "tb/tool/sweep/curves.hpp"
#include "tb/tool/sweep/drawing.hpp"
#include "tb/tool/view/curve_data.hpp"
#include "tb/tool/view/page.hpp"

namespace kintsugi::view {

namespace {

using nlohmann::ordered_json;

constexpr const char* kAccepted = "throughput.accepted";

void add_drawings(ordered_json& plots, const sweep::Sweep& sweep, const std::vector<sweep::Result>& results) {
  for (const sweep::Drawing& drawing : sweep::drawings_of(sweep, results)) plots.push_back(plot_data(drawing.plot));
}

/// The plot of a sweep that names none; its x axis is that of the curves.
sweep::PlotSection plot_for(const sweep::Sweep& sweep) {
  if (sweep.plot) return *sweep.plot;
  sweep::PlotSection plot;
  plot.title = "Mean latency over load";
  return plot;
}

/// The plot of the accepted load, which shows where a network saturates.
sweep::PlotSection accepted_load(const sweep::PlotSection& plot) {
  sweep::PlotSection accepted = plot;
  accepted.title = "Accepted load over offered load";
  accepted.y = kAccepted;
  accepted.log_y = false;
  accepted.y_high.reset();
  return accepted;
}

ordered_json plots_of(sweep::Sweep sweep, const std::vector<sweep::Result>& results) {
  ordered_json plots = ordered_json::array();
  if (!sweep::axis_of_curves(sweep)) return plots;
  const sweep::PlotSection plot = plot_for(sweep);
  sweep.plot = plot;
  add_drawings(plots, sweep, results);
  if (plot.x != sweep::kRate || plot.y == kAccepted) return plots;
  sweep.plot = accepted_load(plot);
  add_drawings(plots, sweep, results);
  return plots;
}

ordered_json facts_for(const sweep::Sweep& sweep, const ordered_json& report) {
  ordered_json facts = ordered_json::array({{"sweep", sweep.source}, {"base", sweep.base_source}});
  for (const sweep::Axis& axis : sweep.axes) {
    std::string labels;
    for (const sweep::AxisValue& value : axis.values) labels += (labels.empty() ? "" : ", ") + value.label;
    facts.push_back({axis.name, labels});
  }
  for (const ordered_json& fact : facts_of_report(report)) facts.push_back(fact);
  return facts;
}

}  // namespace

ordered_json sweep_page(const sweep::Sweep& sweep, const std::vector<sweep::Result>& results,
                        const ordered_json& report) {
  const bool has_title = sweep.plot && !sweep.plot->title.empty();
  ordered_json data = head_of("curves", has_title ? sweep.plot->title : "Sweep");
  data["facts"] = facts_for(sweep, report);
  data["plots"] = plots_of(sweep, results);
  data["tables"] = ordered_json::array();
  if (report.contains("quantiles")) data["tables"].push_back(table_data("Quantiles", report.at("quantiles")));
  if (report.contains("curves")) data["tables"].push_back(table_data("Curves", report.at("curves")));
  data["tables"].push_back(table_data("Points", report.at("results")));
  return data;
}

}  // namespace kintsugi::view
