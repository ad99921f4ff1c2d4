/// Running a scenario on the hardware model, cycle by cycle.
#pragma once

#include <filesystem>
#include <iosfwd>
#include <optional>

#include "hw/clock/clock_domain.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

struct RunOptions {
  Schedule schedule = Schedule::kDomain;
  unsigned threads = 1;                      ///< 1 .. 64; where one must do, one does
  bool json = false;                         ///< the report is one JSON document, else text
  bool quiet = false;                        ///< no progress
  bool timing = false;                       ///< wall-clock figures too; without them every run prints the same
  std::optional<std::filesystem::path> out;  ///< directory for what is written; nothing: the working directory
};

/// The exit status: 0 all checks held, 1 a check failed. The report goes to `report`, messages and progress to
/// `messages`. InputError for what only building shows. Elaborates SystemC modules: once per process.
int run_scenario(const Scenario& scenario, const Setup& setup, const RunOptions& options, std::ostream& report,
                 std::ostream& messages);

/// `kintsugi demo`: the built-in scenario, with a report of what it shows and the files it wrote.
int run_demo(const RunOptions& options, std::ostream& report, std::ostream& messages);

}  // namespace kintsugi
