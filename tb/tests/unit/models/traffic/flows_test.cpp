// Flows: each has its rate in its cycles, whatever else its node sends.
#include "models/traffic/flows.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <stdexcept>

namespace kintsugi {
namespace {

struct FlowPacket {
  Cycle cycle;
  PacketOrder order;
};

std::vector<FlowPacket> packets_of(const FlowTraffic& traffic, std::uint32_t node, Cycle begin, Cycle end,
                                   std::uint64_t seed = 1) {
  FlowSource source(NodeId{node}, traffic, seed, begin, end);
  std::vector<FlowPacket> all;
  while (source.due() != GeometricGaps::kNever) {
    const Cycle due = source.due();
    all.push_back({due, source.take()});
  }
  return all;
}

Flow flow_of(std::uint32_t source, std::uint32_t destination, double rate, std::uint16_t flits = 1, Cycle from = 0,
             Cycle to = Flow::kNoEnd) {
  return {NodeId{source}, NodeId{destination}, rate, flits, from, to};
}

/// The largest difference from a binomial mean that three standard deviations allow.
double three_sigma(double probability, double cycles) {
  return 3 * std::sqrt(cycles * probability * (1 - probability));
}

TEST(Flows, have_their_rates_and_no_packet_goes_elsewhere) {
  const std::vector<Flow> flows = {flow_of(0, 5, 0.10, 1), flow_of(3, 12, 0.05, 4), flow_of(3, 1, 0.4, 2),
                                   flow_of(3, 3, 0.2, 8), flow_of(7, 2, 0, 1)};
  const FlowTraffic traffic(flows, PacketLengths(16), 16);
  constexpr Cycle kCycles = 200000;
  std::map<std::uint32_t, double> counts;
  for (std::uint32_t node = 0; node < 16; ++node) {
    EXPECT_EQ(traffic.sends(NodeId{node}), node == 0 || node == 3);
    Cycle last = 0;
    for (const auto& [cycle, order] : packets_of(traffic, node, 100, 100 + kCycles)) {
      ASSERT_LT(order.note, flows.size());
      const Flow& flow = flows[order.note];
      EXPECT_EQ(flow.source.value, node);
      EXPECT_EQ(order.destination, flow.destination);
      EXPECT_EQ(order.flits, flow.flits);
      EXPECT_TRUE(last == 0 || cycle > last) << "one packet in a cycle";
      EXPECT_GE(cycle, 100u);
      EXPECT_LT(cycle, 100 + kCycles);
      last = cycle;
      ++counts[order.note];
    }
  }
  EXPECT_EQ(counts.size(), 4u);
  for (const auto& [flow, count] : counts) {
    const double probability = flows[flow].rate / *flows[flow].flits;
    EXPECT_NEAR(count, probability * kCycles, three_sigma(probability, kCycles)) << "flow " << flow;
  }
}

TEST(Flows, with_a_rate_of_one_send_in_exactly_their_cycles) {
  const std::vector<Flow> flows = {flow_of(0, 1, 1, 1, 10, 20), flow_of(0, 2, 1, 1, 20, 21), flow_of(0, 3, 1, 1, 30),
                                   flow_of(0, 4, 0.5, 1, 22, 24), flow_of(0, 5, 0.5, 1, 22, 24)};
  const FlowTraffic traffic(flows, PacketLengths(16), 6);
  constexpr Cycle kBegin = 1000;
  for (const Cycle end : {Cycle{1005}, Cycle{1010}, Cycle{1011}, Cycle{1020}, Cycle{1023}, Cycle{1031}, Cycle{1040}}) {
    std::map<Cycle, std::uint32_t> expected;
    for (Cycle cycle = kBegin; cycle < end; ++cycle) {
      const Cycle since = cycle - kBegin;
      if (since >= 10 && since < 20) expected[cycle] = 0;
      if (since == 20) expected[cycle] = 1;
      if (since == 22 || since == 23) expected[cycle] = 3;  // or 4
      if (since >= 30) expected[cycle] = 2;
    }
    std::map<Cycle, std::uint32_t> sent;
    for (const auto& [cycle, order] : packets_of(traffic, 0, kBegin, end)) {
      EXPECT_FALSE(sent.contains(cycle)) << cycle;
      sent[cycle] = order.note == 4 ? 3 : order.note;
    }
    EXPECT_EQ(sent, expected) << "until " << end;
  }
}

TEST(Flows, have_their_rates_in_every_period) {
  const std::vector<Flow> flows = {flow_of(0, 1, 0.3, 2, 0, 30000), flow_of(0, 2, 0.6, 3, 10000, 40000),
                                   flow_of(0, 3, 0.1, 1)};
  const FlowTraffic traffic(flows, PacketLengths(16), 4);
  std::map<std::pair<Cycle, std::uint32_t>, double> counts;  // by ten thousand cycles, and flow
  for (const auto& [cycle, order] : packets_of(traffic, 0, 0, 50000, 7)) ++counts[{cycle / 10000, order.note}];
  for (Cycle part = 0; part < 5; ++part) {
    for (std::uint32_t flow = 0; flow < 3; ++flow) {
      const bool active = part * 10000 >= flows[flow].from && part * 10000 < flows[flow].to;
      const double probability = active ? flows[flow].rate / *flows[flow].flits : 0;
      EXPECT_NEAR((counts[{part, flow}]), probability * 10000, three_sigma(probability, 10000)) << part << ' ' << flow;
    }
  }
}

TEST(Flows, without_a_length_have_that_of_the_traffic) {
  Flow flow = flow_of(0, 1, 0.5);
  flow.flits.reset();
  const FlowTraffic traffic({flow}, PacketLengths({{2, 1}, {6, 1}}), 2);
  EXPECT_EQ(traffic.mean_length(traffic.flows().front()), 4);
  double packets = 0, flits = 0;
  for (const auto& [cycle, order] : packets_of(traffic, 0, 0, 100000)) {
    EXPECT_TRUE(order.flits == 2 || order.flits == 6);
    ++packets;
    flits += order.flits;
  }
  EXPECT_NEAR(packets, 12500, three_sigma(0.125, 100000));
  EXPECT_NEAR(flits / packets, 4, 0.06);
}

/// Adds the rates of a node in a cycle.
double rate_in(const std::vector<Flow>& flows, std::uint32_t node, Cycle cycle) {
  double rate = 0;
  for (const Flow& flow : flows) {
    if (flow.source.value == node && flow.from <= cycle && cycle < flow.to) rate += flow.rate;
  }
  return rate;
}

TEST(Flows, of_a_node_may_not_create_more_than_a_flit_a_cycle) {
  RandomStream random(3, 0);
  int overloads = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<Flow> flows;
    for (int i = 0; i < 12; ++i) {
      const Cycle from = random.below(20);
      const double rate = static_cast<double>(random.below(5)) / 8;
      flows.push_back(flow_of(static_cast<std::uint32_t>(random.below(3)), 0, rate, 1, from,
                              random.below(4) == 0 ? Flow::kNoEnd : from + 1 + random.below(8)));
    }
    std::optional<std::pair<std::uint32_t, Cycle>> first;
    for (std::uint32_t node = 0; node < 3 && !first; ++node) {
      for (Cycle cycle = 0; cycle < 40 && !first; ++cycle) {
        if (rate_in(flows, node, cycle) > 1) first = {node, cycle};
      }
    }
    const auto found = FlowTraffic::overload(flows, 3);
    ASSERT_EQ(found.has_value(), first.has_value()) << round;
    if (found) {
      ++overloads;
      EXPECT_EQ(found->node.value, first->first);
      EXPECT_EQ(found->from, first->second);
      EXPECT_DOUBLE_EQ(found->rate, rate_in(flows, first->first, first->second));
      EXPECT_THROW(FlowTraffic(flows, PacketLengths(1), 3), FlowTraffic::OverloadError);
    }
  }
  EXPECT_GT(overloads, 20);
  EXPECT_LT(overloads, 280);
}

TEST(Flows, that_begin_in_very_many_cycles_are_refused) {
  std::vector<Flow> flows;
  for (std::uint32_t i = 0; i < 12000; ++i) flows.push_back(flow_of(0, 1, 1e-6, 1, i));
  EXPECT_THROW(FlowTraffic(flows, PacketLengths(1), 2), std::length_error);
}

}  // namespace
}  // namespace kintsugi
