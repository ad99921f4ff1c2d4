#include "models/mandala/hdr.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

#include "models/mandala/growth.hpp"
#include "models/routing/proof.hpp"
#include "tb/tests/unit/models/mandala/fault_sets.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::mandala {
namespace {

using namespace kintsugi::mandala::test;

HdrReach reach_with(const Mandala& mandala, const Faults& faults) {
  const FaultyNetwork faulty(mandala, faults);
  return hdr_reach(AliveMaps(faulty), faulty);
}

HdrRelation relation_with(const Mandala& mandala, const Faults& faults, unsigned classes) {
  return HdrRelation(AliveMaps(FaultyNetwork(mandala, faults)), classes, classes);
}

Defects defects_of(const Faults& faults) {
  Defects defects;
  for (const NodeId node : faults.nodes) defects.add(SiteId{node.value});
  for (const auto& [a, b] : faults.links) defects.add(LinkDefect{SiteId{a.value}, SiteId{b.value}});
  return defects;
}

std::uint64_t live_pairs(const Mandala& mandala, const Faults& faults) {
  const std::uint64_t live = mandala.nodes() - faults.nodes.size();
  return live * (live - 1);
}

/// Checks that all live pairs are delivered; returns the number of classes needed.
unsigned classes_of(const Mandala& mandala, const Faults& faults) {
  const HdrReach reach = reach_with(mandala, faults);
  EXPECT_EQ(reach.pairs, live_pairs(mandala, faults)) << describe(faults);
  EXPECT_EQ(reach.delivered_pairs, reach.pairs) << describe(faults);
  return reach.classes_needed;
}

unsigned most_classes_with_one_fault(const Mandala& mandala) {
  unsigned classes = 0;
  for (const Faults& fault : single_faults(mandala)) classes = std::max(classes, classes_of(mandala, fault));
  return classes;
}

TEST(MandalaHdr, without_faults_it_is_rsim) {
  for (const Mandala& mandala : {Mandala{2, 4}, Mandala{3, 3}, Mandala{4, 3}, Mandala{8, 2}}) {
    const AliveMaps maps{FaultyNetwork(mandala)};
    const RsimRelation rsim(mandala, mandala.levels);
    for (std::uint32_t at = 0; at < mandala.nodes(); ++at) {
      for (std::uint32_t to = 0; to < mandala.nodes(); ++to) {
        if (at == to) continue;
        Candidates out;
        rsim.route({NodeId{at}, kNoPort, {}, kNoNode, NodeId{to}, 0}, out);
        ASSERT_EQ(hdr_port(maps, NodeId{at}, NodeId{to}), out.front().port.value);
      }
    }
    EXPECT_EQ(reach_with(mandala, {}).classes_needed, mandala.ports == 2 ? 1 : mandala.levels);
  }
}

TEST(MandalaHdr, every_live_pair_is_delivered_with_any_single_fault) {
  EXPECT_EQ(most_classes_with_one_fault({3, 1}), 2u);
  EXPECT_EQ(most_classes_with_one_fault({3, 2}), 3u);
  EXPECT_EQ(most_classes_with_one_fault({3, 3}), 5u);
  EXPECT_EQ(most_classes_with_one_fault({4, 1}), 2u);
  EXPECT_EQ(most_classes_with_one_fault({4, 2}), 3u);
  EXPECT_EQ(most_classes_with_one_fault({4, 3}), 5u);
}

TEST(MandalaHdr, every_live_pair_is_delivered_with_any_two_faults_of_up_to_16_nodes) {
  unsigned classes = 0;
  for_each_pair_of_faults({4, 1}, [&](const Faults& faults) {
    classes = std::max(classes, classes_of({4, 1}, faults));
  });
  EXPECT_EQ(classes, 2u);
  for_each_pair_of_faults({4, 2}, [&](const Faults& faults) {
    classes = std::max(classes, classes_of({4, 2}, faults));
  });
  EXPECT_EQ(classes, 4u);
}

TEST(MandalaHdr, sampled_pairs_of_faults_of_64_nodes_lose_no_live_pair) {
  sample_faults({4, 3}, 2, 500, [](const Faults& faults) { EXPECT_LE(classes_of({4, 3}, faults), 6u); });
}

TEST(MandalaHdrSlow, every_live_pair_is_delivered_with_any_two_faults_of_64_nodes) {
  unsigned classes = 0;
  std::size_t pair = 0;
  const std::size_t every = kintsugi::test::part_of(15, 1);
  for_each_pair_of_faults({4, 3}, [&](const Faults& faults) {
    if (++pair % every == 0) classes = std::max(classes, classes_of({4, 3}, faults));
  });
  EXPECT_EQ(classes, 6u);
}

/// Counts the pairs that hdr does not deliver although the graph has a path; checks that it delivers no other pair.
std::uint64_t given_up(const Mandala& mandala, const Faults& faults) {
  const HdrReach reach = reach_with(mandala, faults);
  const std::uint64_t connected = connected_pairs(what_is_left(mandala, faults));
  EXPECT_EQ(reach.pairs, live_pairs(mandala, faults)) << describe(faults);
  EXPECT_EQ(reach.lost_pairs, 0u) << describe(faults);
  EXPECT_EQ(reach.delivered_pairs + reach.undeliverable_pairs, reach.pairs) << describe(faults);
  EXPECT_LE(reach.delivered_pairs, connected) << describe(faults);
  return connected - reach.delivered_pairs;
}

TEST(MandalaHdr, with_more_faults_a_pair_is_delivered_or_reported_undeliverable) {
  for (const Mandala& mandala : {Mandala{3, 2}, Mandala{3, 3}, Mandala{4, 2}, Mandala{4, 3}}) {
    for (unsigned faults = mandala.ports - 1; faults <= mandala.ports + 4; ++faults) {
      std::uint64_t pairs = 0;
      sample_faults(mandala, faults, 60, [&](const Faults& set) { pairs += given_up(mandala, set); });
      RecordProperty("given_up_C" + std::to_string(mandala.ports) + "_L" + std::to_string(mandala.levels) + "_faults" +
                         std::to_string(faults),
                     std::to_string(pairs));
    }
  }
}

TEST(MandalaHdr, with_two_faults_of_three_ports_it_gives_up_pairs_that_have_a_way) {
  std::uint64_t of_9_nodes = 0, of_27_nodes = 0;
  for_each_pair_of_faults({3, 2}, [&](const Faults& faults) { of_9_nodes += given_up({3, 2}, faults); });
  for_each_pair_of_faults({3, 3}, [&](const Faults& faults) { of_27_nodes += given_up({3, 3}, faults); });
  EXPECT_EQ(of_9_nodes, 174u);
  EXPECT_EQ(of_27_nodes, 14094u);
}

TEST(MandalaHdrSlow, with_three_faults_of_16_nodes_it_gives_up_few_pairs_that_have_a_way) {
  const Mandala mandala{4, 2};
  const std::vector<Faults> faults = single_faults(mandala);
  std::uint64_t pairs = 0;
  for (std::size_t a = 0; a < faults.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const Faults two = both(faults[a], faults[b]);
      for (std::size_t c = 0; c < b; ++c) pairs += given_up(mandala, both(two, faults[c]));
    }
  }
  EXPECT_EQ(pairs, 2256u);
}

