/// A sweep: a scenario and axes along which it is changed. Plain data, as read and checked by reader.hpp.
///
/// Points  the product of the axes, in the order in which they are written, the last one changing first
/// Axis    a key of the scenario, by its path as in --set, and its values; or a name of its own and groups, each with a
///         name and several keys that change together
/// Order   an axis changes what the axes before it have left, so `network` can come before `network.n`, not after it
#pragma once

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "tb/tool/scenario/value.hpp"

namespace kintsugi::sweep {

/// A key of the scenario and its new value.
struct Setting {
  std::vector<std::string> path;
  Value value;
  Where where;  ///< of the key
};

struct AxisValue {
  std::string label;  ///< the value as it was written, or the name of the group; no two alike on an axis
  std::vector<Setting> settings;
  Where where = {};  ///< of the label
};

struct Axis {
  std::string name;  ///< the path of the key, or the name of the groups
  Where where;
  bool of_groups = false;
  std::vector<AxisValue> values;  ///< at least one
};

/// Returns the numbers of an axis, or nullopt if a label is not a number.
std::optional<std::vector<double>> numbers_of(const Axis& axis);

/// The axis that curves go along unless a plot names another one.
inline constexpr const char* kRate = "traffic.rate";

/// The plot: a report number over one axis, a curve for each choice on the others, a file for each value of `panels`.
/// With `over`, a curve has the medians over the values of that axis (tb/tool/sweep/curves.hpp).
struct PlotSection {
  std::string title;
  std::optional<std::string> x = kRate;  ///< an axis of numbers; nullopt, with `over` only: there are no curves
  std::string y = "latency.mean";        ///< a number of the report of a run, by its path
  Where where_y = {};                    ///< of this path, or of the plot
  std::optional<std::string> panels;     ///< an axis
  std::optional<std::string> over;       ///< an axis, neither x nor panels
  bool log_x = false;
  bool log_y = false;
  std::optional<double> y_high;  ///< nullopt: chosen so that saturated points do not flatten the rest
};

struct Sweep {
  std::string source;       ///< file name, or "<command line>"
  std::string base_source;  ///< of the scenario: the same, or the file that `base` names
  Value base;               ///< a mapping, --set applied
  std::vector<Axis> axes;
  std::optional<PlotSection> plot;

  std::size_t points() const {
    return std::accumulate(axes.begin(), axes.end(), std::size_t{1},
                           [](std::size_t product, const Axis& axis) { return product * axis.values.size(); });
  }
  /// Returns the index of the axis with this name, or nullopt.
  std::optional<std::size_t> axis_named(const std::string& name) const {
    const auto found = std::ranges::find(axes, name, &Axis::name);
    return found == axes.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - axes.begin()));
  }
};

inline constexpr std::size_t kMostPoints = 100'000;
inline constexpr std::size_t kMostAxes = 1'000;
inline constexpr std::size_t kMostSettings = 1'000;  ///< of one point, by all axes together

}  // namespace kintsugi::sweep
