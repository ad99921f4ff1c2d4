#include "models/srt/ring_route.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace kintsugi::srt {
namespace {

/// Returns the steps of a route as signed lengths: +1, -4 ...
std::vector<int> steps(const RingRoute& route, unsigned source, unsigned destination) {
  const Ring& ring = route.ring();
  const Heading way = heading(ring, source, destination);
  std::vector<int> lengths;
  unsigned at = source;
  while (at != destination && lengths.size() <= ring.size()) {
    const bool bypass = route.takes_bypass(way, source, at, destination);
    const int length = (bypass ? 1 << ring.level(at) : 1) * (way == Heading::kPositive ? 1 : -1);
    if (bypass && ring.level(at) == 0) return {};  // there is no bypass here: not a route at all
    lengths.push_back(length);
    at = ring.wrap(at + static_cast<unsigned>(length));
  }
  return lengths;
}

/// Returns the span with its sign: positive iff the destination is less than N/2 ahead.
int signed_span(const Ring& ring, unsigned source, unsigned destination) {
  const int ahead = static_cast<int>(ring.ahead(source, destination));
  const int size = static_cast<int>(ring.size());
  return 2 * ahead < size ? ahead : ahead - size;
}

/// Returns the fewest hops to every node in one direction, at most N/2 nodes ahead: plain relaxation along the line.
std::vector<unsigned> fewest_hops(const Ring& ring, unsigned source, int sign) {
  const unsigned longest = ring.size() / 2;
  std::vector<unsigned> hops(longest + 1, 100000);
  hops[0] = 0;
  for (unsigned gone = 0; gone < longest; ++gone) {
    const unsigned level = ring.level(ring.wrap(source + static_cast<unsigned>(sign * static_cast<int>(gone))));
    hops[gone + 1] = std::min(hops[gone + 1], hops[gone] + 1);
    const unsigned far = gone + (1u << level);
    if (level > 0 && far <= longest) hops[far] = std::min(hops[far], hops[gone] + 1);
  }
  return hops;
}

template <class Check>
void for_each_pair(const Ring& ring, Check check) {
  for (unsigned source = 0; source < ring.size(); ++source) {
    for (unsigned destination = 0; destination < ring.size(); ++destination) {
      if (source != destination) check(source, destination);
    }
  }
}

template <class Check>
void for_each_ring(unsigned largest, Check check) {
  for (unsigned n = 2; n <= largest; ++n) {
    for (unsigned T = 0; T <= n; ++T) {
      SCOPED_TRACE("n " + std::to_string(n) + " T " + std::to_string(T));
      check(Ring{n, T});
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(RingRoute, exactly_half_the_ring_ahead_is_the_negative_way) {
  const Ring ring{4, 4};
  EXPECT_EQ(heading(ring, 3, 10), Heading::kPositive);
  EXPECT_EQ(heading(ring, 3, 11), Heading::kNegative);
  EXPECT_EQ(heading(ring, 3, 2), Heading::kNegative);
}

TEST(RingRoute, every_route_arrives_one_way_and_without_passing_the_destination) {
  for_each_ring(7, [](const Ring& ring) {
    for (const RingAlgorithm algorithm : {RingAlgorithm::kRecursive, RingAlgorithm::kMonotone}) {
      const auto route = make_ring_route(algorithm, ring);
      for_each_pair(ring, [&](unsigned source, unsigned destination) {
        const int span = signed_span(ring, source, destination);
        int sum = 0;
        for (const int length : steps(*route, source, destination)) {
          ASSERT_GT(length * span, 0) << "wrong way: " << source << " to " << destination;
          sum += length;
        }
        ASSERT_EQ(sum, span) << source << " to " << destination;
      });
    }
  });
}

TEST(MonotoneRoute, is_as_short_as_a_one_way_route_can_be) {
  for_each_ring(7, [](const Ring& ring) {
    const MonotoneRoute route(ring);
    for (unsigned source = 0; source < ring.size(); ++source) {
      const auto ahead = fewest_hops(ring, source, 1);
      const auto behind = fewest_hops(ring, source, -1);
      for (unsigned destination = 0; destination < ring.size(); ++destination) {
        const int span = signed_span(ring, source, destination);
        const unsigned fewest = span >= 0 ? ahead[static_cast<unsigned>(span)] : behind[static_cast<unsigned>(-span)];
        ASSERT_EQ(steps(route, source, destination).size(), fewest) << source << " to " << destination;
      }
    }
  });
}

TEST(MonotoneRoute, slow_of_a_ring_of_4096_nodes_is_as_short_as_a_one_way_route_can_be) {
  const Ring ring{12, 9};
  const MonotoneRoute route(ring);
  for (unsigned source = 0; source < ring.period(); source += 7) {
    const auto ahead = fewest_hops(ring, source, 1);
    for (unsigned span = 1; span < ring.size() / 2; span += 3) {
      ASSERT_EQ(steps(route, source, ring.wrap(source + span)).size(), ahead[span]) << source << " + " << span;
    }
  }
}

TEST(MonotoneRoute, is_never_longer_than_recursive) {
  for_each_ring(7, [](const Ring& ring) {
    const MonotoneRoute monotone(ring);
    const RecursiveRoute recursive(ring);
    for_each_pair(ring, [&](unsigned source, unsigned destination) {
      ASSERT_LE(steps(monotone, source, destination).size(), steps(recursive, source, destination).size());
    });
  });
}

TEST(MonotoneRoute, prefers_the_bypass_among_equals) {
  // Also three hops: 1, 2, 6, 7.
  EXPECT_EQ(steps(MonotoneRoute(Ring{5, 5}), 1, 7), (std::vector<int>{2, 2, 2}));
  EXPECT_EQ(steps(MonotoneRoute(Ring{5, 5}), 31, 25), (std::vector<int>{-2, -2, -2}));
}

/// The recursion as in the paper, on plain integers: appends the steps from s to d > s.
void recursive_by_the_paper(const Ring& ring, int s, int d, std::vector<int>& out) {
  const int span = d - s;
  int level = 0;
  if (span > 2) {
    int l = static_cast<int>(std::log2(span)) + 1;
    const int x1 = 1 << (l - 1);
    const int x2 = x1 * 2;
    if (x2 - span <= span - x1) l++;
    level = l - static_cast<int>((std::sqrt(8 * l + 1) - 1) / 2);
  }
  for (; level > 0; --level) {
    const int length = 1 << level;
    for (int first = s; first + length <= d; ++first) {
      if (ring.level(ring.wrap(static_cast<unsigned>(first))) != static_cast<unsigned>(level)) continue;
      int last = first;
      while (last + length <= d) last += length;
      recursive_by_the_paper(ring, s, first, out);
      for (int at = first; at < last; at += length) out.push_back(length);
      recursive_by_the_paper(ring, last, d, out);
      return;
    }
  }
  out.insert(out.end(), static_cast<std::size_t>(span), 1);
}

TEST(RecursiveRoute, follows_the_plan_that_its_source_makes) {
  for_each_ring(7, [](const Ring& ring) {
    const RecursiveRoute route(ring);
    for_each_pair(ring, [&](unsigned source, unsigned destination) {
      const int span = signed_span(ring, source, destination);
      const int sign = span > 0 ? 1 : -1;
      std::vector<int> plan;
      const int start = sign > 0 ? static_cast<int>(source) : static_cast<int>(ring.wrap(0u - source));
      recursive_by_the_paper(ring, start, start + sign * span, plan);
      for (int& length : plan) length *= sign;
      ASSERT_EQ(steps(route, source, destination), plan) << source << " to " << destination;
    });
  });
}

TEST(RecursiveRoute, from_0_to_15_rides_the_level_3_ring) {
  // The example of figure 3 (32 nodes, standard): FindMedLevel(15) = 3, whose nodes on the way are 4 and 12.
  EXPECT_EQ(steps(RecursiveRoute(Ring{5, 5}), 0, 15), (std::vector<int>{1, 2, 1, 8, 1, 2}));
}

TEST(MonotoneRoute, makes_its_table_when_it_is_asked_for_and_says_how_far_it_is) {
  const MonotoneRoute route(Ring{10, 10});
  std::size_t done = 0;
  std::size_t total = 0;
  const auto count = [&](std::size_t now, std::size_t of) {
    EXPECT_EQ(now, ++done);
    total = of;
  };
  route.make_tables(count);
  EXPECT_EQ(done, total);
  EXPECT_EQ(total, 512u);
  route.make_tables(count);
  EXPECT_EQ(done, 512u) << "the table was there";
  EXPECT_EQ(steps(route, 1, 7), steps(MonotoneRoute(Ring{10, 10}), 1, 7)) << "the first route makes it too";
}

}  // namespace
}  // namespace kintsugi::srt
