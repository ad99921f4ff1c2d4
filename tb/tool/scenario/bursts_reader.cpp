#include "tb/tool/scenario/traffic_reader.hpp"

#include <cmath>
#include <string>

namespace kintsugi {

namespace {

constexpr RealRange kBurstLength{1, 1e6};
constexpr RealRange kAlpha{1.01, 100};
constexpr double kMillion = 1e6;  // a remedy is rounded so that it is valid

/// Refuses a mean so short that the shortest Pareto length would be less than a cycle.
bool is_long_enough(MapReader& map, const char* key, double mean, const BurstShape& burst) {
  if (mean * kOneWithRounding >= burst.least_mean()) return true;
  map.complain(key, " must be at least alpha / (alpha - 1), ",
               rounded(std::ceil(burst.least_mean() / kOneWithRounding * kMillion) / kMillion), ", with alpha ",
               rounded(*burst.alpha), ", so that the shortest length is a cycle, not '", rounded(mean),
               "'; give more, a larger alpha, or none");
  return false;
}

/// Returns whether a PE can inject as much as a node creates in a burst; adds an error if not.
bool check_peak(MapReader& map, const Where& where, const std::string& key, double rate, const BurstShape& burst) {
  const double peak = rate * burst.factor();
  if (peak <= kOneWithRounding) return true;
  map.context().errors.add(where, map.path_of(key), ": ", rounded(rate), " flits/cycle with bursts of ",
                           rounded(burst.mean), " cycles and pauses of ", rounded(burst.pause), " are ", rounded(peak),
                           " in a burst, and a PE injects at most 1; lower the rate to at most ",
                           rounded(std::floor(kMillion / burst.factor()) / kMillion),
                           ", or give longer bursts or shorter pauses");
  return false;
}

}  // namespace

void read_burst(MapReader& map, TrafficSection& traffic) {
  map.say("burst", {.help = "bursts in which the nodes create their packets, with pauses between them",
                    .otherwise = "none",
                    .example = "{mean: 50, pause: 150}"});
  map.section("burst", [&traffic](MapReader& inner) {
    BurstShape burst{.mean = 50, .pause = 150};
    inner.require("mean", ": the mean length of a burst in cycles");
    inner.require("pause", ": the mean length of a pause in cycles");
    bool right = inner.real("mean", kBurstLength, burst.mean, {.help = "mean length of a burst, cycles"});
    right &= inner.real("pause", kBurstLength, burst.pause, {.help = "mean length of the pause after it, cycles"});
    inner.real("alpha", kAlpha, burst.alpha,
               {.help = "shape of lengths with a Pareto distribution; up to 2 their variance is infinite",
                .otherwise = "none, geometric lengths",
                .example = "1.5"});
    if (!right || (inner.has("alpha") && !burst.alpha)) return;
    right = is_long_enough(inner, "mean", burst.mean, burst);
    right &= is_long_enough(inner, "pause", burst.pause, burst);
    if (right) traffic.burst = burst;
  });
}

void check_peaks(MapReader& map, TrafficSection& traffic) {
  if (!traffic.burst) return;
  const Value* rate = map.find("rate");
  const Where where = (rate != nullptr ? rate : map.find("burst"))->where;
  bool right = check_peak(map, where, "rate", traffic.rate, *traffic.burst);
  for (const WrittenNumber& own : traffic.rates) {
    right &= check_peak(map, own.where, own.path.substr(map.path().size() + 1) + ".rate", own.number, *traffic.burst);
  }
  if (!right) traffic.burst.reset();
}

}  // namespace kintsugi
