/// Compares published numbers of a family with computed ones: tables and figures, as a report or a plot.
#pragma once

#include <optional>
#include <vector>

#include "models/family/family.hpp"
#include "tb/tool/cli/command.hpp"
#include "tb/tool/plot/plot.hpp"

namespace kintsugi::cli {

void add_paper(const std::vector<PaperTable>& tables, const std::optional<PaperFigure>& figure, Report& report);

plot::Plot plot_of(const PaperFigure& figure);

}  // namespace kintsugi::cli
