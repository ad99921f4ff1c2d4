/// The result of a point.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "tb/tool/store/store.hpp"
#include "tb/tool/sweep/workers.hpp"

namespace kintsugi::sweep {

struct Result {
  int status = 0;       ///< exit status of the run, when signal is 0
  int signal = 0;       ///< the signal that ended it; 0: it exited
  std::string failure;  ///< the check that failed, or why the run broke down; empty: all checks held
  nlohmann::ordered_json numbers =
      nlohmann::ordered_json::object();  ///< by path, "latency.mean": the single values of the report; of its lists
                                         ///< only the number that is plotted

  bool failed() const { return !failure.empty(); }
  /// Returns whether the run reports that it was not steady: its latencies depend on its length.
  bool unsteady() const { return numbers.value("steady", true) == false; }
  /// Returns a description of the end: "exit status 1: deadlock", "signal 9 (Killed)".
  std::string outcome() const;
  /// Returns the value at this path, or nullopt if it is missing or not a number.
  std::optional<double> number(const std::string& path) const;
};

/// What a run offered, accepted and dropped in its window, flits/node/cycle.
struct Throughput {
  double offered = 0;
  double accepted = 0;
  double lost = 0;  ///< dropped, because it could not be delivered: no network would have accepted it

  double deliverable() const { return offered - lost; }
  /// Returns whether this share of what could be delivered is accepted.
  bool accepts(double share) const { return accepted >= share * deliverable(); }
};

/// Returns nullopt if the run has measured none.
std::optional<Throughput> throughput_of(const Result& result);

inline constexpr const char* kLostMeaning =
    "dropped: flits that could not be delivered; they do not count as offered where the share that is accepted decides";

inline constexpr const char* kUnsteadyMeaning =
    "not steady: source queues grew, so that latencies depend on the length of the run";

/// Returns the result of a process that runs a scenario: its report, whether its checks held or not. Without a report
/// it has broken down.
store::UnitResult result_of(const Ended& end);

/// Returns what a sweep reports of such a result. `plotted` is the number of its plot: it can be of a collective, which
/// the report has in a list.
Result result_of(const store::UnitResult& run, const std::string& plotted = "");

}  // namespace kintsugi::sweep
