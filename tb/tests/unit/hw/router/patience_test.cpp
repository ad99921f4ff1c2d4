// Deferred candidates: when a head that remains blocked requests them, and that the schedule cannot be seen in it.
#include <algorithm>
#include <tuple>

#include "models/routing/proof.hpp"
#include "tb/tests/unit/hw/router/ring_bench.hpp"

namespace kintsugi::test {
namespace {

/// Routes east; a packet that remains blocked at its source may leave west once, and then stays on this way.
void west_if_blocked(const RouteQuery& query, Candidates& out) {
  if (query.state == 0) out.push_back({kEast, vc_bit(0), 0});
  if (query.state == 1 || query.arrival_port == kNoPort) out.push_back({kWest, vc_bit(0), 1, query.state == 0});
}

ChipParameters patient_chip(unsigned patience, Schedule schedule = Schedule::kDomain) {
  ChipParameters parameters = chip_with(4, 0, 1);
  parameters.router.patience = patience;
  parameters.schedule = schedule;
  return parameters;
}

/// Node 3 holds the channel from node 0 east with a packet of that many flits; node 0 has a packet for node 1 in cycle
/// 10, which requests its first channel in cycle 11. Returns the port by which it leaves, and the cycle.
std::pair<PortId, Cycle> departure(unsigned patience, unsigned flits, Schedule schedule = Schedule::kDomain) {
  Bench bench = ring_bench(4, 1, west_if_blocked, patient_chip(patience, schedule));
  elaborate();
  bench.send(0, NodeId{3}, NodeId{1}, flits);
  bench.send(10, NodeId{0}, NodeId{1}, 2);
  bench.start();
  const Wiretap tap(*bench.chip);
  bench.run(400);
  EXPECT_EQ(bench.record.arrivals.size(), 2u);
  for (const PortId port : {kEast, kWest}) {
    const auto seen = tap.at(SiteId{0}, port);
    const auto first = std::ranges::find(seen, NodeId{0}, &Sighting::source);
    if (first != seen.end()) return {port, first->cycle};
  }
  return {kNoPort, 0};
}

constexpr Cycle kFirstRequest = 11;
constexpr Schedule kSchedules[]{Schedule::kDomain, Schedule::kProcess, Schedule::kAlways};

class Patience : public testing::TestWithParam<std::tuple<unsigned, Schedule>> {};

TEST_P(Patience, a_deferred_candidate_is_taken_that_many_cycles_after_the_first_request) {
  const auto [patience, schedule] = GetParam();
  EXPECT_EQ(departure(patience, 200, schedule), (std::pair{kWest, kFirstRequest + patience}));
}

INSTANTIATE_TEST_SUITE_P(Cycles, Patience,
                         testing::Combine(testing::Values(0, 1, 2, 7, 90), testing::ValuesIn(kSchedules)));

class LongPatience : public testing::TestWithParam<std::tuple<unsigned, Schedule>> {};

/// The packet of 30 flits leaves its channel in cycle 31 at the latest.
TEST_P(LongPatience, the_preferred_candidate_is_taken_when_it_is_free_before) {
  const auto [patience, schedule] = GetParam();
  const auto [port, cycle] = departure(patience, 30, schedule);
  EXPECT_EQ(port, kEast);
  EXPECT_LE(cycle, 33u);
}

INSTANTIATE_TEST_SUITE_P(Cycles, LongPatience,
                         testing::Combine(testing::Values(40, 65536), testing::ValuesIn(kSchedules)));

/// Four packets fill the ring to the east, and each waits for the channel of the next. They are at their second router
/// in cycle 2; nothing moves any more until their patience is over and they turn.
TEST(PatienceOfARouter, wakes_it_when_it_is_over_and_costs_no_evaluation_before) {
  const auto turn_west = [](const RouteQuery& query, Candidates& out) {
    if (query.state == 0) out.push_back({kEast, vc_bit(0), 0});
    out.push_back({kWest, vc_bit(0), 1, query.state == 0});
  };
  constexpr unsigned kPatience = 70;
  Bench bench = ring_bench(4, 1, turn_west, patient_chip(kPatience));
  elaborate();
  for (std::uint32_t node = 0; node < 4; ++node) bench.send(0, NodeId{node}, NodeId{(node + 2) % 4}, 20);
  bench.start();
  bench.run(20);
  const std::uint64_t evaluations = bench.clock().evaluations();
  bench.run(kPatience - 20);
  EXPECT_EQ(bench.clock().evaluations(), evaluations);
  const Wiretap tap(*bench.chip);
  bench.run(20);
  for (std::uint32_t site = 0; site < 4; ++site) {
    const auto seen = tap.at(SiteId{site}, kWest);
    ASSERT_FALSE(seen.empty()) << site;
    EXPECT_EQ(seen.front().cycle, 2 + kPatience) << site;
  }
}

TEST(PatienceOfARouter, out_of_range_is_refused_by_name) {
  try {
    ring_bench(4, 1, west_if_blocked, patient_chip(65537));
    ADD_FAILURE() << "nothing was thrown";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(), "router.patience must be 0 to 65536 cycles, not 65537");
  }
}

/// The proof takes a deferred candidate as any other: one that closes a cycle is found.
TEST(PatienceOfARouter, does_not_hide_a_cycle_from_the_proof) {
  const auto line_or_round = [](bool round) {
    return FunctionRelation(1, [round](const RouteQuery& query, Candidates& out) {
      out.push_back({query.destination > query.at ? kEast : kWest, vc_bit(0), 0});
      if (round && query.destination < query.at) out.push_back({kEast, vc_bit(0), 0, true});
    });
  };
  const Network ring = make_plain_ring(5);
  EXPECT_TRUE(prove(ring, line_or_round(false)).holds());
  EXPECT_FALSE(prove(ring, line_or_round(true)).acyclic);
}

}  // namespace
}  // namespace kintsugi::test
