// Zero-load latency of a packet of L flits over H links, from creation to the cycle its tail reaches the PE:
// 1 + (H + 1) r + sum of the link latencies + 1 + (L - 1), for every pair.
#include "tb/tests/unit/hw/chip/bench.hpp"

namespace kintsugi::test {
namespace {

/// Sum of the link latencies along the route of a packet.
unsigned wire_cycles(const Bench& bench, NodeId from, NodeId to, const LinkTiming& timing) {
  const Network& network = bench.network();
  const std::vector<NodeId> nodes = route(network, *bench.relation, from, to);
  unsigned cycles = 0;
  RouteQuery query{from, kNoPort, {}, from, to, 0};
  for (std::size_t hop = 1; hop < nodes.size(); ++hop) {
    Candidates candidates;
    bench.relation->route(query, candidates);
    const PortRef port{query.at, candidates[0].port};
    const SiteId site = bench.chip->nodes().placement().site_of[query.at.value];
    cycles += timing.latency(network.direction_at(port), bench.chip->paths().pitches(site, port.port));
    const PortRef far = *network.peer(port);
    query.at = far.node;
    query.arrival_port = far.port;
    query.arrival_vc = Vc{static_cast<std::uint8_t>(std::countr_zero(candidates[0].vcs))};
    query.state = candidates[0].state;
  }
  return cycles;
}

/// `apart` cycles is longer than any packet takes.
void expect_formula_for_every_pair(Bench& bench, unsigned router_latency, const LinkTiming& timing, Cycle apart = 400) {
  constexpr std::uint16_t kFlits = 5;
  const auto nodes = static_cast<std::uint32_t>(bench.network().nodes());
  Cycle cycle = bench.clock().next() + 3;
  for (std::uint32_t from = 0; from < nodes; ++from) {
    for (std::uint32_t to = 0; to < nodes; ++to) {
      if (from == to) continue;
      bench.send(cycle, NodeId{from}, NodeId{to}, kFlits);
      cycle += apart;
    }
  }
  bench.start();
  ASSERT_TRUE(bench.clock().run_until(cycle));
  ASSERT_EQ(bench.record.arrivals.size(), std::size_t{nodes} * (nodes - 1));
  for (const Record::Arrival& arrival : bench.record.arrivals) {
    const unsigned hops =
        static_cast<unsigned>(route(bench.network(), *bench.relation, arrival.source, arrival.destination).size()) - 1;
    const unsigned wires = wire_cycles(bench, arrival.source, arrival.destination, timing);
    ASSERT_EQ(arrival.hops, hops);
    ASSERT_EQ(arrival.latency, 1 + (hops + 1) * router_latency + wires + 1 + (kFlits - 1))
        << bench.network().node_name(arrival.source) << " to " << bench.network().node_name(arrival.destination);
  }
  EXPECT_EQ(check_conservation(*bench.chip).value_or(""), "");
}

ChipParameters chip_parameters(unsigned router_latency, const LinkTiming& timing) {
  ChipParameters parameters;
  parameters.router = {2, 8, router_latency};
  parameters.link = timing;
  return parameters;
}

TEST(ZeroLoad, ring_of_64_wired_directly) {
  Bench bench("srt1d", {{"n", 6}, {"variant", "standard"}}, "recursive", chip_parameters(1, {}));
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  expect_formula_for_every_pair(bench, 1, {});
}

TEST(ZeroLoad, torus_4x4_wired_directly_one_cycle_per_hop) {
  Bench bench("srt2d", srt2d(2, "standard"), "monotone", chip_parameters(0, {}));
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  expect_formula_for_every_pair(bench, 0, {});
}

TEST(ZeroLoad, torus_8x8_wired_directly_with_latencies_by_kind_and_direction) {
  LinkTiming timing;
  timing.by_kind = {2, {3, 7}, {5, 1}};
  Bench bench("srt2d", srt2d(3, "standard", "uniform"), "recursive", chip_parameters(2, timing));
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  expect_formula_for_every_pair(bench, 2, timing);
}

class ZeroLoadOfSpace : public testing::TestWithParam<std::string> {};

TEST_P(ZeroLoadOfSpace, every_pair_of_4x4x4_with_latencies_by_kind) {
  LinkTiming timing;
  timing.by_kind = {2, 3};
  Bench bench("srt3d", srt2d(2, "standard"), GetParam(), chip_parameters(1, timing));
  elaborate();
  expect_formula_for_every_pair(bench, 1, timing, 100);
}

INSTANTIATE_TEST_SUITE_P(Routings, ZeroLoadOfSpace, testing::Values("monotone", "recursive"),
                         [](const auto& routing) { return routing.param; });

TEST(ZeroLoad, mesh_4x4_one_cycle_per_hop) {
  Bench bench("mesh", {{"sides", std::vector<std::int64_t>{4, 4}}}, "dimension-order", chip_parameters(0, {}));
  elaborate();
  expect_formula_for_every_pair(bench, 0, {});
}

TEST(ZeroLoad, torus_4x4x2_with_slow_wraps) {
  LinkTiming timing;
  timing.by_kind = {2, 5};
  Bench bench("torus", {{"sides", std::vector<std::int64_t>{4, 4, 2}}}, "dimension-order", chip_parameters(4, timing));
  elaborate();
  expect_formula_for_every_pair(bench, 4, timing);
}

TEST(ZeroLoad, hypercube_4) {
  Bench bench("hypercube", {{"n", 4}}, "e-cube", chip_parameters(1, {}));
  elaborate();
  expect_formula_for_every_pair(bench, 1, {});
}

TEST(ZeroLoad, full_of_8) {
  Bench bench("full", {{"nodes", 8}}, "direct", chip_parameters(1, {}));
  elaborate();
  expect_formula_for_every_pair(bench, 1, {});
}

TEST(ZeroLoad, torus_4x4_through_a_repaired_wafer) {
  LinkTiming timing;
  timing.reach = 2;
  Bench bench("srt2d", srt2d(2, "standard"), "monotone", chip_parameters(1, timing), true);
  bench.configure({SiteId{8}, SiteId{17}});
  expect_formula_for_every_pair(bench, 1, timing);
}

TEST(ZeroLoad, torus_8x8_through_a_repaired_wafer) {
  Bench bench("srt2d", srt2d(3, "short"), "monotone", chip_parameters(0, {}), true);
  bench.configure({SiteId{20}, SiteId{43}, SiteId{61}});
  expect_formula_for_every_pair(bench, 0, {});
}

class ZeroLoadOfRdt : public testing::TestWithParam<std::string> {};

TEST_P(ZeroLoadOfRdt, every_pair_of_16x16_with_latencies_by_rank) {
  LinkTiming timing;
  timing.by_kind = {1, 2, 3};
  Bench bench("rdt", {{"side", std::int64_t{16}}, {"assignment", GetParam()}}, "scheme-h", chip_parameters(1, timing),
              false, GetParam() == "perfect" ? 2 : 3);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  expect_formula_for_every_pair(bench, 1, timing, 100);
}

INSTANTIATE_TEST_SUITE_P(Assignments, ZeroLoadOfRdt, testing::Values("alpha", "beta", "perfect"),
                         [](const auto& assignment) { return assignment.param; });

}  // namespace
}  // namespace kintsugi::test
