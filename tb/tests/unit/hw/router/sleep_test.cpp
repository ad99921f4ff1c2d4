// Idle and blocked modules are not evaluated, and the deadlock report gives the wait-for relation.
#include "hw/chip/deadlock_report.hpp"
#include "tb/tests/unit/hw/router/ring_bench.hpp"

namespace kintsugi::test {
namespace {

TEST(Sleep, an_idle_network_is_not_evaluated) {
  Bench bench = ring_bench(8, 2, always_east(2), chip_with(4, 2, 3));
  elaborate();
  bench.send(10, NodeId{0}, NodeId{5}, 6);
  bench.send(500, NodeId{3}, NodeId{4}, 6);
  bench.start();
  bench.run(150);
  ASSERT_EQ(bench.record.arrivals.size(), 1u);
  const std::uint64_t evaluations = bench.clock().evaluations();
  bench.run(300);
  EXPECT_EQ(bench.clock().evaluations(), evaluations);
  bench.run(200);
  EXPECT_EQ(bench.record.arrivals.size(), 2u) << "and wakes up again";
}

TEST(Sleep, a_flit_on_a_long_wire_costs_nothing_on_the_way) {
  Bench bench = ring_bench(4, 1, always_east(1), chip_with(4, 1, 40));
  elaborate();
  bench.send(0, NodeId{0}, NodeId{1}, 1);
  bench.start();
  bench.run(10);
  const std::uint64_t evaluations = bench.clock().evaluations();
  ASSERT_EQ(bench.chip->counters().on_wires, 1u);
  bench.run(30);
  EXPECT_EQ(bench.clock().evaluations(), evaluations);
  bench.run(60);
  EXPECT_EQ(bench.record.arrivals.size(), 1u);
}

/// Every node sends a packet two nodes on, longer than the buffers on its route: each packet holds the link that the
/// one before needs.
void fill_ring(Bench& bench) {
  for (std::uint32_t node = 0; node < 4; ++node) bench.send(0, NodeId{node}, NodeId{(node + 2) % 4}, 20);
  bench.start();
  bench.run(100);
}

TEST(Sleep, a_deadlocked_ring_is_not_evaluated) {
  Bench bench = ring_bench(4, 1, always_east(1), chip_with(4, 1, 1));
  elaborate();
  fill_ring(bench);
  EXPECT_EQ(bench.record.flits, 0u);
  EXPECT_EQ(bench.chip->counters().in_network(), 4u * 8) << "two full buffers each";
  const std::uint64_t evaluations = bench.clock().evaluations();
  const std::uint64_t moves = bench.chip->counters().moves;
  bench.run(1000);
  EXPECT_EQ(bench.clock().evaluations(), evaluations);
  EXPECT_EQ(bench.chip->counters().moves, moves);
  EXPECT_EQ(check_conservation(*bench.chip).value_or(""), "") << "blocked, but conserved";
}

TEST(Sleep, who_waits_for_whom_names_the_cycle) {
  Bench bench = ring_bench(4, 1, always_east(1), chip_with(4, 1, 1));
  elaborate();
  fill_ring(bench);
  std::vector<std::string> expected;
  for (int node = 0; node < 4; ++node) {
    const auto name = [&](int ahead) { return "n" + std::to_string((node + ahead + 4) % 4); };
    const auto router = [&](int ahead) { return "net." + name(ahead) + ".router"; };
    expected.push_back("in " + router(0) + ".w vc 0: packet 0 of " + name(-1) + " to " + name(1) + " waits for " +
                       router(0) + ".e vc 0");
    expected.push_back("in " + router(0) + ".local vc 0: packet 0 of " + name(0) + " to " + name(2) +
                       " waits for a credit of " + router(1) + ".w vc 0");
  }
  EXPECT_EQ(deadlock_report(*bench.chip), expected);
}

TEST(Sleep, with_a_second_channel_over_the_dateline_the_same_ring_delivers) {
  const auto dateline = [](const RouteQuery& query, Candidates& out) {
    const RoutingState crossed = query.state | (query.at == NodeId{3} ? 1u : 0u);
    out.push_back({kEast, vc_bit(crossed), crossed});
  };
  Bench bench = ring_bench(4, 2, dateline, chip_with(4, 1, 1));
  elaborate();
  fill_ring(bench);
  bench.run(100);
  EXPECT_EQ(bench.record.arrivals.size(), 4u);
  EXPECT_TRUE(deadlock_report(*bench.chip).empty());
}

TEST(Sleep, a_packet_that_has_nowhere_to_go_is_named) {
  Bench bench = ring_bench(
      4, 2, [](const RouteQuery&, Candidates&) {}, chip_with(4, 1, 1));
  elaborate();
  bench.send(0, NodeId{1}, NodeId{3}, 2);
  bench.start();
  bench.run(50);
  const std::vector<std::string> expected{"in net.n1.router.local vc 0: packet 0 of n1 to n3 has nowhere to go"};
  EXPECT_EQ(deadlock_report(*bench.chip), expected);
}

TEST(Sleep, a_head_with_several_candidates_names_them_all) {
  const auto none_free = [](const RouteQuery& query, Candidates& out) {
    if (query.source == NodeId{1}) out.push_back({kEast, 3, 0});
    if (query.source == NodeId{0} && query.at == NodeId{1}) {
      out.push_back({kEast, 3, 0});
    } else if (query.source == NodeId{0}) {
      out.push_back({kEast, 1, 0});
    }
  };
  // Node 2 takes nothing: the two packets of node 1 hold both channels to it for good.
  const auto stuck_at_2 = [=](const RouteQuery& query, Candidates& out) {
    if (query.at != NodeId{2}) none_free(query, out);
  };
  Bench bench = ring_bench(4, 2, stuck_at_2, chip_with(2, 1, 1));
  elaborate();
  bench.send(0, NodeId{1}, NodeId{3}, 4);
  bench.send(0, NodeId{1}, NodeId{3}, 4);
  bench.send(20, NodeId{0}, NodeId{3}, 4);
  bench.start();
  bench.run(100);
  const auto lines = deadlock_report(*bench.chip);
  const std::string wanted =
      "in net.n1.router.w vc 0: packet 0 of n0 to n3 waits for net.n1.router.e vc 0 or net.n1.router.e vc 1";
  EXPECT_NE(std::ranges::find(lines, wanted), lines.end()) << testing::PrintToString(lines);
}

/// Flits that are about to leave to a PE wait for no credit of a router.
TEST(Sleep, who_waits_for_whom_can_be_asked_while_flits_move) {
  Bench bench("srt2d", srt2d(3, "standard"), "recursive", chip_with(4, 0, 1));
  elaborate();
  bench.start_uniform(0.9, 5, 5, 1000);
  for (int i = 0; i < 200; ++i) {
    bench.run(5);
    EXPECT_NO_THROW(deadlock_report(*bench.chip));
  }
}

}  // namespace
}  // namespace kintsugi::test
