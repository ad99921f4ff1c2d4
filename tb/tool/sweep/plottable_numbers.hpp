/// The numbers of the report of a run that a plot can show, by their paths.
#pragma once

#include <string>
#include <vector>

namespace kintsugi::sweep {

/// Returns the paths of all numbers but those of --timing, with which no run of a sweep is started. The report of a
/// single run has a part of them.
const std::vector<std::string>& plottable_numbers();

}  // namespace kintsugi::sweep
