// Adaptive channels and their escape: which packet gets which, and why an adaptive channel needs an empty buffer.
#include <algorithm>

#include "models/routing/proof.hpp"
#include "tb/tests/unit/hw/router/ring_bench.hpp"

namespace kintsugi::test {
namespace {

constexpr VcSet kEscape = vc_bit(0);
constexpr VcSet kAdaptive = vc_bit(1);

/// Routes east around the ring on channel 1; as an escape, on channel 0, along the line from node 0 to the last. A
/// packet stays in the escape; the state is 1 + the hops behind it on the line.
void round_or_along_the_line(const RouteQuery& query, Candidates& out) {
  const bool east = query.destination > query.at;
  if (query.state == 0) out.push_back({kEast, kAdaptive, 0});
  out.push_back({east ? kEast : kWest, kEscape, 1 + (east ? query.at.value : 7 - query.at.value)});
}

Bench adaptive_ring(std::uint32_t nodes, VcSet announced, const ChipParameters& parameters) {
  return {make_plain_ring(nodes), std::make_unique<FunctionRelation>(2, round_or_along_the_line, false, announced),
          parameters};
}

TEST(Adaptive, a_head_takes_the_escape_in_the_cycle_in_which_the_adaptive_channel_is_not_to_be_had) {
  Bench bench = adaptive_ring(4, kAdaptive, chip_with(4, 0, 1));
  elaborate();
  bench.send(0, NodeId{3}, NodeId{1}, 40);  // has the adaptive channel of node 0 for a long time
  bench.send(10, NodeId{0}, NodeId{1}, 5);
  bench.start();
  const Wiretap tap(*bench.chip);
  bench.run(100);
  const auto seen = tap.at(SiteId{0}, kEast);
  ASSERT_EQ(seen.size(), 45u);
  const auto escaped = std::ranges::find(seen, NodeId{0}, &Sighting::source);
  EXPECT_EQ(escaped->flit.vc, Vc{0});
  EXPECT_EQ(escaped->cycle, 11u) << "one cycle from the PE";
}

TEST(Adaptive, an_adaptive_channel_is_given_only_when_its_buffer_is_empty) {
  // Packets of one flit: the channel is released in the cycle in which the flit has left, its credit is back two cycles
  // later. In between the next packet gets the escape.
  Bench bench = adaptive_ring(4, kAdaptive, chip_with(4, 0, 1));
  elaborate();
  for (int i = 0; i < 9; ++i) bench.send(0, NodeId{0}, NodeId{1}, 1);
  bench.start();
  const Wiretap tap(*bench.chip);
  bench.run(50);
  const auto seen = tap.at(SiteId{0}, kEast);
  ASSERT_EQ(seen.size(), 9u);
  for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(seen[i].flit.vc, i % 2 == 0 ? Vc{1} : Vc{0}) << i;
}

TEST(Adaptive, a_head_that_waits_for_an_empty_buffer_is_woken_by_the_last_credit) {
  const auto only_when_empty = [](const RouteQuery&, Candidates& out) { out.push_back({kEast, kAdaptive, 0}); };
  Bench bench{make_plain_ring(4), std::make_unique<FunctionRelation>(2, only_when_empty, false, kAdaptive),
              chip_with(4, 0, 3)};
  elaborate();
  for (int i = 0; i < 4; ++i) bench.send(0, NodeId{0}, NodeId{1}, 2);
  bench.start();
  const Wiretap tap(*bench.chip);
  bench.run(100);
  const auto seen = tap.at(SiteId{0}, kEast);
  ASSERT_EQ(seen.size(), 8u);
  for (std::size_t i = 2; i < seen.size(); i += 2) {
    EXPECT_EQ(seen[i].cycle, seen[i - 1].cycle + 6) << "there and back over three cycles of wire";
  }
}

/// Nodes of a ring send to nodes six and seven ahead, as much as they can; returns whether all packets arrive.
bool everything_arrives(VcSet announced) {
  Bench bench = adaptive_ring(8, announced, chip_with(2, 0, 1));
  elaborate();
  unsigned packets = 0;
  for (std::uint32_t node = 0; node < 8; ++node) {
    for (std::uint32_t i = 0; i < 200; ++i, ++packets) {
      bench.send(0, NodeId{node}, NodeId{(node + 6 + (i * 7 + node) % 2) % 8}, 4);
    }
  }
  bench.start();
  bench.run(20000);
  return bench.record.arrivals.size() == packets;
}

TEST(Adaptive, what_the_proof_says_of_the_escape_holds_in_the_router) {
  const FunctionRelation relation(2, round_or_along_the_line, false, kAdaptive);
  ASSERT_TRUE(prove(make_plain_ring(8), relation).holds());
  EXPECT_TRUE(everything_arrives(kAdaptive));
}

TEST(Adaptive, without_empty_buffers_packets_wait_for_each_other_though_each_had_an_escape) {
  EXPECT_FALSE(everything_arrives(0));
}

}  // namespace
}  // namespace kintsugi::test
