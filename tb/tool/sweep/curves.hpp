/// Groups the points of a sweep into curves: points that differ on one axis only, in the order of its numbers.
///
/// Saturation  the highest rate up to which, from the lowest on, at least 95 % of the offered throughput is accepted;
///             both as measured in the window of each run. Flits that are dropped, because they cannot be delivered,
///             are not offered
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tb/tool/sweep/result.hpp"
#include "tb/tool/sweep/sweep.hpp"

namespace kintsugi::sweep {

inline constexpr double kAccepted = 0.95;
inline constexpr const char* kSaturationMeaning =
    "the highest rate up to which at least 95 % of what is offered is accepted";

struct Curve {
  std::string panel;                ///< the label of its value on the axis of the panels; empty without one
  std::string name;                 ///< the labels of its values on the other axes
  std::vector<std::size_t> points;  ///< indices of points, by ascending x; with `plot.over` the first of each sample
  std::vector<double> x;            ///< one for each
};

/// Returns the x axis of the curves: that of the plot, else `traffic.rate` if it is an axis of at least two numbers.
std::optional<std::size_t> axis_of_curves(const Sweep& sweep);

/// Returns the curves in the order of their first points; none without an x axis. With `plot.over` a curve goes through
/// samples (tb/tool/sweep/quantiles.hpp).
std::vector<Curve> curves_of(const Sweep& sweep);

struct Saturation {
  std::optional<std::size_t> at;        ///< index on the curve; nullopt: saturated from the lowest rate on
  bool beyond = false;                  ///< the highest rate is accepted too: saturation lies beyond it
  std::optional<double> most_accepted;  ///< at any rate, flits/node/cycle
};

/// Returns nullopt if the x axis is not the rate, if no point has a throughput, if the window of a closed loop holds
/// requests back at some point, which are then not offered, or with `plot.over`.
std::optional<Saturation> saturation_of(const Sweep& sweep, const Curve& curve, const std::vector<Result>& results);

}  // namespace kintsugi::sweep
