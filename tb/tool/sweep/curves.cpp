#include "tb/tool/sweep/curves.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "models/network/text.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/sweep/points.hpp"

namespace kintsugi::sweep {

namespace {

/// Returns the name of a value in a legend: "router.vcs" of 4 is "vcs 4"; a group or a mapping has its own name.
std::string short_label(const Axis& axis, std::size_t choice) {
  const std::string& label = axis.values[choice].label;
  if (axis.of_groups || label.starts_with('{')) return label;
  return axis.name.substr(axis.name.rfind('.') + 1) + ' ' + label;
}

std::optional<std::size_t> axis_of_panels(const Sweep& sweep) {
  if (!sweep.plot || !sweep.plot->panels) return std::nullopt;
  return sweep.axis_named(*sweep.plot->panels);
}

std::string curve_name(const Sweep& sweep, const std::vector<std::size_t>& choice, std::size_t x) {
  std::string name;
  for (std::size_t axis = 0; axis < choice.size(); ++axis) {
    if (axis == x || axis == axis_of_panels(sweep) || axis == axis_of_samples(sweep)) continue;
    name += (name.empty() ? "" : ", ") + short_label(sweep.axes[axis], choice[axis]);
  }
  return name.empty() ? "all" : name;
}

void sort_by_x(Curve& curve) {
  std::vector<std::size_t> order(curve.x.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&curve](std::size_t i) { return curve.x[i]; });
  Curve sorted{curve.panel, curve.name, {}, {}};
  for (const std::size_t i : order) {
    sorted.points.push_back(curve.points[i]);
    sorted.x.push_back(curve.x[i]);
  }
  curve = std::move(sorted);
}

/// Returns whether a point has traffic.window: its own key, or one in a value of `traffic`; a later axis counts.
bool has_window(const Sweep& sweep, std::size_t number) {
  const auto in_traffic = [](const Value* traffic) { return traffic != nullptr && traffic->find("window") != nullptr; };
  const Value::Entry* const base = sweep.base.find("traffic");
  bool found = base != nullptr && in_traffic(&base->value);
  const std::vector<std::size_t> choice = choice_of(sweep, number);
  for (std::size_t axis = 0; axis < choice.size(); ++axis) {
    for (const Setting& setting : sweep.axes[axis].values[choice[axis]].settings) {
      if (setting.path == std::vector<std::string>{"traffic"}) found = in_traffic(&setting.value);
      if (setting.path == std::vector<std::string>{"traffic", "window"}) found = true;
    }
  }
  return found;
}

}  // namespace

std::optional<std::size_t> axis_of_curves(const Sweep& sweep) {
  if (sweep.plot) return sweep.plot->x ? sweep.axis_named(*sweep.plot->x) : std::nullopt;
  const auto rates = sweep.axis_named(kRate);
  if (!rates || sweep.axes[*rates].values.size() < 2 || !numbers_of(sweep.axes[*rates])) return std::nullopt;
  return rates;
}

std::vector<Curve> curves_of(const Sweep& sweep) {
  const auto x = axis_of_curves(sweep);
  if (!x) return {};
  const std::vector<double> numbers = *numbers_of(sweep.axes[*x]);
  const auto panels = axis_of_panels(sweep);
  const auto samples = axis_of_samples(sweep);
  std::map<std::vector<std::size_t>, std::size_t> place;
  std::vector<Curve> curves;
  for (std::size_t number = 1; number <= sweep.points(); ++number) {
    std::vector<std::size_t> choice = choice_of(sweep, number);
    if (samples && choice[*samples] != 0) continue;
    const double at = numbers[choice[*x]];
    const std::string panel = panels ? sweep.axes[*panels].values[choice[*panels]].label : "";
    std::vector<std::size_t> others = choice;
    others[*x] = 0;
    const auto [found, is_new] = place.try_emplace(std::move(others), curves.size());
    if (is_new) curves.push_back({panel, curve_name(sweep, choice, *x), {}, {}});
    curves[found->second].points.push_back(number - 1);
    curves[found->second].x.push_back(at);
  }
  std::ranges::for_each(curves, sort_by_x);
  return curves;
}

