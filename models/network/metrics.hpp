/// Figures of a network by breadth-first search: diameter, average distance, degree, counts of links.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "models/network/network.hpp"
#include "models/network/progress.hpp"

namespace kintsugi {

inline constexpr std::uint32_t kUnreachable = 0xffffffff;

/// Hops from one node to every node; kUnreachable where there is no way.
std::vector<std::uint32_t> distances_from(const Network& network, NodeId source);

/// Most distinct neighbours of a node.
unsigned largest_degree(const Network& network);

struct Metrics {
  std::size_t nodes = 0;
  std::size_t links = 0;                             ///< unordered pairs of distinct nodes that are joined
  std::map<std::string, std::size_t> links_by_kind;  ///< the same, for each kind of link
  unsigned degree_max = 0;                           ///< most distinct neighbours of a node
  bool connected = false;
  unsigned diameter = 0;        ///< of the reachable pairs when not connected
  double average_distance = 0;  ///< mean over ordered pairs of distinct nodes, those that are reachable
};

/// `progress` is told after each source. Uses the network's representatives where it names them.
Metrics measure(const Network& network, const Progress& progress = {});

}  // namespace kintsugi
