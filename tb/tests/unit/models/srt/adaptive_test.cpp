// Adaptive routing: jumps, the free choice of the first class, and the proof.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <tuple>
#include <vector>

#include "models/routing/proof.hpp"
#include "models/routing/route.hpp"
#include "models/srt/routing.hpp"
#include "models/srt/topology.hpp"
#include "tb/tests/unit/models/part_of_a_proof.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::srt {
namespace {

constexpr RingAlgorithm kAlgorithms[] = {RingAlgorithm::kRecursive, RingAlgorithm::kMonotone};
constexpr RoutingState kJumped = 1;

RingRelation relation_of(const Ring& ring, RingAlgorithm algorithm, unsigned vcs = 2, Jumps jumps = Jumps::kInOrder) {
  return {ring, algorithm, vcs, WrapClass::kRaise, jumps};
}
TorusRelation relation_of(const Torus& torus, RingAlgorithm algorithm, unsigned vcs = 2,
                          Jumps jumps = Jumps::kInOrder) {
  return {torus, algorithm, vcs, WrapClass::kRaise, jumps};
}

/// Returns the candidates of a relation, those for the same hop merged: the order of the channels of a hop is ignored.
Candidates hops_of(const RoutingRelation& relation, const RouteQuery& query) {
  Candidates candidates;
  relation.route(query, candidates);
  Candidates hops;
  for (const Candidate& candidate : candidates) {
    if (hops.empty() || hops.back().port != candidate.port || hops.back().state != candidate.state) {
      hops.push_back(candidate);
      continue;
    }
    EXPECT_EQ(hops.back().vcs & candidate.vcs, 0u) << "a channel is asked for twice";
    hops.back().vcs |= candidate.vcs;
  }
  return hops;
}

template <class Check>
void for_each_ring(unsigned smallest, unsigned largest, Check check) {
  for (unsigned n = smallest; n <= largest; ++n) {
    for (unsigned T = 0; T <= n; ++T) {
      SCOPED_TRACE("n " + std::to_string(n) + " T " + std::to_string(T));
      check(Ring{n, T});
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// ---- Which jumps are legal, node by node ---------------------------------------------------------------------------

/// A ring, a row or a column: its nodes in the order of ring coordinates, and its bypass ports.
struct Line {
  std::vector<NodeId> nodes;
  PortId bypass_ahead;
  PortId bypass_behind;

  std::size_t index(NodeId node) const {
    return static_cast<std::size_t>(std::ranges::find(nodes, node) - nodes.begin());
  }
};

Line ring_line(const Ring& ring) {
  Line line{{}, ring_port::kBypassEast, ring_port::kBypassWest};
  for (std::uint32_t x = 0; x < ring.size(); ++x) line.nodes.push_back(NodeId{x});
  return line;
}

/// The node with ring coordinate X in row y has x = X - s y.
Line row_line(const Torus& torus, unsigned y) {
  Line line{{}, torus_port::kBypassEast, torus_port::kBypassWest};
  for (unsigned X = 0; X < torus.size(); ++X) line.nodes.push_back(torus.node(X - torus.s * y, y));
  return line;
}

/// The column's ring starts where x + s y, counted from the row's coordinate 0, is 0: there s y = -x.
Line column_line(const Torus& torus, unsigned x) {
  Line line{{}, torus_port::kBypassSouth, torus_port::kBypassNorth};
  unsigned first = 0;
  while ((x + torus.s * first) % torus.size() != 0) ++first;
  for (unsigned Y = 0; Y < torus.size(); ++Y) line.nodes.push_back(torus.node(x, first + Y));
  return line;
}

/// Returns the route from one node of a line to another, step by step.
struct Way {
  std::size_t steps = 0;
  bool wraps = false;
  bool passes = false;  ///< a given node, before the end
};

Way follow(const Line& line, std::size_t from, std::size_t to, bool positive, std::size_t watched) {
  Way way;
  const std::size_t last = line.nodes.size() - 1;
  for (std::size_t at = from; at != to; ++way.steps) {
    way.passes |= at == watched && at != from;
    way.wraps |= positive ? at == last : at == 0;
    at = positive ? (at == last ? 0 : at + 1) : (at == 0 ? last : at - 1);
  }
  return way;
}

bool goes_positive(const Line& line, std::size_t from, std::size_t to) {
  return 2 * follow(line, from, to, true, from).steps < line.nodes.size();
}

/// Returns the port of the jump if there is a legal one. The network gives the end of the bypass link; the jump passes
/// the destination, not the wrap, ends nearer to the destination than it began, and the channel back has a higher
/// number.
std::optional<PortId> legal_jump(const Network& network, const Line& line, std::size_t at, std::size_t destination) {
  const bool positive = goes_positive(line, at, destination);
  PortRef port{line.nodes[at], positive ? line.bypass_ahead : line.bypass_behind};
  if (!network.peer(port)) port.port = positive ? line.bypass_behind : line.bypass_ahead;  // half a turn, or nothing
  if (!network.peer(port)) return std::nullopt;
  const std::size_t end = line.index(network.peer(port)->node);
  const std::size_t mirror = line.nodes.size() - 1;
  const Way jump = follow(line, at, end, positive, destination);
  const std::size_t to_go = follow(line, at, destination, positive, at).steps;
  const std::size_t back = follow(line, end, destination, !positive, end).steps;
  const bool ascends = positive ? at < mirror - end : mirror - at < end;
  if (jump.passes && !jump.wraps && back < to_go && ascends) return port.port;
  return std::nullopt;
}

/// Checks the candidates at every node of the line for every other node of it; counts the jumps.
unsigned expect_legal_jumps(const Network& network, const Line& line, const RoutingRelation& relation) {
  unsigned jumps = 0;
  for (std::size_t at = 0; at < line.nodes.size(); ++at) {
    for (std::size_t to = 0; to < line.nodes.size(); ++to) {
      if (at == to) continue;
      const Candidates candidates =
          hops_of(relation, {line.nodes[at], kNoPort, Vc{}, line.nodes[at], line.nodes[to], 0});
      const auto jump = legal_jump(network, line, at, to);
      const bool wraps = follow(line, at, to, goes_positive(line, at, to), at).wraps;
      EXPECT_EQ(candidates.size(), jump ? 2u : 1u) << network.name() << " at " << at << " to " << to;
      EXPECT_EQ(candidates[0].vcs, all_vcs(relation.vcs() - (wraps ? 1 : 0))) << at << " to " << to;
      EXPECT_EQ(candidates[0].state, 0u);
      if (candidates.size() != 2 || !jump) continue;
      ++jumps;
      EXPECT_EQ(candidates[1].port, *jump);
      EXPECT_NE(candidates[0].port, *jump);
      EXPECT_EQ(candidates[1].vcs, candidates[0].vcs);
      EXPECT_EQ(candidates[1].state, kJumped);
    }
  }
  return jumps;
}

TEST(SrtAdaptive, jumps_and_first_classes_on_rings_are_those_found_node_by_node) {
  for_each_ring(2, 6, [](const Ring& ring) {
    const Network network = make_network(ring);
    for (const RingAlgorithm algorithm : kAlgorithms) {
      for (const unsigned vcs : {2u, 3u, 32u}) {
        const unsigned jumps = expect_legal_jumps(network, ring_line(ring), relation_of(ring, algorithm, vcs));
        if (ring.n >= 4) {
          EXPECT_EQ(jumps > 0, ring.T > 0) << "levels above 1 have jumps";
        }
      }
    }
  });
}

TEST(SrtAdaptive, jumps_and_first_classes_on_tori_are_those_found_node_by_node) {
  for (unsigned T = 0; T <= 4; ++T) {
    for (unsigned s = 1; s < 16; s += 2) {
      const Torus torus{4, T, s};
      const Network network = make_network(torus);
      const TorusRelation relation = relation_of(torus, RingAlgorithm::kMonotone);
      for (unsigned i = 0; i < 16; ++i) {
        const unsigned in_row = expect_legal_jumps(network, row_line(torus, i), relation);
        const unsigned in_column = expect_legal_jumps(network, column_line(torus, i), relation);
        EXPECT_EQ(in_row > 0, T > 0);
        EXPECT_EQ(in_row, in_column);
      }
    }
  }
}

// ---- Where packets go ----------------------------------------------------------------------------------------------

/// Follows every choice of candidates and channels on a ring. The channel numbers (v, m) must ascend, m being the ring
/// coordinate or its mirror image by the direction the packet has; it turns once, when it jumps.
class AllWays {
 public:
  AllWays(const Ring& ring, const RingRelation& relation, NodeId source, NodeId destination)
      : size_(ring.size()), network_(make_network(ring)), relation_(relation) {
    const bool positive = ring.ahead(source.value, destination.value) < ring.size() / 2;
    go({source, kNoPort, Vc{}, source, destination, 0}, positive, false, {});
  }
  unsigned arrivals() const { return arrivals_; }
  unsigned with_jump() const { return with_jump_; }

 private:
  using Number = std::optional<std::pair<unsigned, unsigned>>;

  void go(const RouteQuery& query, bool positive, bool jumped, const Number& last) {
    if (query.at == query.destination) {
      ++arrivals_;
      with_jump_ += jumped;
      return;
    }
    const Candidates candidates = hops_of(relation_, query);
    ASSERT_LE(candidates.size(), jumped ? 1u : 2u);
    for (const Candidate& candidate : candidates) {
      for (unsigned vc = 0; vc < relation_.vcs(); ++vc) {
        if ((candidate.vcs & vc_bit(vc)) != 0) take(query, candidate, vc, positive, jumped, last);
      }
    }
  }

  void take(const RouteQuery& query, const Candidate& candidate, unsigned vc, bool positive, bool jumped,
            const Number& last) {
    const Number number = std::pair(vc, positive ? query.at.value : size_ - 1 - query.at.value);
    ASSERT_LT(last, number) << query.at.value << " from " << query.source.value << " to " << query.destination.value;
    const bool jumps = candidate.state == kJumped && !jumped;
    const PortRef far = network_.peer({query.at, candidate.port}).value();
    RouteQuery next = query;
    next.at = far.node;
    next.arrival_port = far.port;
    next.arrival_vc = Vc{static_cast<std::uint8_t>(vc)};
    next.state = candidate.state;
    go(next, positive != jumps, jumped || jumps, number);
  }

  unsigned size_;
  Network network_;
  const RingRelation& relation_;
  unsigned arrivals_ = 0;
  unsigned with_jump_ = 0;
};

TEST(SrtAdaptive, on_every_choice_channels_ascend_and_there_is_at_most_one_jump) {
  for_each_ring(3, 5, [](const Ring& ring) {
    for (const RingAlgorithm algorithm : kAlgorithms) {
      const RingRelation relation = relation_of(ring, algorithm);
      unsigned with_jump = 0;
      for (std::uint32_t source = 0; source < ring.size(); ++source) {
        for (std::uint32_t destination = 0; destination < ring.size(); ++destination) {
          if (source == destination) continue;
          const AllWays ways(ring, relation, NodeId{source}, NodeId{destination});
          ASSERT_GT(ways.arrivals(), 0u);
          with_jump += ways.with_jump();
        }
      }
      if (ring.n >= 4) {
        EXPECT_EQ(with_jump > 0, ring.T > 0);
      }
    }
  });
}

TEST(SrtAdaptive, without_others_in_the_way_it_is_the_routing_it_is_over) {
  const Torus torus{4, 1, 3};
  const Network network = make_network(torus);
  for (const RingAlgorithm algorithm : kAlgorithms) {
    const TorusRelation adaptive = relation_of(torus, algorithm);
    const TorusRelation base = relation_of(torus, algorithm, 2, Jumps::kNever);
    for (std::uint32_t source = 0; source < network.nodes(); ++source) {
      for (std::uint32_t destination = 0; destination < network.nodes(); ++destination) {
        if (source == destination) continue;
        ASSERT_EQ(route(network, adaptive, NodeId{source}, NodeId{destination}),
                  route(network, base, NodeId{source}, NodeId{destination}));
      }
    }
  }
}

TEST(SrtAdaptive, over_recursive_the_packet_comes_back_by_ring_links_over_monotone_by_its_routes) {
  const Ring ring{6, 6};  // node 8 has level 4: a jump to 24, past 17
  const RouteQuery after{NodeId{24}, ring_port::kBypassWest, Vc{1}, NodeId{8}, NodeId{18}, kJumped};
  Candidates recursive;
  relation_of(ring, RingAlgorithm::kRecursive).route(after, recursive);
  ASSERT_EQ(recursive.size(), 1u);
  EXPECT_EQ(recursive[0].port, ring_port::kWest);
  const RouteQuery at_22{NodeId{22}, ring_port::kEast, Vc{1}, NodeId{8}, NodeId{18}, kJumped};
  for (const RingAlgorithm algorithm : kAlgorithms) {
    Candidates candidates;
    relation_of(ring, algorithm).route(at_22, candidates);
    ASSERT_EQ(candidates.size(), 1u);
    EXPECT_EQ(candidates[0].port, algorithm == RingAlgorithm::kMonotone ? ring_port::kBypassWest : ring_port::kWest);
    EXPECT_EQ(candidates[0].vcs, vc_bit(1));
    EXPECT_EQ(candidates[0].state, kJumped);
  }
}

TEST(SrtAdaptive, a_jump_in_x_is_forgotten_in_y) {
  const Torus torus{4, 4, 1};
  const Network network = make_network(torus);
  const Line column = column_line(torus, 3);
  unsigned jumps = 0;
  for (std::size_t at = 0; at < 16; ++at) {
    for (std::size_t to = 0; to < 16; ++to) {
      if (at == to) continue;
      const NodeId here = column.nodes[at];
      const Candidates candidates =
          hops_of(relation_of(torus, RingAlgorithm::kMonotone),
                  {here, torus_port::kEast, Vc{1}, torus.node(5, torus.y(here)), column.nodes[to], kJumped});
      ASSERT_EQ(candidates.size(), legal_jump(network, column, at, to) ? 2u : 1u);
      EXPECT_EQ(candidates[0].state, 0u);
      jumps += candidates.size() == 2;
    }
  }
  EXPECT_GT(jumps, 0u);
}

/// Returns the first class that the pairs of a list request, of those that may start in any class.
using Pairs = std::vector<std::pair<unsigned, unsigned>>;

std::vector<unsigned> preferences(const RoutingRelation& relation, const Pairs& pairs) {
  std::vector<unsigned> packets(relation.vcs());
  for (const auto& [source, destination] : pairs) {
    const RouteQuery query{NodeId{source}, kNoPort, Vc{}, NodeId{source}, NodeId{destination}, 0};
    if (hops_of(relation, query)[0].vcs != all_vcs(relation.vcs())) continue;
    Candidates candidates;
    relation.route(query, candidates);
    EXPECT_EQ(std::popcount(candidates[0].vcs), 1);
    ++packets[static_cast<unsigned>(std::countr_zero(candidates[0].vcs))];
  }
  return packets;
}

void expect_even(const std::vector<unsigned>& packets, double tolerance) {
  double all = 0;
  for (const unsigned of_class : packets) all += of_class;
  for (const unsigned of_class : packets) {
    EXPECT_NEAR(of_class * static_cast<double>(packets.size()) / all, 1.0, tolerance)
        << testing::PrintToString(packets);
  }
}

/// The lowest of the free ones would do, and nearly all packets would be in class 0: few meet on their first link.
TEST(SrtAdaptive, packets_are_spread_evenly_over_the_classes_they_may_start_in) {
  const Ring ring{8, 5};
  for (const unsigned vcs : {2u, 3u, 4u, 8u}) {
    const RingRelation relation = relation_of(ring, RingAlgorithm::kMonotone, vcs);
    Pairs all, tornado, complement;
    for (unsigned source = 0; source < ring.size(); ++source) {
      for (unsigned destination = 0; destination < ring.size(); ++destination) {
        if (source != destination) all.push_back({source, destination});
      }
      tornado.push_back({source, ring.wrap(source + ring.size() / 2 - 1)});
      complement.push_back({source, ring.size() - 1 - source});
    }
    expect_even(preferences(relation, all), 0.02);
    expect_even(preferences(relation, tornado), 0.25);
    expect_even(preferences(relation, complement), 0.25);
  }
}

TEST(SrtAdaptive, fewer_than_two_channels_are_refused) {
  EXPECT_THROW(relation_of(Ring{5, 5}, RingAlgorithm::kMonotone, 1), std::invalid_argument);
  EXPECT_THROW(relation_of(Torus{3, 3, 1}, RingAlgorithm::kRecursive, 1), std::invalid_argument);
}

// ---- Freedom from deadlock -----------------------------------------------------------------------------------------

/// Of a large network, a part of the proof: to one destination in `every`.
template <class Shape>
void expect_proof_holds(const Shape& shape, unsigned vcs = 2, std::uint32_t every = 1) {
  const Network network = make_network(shape);
  for (const RingAlgorithm algorithm : kAlgorithms) {
    const ProofResult result = test::prove_part(network, relation_of(shape, algorithm, vcs), every);
    EXPECT_TRUE(result.holds()) << network.name() << ", " << vcs << " channels: " << result.first_undelivered;
  }
}

void expect_torus_proofs_hold(unsigned n, const std::vector<unsigned>& shifts = {1, 3, 5}, std::uint32_t every = 1) {
  for (unsigned T = 0; T <= n; ++T) {
    for (const unsigned s : shifts) expect_proof_holds(Torus{n, T, s}, 2, every);
  }
}

TEST(SrtAdaptive, is_proved_on_rings_of_up_to_256_nodes_for_every_t) {
  for_each_ring(2, 8, [](const Ring& ring) { expect_proof_holds(ring); });
}

TEST(SrtAdaptive, is_proved_with_more_channels) {
  for (const unsigned vcs : {3u, 4u, 8u}) {
    for_each_ring(4, 5, [vcs](const Ring& ring) { expect_proof_holds(ring, vcs); });
    expect_proof_holds(Torus{3, 1, 1}, vcs);
  }
  expect_proof_holds(Ring{5, 2}, 32);
}

TEST(SrtAdaptive, is_proved_with_more_channels_on_the_ring_of_the_paper) {
  for (const unsigned vcs : {3u, 4u}) expect_proof_holds(Ring{8, 5}, vcs);
}

TEST(SrtAdaptive, is_proved_on_tori_of_4x4_and_8x8_for_every_t_and_shift) {
  for (unsigned n = 2; n <= 3; ++n) {
    for (unsigned T = 0; T <= n; ++T) {
      for (unsigned s = 1; s < 1u << n; s += 2) expect_proof_holds(Torus{n, T, s});
    }
  }
}

TEST(SrtAdaptive, is_proved_on_tori_of_16x16_for_every_t) {
  expect_torus_proofs_hold(4);
}

TEST(SrtAdaptive, slow_is_proved_on_tori_of_32x32_for_every_t) {
  expect_torus_proofs_hold(5, test::part_of<std::vector<unsigned>>({5}, {1, 3, 5}), 5);
}

/// Every pair arrives if no other packet blocks it; the order of the channels is wrong.
template <class Shape>
void expect_with_jumps_everywhere(const Shape& shape, bool acyclic) {
  const Network network = make_network(shape);
  for (const RingAlgorithm algorithm : kAlgorithms) {
    const ProofResult result = prove(network, relation_of(shape, algorithm, 2, Jumps::kEverywhere));
    SCOPED_TRACE(network.name());
    EXPECT_EQ(result.delivered_pairs, result.pairs) << result.first_undelivered;
    EXPECT_EQ(result.acyclic, acyclic);
    EXPECT_EQ(result.cycle.empty(), acyclic);
  }
}

TEST(SrtAdaptive, without_the_condition_on_where_to_jump_it_is_cyclic) {
  for_each_ring(4, 6, [](const Ring& ring) {
    if (ring.T > 0) expect_with_jumps_everywhere(ring, false);
  });
  expect_with_jumps_everywhere(Ring{8, 5}, false);
  for (unsigned T = 1; T <= 4; ++T) expect_with_jumps_everywhere(Torus{4, T, 3}, false);
}

/// Level 2 is the only one with jumps there, all of span 3: too few for a cycle. A proof at 8 nodes shows nothing of
/// it.
TEST(SrtAdaptive, the_condition_is_not_needed_yet_on_rings_of_8) {
  for_each_ring(3, 3, [](const Ring& ring) { expect_with_jumps_everywhere(ring, true); });
}

}  // namespace
}  // namespace kintsugi::srt