std::optional<Saturation> saturation_of(const Sweep& sweep, const Curve& curve, const std::vector<Result>& results) {
  const auto x = axis_of_curves(sweep);
  if (!x || sweep.axes[*x].name != kRate || axis_of_samples(sweep)) return std::nullopt;
  if (std::ranges::any_of(curve.points, [&](std::size_t point) { return has_window(sweep, point + 1); })) {
    return std::nullopt;
  }
  Saturation saturation;
  bool saturated = false;
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    const Result& result = results[curve.points[i]];
    const auto throughput = throughput_of(result);
    if (!throughput) continue;
    saturation.most_accepted = std::max(saturation.most_accepted.value_or(0), throughput->accepted);
    saturated = saturated || !throughput->accepts(kAccepted);
    if (!saturated) saturation.at = i;
  }
  if (!saturation.most_accepted) return std::nullopt;
  saturation.beyond = !saturated;
  return saturation;
}

namespace {

constexpr double kAllBeforeThePoint = 1e5;  // from here on six digits leave none behind it

using nlohmann::ordered_json;

double as_double(const ordered_json& number) {
  return number.get<double>();
}

/// Returns the value of a rank, in integers: the smallest r with 100 * r >= percent * values. `ascending` is not empty.
const ordered_json& nearest_rank(const std::vector<ordered_json>& ascending, std::size_t percent) {
  const std::size_t rank = (ascending.size() * percent + 99) / 100;
  return ascending[std::max<std::size_t>(rank, 1) - 1];
}

/// Returns the mean of ascending numbers, as the distance from the lowest: that of equal numbers is that number.
double mean_of(const std::vector<ordered_json>& ascending) {
  const double lowest = as_double(ascending.front());
  double beyond = 0;
  for (const ordered_json& number : ascending) beyond += as_double(number) - lowest;
  return lowest + beyond / static_cast<double>(ascending.size());
}

void describe_values(std::vector<ordered_json> values, Quantiles& quantiles) {
  std::ranges::stable_sort(values, {}, as_double);
  quantiles.min = values.front();
  quantiles.q10 = nearest_rank(values, 10);
  quantiles.q50 = nearest_rank(values, 50);
  quantiles.q90 = nearest_rank(values, 90);
  quantiles.max = values.back();
  quantiles.mean = mean_of(values);
}

/// Returns how far the numbers of two points are apart that are neighbours on an axis.
std::size_t distance_on(const Sweep& sweep, std::size_t axis) {
  std::size_t points = 1;
  for (std::size_t later = axis + 1; later < sweep.axes.size(); ++later) points *= sweep.axes[later].values.size();
  return points;
}

}  // namespace

std::optional<std::size_t> axis_of_samples(const Sweep& sweep) {
  if (!sweep.plot || !sweep.plot->over) return std::nullopt;
  return sweep.axis_named(*sweep.plot->over);
}

std::vector<std::size_t> first_points(const Sweep& sweep) {
  std::vector<std::size_t> first;
  const auto axis = axis_of_samples(sweep);
  for (std::size_t point = 0; axis && point < sweep.points(); ++point) {
    if (choice_of(sweep, point + 1)[*axis] == 0) first.push_back(point);
  }
  return first;
}

std::vector<std::size_t> sample_from(const Sweep& sweep, std::size_t first) {
  std::vector<std::size_t> points;
  const auto axis = axis_of_samples(sweep);
  if (!axis) return points;
  const std::size_t distance = distance_on(sweep, *axis);
  for (std::size_t i = 0; i < sweep.axes[*axis].values.size(); ++i) points.push_back(first + i * distance);
  return points;
}

Quantiles quantiles_from(const Sweep& sweep, std::size_t first, const std::vector<Result>& results) {
  Quantiles quantiles;
  std::vector<ordered_json> values;
  for (const std::size_t point : sample_from(sweep, first)) {
    const Result& result = results[point];
    if (result.failed()) {
      ++quantiles.failed;
    } else if (result.number(sweep.plot->y)) {
      values.push_back(result.numbers.at(sweep.plot->y));
    } else {
      ++quantiles.silent;
    }
  }
  quantiles.runs = values.size();
  if (!values.empty()) describe_values(std::move(values), quantiles);
  return quantiles;
}

std::string short_text(const ordered_json& number) {
  if (number.is_number_integer()) return number.dump();
  const double value = as_double(number);
  return std::abs(value) >= kAllBeforeThePoint ? fixed(value, 0) : rounded(value);
}

}  // namespace kintsugi::sweep
