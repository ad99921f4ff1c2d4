/// Mends names of nodes and ports that waveforms and SystemVerilog cannot have (names.hpp), so that files of other
/// programs are taken as they are.
///
/// Nodes   a wrong name gets its wrong characters replaced by _. So does one that is a module of the chip, is there
///         twice, or lies inside another ("a.b" beside "a"). Right names stay; mended ones are made unique by _2, _3
///         ...
/// Ports   the same at each node. A port that several links name has the first of them; the others get ports of their
///         own, with _2, _3 ... behind the name. An empty name in the list of a node stays
/// Notes   one sentence about nodes, and one about ports
#pragma once

#include <string>
#include <vector>

#include "models/graph/draft.hpp"

namespace kintsugi::graph {

/// Returns the names in the file, by node; empty if none was mended.
std::vector<std::string> mend_node_names(Draft& draft);

void mend_port_names(Draft& draft);

}  // namespace kintsugi::graph
