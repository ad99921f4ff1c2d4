// The subtrees of the embedded tree: against the tree built from its root, child by child.
#include "models/rdt/tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <numeric>
#include <set>
#include <string>

#include "models/rdt/family.hpp"
#include "models/rdt/vector.hpp"

namespace kintsugi::rdt {
namespace {

constexpr Assignment kAssignments[] = {Assignment::kAlpha, Assignment::kBeta, Assignment::kPerfect};

std::set<std::vector<NodeId>> groups(const Rdt& rdt, NodeId source, unsigned level) {
  std::set<std::vector<NodeId>> all;
  const Subtrees subtrees(rdt);
  for (std::uint32_t node = 0; node < rdt.nodes(); ++node) {
    all.insert(subtrees.members(source, NodeId{node}, level));
  }
  return all;
}

TEST(RdtSubtrees, of_one_level_share_no_node_and_together_are_all) {
  for (const Assignment assignment : kAssignments) {
    const Rdt rdt{4, assignment};
    const Subtrees subtrees(rdt);
    ASSERT_EQ(subtrees.highest_level(), 3u);
    for (unsigned level = 0; level <= 3; ++level) {
      std::vector<NodeId> together;
      for (const auto& group : groups(rdt, NodeId{37}, level))
        together.insert(together.end(), group.begin(), group.end());
      EXPECT_EQ(together.size(), 256u) << "level " << level;
      std::ranges::sort(together);
      EXPECT_EQ(std::ranges::adjacent_find(together), together.end());
    }
  }
}

TEST(RdtSubtrees, level_zero_is_the_node_alone_and_the_highest_is_all) {
  const Rdt rdt{5, Assignment::kBeta};
  const Subtrees subtrees(rdt);
  EXPECT_EQ(subtrees.members(NodeId{5}, NodeId{77}, 0), std::vector<NodeId>{NodeId{77}});
  EXPECT_EQ(subtrees.members(NodeId{5}, NodeId{77}, subtrees.highest_level()).size(), rdt.nodes());
}

TEST(RdtSubtrees, a_subtree_is_made_of_at_most_eight_of_the_level_below) {
  const Rdt rdt{5, Assignment::kAlpha};
  for (unsigned level = 1; level < 4; ++level) {
    const auto below = groups(rdt, NodeId{0}, level - 1);
    for (const auto& group : groups(rdt, NodeId{0}, level)) {
      std::size_t parts = 0, nodes = 0;
      for (const auto& part : below) {
        if (!std::ranges::includes(group, part)) continue;
        ++parts;
        nodes += part.size();
      }
      EXPECT_EQ(nodes, group.size()) << "level " << level;
      EXPECT_LE(parts, 8u) << "level " << level;
    }
  }
}

/// Builds the same tree from the root down, each node to its eight children.
std::vector<NodeId> grow(const Rdt& rdt, NodeId root, unsigned level) {
  std::vector<NodeId> nodes{root};
  while (level-- > 0) {
    std::vector<NodeId> next;
    for (const NodeId node : nodes) {
      // Each sum and each difference of h and v within one quarter turn of the rank above.
      for (int h = -2; h <= 2; ++h) {
        for (int v = -2; v <= 2; ++v) {
          if (h + v < -2 || h + v > 1 || v - h < -2 || v - h > 1) continue;
          next.push_back(rdt.moved(node, rdt.to_base(level, {h, v})));
        }
      }
    }
    nodes = std::move(next);
  }
  std::ranges::sort(nodes);
  return nodes;
}

TEST(RdtSubtrees, are_what_grows_from_their_roots_by_eight_children_each) {
  const Rdt rdt{6, Assignment::kAlpha};
  const NodeId source = rdt.node(20, 40);
  for (unsigned level = 0; level <= 2; ++level) {
    for (const Vector place : {Vector{0, 0}, Vector{1, 0}, Vector{-1, 1}}) {
      const NodeId root = rdt.moved(source, rdt.to_base(level, place));
      const std::vector<NodeId> grown = grow(rdt, root, level);
      EXPECT_EQ(grown.size(), std::size_t{1} << (3 * level));
      EXPECT_EQ(Subtrees(rdt).members(source, root, level), grown) << "level " << level;
    }
  }
}

/// Acknowledgement packets of multicasts to all other nodes. Where the ways of a copy part, the node awaits an
/// acknowledgement of each way and then sends one to the node where the ways parted before; none is sent within a node.
class Acknowledgements {
 public:
  explicit Acknowledgements(const std::string& assignment)
      : design_(RdtFamily().build({{"side", std::int64_t{16}}, {"assignment", assignment}})),
        routing_(design_->routing("scheme-h", 3)),
        relation_(design_->multicast(*routing_)) {}

  unsigned from(NodeId source) const {
    std::vector<Member> members;
    for (std::uint32_t node = 0; node < design_->network().nodes(); ++node) {
      if (NodeId{node} != source) members.push_back({NodeId{node}});
    }
    return behind({source, kNoPort, Vc{}, source, 0}, std::move(members), source);
  }

  std::vector<unsigned> from_every_source() const {
    std::vector<unsigned> packets;
    for (std::uint32_t node = 0; node < design_->network().nodes(); ++node) packets.push_back(from(NodeId{node}));
    return packets;
  }

 private:
  unsigned behind(const ForkQuery& copy, std::vector<Member> members, NodeId awaiting) const {
    Fork fork;
    relation_->fork(copy, members, fork);
    const bool parts = fork.branches.size() + fork.ends_here > 1;
    unsigned packets = (parts || fork.ends_here) && copy.at != awaiting ? 1 : 0;
    auto first = members.begin() + fork.ends_here;
    for (const Branch& branch : fork.branches) {
      const PortRef far = design_->network().peer({copy.at, branch.port}).value();
      const auto vc = static_cast<std::uint8_t>(std::countr_zero(branch.vcs));
      packets += behind({far.node, far.port, Vc{vc}, copy.source, branch.state}, {first, first + branch.members},
                        parts ? copy.at : awaiting);
      first += branch.members;
    }
    return packets;
  }

  std::unique_ptr<Design> design_;
  std::unique_ptr<RoutingRelation> routing_;
  std::unique_ptr<MulticastRelation> relation_;
};

struct Summary {
  unsigned fewest;
  double mean;
  unsigned most;
};

Summary summary(const std::vector<unsigned>& values) {
  const auto [fewest, most] = std::ranges::minmax(values);
  return {fewest, std::accumulate(values.begin(), values.end(), 0.0) / double(values.size()), most};
}

// The page of models/rdt gives these numbers.
TEST(RdtMulticast, alpha_needs_fewer_acknowledgement_packets_than_beta) {
  const Summary alpha = summary(Acknowledgements("alpha").from_every_source());
  EXPECT_EQ(alpha.fewest, 259u);
  EXPECT_DOUBLE_EQ(alpha.mean, 261.5);
  EXPECT_EQ(alpha.most, 266u);
  const Summary beta = summary(Acknowledgements("beta").from_every_source());
  EXPECT_EQ(beta.fewest, 267u);
  EXPECT_DOUBLE_EQ(beta.mean, 284);
  EXPECT_EQ(beta.most, 309u);
}

}  // namespace
}  // namespace kintsugi::rdt
