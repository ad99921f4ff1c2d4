/// Reports the result of a search for the best value of a parameter.
#pragma once

#include <filesystem>
#include <optional>

#include "models/family/search.hpp"
#include "tb/tool/cli/command.hpp"

namespace kintsugi::cli {

/// Adds the result: to the text the best rows and those with a label, to the document all rows of the
/// result, and how many values were tried if it has fewer.
/// `out` is the directory in which the file of the best value, if it can be a file, is written.
void add_search(const SearchResult& result, const std::optional<std::filesystem::path>& out, Report& report);

}  // namespace kintsugi::cli
