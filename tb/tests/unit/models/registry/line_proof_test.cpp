// The proof by lines against the proof of all pairs, over the families whose routing goes in stages.
#include "models/routing/line_proof.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <functional>
#include <map>
#include <set>

#include "models/family/family.hpp"
#include "models/grid/routing.hpp"
#include "models/grid/topology.hpp"
#include "models/registry/families.hpp"
#include "models/registry/routings.hpp"
#include "models/srt/routing.hpp"
#include "models/srt/topology.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi {
namespace {

// ---- Another way to find the dependencies: every pair, every choice, hop by hop -------------------------------------

using Dependency = std::pair<Channel, Channel>;

class Follower {
 public:
  Follower(const Network& network, const RoutingRelation& relation) : network_(network), relation_(relation) {}

  /// Returns the dependencies of the packets of a pair.
  std::set<Dependency> follow(NodeId source, NodeId destination) {
    met_.clear();
    found_.clear();
    step({.at = source, .source = source, .destination = destination}, nullptr);
    return found_;
  }

 private:
  void step(const RouteQuery& query, const Channel* held) {
    if (query.at == query.destination) return;
    Candidates candidates;
    relation_.route(query, candidates);
    for (const Candidate& candidate : candidates) {
      for (VcSet left = candidate.vcs; left != 0; left &= left - 1) {
        const Vc vc{static_cast<std::uint8_t>(std::countr_zero(left))};
        const Channel next{{query.at, candidate.port}, vc};
        if (held != nullptr) found_.insert({*held, next});
        if (!met_.insert({next, candidate.state}).second) continue;
        const PortRef far = *network_.peer(next.from);
        step({far.node, far.port, vc, query.source, query.destination, candidate.state}, &next);
      }
    }
  }

