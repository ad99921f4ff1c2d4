#include "tb/tool/sweep/quantiles.hpp"

#include <algorithm>
#include <cmath>

#include "models/network/text.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/sweep/points.hpp"

namespace kintsugi::sweep {

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