TEST(MandalaHdr, every_prefix_is_delivered_with_one_class_more_than_levels) {
  for (const Mandala& whole :
       {Mandala{2, 4}, Mandala{3, 2}, Mandala{3, 3}, Mandala{4, 1}, Mandala{4, 2}, Mandala{4, 3}, Mandala{8, 2}}) {
    for (std::uint32_t first = 2; first <= whole.size(); ++first) {
      EXPECT_LE(classes_of({whole.ports, whole.levels, first}, {}), whole.levels + 1) << whole.ports << " " << first;
    }
  }
}

/// Visits the prefix with each set of `count` missing nodes added, by number.
void for_each_addition(const Mandala& prefix, unsigned count, const std::function<void(const Mandala&)>& visit,
                       std::vector<std::uint32_t> added = {}) {
  if (added.size() == count) return visit({prefix.ports, prefix.levels, prefix.first, added});
  for (std::uint32_t next = added.empty() ? prefix.first : added.back() + 1; next < prefix.size(); ++next) {
    std::vector<std::uint32_t> more = added;
    more.push_back(next);
    for_each_addition(prefix, count, visit, std::move(more));
  }
}

/// Adds this many nodes in every way to every prefix; returns the most classes that routes need where there is no gap.
unsigned most_classes_with(const Mandala& whole, unsigned count) {
  unsigned classes = 0;
  for (std::uint32_t first = 2; first < whole.size(); ++first) {
    for_each_addition({whole.ports, whole.levels, first}, count, [&](const Mandala& part) {
      const FaultyNetwork network(part);
      const HdrReach reach = hdr_reach(AliveMaps(network), network);
      EXPECT_EQ(find_gap(part).has_value(), reach.undeliverable_pairs != 0) << first << ' ' << part.added.front();
      EXPECT_EQ(reach.lost_pairs, 0u);
      EXPECT_EQ(reach.pairs, std::uint64_t{part.nodes()} * (part.nodes() - 1));
      if (!find_gap(part)) classes = std::max(classes, reach.classes_needed);
    });
  }
  return classes;
}

