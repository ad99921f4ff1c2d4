/// Runs a scenario on the hardware model, cycle by cycle.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <vector>

#include "hw/clock/clock_domain.hpp"
#include "models/network/limits.hpp"
#include "tb/tool/console/output.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/input.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

struct RunResult;

struct RunOptions {
  Schedule schedule = Schedule::kDomain;
  /// 1 .. 64; ignored where the scenario needs a single thread. nullopt: chosen by run_cost.hpp, and said
  std::optional<unsigned> threads = 1;
  bool json = false;            ///< the report is one JSON document, else text
  bool quiet = false;           ///< no progress
  bool writes = true;           ///< false: instruments that write files beside the report are left out
  bool timing = false;          ///< report wall-clock times; without them every run prints the same
  FeatureValues features = {};  ///< what the options of the command ask of features
  /// Writes the page of the run, if there is anything to show, and returns the name of the file, or "". It needs the
  /// history, and all packets with their routes. Empty: no page
  std::function<std::string(const RunResult&)> page = {};
  std::optional<std::filesystem::path> defects = {};  ///< file for the defect map; nullopt: none
  std::shared_ptr<OutputDirectory> files = {};        ///< by which it is written; only with `defects`
  std::optional<std::filesystem::path> out = {};      ///< directory for the files; nullopt: the working directory
};

/// Runs a scenario; returns the exit status: 0 if all checks held, 1 if a check failed, 2 if a file could not be
/// written after the cycles: then the report has come all the same, and `errors` in it if it is JSON. If the program is
/// asked to stop, it reports the cycles until then, and returns 1 at best. The report goes to `report`, messages and
/// progress to `messages`. Throws InputError for mistakes that only building finds, and std::system_error for a place
/// that cannot be written before the cycles. It elaborates SystemC modules, so call it once per process.
int run_scenario(const Scenario& scenario, const Setup& setup, const RunOptions& options, std::ostream& report,
                 std::ostream& messages);

/// Runs the scenario of `kintsugi demo`, with a report of the result and of the files that it wrote.
int run_demo(const Input& demo, const RunOptions& options, std::ostream& report, std::ostream& messages);

/// A run in a process of its own, for numbers to compare with: a process can elaborate one chip only.
///
/// Calls the function in a child process and returns what it returns, `count` cycles; nullopt if the child throws,
/// exits, is ended by a signal or returns another number of cycles, or if there is no memory for it. The child ends
/// with this process; signals end it as they do by default. Call it before any thread starts.
std::optional<std::vector<Cycle>> cycles_of_child(std::size_t count, const std::function<std::vector<Cycle>()>& run);

/// Returns the scenario of `kintsugi demo`, traces/demo.yaml, which is built into the program.
const char* demo_text();
/// The same, read and built.
Input demo_input();

}  // namespace kintsugi
