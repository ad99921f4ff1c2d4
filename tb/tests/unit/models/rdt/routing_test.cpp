#include "models/rdt/routing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "models/network/metrics.hpp"
#include "models/rdt/assignment.hpp"
#include "models/rdt/topology.hpp"
#include "models/routing/proof.hpp"
#include "models/routing/route.hpp"
#include "tb/tests/unit/models/part_of_a_proof.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::rdt {
namespace {

constexpr Rdt alpha(unsigned n) {
  return {n, Assignment::kAlpha};
}
constexpr Rdt beta(unsigned n) {
  return {n, Assignment::kBeta};
}
constexpr Rdt perfect(unsigned n) {
  return {n, Assignment::kPerfect};
}

struct Hop {
  std::string text;  ///< "x3.y0.e {0 1}"
  KindId kind;
  NodeId from;
  VcSet vcs;
};

/// The hops of a packet that takes the lowest channel; a port that is not linked ends the test.
std::vector<Hop> hops_of(const Network& network, const RoutingRelation& relation, NodeId source, NodeId destination) {
  std::vector<Hop> hops;
  RouteQuery query{source, kNoPort, Vc{}, source, destination, 0};
  while (query.at != query.destination && hops.size() < 100) {
    Candidates candidates;
    relation.route(query, candidates);
    const Candidate& only = candidates.at(0);
    const PortRef from{query.at, only.port};
    std::string channels;
    for (unsigned vc = 0; vc < relation.vcs(); ++vc) {
      if ((only.vcs & vc_bit(vc)) != 0) channels += (channels.empty() ? "" : " ") + std::to_string(vc);
    }
    hops.push_back({network.describe(from) + " {" + channels + "}", network.kind_at(from), query.at, only.vcs});
    const PortRef far = network.peer(from).value();
    query = {far.node, far.port,    Vc{static_cast<std::uint8_t>(std::countr_zero(only.vcs))},
             source,   destination, only.state};
  }
  return hops;
}

std::vector<std::string> texts(const std::vector<Hop>& hops) {
  std::vector<std::string> all;
  for (const Hop& hop : hops) all.push_back(hop.text);
  return all;
}

using Texts = std::vector<std::string>;

// ---- Ways ----------------------------------------------------------------------------------------------------------

TEST(RdtRouting, vector_takes_the_highest_rank_first_and_h_before_v) {
  const Rdt rdt = perfect(5);
  const VectorRelation relation(rdt, Ties::kTowardZero, 1);
  // (11, 3): rank 1 (3, -2), rest (1, 1); of (3, -2) the next is (0, -1), rest (1, 0).
  EXPECT_EQ(texts(hops_of(make_network(rdt), relation, rdt.node(2, 0), rdt.node(13, 3))),
            (Texts{"x2.y0.r2_e {0}", "x10.y0.r1_se {0}", "x12.y2.e {0}", "x13.y2.s {0}"}));
}

TEST(RdtRouting, floating_takes_its_own_rank_first) {
  const Rdt rdt = alpha(5);
  const FloatingRelation relation(rdt, 1);
  // (1, 0) has rank 1: it rides that before it moves to rank 2, east of (3, 2).
  EXPECT_EQ(
      texts(hops_of(make_network(rdt), relation, rdt.node(1, 0), rdt.node(12, 3))),
      (Texts{"x1.y0.r1_se {0}", "x3.y2.w {0}", "x2.y2.r2_e {0}", "x10.y2.e {0}", "x11.y2.e {0}", "x12.y2.s {0}"}));
}

TEST(RdtRouting, scheme_h_takes_the_ranks_in_descending_order) {
  const Rdt rdt = alpha(5);
  const SchemeHRelation relation(rdt, 3);
  EXPECT_EQ(
      texts(hops_of(make_network(rdt), relation, rdt.node(1, 0), rdt.node(12, 3))),
      (Texts{"x1.y0.w {0}", "x0.y0.r2_e {0 1}", "x8.y0.e {0}", "x9.y0.r1_se {0 1}", "x11.y2.e {1}", "x12.y2.s {1}"}));
}

TEST(RdtRouting, the_hop_after_the_dateline_takes_the_second_of_the_pair) {
  const Rdt rdt = alpha(5);
  const SchemeHRelation relation(rdt, 3);
  const Network network = make_network(rdt);
  EXPECT_EQ(texts(hops_of(network, relation, rdt.node(31, 0), rdt.node(1, 0))), (Texts{"x31.y0.e {1}", "x0.y0.e {2}"}));
  EXPECT_EQ(texts(hops_of(network, relation, rdt.node(30, 0), rdt.node(0, 0))),
            (Texts{"x30.y0.e {1}", "x31.y0.e {1}"}));
}

// ---- All pairs -----------------------------------------------------------------------------------------------------

void expect_all_delivered(const Rdt& rdt, const RoutingRelation& relation) {
  const Network network = make_network(rdt);
  const RouteStatistics statistics = route_all_pairs(network, relation);
  EXPECT_EQ(statistics.delivered_pairs, statistics.pairs) << network.name() << " " << relation.name();
}

void expect_all_routings_deliver(unsigned n) {
  for (const Rdt& rdt : {alpha(n), beta(n)}) {
    expect_all_delivered(rdt, FloatingRelation(rdt, 1));
    expect_all_delivered(rdt, FloatingRelation(rdt, 1, RankChoice::kFewestBaseHops));
    expect_all_delivered(rdt, SchemeHRelation(rdt, 3));
  }
  for (const Ties ties : {Ties::kTowardZero, Ties::kBest}) {
    expect_all_delivered(perfect(n), VectorRelation(perfect(n), ties, 1));
  }
  expect_all_delivered(perfect(n), SchemeHRelation(perfect(n), 2));
}

TEST(RdtRouting, every_routing_delivers_every_pair_over_links_of_the_network) {
  expect_all_routings_deliver(4);
}

TEST(RdtRouting, slow_every_routing_delivers_every_pair_at_side_32) {
  expect_all_routings_deliver(5);
}

void expect_shortest_for_every_pair(unsigned n) {
  const Network network = make_network(perfect(n));
  const VectorRelation relation(perfect(n), Ties::kBest, 1);
  for (std::uint32_t source = 0; source < network.nodes(); ++source) {
    const auto distances = distances_from(network, NodeId{source});
    for (std::uint32_t destination = 0; destination < network.nodes(); ++destination) {
      const auto nodes = route(network, relation, NodeId{source}, NodeId{destination});
      ASSERT_EQ(nodes.back(), NodeId{destination});
      ASSERT_EQ(nodes.size() - 1, distances[destination]);
    }
  }
}

TEST(RdtRouting, vector_with_best_ties_is_shortest_for_every_pair) {
  expect_shortest_for_every_pair(4);
  expect_shortest_for_every_pair(5);
}

TEST(RdtRouting, slow_vector_with_best_ties_is_shortest_for_every_pair_at_side_64) {
  if (!test::runs_whole_tests()) GTEST_SKIP() << "all pairs of sides 16 and 32 are tried";
  expect_shortest_for_every_pair(6);
}

/// Returns whether the upper ranks of every route descend strictly; a run along h and v of one rank counts once.
bool ranks_descend(const Rdt& rdt, const RoutingRelation& relation) {
  const Network network = make_network(rdt);
  for (const NodeId source : network.representatives()) {
    for (std::uint32_t destination = 0; destination < network.nodes(); ++destination) {
      unsigned lowest = kRanks;
      for (const Hop& hop : hops_of(network, relation, source, NodeId{destination})) {
        if (hop.kind.value > lowest) return false;
        if (hop.kind.value > 0) lowest = hop.kind.value;
      }
    }
  }
  return true;
}

TEST(RdtRouting, the_upper_ranks_descend_in_scheme_h_but_not_in_floating) {
  for (const Rdt& rdt : {alpha(5), beta(5)}) {
    EXPECT_TRUE(ranks_descend(rdt, SchemeHRelation(rdt, 3)));
    EXPECT_FALSE(ranks_descend(rdt, FloatingRelation(rdt, 1)));
  }
}

// ---- Floating with the best ranks ----------------------------------------------------------------------------------

/// The fewest hops over every order of the ranks, computed on coordinates from the picture of 4 x 4 nodes: own rank
/// first, otherwise a move to the nearest node of the rank that leaves least, the first of the ring from +x.
class OrderSearch {
 public:
  OrderSearch(const std::string& picture, int side) : picture_(picture), side_(side) {}

