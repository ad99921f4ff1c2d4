/// Reports the result of a search for the best value of a parameter.
#pragma once

#include "models/family/search.hpp"
#include "tb/tool/cli/command.hpp"

namespace kintsugi::cli {

/// Adds the result: to the text the best rows and those with a label, to the document all rows.
void add_search(const SearchResult& result, Report& report);

}  // namespace kintsugi::cli
