#include "models/general/arc_order.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "tb/tests/unit/models/general/holes.hpp"

namespace kintsugi::general::test {
namespace {

using Dependencies = std::set<std::pair<ArcId, ArcId>>;

/// Searches the whole graph of dependencies, with no order.
bool leads_to(const Dependencies& dependencies, ArcId from, ArcId to) {
  std::set<ArcId> seen{from};
  std::vector<ArcId> open{from};
  while (!open.empty()) {
    const ArcId arc = open.back();
    open.pop_back();
    if (arc == to) return true;
    for (const auto& [a, b] : dependencies) {
      if (a == arc && seen.insert(b).second) open.push_back(b);
    }
  }
  return false;
}

ArcId random_next(const LiveGraph& graph, ArcId arc, std::mt19937& random) {
  const std::uint32_t node = graph.arc(arc).to.value;
  const ArcId first = graph.first_leaving(node);
  return first + static_cast<ArcId>(random() % (graph.first_leaving(node + 1) - first));
}

TEST(ArcOrder, takes_a_dependency_exactly_if_it_closes_no_cycle) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Network network = random_graph(12, 22, seed);
    const LiveGraph graph(network);
    ArcOrder order(graph);
    Dependencies added;
    std::mt19937 random(seed);
    for (unsigned step = 0; step < 300; ++step) {
      const ArcId from = static_cast<ArcId>(random() % graph.arcs());
      const ArcId to = random_next(graph, from, random);
      const bool fits = to != graph.reverse(from) && !leads_to(added, to, from);
      ASSERT_EQ(order.add(from, to), fits) << "seed " << seed << ", step " << step;
      if (fits) added.emplace(from, to);
    }
    const auto levels = order.levels();
    for (const auto& [from, to] : added) EXPECT_LT(levels[from], levels[to]);
  }
}

TEST(ArcOrder, levels_are_the_longest_chains) {
  const Network network = random_graph(12, 22, 5);
  const LiveGraph graph(network);
  ArcOrder order(graph);
  Dependencies added;
  std::mt19937 random(5);
  for (unsigned step = 0; step < 100; ++step) {
    const ArcId from = static_cast<ArcId>(random() % graph.arcs());
    const ArcId to = random_next(graph, from, random);
    if (order.add(from, to)) added.emplace(from, to);
  }
  const std::function<std::uint32_t(ArcId)> longest = [&](ArcId arc) {
    std::uint32_t most = 1;
    for (const auto& [from, to] : added) {
      if (to == arc) most = std::max(most, longest(from) + 1);
    }
    return most;
  };
  const auto levels = order.levels();
  for (ArcId arc = 0; arc < graph.arcs(); ++arc) EXPECT_EQ(levels[arc], longest(arc)) << arc;
}

TEST(ArcOrder, what_is_taken_back_can_be_added_again_in_another_way) {
  const Network ring = family_network("torus", {{"sides", std::vector<std::int64_t>{4}}});
  const LiveGraph graph(ring);
  const auto around = [&](ArcId arc) {
    for (ArcId next = graph.first_leaving(graph.arc(arc).to.value);; ++next) {
      if (next != graph.reverse(arc)) return next;
    }
  };
  ArcOrder order(graph);
  ArcId arc = 0;
  EXPECT_TRUE(order.add(arc, around(arc)));
  order.mark();
  arc = around(arc);
  EXPECT_TRUE(order.add(arc, around(arc)));
  EXPECT_TRUE(order.add(around(arc), around(around(arc))));
  const ArcId last = around(around(arc));
  EXPECT_FALSE(order.add(last, around(last))) << "it closes the ring";
  order.back();
  EXPECT_TRUE(order.add(last, around(last))) << "the ring is open again";
  EXPECT_TRUE(order.add(around(arc), last));
  EXPECT_FALSE(order.add(arc, around(arc))) << "what was added before mark() is still there";
}

}  // namespace
}  // namespace kintsugi::general::test