  unsigned hops(int x, int y, Plan plan) const {
    bool done = true;
    unsigned best = ~0u;
    const auto own = static_cast<unsigned>(picture_[static_cast<std::size_t>((y & 3) * 4 + (x & 3))] - '0');
    if (plan[own] != Vector{}) return ride(x, y, plan, own);
    for (unsigned rank = 1; rank <= kR; ++rank) {
      if (plan[rank] == Vector{}) continue;
      done = false;
      best = std::min(best, move(x, y, plan, rank));
    }
    return done ? length(plan[0]) : best;
  }

 private:
  unsigned ride(int x, int y, Plan plan, unsigned rank) const {
    const Vector vectors[]{{1, 0}, {2, 2}, {0, 8}, {-16, 16}, {-64, 0}};
    const Vector h = vectors[rank];
    const Vector ridden = plan[rank];
    plan[rank] = {};
    return length(ridden) + hops(x + ridden.h * h.h - ridden.v * h.v, y + ridden.h * h.v + ridden.v * h.h, plan);
  }

  unsigned move(int x, int y, Plan plan, unsigned rank) const {
    for (int distance = 1; distance <= 2; ++distance) {
      bool found = false;
      Vector best;
      for (const Vector to : ring(distance)) {
        if (picture_[static_cast<std::size_t>(((y + to.v) & 3) * 4 + ((x + to.h) & 3))] - '0' !=
            static_cast<int>(rank)) {
          continue;
        }
        if (!found || length(reduced(plan[0] - to)) < length(reduced(plan[0] - best))) best = to;
        found = true;
      }
      if (!found) continue;
      plan[0] = reduced(plan[0] - best);
      return length(best) + hops(x + best.h, y + best.v, plan);
    }
    return 1000;
  }