  const Network& network_;
  const RoutingRelation& relation_;
  std::set<std::pair<Channel, RoutingState>> met_;
  std::set<Dependency> found_;
};

/// Returns the dependencies within stages, moved to the lines, of all pairs of nodes.
std::set<Dependency> images_of_all(const Network& network, const RoutingRelation& relation) {
  const StagedRouting& staged = *relation.staged();
  std::set<Dependency> images;
  Follower follower(network, relation);
  for (const NodeId source : ids<NodeId>(network.nodes())) {
    for (const NodeId destination : ids<NodeId>(network.nodes())) {
      if (source == destination) continue;
      for (const auto& [held, wanted] : follower.follow(source, destination)) {
        const unsigned stage = staged.stage_of(held.from);
        EXPECT_LE(stage, staged.stage_of(wanted.from)) << network.name() << ' ' << relation.name();
        if (stage != staged.stage_of(wanted.from)) continue;
        images.insert({{staged.on_line(held.from), held.vc}, {staged.on_line(wanted.from), wanted.vc}});
      }
    }
  }
  return images;
}

std::set<Dependency> on_lines(const Network& network, const RoutingRelation& relation) {
  std::set<Dependency> all;
  Follower follower(network, relation);
  for (unsigned stage = 0; stage < relation.staged()->stages(); ++stage) {
    const std::vector<NodeId> line = relation.staged()->line(stage);
    for (const NodeId source : line) {
      for (const NodeId destination : line) {
        if (source != destination) all.merge(follower.follow(source, destination));
      }
    }
  }
  return all;
}

// ---- All small networks and variants --------------------------------------------------------------------------------

void expect_lines_to_stand_for_all(const Network& network, const RoutingRelation& relation) {
  const std::string what = network.name() + ' ' + relation.name();
  const ProofResult all = prove(network, relation);
  ASSERT_TRUE(all.holds()) << what;
  const std::optional<ProofResult> lines = prove_by_lines(network, relation, 1);
  ASSERT_TRUE(lines) << what;
  EXPECT_TRUE(lines->holds());
  EXPECT_EQ(lines->by, ProofBy::kLines);
  EXPECT_EQ(lines->pairs, all.pairs);
  EXPECT_EQ(lines->delivered_pairs, all.delivered_pairs);
  EXPECT_EQ(lines->channels, all.channels);
  EXPECT_EQ(lines->escape_channels, all.escape_channels);
  const std::set<Dependency> dependencies = on_lines(network, relation);
  EXPECT_EQ(images_of_all(network, relation), dependencies) << what;
  EXPECT_EQ(lines->dependencies, dependencies.size()) << what;
}

std::vector<grid::Sides> small_sides() {
  std::vector<grid::Sides> all;
  for (unsigned x = 2; x <= 6; ++x) {
    all.push_back({x});
    for (unsigned y = 2; y <= 6; ++y) all.push_back({x, y});
  }
  for (unsigned x = 2; x <= 4; ++x) all.push_back({x, 5 - x / 2, 3});
  return all;
}

TEST(LineProof, of_meshes_and_tori_is_the_proof_of_all_pairs) {
  for (const grid::Sides& sides : small_sides()) {
    for (const unsigned vcs : {2u, 3u}) {
      expect_lines_to_stand_for_all(grid::make_network(grid::Mesh{sides}), grid::MeshRelation({sides}, vcs - 1));
      expect_lines_to_stand_for_all(grid::make_network(grid::Torus{sides}), grid::TorusRelation({sides}, vcs));
    }
  }
}

TEST(LineProof, of_hypercubes_is_the_proof_of_all_pairs) {
  for (unsigned n = 1; n <= 6; ++n) {
    expect_lines_to_stand_for_all(grid::make_network(grid::Hypercube{n}), grid::HypercubeRelation({n}, 2));
  }
}

void expect_srt_lines_to_stand_for_all(const srt::Torus& torus) {
  const Network network = srt::make_network(torus);
  for (const srt::RingAlgorithm algorithm : {srt::RingAlgorithm::kMonotone, srt::RingAlgorithm::kRecursive}) {
    for (const srt::Jumps jumps : {srt::Jumps::kNever, srt::Jumps::kInOrder}) {
      const srt::TorusRelation relation(torus, algorithm, 2, srt::WrapClass::kRaise, jumps);
      expect_lines_to_stand_for_all(network, relation);
    }
  }
}

TEST(LineProof, of_srts_of_one_dimension_is_the_proof_of_all_pairs) {
  for (unsigned n = 2; n <= 5; ++n) {
    for (unsigned T = 0; T <= n; ++T) expect_srt_lines_to_stand_for_all({n, T, 1, 1});
  }
}

TEST(LineProofSlow, of_srts_of_two_and_three_dimensions_is_the_proof_of_all_pairs) {
  for (unsigned T = 0; T <= 3; ++T) {
    for (unsigned s = 1; s < 8; s += 2) {
      if ((T + s / 2) % test::part_of(2u, 1u) != 0) continue;  // other shifts for the next T
      expect_srt_lines_to_stand_for_all({3, T, s, 2});
    }
  }
  for (unsigned T = 0; T <= 2; ++T) {
    for (const unsigned s : {1u, 3u}) {
      expect_srt_lines_to_stand_for_all({2, T, s, 2});
      expect_srt_lines_to_stand_for_all({2, T, s, 3});
    }
  }
}

TEST(LineProof, does_not_depend_on_the_number_of_threads) {
  const grid::Sides sides{9, 7};
  const Network network = grid::make_network(grid::Torus{sides});
  const grid::TorusRelation relation({sides}, 2);
  const auto one = prove_by_lines(network, relation, 1, {}, 1);
  const auto three = prove_by_lines(network, relation, 1, {}, 3);
  ASSERT_TRUE(one && three);
  EXPECT_EQ(one->dependencies, three->dependencies);
}

TEST(LineProof, takes_a_network_of_a_million_nodes) {
  const grid::Sides sides{64, 32};
  EXPECT_EQ(pairs_on_lines(*grid::MeshRelation({{1024, 1024}}, 1).staged()), 2u * 1024 * 1023);
  EXPECT_EQ(pairs_on_lines(*grid::HypercubeRelation({20}, 1).staged()), 40u);
  EXPECT_EQ(pairs_on_lines(*grid::MeshRelation({sides}, 1).staged()), 64u * 63 + 32 * 31);
}

// ---- What it must not confirm ---------------------------------------------------------------------------------------

TEST(LineProof, refuses_rings_without_a_dateline) {
  for (const grid::Sides& sides : {grid::Sides{4}, grid::Sides{5, 2}, grid::Sides{2, 6}, grid::Sides{3, 2, 4}}) {
    const Network network = grid::make_network(grid::Torus{sides});
    const grid::TorusRelation relation({sides}, 2, grid::Dateline::kIgnore);
    EXPECT_FALSE(prove(network, relation).holds()) << network.name();
    EXPECT_FALSE(prove_by_lines(network, relation, 1)) << network.name();
    const std::optional<ProofResult> failure = failure_on_lines(network, relation);
    ASSERT_TRUE(failure) << network.name();
    EXPECT_FALSE(failure->acyclic);
    EXPECT_FALSE(failure->cycle.empty());
  }
}

TEST(LineProof, refuses_srts_whose_class_does_not_rise_after_the_wrap) {
  for (const srt::Torus& torus : {srt::Torus{3, 3, 1, 1}, srt::Torus{3, 3, 3, 2}, srt::Torus{3, 3, 1, 3}}) {
    const Network network = srt::make_network(torus);
    const srt::TorusRelation relation(torus, srt::RingAlgorithm::kMonotone, 2, srt::WrapClass::kKeep);
    EXPECT_FALSE(prove(network, relation).holds()) << network.name();
    EXPECT_FALSE(prove_by_lines(network, relation, 1)) << network.name();
  }
}

/// A routing that promises what another one keeps, with a mistake.
class Mistaken final : public RoutingRelation {
 public:
  using Mistake = std::function<void(const RouteQuery&, Candidates&)>;
  Mistaken(const RoutingRelation& right, Mistake mistake) : right_(right), mistake_(std::move(mistake)) {}
  const std::string& name() const override { return right_.name(); }
  unsigned vcs() const override { return right_.vcs(); }
  void route(const RouteQuery& query, Candidates& out) const override {
    right_.route(query, out);
    mistake_(query, out);
  }
  bool uses_source() const override { return right_.uses_source(); }
  const StagedRouting* staged() const override { return right_.staged(); }

