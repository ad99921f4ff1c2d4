/// Reads an edge list: a link in each row.
///
/// Cells    with commas between them, semicolons, tabs or blanks: what the first row has (cells.hpp). They may be in
///          quotes; a cell that begins with a bracket goes up to its end: (0, 1)
/// Header   the first row, if it names the columns of the two nodes in any order and spelling: a and b, source and
///          target, from and to, u and v ...; kind, latency and latency_back (cycles) are optional, and a column `type`
///          is the kind, unless it says Directed or Undirected. Other columns are ignored, and counted in the notes
/// Unknown  a first row whose first two cells are words above rows of numbers names columns too: these two are nodes
/// None     any other first row without the two, or whose cells are nodes of later rows, is a link: its first two cells
///          are the nodes. Of further cells only attributes as networkx writes them count: {'latency': 2}
/// Own      a header of a, b, kind, latency and latency_back only, with commas, as this project writes it: links are as
///          they stand. In other lists links that all have an opposite are taken for arcs (arcs.hpp), unless a row says
///          that it is Directed or Undirected
/// Rows     with a header a cell for each column; kind and latency may be empty. Rows without cells are ignored, and
///          comments: rows that begin with #, % or //, and, but in lists of the own form, what follows a # behind a
///          blank
/// Nodes    in the natural order of their names
#pragma once

#include <string_view>

#include "models/graph/draft.hpp"

namespace kintsugi::graph {

Draft read_csv(std::string_view text, Mistakes& mistakes);

}  // namespace kintsugi::graph
