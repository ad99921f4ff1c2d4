/// What the papers print about a family beside what the models compute: tables and figures, in a report or as a plot.
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
