/// Makes a network of what a file says of a graph, or says what is wrong with it.
///
/// Nodes      2 to kMostNodes, with unique names that waveforms can have (names.hpp). No name is that of another with a
///            dot and more behind
/// Ports      as port_assignment.hpp says: at most kMaxPorts - 1 of a node
/// Kinds      as kind_list.hpp says: links of one kind with different latencies become kinds of their own
/// Positions  of all nodes or of none; without them the nodes are on a circle, one pitch apart, clockwise from the top
/// Grid       if the file gives its sides
/// Errors     are added to the mistakes, each with its place
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/graph/draft.hpp"
#include "models/network/network.hpp"

namespace kintsugi::graph {

struct UserNetwork {
  Network network;
  std::vector<unsigned> latencies;  ///< as Design::link_latencies() returns them
};

/// Returns nullopt if there is a mistake, old or new. `name` is that of a network whose file gives none.
std::optional<UserNetwork> network_of(const Draft& draft, const std::string& name, Mistakes& mistakes);

}  // namespace kintsugi::graph
