#include "tb/tool/view/curve_data.hpp"
#include "tb/tool/view/page.hpp"
#include "tb/tool/yield/report.hpp"

namespace kintsugi::view {

namespace {

using nlohmann::ordered_json;

/// Adds the counts of each point, and its confidence interval. A series of counts of all maps has none.
void add_counts(ordered_json& series, const std::vector<yield::Row>& rows, bool is_exhaustive) {
  for (const yield::Row& row : rows) {
    series["notes"].push_back(std::to_string(row.count.repairable) + " of " + std::to_string(row.count.maps) + " maps");
    if (is_exhaustive) continue;
    series["low"].push_back(row.confidence.low);
    series["high"].push_back(row.confidence.high);
  }
}

/// Returns what a curve of the report is called: the only one has no name there.
std::string name_of_curve(const ordered_json& curve, const yield::YieldRequest& request) {
  return curve.value("name", request.curves.front().name);
}

/// Returns the objects of a list of each curve, with the name of the curve in front.
ordered_json of_all_curves(const ordered_json& curves, const char* list, const yield::YieldRequest& request) {
  ordered_json all = ordered_json::array();
  for (const ordered_json& curve : curves) {
    if (!curve.contains(list)) continue;
    for (const ordered_json& object : curve.at(list)) {
      all.push_back({{"curve", name_of_curve(curve, request)}});
      all.back().update(object);
    }
  }
  return all;
}

}  // namespace

ordered_json yield_page(const yield::YieldRequest& request, const yield::YieldResult& result,
                        const ordered_json& report) {
  const plot::Plot plot = yield::plot_of(request, result);
  ordered_json data = head_of("curves", plot.title);
  data["facts"] = facts_of_report(report);
  data["plots"] = ordered_json::array({plot_data(plot)});
  ordered_json& series = data["plots"].front()["series"];
  for (std::size_t i = 0; i < series.size(); ++i) add_counts(series[i], result.rows[i], request.options.exhaustive);
  const ordered_json curves = report.contains("curves") ? report.at("curves") : ordered_json::array({report});
  data["tables"] = ordered_json::array({table_data("Maps", of_all_curves(curves, "rows", request))});
  const ordered_json yields = of_all_curves(curves, "array_yield", request);
  if (!yields.empty()) data["tables"].push_back(table_data("Yield of arrays", yields));
  return data;
}

}  // namespace kintsugi::view
