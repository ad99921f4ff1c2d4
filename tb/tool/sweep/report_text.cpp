#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "tb/tool/console/text_table.hpp"
#include "tb/tool/run/link_cycles.hpp"
#include "tb/tool/sweep/curves.hpp"
#include "tb/tool/sweep/quantiles.hpp"
#include "tb/tool/sweep/report.hpp"

namespace kintsugi::sweep {

namespace {

constexpr const char* kUnsent = "packets.unsent";
constexpr const char* kOutside = "packets.outside_window";
constexpr const char* kLost = "throughput.lost";

std::string fixed_or_dash(const std::optional<double>& number, int digits) {
  return number ? fixed(*number, digits) : "-";
}

/// An integer as it is.
std::string number_or_dash(const std::optional<double>& number) {
  return fixed_or_dash(number, number && *number == std::floor(*number) ? 0 : 5);
}

/// Returns the number that the table of points has beside the usual ones: that of the plot, or the end of a program;
/// empty if there is none.
std::string number_beside(const Sweep& sweep, const std::vector<Result>& results) {
  constexpr std::array<std::string_view, 4> kUsual = {"throughput.offered", "throughput.accepted", "latency.mean",
                                                      "latency.p95"};
  if (sweep.plot && std::ranges::find(kUsual, sweep.plot->y) == kUsual.end()) return sweep.plot->y;
  const std::string end = "workload.completion_cycle";
  const bool has_ends = std::ranges::any_of(results, [&](const Result& each) { return each.number(end).has_value(); });
  return has_ends ? end : "";
}

/// Returns whether some point replays a trace. A trace is measured as a whole by default, and a pattern never is.
bool has_trace(const Sweep& sweep) {
  const auto of_trace = [](const Setting& setting) {
    return setting.path == std::vector<std::string>{"traffic", "trace"} ||
           (setting.path == std::vector<std::string>{"traffic"} && setting.value.find("trace") != nullptr);
  };
  for (const Axis& axis : sweep.axes) {
    for (const AxisValue& value : axis.values) {
      if (std::ranges::any_of(value.settings, of_trace)) return true;
    }
  }
  const Value::Entry* traffic = sweep.base.find("traffic");
  return traffic != nullptr && traffic->value.find("trace") != nullptr;
}

/// "done", "done, not steady", or why the run failed.
std::string outcome_of(const Result& result) {
  const bool is_done = !result.failed() && result.signal == 0;
  return (is_done ? "done" : result.outcome()) + (result.unsteady() ? ", not steady" : "");
}

/// "1", or "1 to 4" if results differ; empty if none has the number.
std::string range_of(const std::string& path, const std::vector<Result>& results) {
  std::optional<double> low, high;
  for (const Result& result : results) {
    const std::optional<double> number = result.number(path);
    if (!number) continue;
    low = std::min(low.value_or(*number), *number);
    high = std::max(high.value_or(*number), *number);
  }
  if (!low) return "";
  return fixed(*low, 0) + (low == high ? "" : " to " + fixed(*high, 0));
}

/// "1 cycle", "2 to 4 cycles"
std::string range_with_unit(const std::string& path, const std::vector<Result>& results, const std::string& one,
                            const std::string& more) {
  const std::string range = range_of(path, results);
  return range + ' ' + (range == "1" ? one : more);
}

/// Says how long the longest link of the wafers is, how many cycles it takes, and why: in one line for each network,
/// and for each reason. Empty without wafers.
std::string longest_link_text(const std::vector<Point>& points, const std::vector<Result>& results) {
  std::map<std::pair<std::string, std::optional<unsigned>>, std::vector<Result>> groups;
  std::set<std::string> networks;
  for (const Point& point : points) {
    const Result& result = results[point.number - 1];
    if (!result.number("longest_link.pitches")) continue;
    groups[{point.built->network, point.reach}].push_back(result);
    networks.insert(point.built->network);
  }
  std::string text;
  for (const auto& [kind, alike] : groups) {
    const auto& [network, reach] = kind;
    text += "longest link" + (networks.size() > 1 ? " of " + network : "") + ": " +
            range_with_unit("longest_link.pitches", alike, "pitch", "pitches") + ", " +
            range_with_unit("longest_link.cycles", alike, "cycle", "cycles") + "; " + reason_of(reach) + '\n';
  }
  return text;
}

std::string points_text(const Sweep& sweep, const std::vector<Point>& points, const std::vector<Result>& results) {
  TextTable table;
  std::vector<std::string> head = {"point"};
  for (const Axis& axis : sweep.axes) head.push_back(axis.name);
  const auto some_have = [&results](const char* number) {
    return std::ranges::any_of(results, [number](const Result& each) { return each.number(number) > 0; });
  };
  const bool has_lost = some_have(kLost);
  head.insert(head.end(), {"offered", "accepted"});
  if (has_lost) head.emplace_back("dropped");
  head.insert(head.end(), {"latency", "95 %"});
  const std::string beside = number_beside(sweep, results);
  if (!beside.empty()) head.push_back(beside);
  const bool has_unsent = some_have(kUnsent);
  if (has_unsent) head.emplace_back("unsent");
  const bool has_outside = some_have(kOutside) && has_trace(sweep);
  if (has_outside) head.emplace_back("outside");
  head.emplace_back("outcome");
  table.add(std::move(head));
  for (const Point& point : points) {
    const Result& result = results[point.number - 1];
    std::vector<std::string> row = {std::to_string(point.number)};
    for (std::size_t i = 0; i < sweep.axes.size(); ++i) row.push_back(sweep.axes[i].values[point.choice[i]].label);
    row.push_back(fixed_or_dash(result.number("throughput.offered"), 5));
    row.push_back(fixed_or_dash(result.number("throughput.accepted"), 5));
    if (has_lost) row.push_back(fixed_or_dash(result.number(kLost), 5));
    row.push_back(fixed_or_dash(result.number("latency.mean"), 2));
    row.push_back(fixed_or_dash(result.number("latency.p95"), 0));
    if (!beside.empty()) row.push_back(number_or_dash(result.number(beside)));
    if (has_unsent) row.push_back(number_or_dash(result.number(kUnsent)));
    if (has_outside) row.push_back(number_or_dash(result.number(kOutside)));
    row.push_back(outcome_of(result));
    table.add(std::move(row));
  }
  std::string text =
      table.text() + "offered, accepted in flits/node/cycle; latency in cycles, creation to tail: mean, 95 % within\n";
  if (std::ranges::any_of(results, &Result::unsteady)) text += std::string(kUnsteadyMeaning) + '\n';
  if (has_lost) text += std::string(kLostMeaning) + '\n';
  if (has_unsent) text += "unsent: packets of the trace that were not sent\n";
  if (has_outside) text += "outside: packets before or after the window, which latency and offered leave out\n";
  return text + longest_link_text(points, results);
}

std::string saturation_text(const Curve& curve, const Saturation& saturation) {
  if (!saturation.at) return "below " + fixed(curve.x.front(), 4);
  return (saturation.beyond ? "above " : "") + fixed(curve.x[*saturation.at], 4);
}

void add_curve(TextTable& table, const Sweep& sweep, const Curve& curve, const std::vector<Point>& points,
               const std::vector<Result>& results, bool of_rates) {
  const Built& built = *points[curve.points.front()].built;
  std::vector<std::string> row;
  if (!curve.panel.empty()) row.push_back(curve.panel);
  for (const std::string& cell : {curve.name, std::to_string(built.nodes), std::to_string(built.degree), built.routing,
                                  std::to_string(built.vcs)}) {
    row.push_back(cell);
  }
  row.push_back(fixed_or_dash(results[curve.points.front()].number("latency.mean"), 2));
  if (const auto saturation = saturation_of(sweep, curve, results)) {
    const auto at = saturation->at;
    row.push_back(saturation_text(curve, *saturation));
    row.push_back(fixed_or_dash(at ? results[curve.points[*at]].number("throughput.accepted") : std::nullopt, 4));
    row.push_back(fixed_or_dash(saturation->most_accepted, 4));
  } else if (of_rates) {
    row.insert(row.end(), {"-", "-", "-"});
  }
  table.add(std::move(row));
}

std::string curves_text(const Sweep& sweep, const std::vector<Point>& points, const std::vector<Result>& results) {
  const std::vector<Curve> curves = curves_of(sweep);
  if (curves.empty()) return "";
  const Axis& x = sweep.axes[*axis_of_curves(sweep)];
  TextTable table;
  std::vector<std::string> head;
  if (!curves.front().panel.empty()) head.push_back(*sweep.plot->panels);
  for (const char* word : {"curve", "nodes", "degree", "routing", "vcs", "latency"}) head.emplace_back(word);
  const bool of_rates =
      std::ranges::any_of(curves, [&](const Curve& curve) { return saturation_of(sweep, curve, results).has_value(); });
  if (of_rates) head.insert(head.end(), {"saturation", "accepted there", "most accepted"});
  table.add(std::move(head));
  for (const Curve& curve : curves) add_curve(table, sweep, curve, points, results, of_rates);
  std::string text = '\n' + table.text() + "latency: mean at the lowest " + x.name;
  if (of_rates) text += std::string("; saturation: ") + kSaturationMeaning;
  return text + '\n';
}

std::string short_or_dash(const nlohmann::ordered_json& number) {
  return number.is_null() ? "-" : short_text(number);
}

std::vector<std::string> quantiles_row(const Sweep& sweep, const Point& first, const Quantiles& sample) {
  std::vector<std::string> row;
  for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
    if (i != axis_of_samples(sweep)) row.push_back(sweep.axes[i].values[first.choice[i]].label);
  }
  for (const std::size_t count : {sample.runs, sample.failed, sample.silent}) row.push_back(std::to_string(count));
  for (const auto* number : {&sample.min, &sample.q10, &sample.q50, &sample.q90, &sample.max}) {
    row.push_back(short_or_dash(*number));
  }
  row.push_back(sample.mean ? short_text(*sample.mean) : "-");
  return row;
}

std::string quantiles_text(const Sweep& sweep, const std::vector<Point>& points, const std::vector<Result>& results) {
  TextTable table;
  std::vector<std::string> head;
  for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
    if (i != axis_of_samples(sweep)) head.push_back(sweep.axes[i].name);
  }
  head.insert(head.end(), {"runs", "failed", "silent", "min", "10 %", "median", "90 %", "max", "mean"});
  table.add(std::move(head));
  for (const std::size_t first : first_points(sweep)) {
    table.add(quantiles_row(sweep, points[first], quantiles_from(sweep, first, results)));
  }
  return '\n' + table.text() + sweep.plot->y + " over " + *sweep.plot->over + ", " + kQuantilesMeaning +
         "\nsilent: runs that neither fail nor report it\n";
}

}  // namespace

std::string to_text(const Sweep& sweep, const std::vector<Point>& points, const Outcome& outcome) {
  const auto summary_text = axis_of_samples(sweep) ? quantiles_text : curves_text;
  return points_text(sweep, points, outcome.results) + summary_text(sweep, points, outcome.results);
}

}  // namespace kintsugi::sweep
