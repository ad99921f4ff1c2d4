/// Reads the network files of BookSim's topology anynet, as its version 2 does.
///
/// Lines      router A router B 15 router C node 0: what the first router of a line is joined to, and after each the
///            cycles of the channel, if it has more than 1. A line can begin with a node: node 0 router A
/// Routers    are the nodes of the network, in the order of their numbers, which are their names unless the file is to
///            say which PEs there are (pes.hpp)
/// Channels   between two routers are one link, however often they are named. Each direction has its own latency,
///            1 if the file does not name it
/// Nodes      are the PEs of BookSim; a draft has their names and numbers at their routers. A note says which latencies
///            of channels between PEs and routers are ignored
/// Comments   lines that begin with #, which BookSim does not know
#pragma once

#include <string_view>

#include "models/graph/draft.hpp"

namespace kintsugi::graph {

Draft read_anynet(std::string_view text, Mistakes& mistakes);

/// Returns whether the first line that is no comment begins with router or node and a number.
bool begins_anynet(std::string_view text);

}  // namespace kintsugi::graph
