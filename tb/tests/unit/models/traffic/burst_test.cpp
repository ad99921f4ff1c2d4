// Bursts: lengths with their means and tails, the steady state from the first cycle on, and the packets in them.
#include "models/traffic/burst.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/traffic/flows.hpp"
#include "models/traffic/source.hpp"

namespace kintsugi {
namespace {

constexpr BurstShape kGeometric{.mean = 50, .pause = 150};
constexpr BurstShape kPareto{.mean = 50, .pause = 150, .alpha = 1.5};

/// Returns the probability that a length is at least `least`: that X + U is, where P(X > x) = (shortest / x)^alpha.
double pareto_tail(double mean, double alpha, double least) {
  const double shortest = mean * (alpha - 1) / alpha;
  // The mean of P(X > x) over the unit in front of `least`.
  const auto integral = [&](double to) {
    if (to <= shortest) return to;
    return shortest + shortest / (alpha - 1) * (1 - std::pow(shortest / to, alpha - 1));
  };
  return integral(least) - integral(least - 1);
}

TEST(BurstLengths, geometric_ones_have_their_mean_and_a_tail_without_memory) {
  constexpr int kDraws = 200000;
  for (const double mean : {1.0, 1.5, 7.0, 50.0, 9000.0}) {
    const BurstLengths lengths(mean, {});
    RandomStream random(3, 9);
    double sum = 0, longer = 0;
    for (int i = 0; i < kDraws; ++i) {
      const Cycle length = lengths.draw(random);
      ASSERT_GE(length, 1u);
      sum += static_cast<double>(length);
      longer += static_cast<double>(length) > 2 * mean;
    }
    const double deviation = std::sqrt(mean * (mean - 1) / kDraws);
    EXPECT_NEAR(sum / kDraws, mean, 3 * deviation + 1e-9);
    const double tail = std::pow(1 - 1 / mean, std::floor(2 * mean));
    EXPECT_NEAR(longer / kDraws, tail, 3 * std::sqrt(tail * (1 - tail) / kDraws) + 1e-9) << mean;
  }
}

TEST(BurstLengths, of_pareto_have_their_tail_from_the_shortest_to_the_longest) {
  constexpr int kDraws = 200000;
  for (const auto& [mean, alpha] :
       {std::pair{50.0, 1.5}, {3.0, 1.5}, {150.0, 1.25}, {11.0, 1.1}, {20.0, 2.5}, {2.0, 100.0}}) {
    const BurstLengths lengths(mean, alpha);
    std::vector<double> drawn;
    RandomStream random(5, 1);
    for (int i = 0; i < kDraws; ++i) drawn.push_back(static_cast<double>(lengths.draw(random)));
    for (const double least : {1.0, 2.0, mean / 2, mean, 2 * mean, 10 * mean, 100 * mean, 1000 * mean}) {
      const double tail = pareto_tail(mean, alpha, std::floor(least));
      const auto count =
          static_cast<double>(std::ranges::count_if(drawn, [&](double length) { return length >= std::floor(least); }));
      EXPECT_NEAR(count / kDraws, tail, 3.5 * std::sqrt(tail * (1 - tail) / kDraws) + 1e-9)
          << mean << ' ' << alpha << ' ' << least;
    }
  }
}

TEST(BurstLengths, of_pareto_have_their_mean) {
  constexpr int kDraws = 400000;
  RandomStream random(8, 1);
  double sum = 0;
  // With alpha 2.5 the variance is finite: that of X, and of the rounding at most 1/4.
  const BurstLengths lengths(50, 2.5);
  for (int i = 0; i < kDraws; ++i) sum += static_cast<double>(lengths.draw(random));
  const double shortest = 50 * 1.5 / 2.5;
  const double variance = shortest * shortest * 2.5 / (1.5 * 1.5 * 0.5) + 0.25;
  EXPECT_NEAR(sum / kDraws, 50, 3 * std::sqrt(variance / kDraws));
  // With alpha 1.5 it is not, but lengths that are cut at 1000 cycles have the mean that the tail says, and a variance.
  double cut_mean = 0, cut_square = 0, cut_sum = 0;
  for (int length = 1; length <= 1000; ++length) {
    const double tail = pareto_tail(50, 1.5, length);
    cut_mean += tail;
    cut_square += tail * (2 * length - 1);
  }
  const BurstLengths heavy(50, 1.5);
  for (int i = 0; i < kDraws; ++i) cut_sum += static_cast<double>(std::min<Cycle>(heavy.draw(random), 1000));
  EXPECT_NEAR(cut_sum / kDraws, cut_mean, 3 * std::sqrt((cut_square - cut_mean * cut_mean) / kDraws));
  double beyond = 0;  // and what is cut off makes the mean 50
  for (int length = 1001; length <= 100000; ++length) beyond += pareto_tail(50, 1.5, length);
  const double rest = 50.0 / 3 * 2 * std::sqrt(50.0 / 3 / 100000);
  EXPECT_NEAR(cut_mean + beyond + rest, 50, 1e-6);
}

TEST(BurstLengths, that_are_less_than_a_cycle_are_refused) {
  EXPECT_THROW(BurstLengths(0.5, {}), std::invalid_argument);
  EXPECT_THROW(BurstLengths(2.9, 1.5), std::invalid_argument);
  EXPECT_NO_THROW(BurstLengths(3, 1.5));
  EXPECT_NO_THROW(BurstLengths(6, 1.2)) << "6 is alpha / (alpha - 1) apart from rounding";
  EXPECT_THROW(BurstLengths(50, 1.0), std::invalid_argument);
  EXPECT_THROW(BurstTraffic({.mean = 50, .pause = 2, .alpha = 1.5}), std::invalid_argument);
}

/// Returns whether each cycle of [begin, end) lies in a burst.
std::vector<bool> cycles_in_bursts(const BurstTraffic& traffic, std::uint32_t node, Cycle begin, Cycle end,
                                   std::uint64_t seed = 1) {
  Bursts bursts(NodeId{node}, traffic, seed, begin);
  std::vector<bool> in(end - begin);
  for (Cycle cycle = begin; (cycle = bursts.find(cycle, 1, end)) != GeometricGaps::kNever; ++cycle) {
    in.at(cycle - begin) = true;
  }
  return in;
}

TEST(Bursts, are_in_the_steady_state_from_the_first_cycle_on) {
  constexpr int kSeeds = 20000;
  for (const BurstShape& shape : {kGeometric, kPareto, BurstShape{.mean = 6, .pause = 3, .alpha = 1.5}}) {
    const BurstTraffic traffic(shape);
    const double share = shape.mean / (shape.mean + shape.pause);
    for (const Cycle at : {0, 1, 40, 300}) {
      double count = 0;
      for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        Bursts bursts(NodeId{4}, traffic, seed, 1000);
        count += bursts.find(1000 + at, 1, 1001 + at) != GeometricGaps::kNever;
      }
      EXPECT_NEAR(count / kSeeds, share, 3 * std::sqrt(share * (1 - share) / kSeeds)) << shape.mean << " at " << at;
    }
  }
}

TEST(Bursts, and_pauses_between_them_have_their_means) {
  for (const BurstShape& shape : {kGeometric, BurstShape{.mean = 8, .pause = 3}, BurstShape{.mean = 2, .pause = 40}}) {
    const auto in = cycles_in_bursts(BurstTraffic(shape), 7, 0, 2000000);
    double bursts = 0, cycles = 0;
    for (std::size_t i = 1; i < in.size(); ++i) {
      bursts += in[i] && !in[i - 1];
      cycles += in[i];
    }
    const double pauses = static_cast<double>(in.size()) - cycles;
    const auto deviation = [&](double mean) { return std::sqrt(mean * (mean - 1) / bursts); };
    EXPECT_NEAR(cycles / bursts, shape.mean, 3 * deviation(shape.mean));
    EXPECT_NEAR(pauses / bursts, shape.pause, 3 * deviation(shape.pause));
  }
}

struct BurstPacket {
  Cycle cycle;
  NodeId destination;
  std::uint16_t flits;
  friend bool operator==(const BurstPacket&, const BurstPacket&) = default;
};

std::vector<BurstPacket> packets_of(PacketSource& source) {
  std::vector<BurstPacket> all;
  while (source.due() != GeometricGaps::kNever) {
    const Cycle due = source.due();
    const PacketOrder order = source.take();
    all.push_back({due, order.destination, order.flits});
  }
  return all;
}

BernoulliTraffic uniform_of(double rate, const PacketLengths& lengths, const std::optional<BurstShape>& burst,
                            std::span<const NodeRate> rates = {}) {
  Network network("test");
  const std::size_t layout = network.add_layout({"a"});
  for (std::uint32_t node = 0; node < 16; ++node) network.add_node("n" + std::to_string(node), layout);
  return {find_pattern("uniform")->make(network, {}), lengths, rate, rates, burst};
}

TEST(BurstySource, creates_the_packets_of_one_without_bursts_later_by_the_pauses) {
  const PacketLengths lengths({{2, 1}, {6, 1}});
  constexpr Cycle kBegin = 500, kEnd = 60500;
  for (const BurstShape& shape : {kGeometric, kPareto}) {
    const BernoulliTraffic in_bursts = uniform_of(0.1, lengths, shape);
    const BernoulliTraffic plain = uniform_of(0.1 * 4, lengths, {});
    ASSERT_TRUE(in_bursts.bursts);
    for (const std::uint32_t node : {0u, 11u}) {
      std::vector<Cycle> cycles;  // of bursts
      const auto in = cycles_in_bursts(*in_bursts.bursts, node, kBegin, kEnd);
      for (Cycle i = 0; i < in.size(); ++i) {
        if (in[i]) cycles.push_back(kBegin + i);
      }
      std::vector<BurstPacket> expected = packets_of(*make_source(NodeId{node}, plain, 1, 0, cycles.size()));
      for (BurstPacket& packet : expected) packet.cycle = cycles.at(packet.cycle);
      ASSERT_GT(expected.size(), 100u);
      EXPECT_EQ(packets_of(*make_source(NodeId{node}, in_bursts, 1, kBegin, kEnd)), expected) << node;
    }
  }
}

/// The variance of the number of cycles in geometric bursts, of many cycles, from the correlation of two cycles.
double variance_of_cycles(const BurstShape& shape, double cycles) {
  const double share = shape.mean / (shape.mean + shape.pause);
  const double kept = 1 - 1 / shape.mean - 1 / shape.pause;
  return cycles * share * (1 - share) * (1 + kept) / (1 - kept);
}

TEST(BurstySource, keeps_the_mean_rate) {
  constexpr Cycle kCycles = 400000;
  for (const BurstShape& shape : {kGeometric, BurstShape{.mean = 3, .pause = 3}, BurstShape{.mean = 10, .pause = 1}}) {
    const BernoulliTraffic traffic = uniform_of(0.2, PacketLengths(1), shape);
    EXPECT_EQ(traffic.rate_of(NodeId{3}), 0.2);
    const double share = shape.mean / (shape.mean + shape.pause), inside = 0.2 / share;
    const double deviation =
        std::sqrt(inside * inside * variance_of_cycles(shape, kCycles) + kCycles * share * inside * (1 - inside));
    for (std::uint32_t node = 0; node < 4; ++node) {
      const auto packets = packets_of(*make_source(NodeId{node}, traffic, 3, 0, kCycles));
      EXPECT_NEAR(static_cast<double>(packets.size()), 0.2 * kCycles, 3 * deviation) << shape.mean << ' ' << node;
    }
  }
}

TEST(BurstySource, fills_its_bursts_at_a_flit_a_cycle_and_sends_nothing_at_rate_0) {
  const std::vector<NodeRate> rates = {{NodeId{2}, 0}};
  const BernoulliTraffic traffic = uniform_of(0.25, PacketLengths(1), kGeometric, rates);
  const auto in = cycles_in_bursts(*traffic.bursts, 5, 0, 20000);
  const auto packets = packets_of(*make_source(NodeId{5}, traffic, 1, 0, 20000));
  EXPECT_EQ(packets.size(), static_cast<std::size_t>(std::ranges::count(in, true)));
  for (const BurstPacket& packet : packets) EXPECT_TRUE(in.at(packet.cycle));
  EXPECT_EQ(make_source(NodeId{2}, traffic, 1, 0, 20000)->due(), GeometricGaps::kNever);
  EXPECT_THROW(uniform_of(0.26, PacketLengths(1), kGeometric), std::invalid_argument);
}

TEST(BurstySource, without_bursts_is_a_bernoulli_source) {
  const BernoulliTraffic plain = uniform_of(0.2, PacketLengths(2), {});
  const auto source = make_source(NodeId{1}, plain, 1, 0, 1000);
  EXPECT_NE(dynamic_cast<const BernoulliSource*>(source.get()), nullptr);
}

TEST(BurstySource, leaves_out_the_packets_of_a_dead_node_only) {
  const BernoulliTraffic traffic = uniform_of(0.1, PacketLengths(2), kGeometric);
  const auto whole = packets_of(*make_source(NodeId{1}, traffic, 1, 0, 30000));
  const auto source = make_source(NodeId{1}, traffic, 1, 0, 30000);
  source->skip_until(9000);
  const auto rest = packets_of(*source);
  ASSERT_FALSE(rest.empty());
  EXPECT_GE(rest.front().cycle, 9000u);
  EXPECT_TRUE(std::equal(rest.begin(), rest.end(), whole.end() - static_cast<std::ptrdiff_t>(rest.size())));
}

TEST(Rates, of_nodes_take_the_place_of_the_common_rate) {
  constexpr Cycle kCycles = 100000;
  const std::vector<NodeRate> rates = {{NodeId{3}, 0.4}, {NodeId{9}, 0}, {NodeId{0}, 0.05}, {NodeId{12}, 0.4}};
  const BernoulliTraffic traffic = uniform_of(0.1, PacketLengths(4), {}, rates);
  const BernoulliTraffic plain = uniform_of(0.1, PacketLengths(4), {});
  for (std::uint32_t node = 0; node < 16; ++node) {
    const auto own = std::ranges::find(rates, NodeId{node}, &NodeRate::node);
    const double rate = own == rates.end() ? 0.1 : own->rate;
    EXPECT_EQ(traffic.rate_of(NodeId{node}), rate);
    const auto packets = packets_of(*make_source(NodeId{node}, traffic, 1, 0, kCycles));
    const double probability = rate / 4;
    EXPECT_NEAR(static_cast<double>(packets.size()), probability * kCycles,
                3 * std::sqrt(kCycles * probability * (1 - probability)))
        << node;
    if (own == rates.end()) {
      EXPECT_EQ(packets, packets_of(*make_source(NodeId{node}, plain, 1, 0, kCycles))) << node;
    }
  }
}

TEST(FlowBursts, modulate_all_flows_of_a_node_and_keep_their_rates_and_their_cycles) {
  const auto flow = [](std::uint32_t source, std::uint32_t destination, double rate, Cycle from = 0,
                       Cycle to = Flow::kNoEnd) {
    return Flow{NodeId{source}, NodeId{destination}, rate, 1, from, to};
  };
  const std::vector<Flow> flows = {flow(0, 1, 0.05), flow(0, 2, 0.15, 0, 200000), flow(3, 2, 0.25),
                                   flow(0, 3, 0.1, 100000, 300000)};
  constexpr Cycle kCycles = 400000;
  const BurstShape shape{.mean = 12, .pause = 8};
  const FlowTraffic traffic(flows, PacketLengths(1), 4, shape);
  const BurstTraffic bursts(shape);
  for (const std::uint32_t node : {0u, 3u}) {
    const auto in = cycles_in_bursts(bursts, node, 50, 50 + kCycles);
    FlowSource source(NodeId{node}, traffic, 1, 50, 50 + kCycles);
    std::vector<double> counts(flows.size());
    while (source.due() != GeometricGaps::kNever) {
      const Cycle since = source.due() - 50;
      EXPECT_TRUE(in.at(since));
      const Flow& sent = flows[source.take().note];
      EXPECT_TRUE(since >= sent.from && since < sent.to);
      ++counts[static_cast<std::size_t>(&sent - flows.data())];
    }
    for (std::size_t i = 0; i < flows.size(); ++i) {
      if (flows[i].source.value != node) continue;
      const double cycles = static_cast<double>(std::min(flows[i].to, kCycles) - flows[i].from);
      const double inside = flows[i].rate * shape.factor();
      const double deviation = std::sqrt(inside * inside * variance_of_cycles(shape, cycles) +
                                         cycles / shape.factor() * inside * (1 - inside));
      EXPECT_NEAR(counts[i], cycles * flows[i].rate, 3 * deviation) << i;
    }
  }
  EXPECT_THROW(FlowTraffic({flow(0, 1, 0.7)}, PacketLengths(1), 2, shape), std::invalid_argument);
  EXPECT_EQ(FlowTraffic::overload(std::vector{flow(0, 1, 0.6)}, 2, 0.6), std::nullopt);
  EXPECT_EQ(FlowTraffic::overload(std::vector{flow(0, 1, 0.7)}, 2, 0.6)->rate, 0.7);
}

}  // namespace
}  // namespace kintsugi
