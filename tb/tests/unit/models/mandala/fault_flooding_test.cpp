#include "tb/tests/oracles/fault_flooding.hpp"

#include <gtest/gtest.h>

#include <set>

#include "models/mandala/hdr.hpp"
#include "tb/tests/unit/models/mandala/fault_sets.hpp"

namespace kintsugi::mandala {
namespace {

using namespace kintsugi::mandala::test;

/// Returns the crossings that a fault disables, each with the ends of its link and, for a dead node, all its
/// neighbours.
struct DisabledCrossing {
  unsigned level;
  std::uint32_t cluster;
  std::set<NodeId> know;
};

unsigned level_of(const Network& network, const Link& link) {
  return static_cast<unsigned>(std::stoul(network.kinds()[link.kind.value].substr(6)));  // "level 2"
}

std::vector<DisabledCrossing> disabled_crossings(const Mandala& mandala, const Faults& faults) {
  const Network network = make_network(mandala);
  std::vector<DisabledCrossing> disabled;
  for (const Link& link : network.links()) {
    DisabledCrossing crossing{level_of(network, link), 0, {}};
    crossing.cluster = link.a.node.value / mandala.power(crossing.level);
    bool dead = false;
    for (const auto& [a, b] : faults.links) {
      if (std::pair{a, b} != std::pair{link.a.node, link.b.node} &&
          std::pair{b, a} != std::pair{link.a.node, link.b.node})
        continue;
      dead = true;
      crossing.know.insert({a, b});
    }
    for (const NodeId node : faults.nodes) {
      if (link.a.node != node && link.b.node != node) continue;
      dead = true;
      for (const PortRef far : network.peers(node)) {
        if (far.node != kNoNode) crossing.know.insert(far.node);
      }
    }
    if (dead) disabled.push_back(crossing);
  }
  return disabled;
}

/// Returns rounds and misses by breadth-first search on the remaining graph, inside the cluster of each dead crossing.
Spread by_search(const Mandala& mandala, const Faults& known, const Faults& faults) {
  const Faults all = both(known, faults);
  const Network left = what_is_left(mandala, all);
  Spread spread;
  for (const DisabledCrossing& crossing : disabled_crossings(mandala, faults)) {
    const std::uint32_t size = mandala.power(crossing.level);
    const std::uint32_t first = crossing.cluster * size;
    std::vector<NodeId> from;
    for (const NodeId node : crossing.know) {
      if (!is_dead(all, node) && node.value / size == crossing.cluster) from.push_back(node);
    }
    const std::vector<unsigned> hops = distances(left, from, first, first + size);
    for (NodeId node{first}; node.value < first + size; ++node.value) {
      if (is_dead(all, node)) continue;
      if (hops[node.value] == kNever) ++spread.unreached;
      if (hops[node.value] != kNever) spread.steps = std::max(spread.steps, hops[node.value]);
    }
  }
  return spread;
}

void expect_as_by_search(const Mandala& mandala, const Faults& known, const Faults& faults) {
  const Spread found = spread(mandala, known, faults);
  const Spread wanted = by_search(mandala, known, faults);
  EXPECT_EQ(found.steps, wanted.steps) << describe(known) << " then" << describe(faults);
  EXPECT_EQ(found.unreached, wanted.unreached) << describe(known) << " then" << describe(faults);
}

TEST(MandalaFaultFlooding, of_any_fault_reaches_all_in_the_steps_of_the_search_and_at_most_the_diameter) {
  for (const Mandala& mandala :
       {Mandala{3, 1}, Mandala{3, 2}, Mandala{3, 3}, Mandala{4, 1}, Mandala{4, 2}, Mandala{4, 3}}) {
    unsigned most = 0;
    for (const Faults& fault : single_faults(mandala)) {
      expect_as_by_search(mandala, {}, fault);
      const Spread found = spread(mandala, {}, fault);
      EXPECT_EQ(found.unreached, 0u);
      most = std::max(most, found.steps);
    }
    EXPECT_EQ(most, (1u << mandala.levels) - 1);
  }
}

TEST(MandalaFaultFlooding, of_a_second_fault_routes_around_the_first) {
  const Mandala mandala{4, 2};
  const std::vector<Faults> faults = single_faults(mandala);
  unsigned most = 0;
  for (const Faults& first : faults) {
    for (const Faults& second : faults) {
      const Spread found = spread(mandala, first, second);
      EXPECT_EQ(found.unreached, 0u) << describe(first) << " then" << describe(second);
      most = std::max(most, found.steps);
    }
  }
  EXPECT_EQ(most, 3u);
}

TEST(MandalaFaultFlooding, of_two_faults_at_once_reaches_all_in_the_steps_of_the_search) {
  for_each_pair_of_faults({4, 2}, [](const Faults& faults) {
    expect_as_by_search({4, 2}, {}, faults);
    EXPECT_EQ(spread({4, 2}, {}, faults).unreached, 0u);
  });
  sample_faults({4, 3}, 2, 200, [](const Faults& faults) {
    expect_as_by_search({4, 3}, {}, faults);
    EXPECT_EQ(spread({4, 3}, {}, faults).unreached, 0u);
  });
}

TEST(MandalaFaultFlooding, does_not_reach_parts_of_a_cluster_that_are_unreachable) {
  std::uint64_t unreached = 0;
  sample_faults({3, 2}, 4, 100, [&](const Faults& faults) {
    expect_as_by_search({3, 2}, {}, faults);
    unreached += spread({3, 2}, {}, faults).unreached;
  });
  EXPECT_GT(unreached, 0u);
}

TEST(MandalaFaultFlooding, step_by_step_only_those_know_who_have_been_told) {
  // The link from 1 3 to 3 1 is the crossing {1, 3} of the whole network.
  const Mandala mandala{4, 2};
  const Faults faults{{}, {{NodeId{7}, NodeId{13}}}};
  const FaultyNetwork faulty(mandala, faults);
  AliveMaps maps{FaultyNetwork(mandala)};
  const auto knows = [&](unsigned node) { return !maps.of(NodeId{node}).is_alive(2, 1, 3); };
  FaultFlooding flooding(maps, faulty, faults);
  EXPECT_TRUE(knows(7));
  EXPECT_TRUE(knows(13));
  EXPECT_FALSE(knows(4));
  EXPECT_TRUE(flooding.step());
  EXPECT_TRUE(knows(4));  // joined to 7
  EXPECT_FALSE(knows(0));
  EXPECT_FALSE(knows(1));
  EXPECT_TRUE(flooding.step());
  EXPECT_TRUE(knows(1));   // joined to 4
  EXPECT_FALSE(knows(0));  // joined to 1
  EXPECT_TRUE(flooding.step());
  EXPECT_TRUE(knows(0));
  EXPECT_FALSE(flooding.step());
}

TEST(MandalaFaultFlooding, while_it_spreads_packets_can_go_in_circles_and_afterwards_not) {
  std::uint64_t lost_at_first = 0;
  for (const Faults& fault : single_faults({4, 2})) {
    const FaultyNetwork faulty({4, 2}, fault);
    AliveMaps maps{FaultyNetwork({4, 2})};
    FaultFlooding flooding(maps, faulty, fault);
    lost_at_first += hdr_reach(maps, faulty).lost_pairs;
    while (flooding.step()) continue;
    EXPECT_EQ(hdr_reach(maps, faulty).delivered_pairs, hdr_reach(maps, faulty).pairs) << describe(fault);
  }
  EXPECT_GT(lost_at_first, 0u);
}

TEST(MandalaFaultFlooding, with_more_faults_than_are_borne_maps_as_told_lose_no_packet_either) {
  for (const Mandala& mandala : {Mandala{3, 2}, Mandala{3, 3}, Mandala{4, 2}}) {
    for (unsigned faults = mandala.ports - 1; faults <= mandala.ports + 4; ++faults) {
      sample_faults(mandala, faults, 60, [&](const Faults& set) {
        const FaultyNetwork faulty(mandala, set);
        AliveMaps maps{FaultyNetwork(mandala)};
        FaultFlooding flooding(maps, faulty, set);
        while (flooding.step()) continue;
        EXPECT_EQ(hdr_reach(maps, faulty).lost_pairs, 0u) << describe(set);
      });
    }
  }
}

}  // namespace
}  // namespace kintsugi::mandala
