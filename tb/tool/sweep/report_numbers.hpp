/// The numbers of the report of a run, by their paths: what a plot can show.
#pragma once

#include <string>
#include <vector>

namespace kintsugi::sweep {

/// All that any report has as a single number, those of run.details, multicasts and wafers too. A report without what
/// they are about has none of it.
const std::vector<std::string>& report_numbers();

}  // namespace kintsugi::sweep
