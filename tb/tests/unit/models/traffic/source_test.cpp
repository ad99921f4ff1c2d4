// Packet sources: the cycles and destinations of packets.
#include "models/traffic/source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <utility>

namespace kintsugi {
namespace {

struct Created {
  Cycle cycle;
  NodeId destination;
  std::uint16_t flits;
  friend bool operator==(const Created&, const Created&) = default;
};

void PrintTo(const Created& packet, std::ostream* out) {
  *out << '{' << packet.cycle << ", " << packet.destination.value << ", " << packet.flits << '}';
}

std::vector<Created> take_all(PacketSource& source) {
  std::vector<Created> all;
  while (source.due() != GeometricGaps::kNever) {
    const Cycle due = source.due();
    const PacketOrder order = source.take();
    all.push_back({due, order.destination, order.flits});
  }
  return all;
}

BernoulliTraffic traffic(const std::string& pattern, std::uint32_t nodes, double rate,
                         const PacketLengths& lengths = PacketLengths(3), const PatternOptions& options = {}) {
  Network network("test");
  const std::size_t layout = network.add_layout({"a"});
  for (std::uint32_t node = 0; node < nodes; ++node) network.add_node("n" + std::to_string(node), layout);
  return {find_pattern(pattern)->make(network, options), lengths, rate};
}

/// Packets of three flits, one in a cycle with probability p.
std::vector<Created> uniform(double p, std::uint32_t node, std::uint32_t nodes, bool self, Cycle begin, Cycle end,
                             std::uint64_t seed = 1) {
  BernoulliTraffic shared = traffic("uniform", nodes, 0, PacketLengths(3), {.self = self});
  shared.gaps = GeometricGaps(p);
  BernoulliSource source(NodeId{node}, shared, seed, begin, end);
  return take_all(source);
}

void expect_even(const std::vector<Created>& packets, std::uint32_t nodes, std::uint32_t never) {
  std::vector<double> counts(nodes);
  for (const Created& packet : packets) ++counts.at(packet.destination.value);
  const double others = never < nodes ? nodes - 1 : nodes;
  const double expected = static_cast<double>(packets.size()) / others;
  double chi_square = 0;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (node == never) {
      EXPECT_EQ(counts[node], 0) << "a packet to itself";
    } else {
      chi_square += (counts[node] - expected) * (counts[node] - expected) / expected;
    }
  }
  EXPECT_LE(chi_square, others - 1 + 4 * std::sqrt(2 * (others - 1)));
}

TEST(BernoulliSource, draws_all_others_evenly_and_never_itself) {
  const double p = 0.5;
  for (const std::uint32_t node : {0u, 17u, 63u}) expect_even(uniform(p, node, 64, false, 0, 100000), 64, node);
  expect_even(uniform(p, 1, 2, false, 0, 1000), 2, 1);
}

TEST(BernoulliSource, draws_itself_as_often_as_the_others_if_asked) {
  const double p = 0.5;
  for (const std::uint32_t node : {0u, 17u, 63u}) expect_even(uniform(p, node, 64, true, 0, 100000), 64, 64);
}

TEST(BernoulliSource, creates_at_the_rate_it_was_given) {
  for (const double p : {0.01, 0.2, 0.7}) {
    const auto packets = uniform(p, 5, 16, false, 1000, 101000);
    EXPECT_NEAR(static_cast<double>(packets.size()), 1e5 * p, 4 * std::sqrt(1e5 * p * (1 - p)));
    for (const Created& packet : packets) ASSERT_EQ(packet.flits, 3);
  }
}

TEST(BernoulliSource, creates_in_every_cycle_from_the_first_to_the_last_at_probability_1) {
  const double p = 1;
  const auto packets = uniform(p, 2, 4, false, 7, 19);
  ASSERT_EQ(packets.size(), 12u);
  for (std::size_t i = 0; i < packets.size(); ++i) EXPECT_EQ(packets[i].cycle, 7 + i);
}

TEST(BernoulliSource, creates_nothing_at_or_after_the_end) {
  const double p = 0.3;
  const auto longer = uniform(p, 2, 4, false, 100, 2000);
  for (const Cycle end : {Cycle{100}, Cycle{101}, Cycle{500}, longer[10].cycle, longer[10].cycle + 1}) {
    const auto packets = uniform(p, 2, 4, false, 100, end);
    for (const Created& packet : packets) ASSERT_LT(packet.cycle, end);
    EXPECT_TRUE(std::equal(packets.begin(), packets.end(), longer.begin())) << "an earlier end only truncates the list";
    ASSERT_LT(packets.size(), longer.size());
    EXPECT_GE(longer[packets.size()].cycle, end) << "and removes no packet before the end";
  }
}

TEST(BernoulliSource, the_first_packet_can_come_in_the_first_cycle_and_has_no_bias) {
  const BernoulliTraffic shared = traffic("uniform", 4, 0.25, PacketLengths(1));
  int in_first_cycle = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    BernoulliSource source(NodeId{0}, shared, seed, 50, 1000);
    ASSERT_GE(source.due(), 50u);
    in_first_cycle += source.due() == 50;
  }
  EXPECT_NEAR(in_first_cycle, 1000, 4 * std::sqrt(4000 * 0.25 * 0.75));
}

