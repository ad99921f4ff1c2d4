/// The distribution of the number that is plotted, `plot.y`, over the values of one axis, `plot.over`: random defect
/// maps, or seeds.
///
/// Sample    the points that differ on that axis only; its first point has the first value there
/// Counted   the runs that report the number and have not failed. One that fails, such as one whose map cannot be
///           repaired, is counted as failed; one that neither fails nor reports the number is silent
/// Quantile  nearest rank: of n ascending values the one of rank ceil(share * n): a value that some run has reported
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tb/tool/sweep/result.hpp"
#include "tb/tool/sweep/sweep.hpp"

namespace kintsugi::sweep {

inline constexpr const char* kQuantilesMeaning =
    "nearest rank: of n ascending values the one of rank ceil(share * n), over the runs that report the number and do "
    "not fail";
inline constexpr const char* kBandMeaning = "10 to 90 % of the runs";

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
