#include "models/srt/routing.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>
#include <stdexcept>

#include "models/routing/proof.hpp"
#include "models/routing/route.hpp"
#include "models/srt/topology.hpp"
#include "tb/tests/unit/models/part_of_a_proof.hpp"

namespace kintsugi::srt {
namespace {

constexpr RingAlgorithm kAlgorithms[] = {RingAlgorithm::kRecursive, RingAlgorithm::kMonotone};
constexpr Variant kVariants[] = {Variant::kStandard, Variant::kLong, Variant::kShort};

std::unique_ptr<RoutingRelation> relation_of(const Ring& ring, RingAlgorithm algorithm,
                                             WrapClass wrap_class = WrapClass::kRaise) {
  return std::make_unique<RingRelation>(ring, algorithm, 2, wrap_class);
}
std::unique_ptr<RoutingRelation> relation_of(const Torus& torus, RingAlgorithm algorithm,
                                             WrapClass wrap_class = WrapClass::kRaise) {
  return std::make_unique<TorusRelation>(torus, algorithm, 2, wrap_class);
}

/// Returns the channels that a packet takes. The relations have one candidate with one channel.
std::vector<Channel> channels_of(const Network& network, const RoutingRelation& relation, NodeId source,
                                 NodeId destination) {
  std::vector<Channel> channels;
  RouteQuery query{source, kNoPort, Vc{}, source, destination, 0};
  while (query.at != destination && channels.size() < 1000) {
    Candidates candidates;
    relation.route(query, candidates);
    EXPECT_EQ(candidates.size(), 1u);
    EXPECT_TRUE(std::has_single_bit(candidates[0].vcs));
    const Vc vc{static_cast<std::uint8_t>(std::countr_zero(candidates[0].vcs))};
    channels.push_back({{query.at, candidates[0].port}, vc});
    const PortRef far = network.peer(channels.back().from).value();
    query = {far.node, far.port, vc, source, destination, candidates[0].state};
  }
  return channels;
}

std::vector<std::string> described(const Network& network, const std::vector<Channel>& channels) {
  std::vector<std::string> words;
  for (const Channel& channel : channels) words.push_back(describe(network, channel));
  return words;
}

// ---- Hop counts ----------------------------------------------------------------------------------------------------

void expect_recursive_figures(unsigned n, double average, unsigned maximum) {
  const Ring ring{n, n};
  const RouteStatistics statistics = route_all_pairs(make_network(ring), *relation_of(ring, RingAlgorithm::kRecursive));
  EXPECT_EQ(statistics.delivered_pairs, statistics.pairs);
  EXPECT_EQ(std::round(statistics.average_hops * 10000) / 10000, average) << "n " << n;
  EXPECT_EQ(statistics.max_hops, maximum) << "n " << n;
}

TEST(SrtRouting, recursive_has_its_known_hop_counts) {
  expect_recursive_figures(5, 3.5847, 7);
  expect_recursive_figures(6, 5.1290, 10);
  expect_recursive_figures(7, 7.1875, 14);
  expect_recursive_figures(8, 9.7859, 20);
  expect_recursive_figures(9, 13.1647, 28);
}

TEST(SrtRouting, monotone_is_shorter_on_average) {
  const Ring ring{8, 5};
  const Network network = make_network(ring);
  const double monotone = route_all_pairs(network, *relation_of(ring, RingAlgorithm::kMonotone)).average_hops;
  EXPECT_LT(monotone, 0.85 * route_all_pairs(network, *relation_of(ring, RingAlgorithm::kRecursive)).average_hops);
}

// ---- Channels ------------------------------------------------------------------------------------------------------

TEST(SrtRouting, the_hop_after_the_wrap_takes_the_next_channel) {
  const Ring ring{5, 5};
  const Network network = make_network(ring);
  const auto relation = relation_of(ring, RingAlgorithm::kMonotone);
  EXPECT_EQ(described(network, channels_of(network, *relation, NodeId{29}, NodeId{3})),
            (std::vector<std::string>{"n29.bypass_e vc 0", "n31.bypass_e vc 0", "n1.bypass_e vc 1"}));
  EXPECT_EQ(described(network, channels_of(network, *relation, NodeId{3}, NodeId{29})),
            (std::vector<std::string>{"n3.bypass_w vc 0", "n1.bypass_w vc 0", "n31.bypass_w vc 1"}));
}

TEST(SrtRouting, the_second_dimension_starts_on_channel_0_again) {
  const Torus torus{3, 3, 1};
  const Network network = make_network(torus);
  const auto relation = relation_of(torus, RingAlgorithm::kMonotone);
  const auto channels = described(network, channels_of(network, *relation, torus.node(7, 0), torus.node(2, 3)));
  // Row 0 wraps after x = 7; column 2 has ring coordinates y + 2.
  EXPECT_EQ(channels,
            (std::vector<std::string>{"x7.y0.bypass_e vc 0", "x1.y0.e vc 1", "x2.y0.s vc 0", "x2.y1.bypass_s vc 0"}));
}

TEST(SrtRouting, the_wrap_is_that_of_the_ring_not_of_the_grid) {
  // Row 3 of a 1-shift torus: ring coordinate x + 3, so the wrap is between x = 4 and x = 5.
  const Torus torus{3, 0, 1};
  const Network network = make_network(torus);
  const auto relation = relation_of(torus, RingAlgorithm::kMonotone);
  EXPECT_EQ(described(network, channels_of(network, *relation, torus.node(4, 3), torus.node(7, 3))),
            (std::vector<std::string>{"x4.y3.bypass_e vc 0", "x6.y3.e vc 1"}));
  EXPECT_EQ(described(network, channels_of(network, *relation, torus.node(6, 3), torus.node(1, 3))),
            (std::vector<std::string>{"x6.y3.bypass_e vc 0", "x0.y3.e vc 0"}))
      << "the grid's edge is no wrap";
}

TEST(SrtRouting, a_half_turn_leaves_by_the_port_that_has_the_link) {
  const Torus torus{3, 1, 1};  // long: level 2 joins opposite nodes
  const Network network = make_network(torus);
  const auto relation = relation_of(torus, RingAlgorithm::kMonotone);
  for (unsigned y = 0; y < 8; ++y) {
    for (unsigned x = 0; x < 8; ++x) {
      if (torus.level(x, y) != 2) continue;
      const auto channels = channels_of(network, *relation, torus.node(x, y), torus.node(x + 4, y));
      ASSERT_EQ(channels.size(), 1u);
      EXPECT_EQ(channels[0].from.port, x < 4 ? torus_port::kBypassEast : torus_port::kBypassWest);
    }
  }
}

TEST(SrtRouting, fewer_than_two_channels_are_refused) {
  EXPECT_THROW(RingRelation(Ring{5, 5}, RingAlgorithm::kMonotone, 1), std::invalid_argument);
  EXPECT_THROW(TorusRelation(Torus{3, 3, 1}, RingAlgorithm::kRecursive, 1), std::invalid_argument);
  EXPECT_THROW(RingRelation(Ring{5, 5}, RingAlgorithm::kMonotone, 33), std::invalid_argument);
  EXPECT_THROW(RingRelation(Ring{5, 6}, RingAlgorithm::kMonotone, 2), std::invalid_argument);
}

// ---- One way only --------------------------------------------------------------------------------------------------

TEST(SrtRouting, a_packet_keeps_its_direction_in_each_dimension) {
  for (const RingAlgorithm algorithm : kAlgorithms) {
    const Torus torus{4, 1, 3};
    const Network network = make_network(torus);
    const auto relation = relation_of(torus, algorithm);
    const auto sign_of = [&](unsigned from, unsigned to) { return torus.wrap(to - from) < 8 ? 1 : -1; };
    for (std::uint32_t source = 0; source < network.nodes(); ++source) {
      for (std::uint32_t destination = 0; destination < network.nodes(); ++destination) {
        const auto nodes = route(network, *relation, NodeId{source}, NodeId{destination});
        ASSERT_EQ(nodes.back(), NodeId{destination});
        int moved_x = 0;
        int moved_y = 0;
        for (std::size_t i = 1; i < nodes.size(); ++i) {
          const unsigned dx = torus.wrap(torus.x(nodes[i]) - torus.x(nodes[i - 1]));
          const unsigned dy = torus.wrap(torus.y(nodes[i]) - torus.y(nodes[i - 1]));
          ASSERT_TRUE(dx == 0 || moved_y == 0) << "x before y";
          if (dx != 0) {
            ASSERT_NE(moved_x, -sign_of(0, dx));
            moved_x = sign_of(0, dx);
          }
          if (dy != 0) {
            ASSERT_NE(moved_y, -sign_of(0, dy));
            moved_y = sign_of(0, dy);
          }
        }
      }
    }
  }
}

// ---- Freedom from deadlock -----------------------------------------------------------------------------------------

/// Of a large network, a part of the proof: to one destination in `every`.
template <class Shape>
void expect_proof_holds(const Shape& shape, std::uint32_t every = 1) {
  const Network network = make_network(shape);
  for (const RingAlgorithm algorithm : kAlgorithms) {
    const auto relation = relation_of(shape, algorithm);
    const ProofResult result = test::prove_part(network, *relation, every);
    EXPECT_TRUE(result.holds()) << network.name() << " " << relation->name() << " " << result.first_undelivered;
  }
}

void expect_torus_proofs_hold(unsigned n, std::uint32_t every = 1) {
  for (const Variant variant : kVariants) {
    const unsigned T = period_exponent(variant, n);
    for (const unsigned s : {1u, uniform_shift(n, T)}) expect_proof_holds(Torus{n, T, s}, every);
  }
}

TEST(SrtRouting, is_proved_on_rings_of_32_to_256_nodes) {
  for (unsigned n = 5; n <= 8; ++n) {
    for (const Variant variant : kVariants) expect_proof_holds(Ring{n, period_exponent(variant, n)});
  }
}

TEST(SrtRouting, is_proved_on_small_rings_for_every_t) {
  for (unsigned n = 2; n <= 5; ++n) {
    for (unsigned T = 0; T <= n; ++T) expect_proof_holds(Ring{n, T});
  }
}

TEST(SrtRouting, is_proved_on_tori_of_8x8_and_16x16) {
  expect_torus_proofs_hold(3);
  expect_torus_proofs_hold(4);
}

TEST(SrtRouting, is_proved_on_small_tori_for_every_t_and_shift) {
  for (unsigned n = 2; n <= 3; ++n) {
    for (unsigned T = 0; T <= n; ++T) {
      for (unsigned s = 1; s < 1u << n; s += 2) expect_proof_holds(Torus{n, T, s});
    }
  }
}

TEST(SrtRouting, slow_is_proved_on_tori_of_32x32) {
  expect_torus_proofs_hold(5, 5);
}

/// Returns all pairs of channels that a packet takes one after the other.
std::set<std::pair<Channel, Channel>> successions(const Network& network, const RoutingRelation& relation) {
  std::set<std::pair<Channel, Channel>> successions;
  for (std::uint32_t source = 0; source < network.nodes(); ++source) {
    for (std::uint32_t destination = 0; destination < network.nodes(); ++destination) {
      const auto channels = channels_of(network, relation, NodeId{source}, NodeId{destination});
      for (std::size_t i = 1; i < channels.size(); ++i) successions.insert({channels[i - 1], channels[i]});
    }
  }
  return successions;
}

template <class Shape>
void expect_cycle_without_new_class(const Shape& shape) {
  const Network network = make_network(shape);
  for (const RingAlgorithm algorithm : kAlgorithms) {
    const auto relation = relation_of(shape, algorithm, WrapClass::kKeep);
    const ProofResult result = prove(network, *relation);
    const auto known = successions(network, *relation);
    SCOPED_TRACE(network.name() + " " + relation->name());
    EXPECT_EQ(result.delivered_pairs, result.pairs) << "packets arrive if no other packet blocks them";
    EXPECT_EQ(result.dependencies, known.size());
    ASSERT_FALSE(result.acyclic);
    ASSERT_GE(result.cycle.size(), 2u);
    for (std::size_t i = 0; i < result.cycle.size(); ++i) {
      const Channel& next = result.cycle[(i + 1) % result.cycle.size()];
      EXPECT_EQ(known.count({result.cycle[i], next}), 1u) << describe(network, result.cycle[i]);
    }
  }
}

TEST(SrtRouting, is_cyclic_when_the_wrap_does_not_change_the_class) {
  for (const Variant variant : kVariants) {
    expect_cycle_without_new_class(Ring{5, period_exponent(variant, 5)});
    expect_cycle_without_new_class(Ring{6, period_exponent(variant, 6)});
    expect_cycle_without_new_class(Torus{3, period_exponent(variant, 3), 1});
  }
}

TEST(SrtRouting, the_cycle_of_a_kept_class_is_printed_in_order) {
  const Ring ring{5, 5};
  const Network network = make_network(ring);
  const auto result = prove(network, *relation_of(ring, RingAlgorithm::kMonotone, WrapClass::kKeep));
  EXPECT_EQ(described(network, result.cycle),
            (std::vector<std::string>{"n1.e vc 0", "n2.bypass_e vc 0", "n6.bypass_e vc 0", "n10.bypass_e vc 0",
                                      "n14.bypass_e vc 0", "n18.bypass_e vc 0", "n22.bypass_e vc 0",
                                      "n26.bypass_e vc 0", "n30.e vc 0", "n31.bypass_e vc 0"}));
}

}  // namespace
}  // namespace kintsugi::srt
