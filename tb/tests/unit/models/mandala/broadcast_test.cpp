#include "models/mandala/broadcast.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "models/mandala/hdr.hpp"
#include "models/mandala/routing.hpp"
#include "models/mandala/topology.hpp"
#include "models/routing/proof.hpp"

namespace kintsugi::mandala {
namespace {

const std::vector<Mandala> kChecked{{3, 1}, {3, 2}, {3, 3}, {4, 1}, {4, 2}, {4, 3}, {4, 4}, {8, 1}, {8, 2}};

struct Outcome {
  std::vector<NodeId> reached;  ///< one for each copy, ascending
  unsigned steps = 0;
};

/// Follows all copies; at most `limit` of them.
Outcome broadcast(const Network& network, const ClusterBroadcast& relation, NodeId source, RoutingState state,
                  std::size_t limit) {
  struct Copy {
    PortRef at;
    RoutingState state;
    unsigned steps;
  };
  Outcome outcome;
  std::vector<Copy> copies{{{source, kNoPort}, state, 0}};
  while (!copies.empty() && outcome.reached.size() < limit) {
    const Copy copy = copies.back();
    copies.pop_back();
    Fork fork;
    relation.fork({copy.at.node, copy.at.port, {}, source, copy.state}, {}, fork);
    if (fork.ends_here) outcome.reached.push_back(copy.at.node);
    outcome.steps = std::max(outcome.steps, copy.steps);
    for (const Branch& branch : fork.branches) {
      copies.push_back({network.peer({copy.at.node, branch.port}).value(), branch.state, copy.steps + 1});
    }
  }
  std::ranges::sort(outcome.reached);
  return outcome;
}

TEST(MandalaBroadcast, every_source_and_level_reaches_each_target_once_and_no_other_node) {
  for (const Mandala& mandala : kChecked) {
    const Network network = make_network(mandala);
    const ClusterBroadcast relation(RsimRelation(mandala, mandala.levels));
    for (unsigned level = 1; level <= mandala.levels; ++level) {
      unsigned steps = 0;
      for (std::uint32_t source = 0; source < mandala.nodes(); ++source) {
        const MulticastSet set = cluster_around(mandala, NodeId{source}, level);
        ASSERT_EQ(set.members.size(), mandala.power(level) - 1);
        const Outcome outcome = broadcast(network, relation, NodeId{source}, set.state, 2 * mandala.nodes());
        ASSERT_EQ(outcome.reached, set.members) << mandala.ports << " " << source << " " << level;
        steps = std::max(steps, outcome.steps);
      }
      EXPECT_EQ(steps, (1u << level) - 1) << mandala.ports << " " << mandala.levels;
    }
  }
}

TEST(MandalaBroadcast, the_printed_rule_leaks_out_of_the_cluster_but_broadcasts_rightly) {
  const Mandala mandala{4, 3};
  const Network network = make_network(mandala);
  const ClusterBroadcast printed(RsimRelation(mandala, 3), PassRule::kPrinted);
  unsigned leaking = 0;
  for (std::uint32_t source = 0; source < mandala.nodes(); ++source) {
    const MulticastSet all = cluster_around(mandala, NodeId{source}, 3);
    EXPECT_EQ(broadcast(network, printed, NodeId{source}, all.state, 128).reached, all.members);
    for (unsigned level = 1; level < 3; ++level) {
      const MulticastSet set = cluster_around(mandala, NodeId{source}, level);
      const Outcome outcome = broadcast(network, printed, NodeId{source}, set.state, 128);
      EXPECT_TRUE(std::ranges::includes(outcome.reached, set.members));
      leaking += outcome.reached != set.members;
    }
  }
  EXPECT_GT(leaking, 0u);
}

void expect_proof(const MandalaRelation& relation) {
  const Mandala& mandala = relation.mandala();
  const ClusterBroadcast multicast(relation);
  const ProofResult result = prove(make_network(mandala), relation, {}, 0, &multicast);
  EXPECT_EQ(result.multicasts, std::uint64_t{mandala.nodes()} * mandala.levels);
  EXPECT_TRUE(result.holds()) << relation.name() << " " << mandala.ports << " " << mandala.levels
                              << result.first_undelivered_multicast;
}

TEST(MandalaBroadcast, the_proof_accepts_the_corrected_rule_beside_every_routing) {
  for (const Mandala& mandala : kChecked) {
    expect_proof(RsimRelation(mandala, mandala.levels));
    expect_proof(RsimRelation(mandala, 2 * mandala.levels + 1));
    expect_proof(RsimRelation(mandala, mandala.levels, Classes::kPortChanges));
    expect_proof(ShortestRelation(mandala, mandala.levels + 1));
    expect_proof(RedirectRelation(mandala, mandala.levels + 2));
    expect_proof(HdrRelation(AliveMaps(FaultyNetwork(mandala)), mandala.levels, mandala.levels));
  }
}

TEST(MandalaBroadcast, one_channel_for_all_is_cyclic) {
  const RsimRelation relation({4, 2}, 1, Classes::kIgnore);
  const ClusterBroadcast multicast(relation);
  EXPECT_FALSE(prove(make_network({4, 2}), relation, {}, 0, &multicast).acyclic);
}

TEST(MandalaBroadcast, the_proof_refuses_the_printed_rule) {
  const RsimRelation relation({4, 2}, 2);
  const ClusterBroadcast printed(relation, PassRule::kPrinted);
  const ProofResult result = prove(make_network({4, 2}), relation, {}, 0, &printed);
  EXPECT_FALSE(result.holds());
  EXPECT_LT(result.delivered_multicasts, result.multicasts);
  EXPECT_NE(result.first_undelivered_multicast.find("is not wanted"), std::string::npos)
      << result.first_undelivered_multicast;
}

}  // namespace
}  // namespace kintsugi::mandala
