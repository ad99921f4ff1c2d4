/// The paper's numbers for MANDALA networks of 16 to 1024 nodes, beside those found by following the routes of all
/// pairs: its rows of table 1, and the load of equation (9). The other networks of table 1 are in models/grid.
///
/// Printed  the paper prints formulas; the table has their values. Those of table 1 are orders of magnitude.
/// Source   Flavell et al., equations (3), (6) with their exponents, and (9), and table 1
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::mandala {

/// Computes the tables. Calls `progress` after each network.
std::vector<PaperTable> paper_tables(const Progress& progress);

}  // namespace kintsugi::mandala
