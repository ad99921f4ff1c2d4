#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "models/network/text.hpp"
#include "tb/tool/console/table.hpp"
#include "tb/tool/run/link_cycles.hpp"
#include "tb/tool/sweep/report.hpp"

namespace kintsugi::sweep {

namespace {

using nlohmann::ordered_json;

constexpr const char* kUnsent = "packets.unsent";
constexpr const char* kOutside = "packets.outside_window";
constexpr const char* kLost = "throughput.lost";

struct PointRow {
  const Point* point;
  const Result* result;
};

std::vector<PointRow> rows_of(const std::vector<Point>& points, const std::vector<Result>& results) {
  return each_of(points, [&](const Point& point) { return PointRow{&point, &results[point.number - 1]}; });
}

/// Begins a table: the number of the point, and its value on each axis.
Table<PointRow> table_for(const Sweep& sweep) {
  Table<PointRow> table = {{"point", [](const PointRow& row) { return row.point->number; }}};
  for (std::size_t axis = 0; axis < sweep.axes.size(); ++axis) {
    table.add(
        {sweep.axes[axis].name, [&sweep, axis](const PointRow& row) { return label_of(sweep, *row.point, axis); }});
  }
  return table;
}

/// The value of a report number of a point.
auto number_at(const std::string& path) {
  return [path](const PointRow& row) { return row.result->number(path); };
}

/// An integer as it is.
auto number_text_at(const std::string& path) {
  return [path](const PointRow& row) -> std::string {
    const auto number = row.result->number(path);
    return number ? fixed(*number, *number == std::floor(*number) ? 0 : 5) : "-";
  };
}

/// Returns the paths of all report numbers, in the order in which they first occur.
std::vector<std::string> columns_of(const std::vector<Result>& results) {
  return keys_of(results, &Result::numbers);
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

/// Returns whether there were packets, and all of them outside the window: of flows that end in the warm-up.
bool measures_no_packet(const Result& result) {
  return result.number(kOutside) > 0 && result.number(kOutside) == result.number("packets.created");
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

}  // namespace

std::string label_of(const Sweep& sweep, const Point& point, std::size_t axis) {
  return sweep.axes[axis].values[point.choice[axis]].label;
}

ordered_json values_json(const Sweep& sweep, const Point& point) {
  ordered_json json;
  for (std::size_t axis = 0; axis < sweep.axes.size(); ++axis)
    json[sweep.axes[axis].name] = label_of(sweep, point, axis);
  return json;
}

ordered_json result_json(const Sweep& sweep, const Point& point, const Result& result) {
  const Built& built = *point.built;
  ordered_json json = {{"point", point.number},    {"values", values_json(sweep, point)},
                       {"network", built.network}, {"nodes", built.nodes},
                       {"degree", built.degree},   {"routing", built.routing},
                       {"vcs", built.vcs},         {"status", nullptr}};
  if (result.signal == 0) json["status"] = result.status;
  if (result.signal != 0) json["signal"] = result.signal;
  if (result.failed()) json["failure"] = result.failure;
  json["figures"] = result.numbers;
  return json;
}

std::string to_csv(const Sweep& sweep, const std::vector<Point>& points, const Outcome& outcome) {
  Table<PointRow> table = table_for(sweep);
  table.add({"degree", [](const PointRow& row) { return row.point->built->degree; }});
  table.add({"vcs", [](const PointRow& row) { return row.point->built->vcs; }});
  table.add({"status", [](const PointRow& row) { return row.result->status; }});
  table.add({"signal", [](const PointRow& row) { return row.result->signal; }});
  const std::vector<std::string> taken = table.headings();
  for (const std::string& column : columns_of(outcome.results)) {
    const auto value = [column](const PointRow& row) { return row.result->numbers.value(column, ordered_json()); };
    const bool is_taken = std::ranges::find(taken, column) != taken.end();  // an axis can be called "network"
    table.add({is_taken ? "report." + column : column, value});
  }
  return table.csv(rows_of(points, outcome.results));
}

std::string points_text(const Sweep& sweep, const std::vector<Point>& points, const std::vector<Result>& results) {
  const auto some_have = [&results](const char* number) {
    return std::ranges::any_of(results, [number](const Result& each) { return each.number(number) > 0; });
  };
  const bool has_lost = some_have(kLost), has_unsent = some_have(kUnsent);
  const bool has_outside =
      some_have(kOutside) && (has_trace(sweep) || std::ranges::any_of(results, measures_no_packet));
  const std::string beside = number_beside(sweep, results);
  Table<PointRow> table = table_for(sweep);
  table.add({"offered", number_at("throughput.offered"), {.digits = 5}});
  table.add({"accepted", number_at("throughput.accepted"), {.digits = 5}});
  if (has_lost) table.add({"dropped", number_at(kLost), {.digits = 5}});
  table.add({"latency", number_at("latency.mean"), {.digits = 2}});
  table.add({"95 %", number_at("latency.p95"), {.digits = 0}});
  if (!beside.empty()) table.add({beside, number_text_at(beside)});
  if (has_unsent) table.add({"unsent", number_text_at(kUnsent)});
  if (has_outside) table.add({"outside", number_text_at(kOutside)});
  table.add({"outcome", [](const PointRow& row) { return outcome_of(*row.result); }});
  std::string text = table.text(rows_of(points, results)).text() +
                     "offered, accepted in flits/node/cycle; latency in cycles, creation to tail: mean, 95 % within\n";
  if (std::ranges::any_of(results, &Result::unsteady)) text += std::string(kUnsteadyMeaning) + '\n';
  if (has_lost) text += std::string(kLostMeaning) + '\n';
  if (has_unsent) text += "unsent: packets of the trace that were not sent\n";
  if (has_outside) text += "outside: packets before or after the window, which latency and offered leave out\n";
  return text + longest_link_text(points, results);
}

}  // namespace kintsugi::sweep
