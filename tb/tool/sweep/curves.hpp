/// Groups the points of a sweep into curves: points that differ on one axis only, in the order of its numbers.
///
/// Saturation  the highest rate up to which, from the lowest on, at least 95 % of the offered throughput is accepted;
///             both as measured in the window of each run. Flits that are dropped, because they cannot be delivered,
///             are not offered
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tb/tool/sweep/result.hpp"
#include "tb/tool/sweep/sweep.hpp"

namespace kintsugi::sweep {

inline constexpr double kAccepted = 0.95;
inline constexpr const char* kSaturationMeaning =
    "the highest rate up to which at least 95 % of what is offered is accepted";

inline constexpr const char* kQuantilesMeaning =
    "nearest rank: of n ascending values the one of rank ceil(share * n), over the runs that report the number and do "
    "not fail";
inline constexpr const char* kBandMeaning = "10 to 90 % of the runs";

struct Curve {
  std::string panel;                ///< the label of its value on the axis of the panels; empty without one
  std::string name;                 ///< the labels of its values on the other axes
  std::vector<std::size_t> points;  ///< indices of points, by ascending x; with `plot.over` the first of each sample
  std::vector<double> x;            ///< one for each
};

/// Returns the x axis of the curves: that of the plot, else `traffic.rate` if it is an axis of at least two numbers.
std::optional<std::size_t> axis_of_curves(const Sweep& sweep);

/// Returns the curves in the order of their first points; none without an x axis. With `plot.over` a curve goes through
/// samples.
std::vector<Curve> curves_of(const Sweep& sweep);

struct Saturation {
  std::optional<std::size_t> at;        ///< index on the curve; nullopt: saturated from the lowest rate on
  bool beyond = false;                  ///< the highest rate is accepted too: saturation lies beyond it
  std::optional<double> most_accepted;  ///< at any rate, flits/node/cycle
};

/// Returns nullopt if the x axis is not the rate, if no point has a throughput, if the window of a closed loop holds
/// requests back at some point, which are then not offered, or with `plot.over`.
std::optional<Saturation> saturation_of(const Sweep& sweep, const Curve& curve, const std::vector<Result>& results);

/// The distribution of the number that is plotted, `plot.y`, over the values of one axis, `plot.over`: random defect
/// maps, or seeds.
///
/// Sample    the points that differ on that axis only; its first point has the first value there
/// Counted   the runs that report the number and have not failed. One that fails, such as one whose map cannot be
///           repaired, is counted as failed; one that neither fails nor reports the number is silent
/// Quantile  nearest rank: of n ascending values the one of rank ceil(share * n): a value that some run has reported
struct Quantiles {
  std::size_t runs = 0;  ///< counted
  std::size_t failed = 0;
  std::size_t silent = 0;
  nlohmann::ordered_json min;  ///< as reported, as the next four; null without a run
  nlohmann::ordered_json q10;
  nlohmann::ordered_json q50;
  nlohmann::ordered_json q90;
  nlohmann::ordered_json max;
  std::optional<double> mean;
};

/// Returns the axis that `plot.over` names; nullopt without it.
std::optional<std::size_t> axis_of_samples(const Sweep& sweep);

/// Returns the indices of the first points of all samples, ascending; none without `plot.over`.
std::vector<std::size_t> first_points(const Sweep& sweep);

/// Returns the indices of the points of the sample with this first point, in the order of the axis; none without
/// `plot.over`.
std::vector<std::size_t> sample_from(const Sweep& sweep, std::size_t first);

/// Returns the distribution over the sample with this first point.
Quantiles quantiles_from(const Sweep& sweep, std::size_t first, const std::vector<Result>& results);

/// Returns a number for a reader: an integer as it is, any other one in six digits.
std::string short_text(const nlohmann::ordered_json& number);

}  // namespace kintsugi::sweep
