/// Reads a file with a program in GOAL, as text or in the binary form (models/workload/goal.hpp).
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "models/workload/program.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/console/part_progress.hpp"

namespace kintsugi {

/// Returns the program, or nullopt after an error. `named` is where the file is named; a file that cannot be read is an
/// error there, which ends with `remedy`. `progress` reports the bytes that are read.
std::optional<workload::Program> read_goal_file(const std::filesystem::path& path, const Where& named,
                                                const std::string& remedy, const BeginPart& progress,
                                                Diagnostics& errors);

}  // namespace kintsugi