TEST(MandalaHdr, any_node_with_a_way_within_its_clusters_can_be_added_and_no_other) {
  for (const Mandala& whole :
       {Mandala{2, 3}, Mandala{2, 4}, Mandala{3, 2}, Mandala{3, 3}, Mandala{4, 2}, Mandala{4, 3}}) {
    EXPECT_LE(most_classes_with(whole, 1), whole.levels + 2) << whole.ports << ' ' << whole.levels;
  }
}

TEST(MandalaHdr, sets_of_nodes_that_are_added_are_delivered_exactly_where_there_is_no_gap) {
  for (const unsigned count : {2u, 3u}) {
    for (const Mandala& whole : {Mandala{2, 3}, Mandala{2, 4}, Mandala{3, 2}, Mandala{4, 2}}) {
      EXPECT_LE(most_classes_with(whole, count), whole.levels + 2) << whole.ports << ' ' << whole.levels;
    }
  }
  EXPECT_EQ(most_classes_with({3, 3}, 2), 5u);
}

/// In the Network an added node has another number than in the whole network.
TEST(MandalaHdr, faults_of_a_grown_network_are_those_of_the_nodes_of_the_network) {
  const Mandala grown{4, 3, 32, {32, 33, 48}};
  for (std::uint32_t id = 0; id < grown.nodes(); ++id) {
    const Faults by_number{{grown.number_of(NodeId{id})}, {}};
    HdrRelation told{AliveMaps{FaultyNetwork(grown)}, 8, 8};
    told.know(defects_of({{NodeId{id}}, {}}));
    const HdrRelation knows{AliveMaps{FaultyNetwork(grown, by_number)}, 8, 8};
    for (std::uint32_t at = 0; at < grown.nodes(); ++at) {
      for (std::uint32_t to = 0; to < grown.nodes(); ++to) {
        if (at == to || at == id || to == id) continue;
        Candidates a, b;
        told.route({NodeId{at}, kNoPort, Vc{}, NodeId{at}, NodeId{to}, 0}, a);
        knows.route({NodeId{at}, kNoPort, Vc{}, NodeId{at}, NodeId{to}, 0}, b);
        const auto same_port = [](const Candidate& x, const Candidate& y) { return x.port == y.port; };
        ASSERT_TRUE(std::ranges::equal(a, b, same_port)) << id << ": " << at << " to " << to;
      }
    }
  }
  EXPECT_EQ(grown.number_of(NodeId{34}), NodeId{48});
  EXPECT_EQ(grown.id_of(NodeId{48}), NodeId{34});
  EXPECT_FALSE(grown.exists(NodeId{34}));
}

/// Checks that hdr delivers all live pairs of the remaining network, without a cycle.
void expect_proved(const Mandala& mandala, const Faults& faults, unsigned classes) {
  const ProofResult proof = prove(what_is_left(mandala, faults), relation_with(mandala, faults, classes), {}, 1);
  EXPECT_EQ(proof.delivered_pairs, live_pairs(mandala, faults)) << describe(faults);
  EXPECT_TRUE(proof.acyclic) << describe(faults);
}

TEST(MandalaHdr, any_single_fault_is_proved_with_three_channels_of_16_nodes_and_five_of_64) {
  for (const Faults& fault : single_faults({4, 2})) expect_proved({4, 2}, fault, 3);
  for (const Faults& fault : single_faults({4, 3})) expect_proved({4, 3}, fault, 5);
}

