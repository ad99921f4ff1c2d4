/// Proofs of large networks in tests.
#pragma once

#include <cstdint>
#include <vector>

#include "models/routing/proof.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::test {

/// Proves a routing for the packets to one destination in `every`, from all sources; to all destinations if whole tests
/// are wanted. An odd `every` meets all columns and rows of a network whose sides are powers of two.
inline ProofResult prove_part(const Network& network, const RoutingRelation& relation, std::uint32_t every) {
  if (every == 1 || runs_whole_tests()) return prove(network, relation);
  std::vector<NodeId> destinations;
  for (std::uint32_t node = 0; node < network.nodes(); node += every) destinations.push_back(NodeId{node});
  return prove_sample(network, relation, destinations);
}

}  // namespace kintsugi::test
