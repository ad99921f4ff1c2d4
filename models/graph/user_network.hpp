/// Makes a network of what a file says of a graph, or says what is wrong with it.
///
/// Nodes      2 to kMostNodes, with unique names. Between its dots a name has letters, digits and _, and from the
///            second character on also - ( ) : $, as waveforms have them. No name is that of another with a dot and
///            more behind
/// Ports      at most kMaxPorts - 1 of a node, with such names without a dot, other than "local". A node whose file
///            lists them has these, in that order; an end of a link without a name takes the first that no link
///            names. Other nodes have the ports of their links in the order of the links; those without a name are
///            p0, p1 ...
/// Kinds      in the order of the list, or in which links first have them. The links of one kind that have different
///            latencies become kinds of their own: "express 3", "express 5"; those without one stay "express"
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

inline constexpr std::size_t kMostNodes = 65536;
inline constexpr std::size_t kMostLinks = kMostNodes * (kMaxPorts - 1) / 2;

struct UserNetwork {
  Network network;
  std::vector<unsigned> latencies;  ///< as Design::link_latencies() returns them
};

/// Returns nullopt if there is a mistake, old or new. `name` is that of a network whose file gives none.
std::optional<UserNetwork> network_of(const Draft& draft, const std::string& name, Mistakes& mistakes);

}  // namespace kintsugi::graph