TEST(BernoulliSource, never_creates_anything_at_probability_0) {
  const double p = 0;
  EXPECT_TRUE(uniform(p, 0, 4, false, 0, GeometricGaps::kNever - 1).empty());
}

TEST(BernoulliSource, nodes_create_independently_of_each_other) {
  const double p = 0.2;
  const auto a = uniform(p, 0, 64, false, 0, 50000), b = uniform(p, 1, 64, false, 0, 50000);
  std::vector<bool> busy(50000);
  for (const Created& packet : a) busy[packet.cycle] = true;
  double together = 0;
  for (const Created& packet : b) together += busy[packet.cycle];
  EXPECT_NEAR(together, 50000 * 0.04, 4 * std::sqrt(50000 * 0.04 * 0.96));
  EXPECT_NE(uniform(p, 0, 64, false, 0, 50000, 2), a) << "another seed, other packets";
  EXPECT_EQ(uniform(p, 0, 64, false, 0, 50000), a);
}

TEST(BernoulliSource, golden_first_packets) {
  const double p = 0.05;
  auto packets = uniform(p, 5, 64, false, 0, 200, 1);
  packets.resize(4);
  const std::vector<Created> expected = {
      {3, NodeId{50}, 3}, {17, NodeId{46}, 3}, {37, NodeId{20}, 3}, {39, NodeId{36}, 3}};
  EXPECT_EQ(packets, expected);
}

TEST(BernoulliSource, fixed_points_never_create_anything) {
  const BernoulliTraffic shared = traffic("bit_reverse", 8, 1, PacketLengths(1));
  for (const std::uint32_t node : {0u, 2u, 5u, 7u}) {
    EXPECT_EQ(BernoulliSource(NodeId{node}, shared, 1, 0, 1000).due(), GeometricGaps::kNever) << node;
  }
  BernoulliSource source(NodeId{1}, shared, 1, 0, 3);
  EXPECT_EQ(take_all(source), (std::vector<Created>{{0, NodeId{4}, 1}, {1, NodeId{4}, 1}, {2, NodeId{4}, 1}}));
}

TEST(BernoulliSource, a_mix_keeps_the_rate_in_flits) {
  const PacketLengths lengths({{2, 3}, {10, 1}});
  const BernoulliTraffic shared = traffic("uniform", 16, 0.4, lengths);
  double flits = 0;
  double longs = 0;
  double packets = 0;
  for (std::uint32_t node = 0; node < 16; ++node) {
    BernoulliSource source(NodeId{node}, shared, 1, 0, 20000);
    for (const Created& packet : take_all(source)) {
      ASSERT_TRUE(packet.flits == 2 || packet.flits == 10);
      flits += packet.flits;
      longs += packet.flits == 10;
      ++packets;
    }
  }
  // A packet comes with probability 0.1 and has 4 flits on average, 28 in the square.
  const double cycles = 16 * 20000;
  EXPECT_NEAR(flits, cycles * 0.4, 4 * std::sqrt(cycles * (0.1 * 28 - 0.16)));
  EXPECT_NEAR(longs / packets, 0.25, 4 * std::sqrt(0.25 * 0.75 / packets));
}

TEST(BernoulliSource, is_small_and_shares_all_that_can_be_shared) {
  EXPECT_LE(sizeof(BernoulliSource), 64u);
}

TEST(BernoulliSource, golden_first_packets_of_a_mix) {
  const BernoulliTraffic shared =
      traffic("hotspot", 64, 0.5, PacketLengths({{4, 1}, {16, 1}}), {.node = 7, .share = 0.5});
  BernoulliSource source(NodeId{5}, shared, 1, 0, 10000);
  auto packets = take_all(source);
  packets.resize(4);
  const std::vector<Created> expected = {
      {3, NodeId{32}, 16}, {23, NodeId{7}, 16}, {34, NodeId{7}, 4}, {41, NodeId{57}, 4}};
  EXPECT_EQ(packets, expected);
}

TEST(ListSource, gives_its_packets_in_order_and_then_none) {
  ListSource source({{3, {NodeId{1}, 2}}, {3, {NodeId{2}, 5}}, {90, {NodeId{0}, 1}}});
  EXPECT_EQ(take_all(source), (std::vector<Created>{{3, NodeId{1}, 2}, {3, NodeId{2}, 5}, {90, NodeId{0}, 1}}));
  EXPECT_EQ(source.due(), GeometricGaps::kNever);
  ListSource empty({});
  EXPECT_EQ(empty.due(), GeometricGaps::kNever);
}

}  // namespace
}  // namespace kintsugi
