#include "models/srt/route_lengths.hpp"

#include <gtest/gtest.h>

#include "models/routing/route.hpp"
#include "models/srt/routing.hpp"
#include "models/srt/topology.hpp"

namespace kintsugi::srt {
namespace {

/// Routes every pair, without using symmetry.
TEST(RouteLengths, are_those_of_all_pairs_routed) {
  for (unsigned n = 2; n <= 7; ++n) {
    for (unsigned T = 0; T <= n; ++T) {
      const Ring ring{n, T};
      for (const RingAlgorithm algorithm : {RingAlgorithm::kRecursive, RingAlgorithm::kMonotone}) {
        const RouteLengths lengths = measure_routes(*make_ring_route(algorithm, ring));
        const RouteStatistics routed = route_all_pairs(make_network(ring), RingRelation(ring, algorithm, 2));
        EXPECT_NEAR(lengths.average, routed.average_hops, 1e-9) << "n " << n << " T " << T;
        EXPECT_EQ(lengths.longest, routed.max_hops) << "n " << n << " T " << T;
      }
    }
  }
}

}  // namespace
}  // namespace kintsugi::srt
