/// Adds up the distances from many nodes of a network to all nodes.
///
/// Searches  breadth-first, in one of two ways with the same result:
///           one by one   a search for each source
///           in batches   one search for 512 sources: each node has a set of the sources that have reached it, one bit
///                        for each, and a node that some of them reach in the same step is visited once for all of them
///           A batch is the faster the more sources reach a node in one step: in networks of small diameter. Each
///           thread begins with a batch, and goes on one by one when that was not worth it
/// Memory    a batch takes 201 bytes for each node and thread. There are as few threads as keep these within 512 MiB,
///           and no batches if that is not enough for one thread
/// Threads   the sources are shared among threads; the result does not depend on their number
#pragma once

#include <cstdint>
#include <span>

#include "models/network/adjacency.hpp"
#include "models/network/progress.hpp"

namespace kintsugi {

struct DistanceSums {
  std::uint64_t pairs = 0;  ///< ordered pairs of a source and another node that it reaches
  std::uint64_t sum = 0;    ///< of their distances
  unsigned largest = 0;     ///< of their distances
  bool connected = true;    ///< whether every source reaches every node
  DistanceSums& operator+=(const DistanceSums& other);
  friend bool operator==(const DistanceSums&, const DistanceSums&) = default;
};

enum class SearchBy {
  kEither,  ///< whichever is faster
  kSource,
  kBatch,
};

/// Calls `progress` after each source or batch, on any thread but never on two at a time. `threads`: 0 takes one for
/// each core if the network is large enough.
DistanceSums sum_distances(const Adjacency& adjacency, std::span<const NodeId> sources, const Progress& progress = {},
                           unsigned threads = 0, SearchBy by = SearchBy::kEither);

}  // namespace kintsugi
