/// What a search for the best value of a parameter has found, in a report.
#pragma once

#include "models/family/search.hpp"
#include "tb/tool/cli/command.hpp"

namespace kintsugi::cli {

/// The text has the best rows and those with a label, the document all.
void add_search(const SearchResult& result, Report& report);

}  // namespace kintsugi::cli