  Vector reduced(Vector vector) const {
    const auto part = [this](int value) { return ((value + side_ / 2) % side_ + side_) % side_ - side_ / 2; };
    return {part(vector.h), part(vector.v)};
  }

  std::string picture_;
  int side_;
};

void expect_the_best_order(const Rdt& rdt, const std::string& picture) {
  const Network network = make_network(rdt);
  const FloatingRelation relation(rdt, 1, RankChoice::kBest);
  const OrderSearch search(picture, static_cast<int>(rdt.side()));
  for (const NodeId source : network.representatives()) {
    for (std::uint32_t destination = 0; destination < network.nodes(); ++destination) {
      const Plan plan = decompose(rdt, rdt.difference(source, NodeId{destination}), Ties::kBest);
      ASSERT_EQ(route(network, relation, source, NodeId{destination}).size() - 1,
                search.hops(static_cast<int>(rdt.x(source)), static_cast<int>(rdt.y(source)), plan))
          << network.node_name(source) << " to " << network.node_name(NodeId{destination});
    }
  }
}

TEST(RdtRouting, floating_best_takes_the_order_of_ranks_with_the_fewest_hops) {
  expect_the_best_order(alpha(5), "2143432143212143");
  expect_the_best_order(beta(5), "2143121243211212");
}

std::size_t most_hops(const Rdt& rdt, RankChoice choice = RankChoice::kBest) {
  const Network network = make_network(rdt);
  const FloatingRelation relation(rdt, 1, choice);
  std::size_t most = 0;
  for (const NodeId source : network.representatives()) {
    for (std::uint32_t destination = 0; destination < network.nodes(); ++destination) {
      most = std::max(most, route(network, relation, source, NodeId{destination}).size() - 1);
    }
  }
  return most;
}

// Tables 1 and 2 of the paper print 9, 10, 12 and 14 for beta.
TEST(RdtRouting, slow_floating_best_has_the_diameters_that_the_paper_prints_for_beta) {
  EXPECT_EQ(most_hops(beta(5)), 9u);
  EXPECT_EQ(most_hops(beta(6)), 10u);
  EXPECT_EQ(most_hops(beta(7)), 12u);
  EXPECT_EQ(most_hops(alpha(5)), 9u);
  EXPECT_EQ(most_hops(alpha(6)), 10u);
}

// ---- Floating with the fewest hops over the base torus -------------------------------------------------------------

TEST(RdtRouting, floating_base_takes_the_hops_of_the_plan_with_ties_toward_zero_and_a_shortest_base_path) {
  for (const Rdt& rdt : {alpha(4), beta(4), alpha(5), beta(5)}) {
    const Network network = make_network(rdt);
    const FloatingRelation relation(rdt, 1, RankChoice::kFewestBaseHops);
    const BasePaths paths(rdt, 4);
    for (const NodeId source : network.representatives()) {
      for (std::uint32_t destination = 0; destination < network.nodes(); ++destination) {
        const Vector difference = rdt.difference(source, NodeId{destination});
        const Plan plan = decompose(rdt, difference, Ties::kTowardZero);
        RankSet ranks = 0;
        for (unsigned rank = 1; rank <= kR; ++rank) {
          if (plan[rank] != Vector{}) ranks = static_cast<RankSet>(ranks | 1u << rank);
        }
        const Vector left = rdt.shortest(difference - upper_to_base(rdt, plan));
        ASSERT_EQ(route(network, relation, source, NodeId{destination}).size() - 1,
                  hops(plan) - length(plan[0]) + paths.hops(class_of(rdt, source), ranks, left))
            << network.node_name(source) << " to " << network.node_name(NodeId{destination});
      }
    }
  }
}

// Tables 1 and 2 of the paper print 9, 10, 12 and 14 for alpha. The test of the family has 14.
TEST(RdtRouting, slow_floating_base_has_the_diameters_that_the_paper_prints_for_alpha) {
  EXPECT_EQ(most_hops(alpha(5), RankChoice::kFewestBaseHops), 9u);
  EXPECT_EQ(most_hops(alpha(6), RankChoice::kFewestBaseHops), 10u);
  EXPECT_EQ(most_hops(alpha(7), RankChoice::kFewestBaseHops), 12u);
  EXPECT_EQ(most_hops(beta(7), RankChoice::kFewestBaseHops), 13u) << "the paper prints 12";
}

// ---- Other assignments ---------------------------------------------------------------------------------------------

Rdt with(const Unassigned& size, const std::string& file) {
  return std::get<Rdt>(parse_assignment(file, size, 0));
}

/// Assignments that alpha and beta are no examples of: ranks that no node has, ranks far from each other, several ranks
/// at a node, another cardinal number.
std::vector<Rdt> other_rdts() {
  return {with({5}, "1 1 1 1\n1 1 1 1\n"),
          with({5}, "1 3 1 3\n1 1 3 3\n"),
          with({5}, "1 1 1 1\n1 2 1 3\n"),
          with({5}, "3 3 3 2\n3 1 3 3\n"),
          with({5}, "12 23 13 12\n13 12 12 12\n"),
          with({4}, "123 123 123 124\n123 123 123 123\n"),
          cyclic({2, 4, 1}, 1)};
}

TEST(RdtRouting, slow_scheme_h_is_proved_for_assignments_of_every_sort) {
  for (const Rdt& rdt : other_rdts()) {
    const unsigned vcs = SchemeHRelation::fewest_vcs(rdt);
    const ProofResult result = prove(make_network(rdt), SchemeHRelation(rdt, vcs));
    EXPECT_TRUE(result.holds()) << make_network(rdt).name() << " " << result.first_undelivered;
    EXPECT_THROW(SchemeHRelation(rdt, vcs - 1), std::invalid_argument);
  }
}

TEST(RdtRouting, slow_scheme_h_is_proved_for_the_cardinal_number_4_and_the_perfect_ones) {
  for (const Rdt& rdt : {cyclic({3, 4, 2}, 1), Rdt(3, Assignment::kPerfect, 3, 4), Rdt(2, Assignment::kPerfect, 5, 4),
                         Rdt(2, Assignment::kPerfect, 6, 4)}) {
    const Network network = make_network(rdt);
    const SchemeHRelation relation(rdt, SchemeHRelation::fewest_vcs(rdt));
    const ProofResult result = test::prove_part(network, relation, network.nodes() > 2000 ? 5 : 1);
    EXPECT_TRUE(result.holds()) << network.name() << " " << result.first_undelivered;
  }
}

TEST(RdtRouting, moves_have_channels_of_their_own_for_each_rank_only_where_one_class_does_not_do) {
  EXPECT_EQ(SchemeHRelation::fewest_vcs(alpha(7)), 3u);
  EXPECT_EQ(SchemeHRelation::fewest_vcs(beta(7)), 3u);
  EXPECT_EQ(SchemeHRelation::fewest_vcs(with({5}, "1 1 1 1\n1 1 1 1\n")), 3u) << "there are no moves";
  EXPECT_EQ(SchemeHRelation::fewest_vcs(with({5}, "1 1 1 1\n1 2 1 3\n")), 5u) << "from 1 to 3 only by way of 1";
  EXPECT_EQ(SchemeHRelation::fewest_vcs(with({5}, "12 12 12 12\n12 12 12 12\n")), 4u);
}

TEST(RdtRouting, one_class_for_moves_without_an_order_is_cyclic) {
  const Rdt rdt = with({5}, "1 1 1 1\n1 2 1 3\n");
  EXPECT_FALSE(prove(make_network(rdt), SchemeHRelation(rdt, 3, Dateline::kChange, TwoHopRule::kFree)).acyclic);
}

TEST(RdtRouting, floating_delivers_on_every_assignment_that_it_is_for) {
  for (const char* file : {"1 1 1 1\n1 1 1 1\n", "1 3 1 3\n1 1 3 3\n", "3 3 3 2\n3 1 3 3\n"}) {
    expect_all_delivered(with({4}, file), FloatingRelation(with({4}, file), 1));
    expect_all_delivered(with({4}, file), FloatingRelation(with({4}, file), 1, RankChoice::kBest));
    expect_all_delivered(with({4}, file), FloatingRelation(with({4}, file), 1, RankChoice::kFewestBaseHops));
  }
  EXPECT_THROW(FloatingRelation(with({4}, "12 12 12 12\n12 12 12 12\n"), 1), std::invalid_argument);
  EXPECT_THROW(FloatingRelation(cyclic({2, 4, 1}, 1), 1), std::invalid_argument);
}

TEST(RdtRouting, it_is_refused_where_it_has_no_meaning) {
  EXPECT_THROW(VectorRelation(alpha(4), Ties::kBest, 1), std::invalid_argument);
  EXPECT_THROW(FloatingRelation(perfect(4), 1), std::invalid_argument);
  EXPECT_THROW(FloatingRelation(alpha(3), 1), std::invalid_argument);
  EXPECT_THROW(SchemeHRelation(beta(4), 2), std::invalid_argument);
  EXPECT_THROW(SchemeHRelation(beta(4), 33), std::invalid_argument);
  EXPECT_NO_THROW(SchemeHRelation(perfect(4), 2));
}

// ---- Free of deadlock ----------------------------------------------------------------------------------------------

ProofResult proof(const Rdt& rdt, const RoutingRelation& relation) {
  const ProofResult result = prove(make_network(rdt), relation);
  EXPECT_EQ(result.delivered_pairs, result.pairs) << result.first_undelivered;
  return result;
}

TEST(RdtRouting, scheme_h_is_proved_for_alpha_beta_and_perfect) {
  for (const unsigned n : {4u, 5u}) {
    EXPECT_TRUE(proof(alpha(n), SchemeHRelation(alpha(n), 3)).holds()) << n;
    EXPECT_TRUE(proof(beta(n), SchemeHRelation(beta(n), 3)).holds()) << n;
    EXPECT_TRUE(proof(perfect(n), SchemeHRelation(perfect(n), 2)).holds()) << n;
  }
}

TEST(RdtRouting, more_channels_are_divided_among_the_classes) {
  for (const unsigned vcs : {4u, 5u, 8u, 32u}) {
    EXPECT_TRUE(proof(beta(4), SchemeHRelation(beta(4), vcs)).holds()) << vcs;
    EXPECT_TRUE(proof(perfect(4), SchemeHRelation(perfect(4), vcs)).holds()) << vcs;
  }
}

TEST(RdtRouting, floating_on_one_channel_is_delivered_but_cyclic) {
  EXPECT_FALSE(proof(alpha(4), FloatingRelation(alpha(4), 1)).acyclic);
  EXPECT_FALSE(proof(beta(4), FloatingRelation(beta(4), 1)).acyclic);
  EXPECT_FALSE(proof(beta(4), FloatingRelation(beta(4), 1, RankChoice::kBest)).acyclic);
  EXPECT_FALSE(proof(alpha(4), FloatingRelation(alpha(4), 1, RankChoice::kFewestBaseHops)).acyclic);
  EXPECT_FALSE(proof(perfect(4), VectorRelation(perfect(4), Ties::kTowardZero, 1)).acyclic);
}

/// For the packets to one destination in `every`.
void expect_proof_of_scheme_h(const Rdt& rdt, std::uint32_t every) {
  const ProofResult result = test::prove_part(make_network(rdt), SchemeHRelation(rdt, 3), every);
  EXPECT_TRUE(result.holds()) << result.first_undelivered;
}

TEST(RdtRouting, slow_scheme_h_is_proved_at_side_64) {
  expect_proof_of_scheme_h(alpha(6), 5);
  expect_proof_of_scheme_h(beta(6), 5);
}

// Rank 4 exists from side 128 on: smaller networks say nothing about it.
TEST(RdtRouting, slow_scheme_h_is_proved_for_alpha_at_side_128_with_rank_4) {
  expect_proof_of_scheme_h(alpha(7), 51);
}

TEST(RdtRouting, slow_scheme_h_is_proved_for_beta_at_side_128_with_rank_4) {
  expect_proof_of_scheme_h(beta(7), 51);
}

// On request, half an hour of one core each: --gtest_also_run_disabled_tests --gtest_filter='*side_256*'
TEST(RdtRouting, DISABLED_slow_scheme_h_is_proved_for_alpha_at_side_256) {
  EXPECT_TRUE(proof(alpha(8), SchemeHRelation(alpha(8), 3)).holds());
}

TEST(RdtRouting, DISABLED_slow_scheme_h_is_proved_for_beta_at_side_256) {
  EXPECT_TRUE(proof(beta(8), SchemeHRelation(beta(8), 3)).holds());
}

TEST(RdtRouting, without_the_two_hop_rule_beta_is_cyclic_from_side_32_on) {
  const auto is_acyclic = [](unsigned n) {
    return proof(beta(n), SchemeHRelation(beta(n), 3, Dateline::kChange, TwoHopRule::kFree)).acyclic;
  };
  EXPECT_TRUE(is_acyclic(4));
  EXPECT_FALSE(is_acyclic(5));
}

TEST(RdtRouting, without_datelines_it_is_cyclic) {
  for (const Rdt& rdt : {alpha(4), beta(4), perfect(4)}) {
    EXPECT_FALSE(proof(rdt, SchemeHRelation(rdt, 3, Dateline::kIgnore)).acyclic);
  }
}

}  // namespace
}  // namespace kintsugi::rdt
