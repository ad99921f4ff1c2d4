/// What came of a point.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "tb/tool/sweep/child.hpp"

namespace kintsugi::sweep {

struct Result {
  int status = 0;       ///< exit status of the run, when signal is 0
  int signal = 0;       ///< that ended it; 0: it exited
  std::string failure;  ///< what was wrong; empty: all checks held
  nlohmann::ordered_json figures =
      nlohmann::ordered_json::object();  ///< by path, "latency.mean": the single values of the report, no lists

  bool failed() const { return !failure.empty(); }
  /// "exit status 1: deadlock", "signal 9 (Killed)".
  std::string outcome() const;
  /// A figure that is a number, or nothing.
  std::optional<double> number(const std::string& path) const;
};

/// A run that gave a report, whether its checks held or not.
Result result_of(int status, const nlohmann::ordered_json& report);

/// The report that a process has printed; nothing when it has not: it was given wrong input, or it broke down.
std::optional<nlohmann::ordered_json> report_of(const Ended& end);

/// A process without a report.
Result breakdown_of(const Ended& end);

}  // namespace kintsugi::sweep