TEST(MandalaHdr, sampled_pairs_of_faults_are_proved_with_four_channels_of_16_nodes_and_six_of_64) {
  sample_faults({4, 2}, 2, 200, [](const Faults& faults) { expect_proved({4, 2}, faults, 4); });
  sample_faults({4, 3}, 2, 60, [](const Faults& faults) { expect_proved({4, 3}, faults, 6); });
}

TEST(MandalaHdr, one_class_too_few_is_found_as_undelivered_pairs_and_one_channel_as_a_cycle) {
  for (const Faults& fault : single_faults({4, 2})) {
    const unsigned classes = reach_with({4, 2}, fault).classes_needed;
    const Network left = what_is_left({4, 2}, fault);
    EXPECT_LT(prove(left, relation_with({4, 2}, fault, classes - 1)).delivered_pairs, live_pairs({4, 2}, fault));
    const AliveMaps maps{FaultyNetwork({4, 2}, fault)};
    EXPECT_FALSE(prove(left, HdrRelation(maps, 1, 1, Classes::kIgnore)).acyclic) << describe(fault);
  }
}

/// Packets never pass through the open corners of the network.
bool is_corner(const Mandala& mandala, const Faults& fault) {
  return !fault.nodes.empty() && mandala.connection_level(mandala.digits(fault.nodes.front())) > mandala.levels;
}

TEST(MandalaHdr, maps_that_do_not_know_of_a_fault_are_caught) {
  const Mandala mandala{4, 2};
  const AliveMaps maps{FaultyNetwork(mandala)};
  for (const Faults& fault : single_faults(mandala)) {
    const HdrReach reach = hdr_reach(maps, FaultyNetwork(mandala, fault));
    EXPECT_EQ(reach.lost_pairs > 0, !is_corner(mandala, fault)) << describe(fault);
    EXPECT_EQ(reach.delivered_pairs + reach.lost_pairs, live_pairs(mandala, fault)) << describe(fault);
    const ProofResult proof = prove(what_is_left(mandala, fault), HdrRelation(maps, 3, 3));
    EXPECT_EQ(proof.delivered_pairs, reach.delivered_pairs) << describe(fault);
  }
}

TEST(MandalaHdr, a_relation_that_is_given_faults_knows_them_at_every_node) {
  const Mandala mandala{4, 2};
  for (const Faults& faults : single_faults(mandala)) {
    const AliveMaps maps{FaultyNetwork(mandala, faults)};
    HdrRelation given(AliveMaps{FaultyNetwork(mandala)}, 3, 3);
    given.know(defects_of(faults));
    for (NodeId at{0}; at.value < mandala.nodes(); ++at.value) {
      if (is_dead(faults, at)) continue;
      for (NodeId to{0}; to.value < mandala.nodes(); ++to.value) {
        if (at == to) continue;
        EXPECT_EQ(hdr_port(given.maps(), at, to), hdr_port(maps, at, to)) << describe(faults);
      }
    }
  }
}

TEST(MandalaHdr, pairs_without_a_route_are_undeliverable) {
  // Node 5 has the digits 1 1: a corner of the network, with no more links than the three to its cluster.
  const Mandala mandala{4, 2};
  const Faults faults{{}, {{NodeId{5}, NodeId{4}}, {NodeId{5}, NodeId{6}}, {NodeId{7}, NodeId{5}}}};
  const HdrReach reach = reach_with(mandala, faults);
  EXPECT_EQ(reach.pairs, 240u);
  EXPECT_EQ(reach.delivered_pairs, 240u - 30);
  EXPECT_EQ(reach.undeliverable_pairs, 30u);
  EXPECT_EQ(hdr_port(AliveMaps(FaultyNetwork(mandala, faults)), NodeId{4}, NodeId{5}), std::nullopt);
}

TEST(MandalaHdr, faults_that_are_not_there_are_refused) {
  EXPECT_THROW(FaultyNetwork({4, 2}, {{NodeId{16}}, {}}), std::invalid_argument);
  EXPECT_THROW(FaultyNetwork({4, 2}, {{}, {{NodeId{0}, NodeId{15}}}}), std::invalid_argument);
  EXPECT_THROW(FaultyNetwork({4, 2, 9}, {{NodeId{9}}, {}}), std::invalid_argument);
  EXPECT_THROW(relation_with({4, 2}, {}, 0), std::invalid_argument);
  EXPECT_THROW(HdrRelation(AliveMaps(FaultyNetwork({4, 2})), 3, 2), std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi::mandala
