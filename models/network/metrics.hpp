/// Metrics of a network: nodes, links and degree; diameter and average distance, by breadth-first search.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "models/network/natural_order.hpp"
#include "models/network/network.hpp"
#include "models/network/progress.hpp"
#include "models/network/source_search.hpp"

namespace kintsugi {

/// Returns the hops from one node to every node; kUnreachable for a node that no path leads to.
std::vector<std::uint32_t> distances_from(const Network& network, NodeId source);

/// Returns the largest number of ports with a link that a node has.
unsigned largest_degree(const Network& network);

struct Metrics {
  std::size_t nodes = 0;
  std::size_t links = 0;  ///< all of them: parallel ones, and those of a node to itself, too
  std::map<std::string, std::size_t, NaturalOrder> links_by_kind;  ///< the same, for each kind of link
  unsigned degree_max = 0;                                         ///< the most ports of a node that have a link
  unsigned neighbours_max = 0;                                     ///< the most distinct neighbours of a node
  bool connected = false;
  unsigned diameter = 0;        ///< over the reachable pairs if the network is not connected
  double average_distance = 0;  ///< mean over ordered pairs of distinct nodes that reach each other
  /// 0: distances from all nodes. Otherwise they are those from so many nodes, which were drawn: the diameter is at
  /// least the one found, and the average is an estimate.
  std::size_t drawn_nodes = 0;
};

/// The most pairs of a source and a node for which measure() searches from all sources.
inline constexpr std::uint64_t kMostMeasuredPairs = std::uint64_t{1} << 34U;
/// The sources that are drawn from more.
inline constexpr std::uint32_t kDrawnNodes = 1024;

/// Measures a network. Takes the distances that a formula gives, if the network has one. Otherwise searches from its
/// representatives only, if the network has any, or from every node; from kDrawnNodes of these if the pairs were more
/// than `most_pairs` and the classes have one size. Large networks are searched on all cores (distance_sums.hpp).
/// Calls `progress` with the number of sources done, on any thread but never on two at a time.
Metrics measure(const Network& network, const Progress& progress = {}, std::uint64_t most_pairs = kMostMeasuredPairs);

/// Returns what measure() finds without the distances, which are 0. It takes no longer than to write the network.
Metrics count(const Network& network);

}  // namespace kintsugi
