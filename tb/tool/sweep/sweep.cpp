#include "tb/tool/sweep/sweep.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace kintsugi::sweep {

std::optional<std::vector<double>> numbers_of(const Axis& axis) {
  std::vector<double> numbers;
  for (const AxisValue& value : axis.values) {
    const char* const end = value.label.data() + value.label.size();
    double number = 0;
    const auto [stop, error] = std::from_chars(value.label.data(), end, number);
    if (axis.of_groups || error != std::errc{} || stop != end || !std::isfinite(number)) return std::nullopt;
    numbers.push_back(number);
  }
  return numbers;
}

std::size_t Sweep::points() const {
  std::size_t product = 1;
  for (const Axis& axis : axes) product *= axis.values.size();
  return product;
}

std::optional<std::size_t> Sweep::axis_named(const std::string& name) const {
  const auto found = std::ranges::find(axes, name, &Axis::name);
  if (found == axes.end()) return std::nullopt;
  return static_cast<std::size_t>(found - axes.begin());
}

}  // namespace kintsugi::sweep
