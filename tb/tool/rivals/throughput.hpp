/// The saturation throughput of what the schemes deliver, by simulation of the scenario's traffic.
///
/// Network     the delivered one, wired directly, with the routing, traffic and run of the scenario: dead nodes are
///             defects, only the users send and receive (traffic.among). Equal networks are simulated once. Every link
///             takes the cycles of the scenario: the longer wires of repaired and harvested networks are not modelled
/// Throughput  what the users accept at the saturation rate (tb/tool/sweep/saturation.hpp), flits/cycle of the whole
///             die; 0 if nothing is delivered, or if the lowest rate is not accepted
/// Errors      InputError if the scenario does not suit many runs; std::runtime_error, with the command that shows it,
///             if a run fails; Stopped if the program is asked to stop
#pragma once

#include <string>
#include <vector>

#include "models/network/progress.hpp"
#include "tb/tool/rivals/study.hpp"
#include "tb/tool/scenario/source.hpp"
#include "tb/tool/sweep/decimal.hpp"

namespace kintsugi::rivals {

struct ThroughputSearch {
  Source scenario;
  std::vector<std::string> overrides;  ///< of --set
  sweep::Decimal tolerance{1, 2};      ///< between rates, flits/node/cycle
  unsigned workers = 1;                ///< processes at a time
};

/// Checks the scenario before anything is simulated.
void require_traffic(const Input& input);

/// Adds the throughputs to the outcomes. Returns that of the wanted network without defects.
double add_throughputs(const Study& study, const ThroughputSearch& search, const Progress& progress,
                       StudyResult& result);

}  // namespace kintsugi::rivals
