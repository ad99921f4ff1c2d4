/// What a family of networks reports: published numbers beside computed ones, as tables, figures and plots, and what a
/// search finds for the best value of a parameter.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "models/family/family.hpp"
#include "models/family/search.hpp"
#include "tb/tool/cli/command.hpp"
#include "tb/tool/plot/plot.hpp"

namespace kintsugi::cli {

void add_paper(const std::vector<PaperTable>& tables, const std::optional<PaperFigure>& figure, Report& report);

plot::Plot plot_of(const PaperFigure& figure);

/// Adds the best rows of a search and those with a label to the text, and all rows to the document, with the number of
/// values that were tried if there are fewer rows. `out` is the directory to which the best value is written, if it can
/// be a file.
void add_search(const SearchResult& result, const std::optional<std::filesystem::path>& out, Report& report);

}  // namespace kintsugi::cli
