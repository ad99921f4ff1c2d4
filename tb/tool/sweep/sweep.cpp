#include "tb/tool/sweep/sweep.hpp"

#include <algorithm>
#include <cmath>

#include "models/network/number_in.hpp"

namespace kintsugi::sweep {

std::optional<std::vector<double>> numbers_of(const Axis& axis) {
  std::vector<double> numbers;
  for (const AxisValue& value : axis.values) {
    const auto number = number_in<double>(value.label);
    if (axis.of_groups || !number || !std::isfinite(*number)) return std::nullopt;
    numbers.push_back(*number);
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
