/// Makes a network of what a file says of a graph, or says what is wrong with it.
///
/// Nodes      2 to kMostNodes. Names that cannot be are mended (mended_names.hpp)
/// Links      arcs and their opposites become links (arcs.hpp)
/// Ports      as port_assignment.hpp says: at most kMaxPorts - 1 of a node
/// Kinds      as kind_list.hpp says: links of one kind with different latencies become kinds of their own
/// Positions  of all nodes or of none; without them the nodes are on a circle, one pitch apart, clockwise from the top.
///            Those in the points or pixels of a picture are scaled: half of the links are no longer than a pitch
/// Grid       if the file gives its sides
/// PEs        as pes.hpp says
/// Errors     are added to the mistakes, each with its place
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/graph/draft.hpp"
#include "models/graph/pes.hpp"
#include "models/network/network.hpp"

namespace kintsugi::graph {

struct UserNetwork {
  Network network;
  std::vector<LinkLatency> latencies;            ///< as Design::link_latencies() returns them
  std::vector<std::string> notes = {};           ///< as Design::notes() returns them
  std::vector<std::string> original_names = {};  ///< as Design::original_names() returns them
};

/// Returns nullopt if there is a mistake, old or new. `name` is that of a network whose file gives none.
std::optional<UserNetwork> network_of(Draft draft, const std::string& name, Mistakes& mistakes, PesOfRouters pes = {});

}  // namespace kintsugi::graph
