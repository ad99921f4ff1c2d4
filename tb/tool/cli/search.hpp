/// Reports the result of a search for the best value of a parameter.
#pragma once

#include <filesystem>
#include <optional>

#include "models/family/search.hpp"
#include "tb/tool/cli/command.hpp"

namespace kintsugi::cli {

/// Adds the best rows and those with a label to the text, and all rows to the document, with the number of values that
/// were tried if there are fewer rows. `out` is the directory to which the best value is written, if it can be a file.
void add_search(const SearchResult& result, const std::optional<std::filesystem::path>& out, Report& report);

}  // namespace kintsugi::cli
