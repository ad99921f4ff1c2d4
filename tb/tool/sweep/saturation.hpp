/// The saturation throughput of a scenario, by bisection.
///
/// Accepted    a rate of which the network takes at least a given share (95 %) of what is offered, both as measured in
///             the window of a run
/// Saturation  the highest accepted rate whose next higher one is not accepted. Rates are the multiples of the
///             tolerance, flits/node/cycle, up to 1. Throughput does not fall and rise again with the rate on any
///             network we know; where it did, this would find one of the places
/// Runs        one after the other, each a process of its own, without a drain; the routing is proved in the first only
/// Errors      what a run that gives no report says
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/network/progress.hpp"
#include "tb/tool/sweep/decimal.hpp"
#include "tb/tool/sweep/result.hpp"

namespace kintsugi::sweep {

struct SaturationSearch {
  std::string scenario;                ///< SCENARIO as given to the tool
  std::vector<std::string> overrides;  ///< of --set
  Decimal tolerance{5, 3};             ///< between rates; above 0, at most 1
  double share = 0.95;                 ///< of what is offered, above 0 and at most 1
  Progress progress = {};
};

struct MeasuredRate {
  std::string rate;  ///< flits/node/cycle, as written in the scenario
  Result result;
  double offered = 0;
  double accepted = 0;
  bool is_accepted = false;
};

struct FoundSaturation {
  std::vector<MeasuredRate> runs;     ///< in the order in which they were made
  std::optional<std::size_t> at;      ///< of these, the saturation; nothing: not even the lowest rate is accepted
  bool beyond = false;                ///< the highest rate is accepted too
  std::optional<std::size_t> failed;  ///< of these, the one that failed a check and ended the search
  int signal = 0;                     ///< that stopped the search
};

FoundSaturation find_saturation(const SaturationSearch& search);

}  // namespace kintsugi::sweep
