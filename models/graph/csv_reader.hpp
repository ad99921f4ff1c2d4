/// Reads an edge list: comma-separated values, a link in each row.
///
/// Header   the first row names the columns, in any order: a and b, the two nodes of a link; kind and latency (cycles)
///          are optional
/// Rows     a cell for each column; kind and latency may be empty. Blanks around a cell, empty rows and rows that begin
///          with # are ignored. There are no quotes: a name has no comma
/// Nodes    in the natural order of their names: node "7" comes before "10", and nodes named 0 to N - 1 have their
///          names as numbers
#pragma once

#include <string_view>

#include "models/graph/draft.hpp"

namespace kintsugi::graph {

Draft read_csv(std::string_view text, Mistakes& mistakes);

}  // namespace kintsugi::graph
