#include "models/srt/route_lengths.hpp"

#include <gtest/gtest.h>

#include "models/routing/route.hpp"
#include "models/srt/routing.hpp"
#include "models/srt/topology.hpp"

namespace kintsugi::srt {
namespace {

/// Every pair walked, without a word about symmetry.
TEST(RouteLengths, are_those_of_all_pairs_walked) {
  for (unsigned n = 2; n <= 7; ++n) {
    for (unsigned T = 0; T <= n; ++T) {
      const Ring ring{n, T};
      for (const RingAlgorithm algorithm : {RingAlgorithm::kRecursive, RingAlgorithm::kMonotone}) {
        const RouteLengths lengths = measure_routes(*make_ring_route(algorithm, ring));
        const RouteStatistics walked = route_all_pairs(make_network(ring), RingRelation(ring, algorithm, 2));
        EXPECT_NEAR(lengths.average, walked.average_hops, 1e-9) << "n " << n << " T " << T;
        EXPECT_EQ(lengths.longest, walked.max_hops) << "n " << n << " T " << T;
      }
    }
  }
}

}  // namespace
}  // namespace kintsugi::srt
