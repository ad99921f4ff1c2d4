/// Finds the saturation throughput of a scenario by bisection.
///
/// Accepted    a rate at which the network accepts at least a given share (95 %) of the offered throughput, both as
///             measured in the window of a run; what is dropped because it cannot be delivered is not offered
/// Saturation  an accepted rate whose next higher one is not accepted. Rates are the multiples of the tolerance,
///             flits/node/cycle, up to 1, or to the highest that bursts allow. There is one such rate if acceptance
///             falls steadily with the rate, as on all networks here; otherwise the search finds one of several
/// Runs        one after the other, each a process in the directory of the scenario, which it reads from standard
///             input; without a drain, and without expectations, which are of one rate; only the first proves
///             the routing
/// Errors      the message of a run that prints no report
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "models/network/progress.hpp"
#include "tb/tool/scenario/source.hpp"
#include "tb/tool/sweep/decimal.hpp"
#include "tb/tool/sweep/result.hpp"

namespace kintsugi::sweep {

struct SaturationSearch {
  Source scenario;                     ///< read once: it may be a FIFO or standard input
  std::vector<std::string> overrides;  ///< of --set
  Decimal tolerance{5, 3};             ///< between rates; above 0, at most 1
  double share = 0.95;                 ///< of the offered throughput, above 0 and at most 1
  Progress progress = {};
  double highest = 1;  ///< rate that is tried at most, flits/node/cycle; at least the tolerance
};

struct MeasuredRate {
  std::string rate;  ///< flits/node/cycle, as written in the scenario
  Result result;
  Throughput throughput;
  bool is_accepted = false;
};

struct FoundSaturation {
  std::vector<MeasuredRate> runs;     ///< in the order in which they were made
  std::optional<std::size_t> at;      ///< of these, the saturation; nullopt: not even the lowest rate is accepted
  bool beyond = false;                ///< the highest rate is accepted too
  std::optional<std::size_t> failed;  ///< of these, the one that failed a check and ended the search
  bool stopped = false;               ///< the program was asked to stop before the search ended
};

FoundSaturation find_saturation(const SaturationSearch& search);

/// Makes several searches, whose own `progress` is not called, with so many runs at a time: the next run of each
/// search, then the next but one. `progress` counts runs. The results are those of each search by itself.
std::vector<FoundSaturation> find_saturations(std::span<const SaturationSearch> searches, unsigned workers,
                                              const Progress& progress = {});

}  // namespace kintsugi::sweep