 private:
  const RoutingRelation& right_;
  Mistake mistake_;
};

/// The mesh of 8 x 8 nodes, in which node number is 8 y + x.
class LineProofOfMesh : public testing::Test {
 protected:
  bool confirms(Mistaken::Mistake mistake) const {
    return prove_by_lines(network_, Mistaken(right_, std::move(mistake)), 1).has_value();
  }
  const grid::Sides sides_{8, 8};
  const Network network_ = grid::make_network(grid::Mesh{sides_});
  const grid::MeshRelation right_{{sides_}, 2};
};

TEST_F(LineProofOfMesh, confirms_without_a_mistake) {
  EXPECT_TRUE(confirms([](const RouteQuery&, Candidates&) {}));
}

TEST_F(LineProofOfMesh, refuses_a_dead_end_on_the_line) {
  EXPECT_FALSE(confirms([](const RouteQuery& query, Candidates& out) {
    if (query.at == NodeId{3}) out.clear();
  }));
}

TEST_F(LineProofOfMesh, refuses_a_dead_end_on_another_line) {
  EXPECT_FALSE(confirms([](const RouteQuery& query, Candidates& out) {
    if (query.at == NodeId{8 * 5 + 3}) out.clear();
  }));
}

TEST_F(LineProofOfMesh, finds_the_failure_of_a_line_and_of_no_other_node) {
  EXPECT_FALSE(failure_on_lines(network_, right_));
  const auto failure_with_dead_end = [this](NodeId node) {
    return failure_on_lines(network_, Mistaken(right_, [node](const RouteQuery& query, Candidates& out) {
                              if (query.at == node) out.clear();
                            }));
  };
  const std::optional<ProofResult> failure = failure_with_dead_end(NodeId{3});
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->by, ProofBy::kLines);
  EXPECT_EQ(failure->pairs, 8u * 7);
  EXPECT_LT(failure->delivered_pairs, failure->pairs);
  EXPECT_NE(failure->first_undelivered, "");
  EXPECT_FALSE(failure_with_dead_end(NodeId{8 * 5 + 3}));
}

TEST_F(LineProofOfMesh, refuses_a_packet_that_goes_to_and_fro) {
  EXPECT_FALSE(confirms([](const RouteQuery& query, Candidates& out) {
    if (query.at == NodeId{2} && out.front().port == grid::ahead(0)) out.front().port = grid::behind(0);
  }));
}

TEST_F(LineProofOfMesh, refuses_an_earlier_stage_after_a_later_one) {
  EXPECT_FALSE(confirms([](const RouteQuery& query, Candidates& out) {
    const bool one_row_on = query.at.value / 8 + 1 == query.destination.value / 8;
    const bool right_of_it = query.at.value % 8 < query.destination.value % 8;
    if (one_row_on && right_of_it) out.front().port = grid::ahead(1);  // y before x
  }));
}

TEST_F(LineProofOfMesh, refuses_another_channel_after_a_turn) {
  EXPECT_FALSE(confirms([](const RouteQuery& query, Candidates& out) {
    const bool along_y = out.front().port.value >= 2;
    const bool turned = query.arrival_port != kNoPort && query.arrival_port.value < 2;
    if (along_y) out.front().vcs = turned || query.state == 1 ? 2 : 1;
    if (along_y) out.front().state = turned || query.state == 1 ? 1 : 0;
  }));
}

TEST_F(LineProofOfMesh, refuses_a_line_that_is_unlike_the_others) {
  EXPECT_FALSE(
      confirms([](const RouteQuery& query, Candidates& out) { out.front().vcs = query.at.value / 8 < 4 ? 1 : 3; }));
}

TEST(LineProof, leaves_routings_without_a_promise_to_other_proofs) {
  for (const char* kind : {"sse", "rdt", "mandala", "full"}) {
    const Family& family = *find_family(kind);
    Parameters parameters;
    for (const ParameterSpec& spec : family.parameters()) {
      if (spec.required) parameters.insert({spec.name, *spec.example});
    }
    const auto design = family.build(parameters);
    for (const RoutingInfo& info : routings_of(*design)) {
      const auto relation = make_routing(*design, info.name, info.default_vcs);
      EXPECT_FALSE(prove_by_lines(design->network(), *relation, 1)) << kind << ' ' << info.name;
    }
  }
}

/// Around defects nodes are no longer alike.
TEST(LineProof, is_not_for_routings_around_faults) {
  for (const char* kind : {"mesh", "torus", "srt2d", "hypercube"}) {
    const Family& family = *find_family(kind);
    const ParameterSpec& size = family.parameters().front();
    const auto design = family.build({{size.name, *size.example}});
    const RoutingInfo detours = with_detours(routings_of(*design).front());
    EXPECT_NE(make_routing(*design, detours.name, detours.default_vcs)->staged(), nullptr) << kind;
    const auto relation = make_routing_around_faults(*design, detours.name, detours.default_vcs);
    EXPECT_EQ(relation->staged(), nullptr) << kind;
  }
}

}  // namespace
}  // namespace kintsugi
