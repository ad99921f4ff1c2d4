#include "models/fabric/closed_rings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "models/fabric/extraction.hpp"
#include "models/random/random.hpp"
#include "models/registry/families.hpp"
#include "models/repair/random_defects.hpp"
#include "models/repair/reconfigurable.hpp"
#include "tb/tests/unit/models/fabric/flood_rings.hpp"
#include "tb/tests/unit/models/fabric/small_fabric.hpp"

namespace kintsugi {
namespace {

using Names = std::vector<std::string>;

/// A wafer or an array, with the network that it carries.
struct RingChip {
  RingChip(const char* kind, std::int64_t n, const Parameters& options = {})
      : design(find_family(kind)->build({{"n", n}})), reconfigurable(design->fabric(options)) {}
  const Fabric& fabric() const { return reconfigurable->fabric(); }

  SiteId site(const std::vector<int>& address) const {
    const auto& sites = fabric().sites;
    return SiteId::from(std::ranges::find(sites, address, &Site::address) - sites.begin());
  }
  SwitchStates repaired(const Defects& defects) const {
    const Repair repair = reconfigurable->repair(defects, {});
    return repair.repairable ? switch_states(fabric(), repair.configuration) : SwitchStates{};
  }

  std::unique_ptr<Design> design;
  std::unique_ptr<ReconfigurableFabric> reconfigurable;
};

DefectMap five_with_a_ring(const RingChip& wafer) {
  DefectMap defects;
  for (const std::vector<int>& address : {std::vector{4, 5}, {4, 2}, {3, 2}, {3, 0}, {5, 3}}) {
    defects.push_back(wafer.site(address));
  }
  std::ranges::sort(defects);
  return defects;
}

SwitchStates random_switch_states(const Fabric& fabric, RandomStream& random) {
  SwitchStates states;
  for (const FabricSwitch& each : fabric.switches) {
    states.push_back(static_cast<SwitchState>(random.below(each.type->states())));
  }
  return states;
}

TEST(ClosedRings, dead_pes_of_a_column_whose_paths_lead_apart_leave_one) {
  const RingChip wafer("srt2d", 2);
  const auto rings = closed_rings(wafer.fabric(), wafer.repaired(five_with_a_ring(wafer)));
  ASSERT_EQ(rings.size(), 1u);
  EXPECT_EQ(element_names(wafer.fabric(), rings[0]),
            (Names{"sv.g1.r3", "r3.c2.bunch_ew", "sv.g2.r3", "sv.g2.r4", "r4.c2.bunch_ew", "sv.g1.r4"}));
  EXPECT_EQ(rings[0].lanes, (std::vector<Lane>{0, 1}));
  EXPECT_EQ(count_lanes(rings), 2u);
  const auto first = rings[0].passages.front();
  EXPECT_EQ(first.in, TrackSwitchType::kSouth);
  EXPECT_EQ(first.out, TrackSwitchType::kEast);
}

TEST(ClosedRings, there_are_none_without_defects) {
  for (const char* kind : {"srt2d", "sse"}) {
    for (const std::int64_t n : {3, 4, 5}) {
      const RingChip chip(kind, n);
      EXPECT_TRUE(closed_rings(chip.fabric(), chip.repaired({})).empty()) << kind << ' ' << n;
    }
  }
}

TEST(ClosedRings, there_are_none_at_power_up_where_every_track_is_open) {
  const RingChip wafer("srt2d", 3);
  EXPECT_TRUE(closed_rings(wafer.fabric(), SwitchStates(wafer.fabric().switches.size(), 0)).empty());
}

// --- Small rings ----------------------------------------------------------------------------------------------------

/// Track switches t0, t1 ... of two lanes, without a site.
class TrackRings : public testing::Test {
 protected:
  using enum TrackSwitchType::Terminal;

  void add_switches(std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) fabric.switches.push_back({&track, "t" + std::to_string(i), i});
  }
  void wire(std::uint32_t a, TerminalNo at_a, std::uint32_t b, TerminalNo at_b, unsigned lanes = 2) {
    fabric.wires.push_back({{SwitchId{a}, at_a}, {SwitchId{b}, at_b}, lanes, 1});
  }

  TrackSwitchType track{2};
  Fabric fabric;
};

TEST_F(TrackRings, two_switches_with_two_wires_make_a_ring_with_a_loop_for_each_lane) {
  add_switches(2);
  wire(0, kEast, 1, kWest);
  wire(0, kWest, 1, kEast);
  const auto rings = closed_rings(fabric, {TrackSwitchType::kX, TrackSwitchType::kX});
  const ClosedRing expected{{{SwitchId{0}, kWest, kEast}, {SwitchId{1}, kWest, kEast}}, {0, 1}};
  EXPECT_EQ(rings, std::vector{expected});
  EXPECT_TRUE(closed_rings(fabric, {TrackSwitchType::kX, TrackSwitchType::kOpen}).empty());
  EXPECT_TRUE(closed_rings(fabric, {TrackSwitchType::kX, TrackSwitchType::kD1}).empty());
}

TEST_F(TrackRings, a_lane_that_a_wire_does_not_have_closes_no_loop) {
  add_switches(2);
  wire(0, kEast, 1, kWest);
  wire(0, kWest, 1, kEast, 1);
  const auto rings = closed_rings(fabric, {TrackSwitchType::kX, TrackSwitchType::kX});
  ASSERT_EQ(rings.size(), 1u);
  EXPECT_EQ(rings[0].lanes, std::vector<Lane>{0});
}

TEST_F(TrackRings, a_ring_begins_with_its_lowest_switch_whatever_the_order_of_the_wires) {
  add_switches(4);
  wire(3, kWest, 1, kEast);
  wire(2, kNorth, 3, kSouth);
  wire(1, kSouth, 2, kWest);
  const SwitchStates states{TrackSwitchType::kX, TrackSwitchType::kOpen, TrackSwitchType::kD2, TrackSwitchType::kD1};
  SwitchStates closed = states;
  closed[1] = TrackSwitchType::kD2;
  EXPECT_TRUE(closed_rings(fabric, states).empty());
  ASSERT_EQ(closed_rings(fabric, closed).size(), 1u);
  EXPECT_EQ(element_names(fabric, closed_rings(fabric, closed)[0]), (Names{"t1", "t3", "t2"}));
}

TEST_F(TrackRings, a_ring_can_pass_one_switch_twice) {
  add_switches(1);
  wire(0, kNorth, 0, kSouth);
  wire(0, kEast, 0, kWest);
  const auto twice = closed_rings(fabric, {TrackSwitchType::kD1});
  ASSERT_EQ(twice.size(), 1u);
  EXPECT_EQ(element_names(fabric, twice[0]), (Names{"t0", "t0"}));
  const auto apart = closed_rings(fabric, {TrackSwitchType::kX});
  ASSERT_EQ(apart.size(), 2u);
  EXPECT_EQ(apart[0].passages, (std::vector<RingPassage>{{SwitchId{0}, kSouth, kNorth}}));
  EXPECT_EQ(apart[1].passages, (std::vector<RingPassage>{{SwitchId{0}, kWest, kEast}}));
}

TEST_F(TrackRings, a_lane_between_two_wires_that_come_straight_back_is_one) {
  add_switches(2);
  wire(0, kWest, 0, kWest);
  wire(0, kEast, 1, kWest);
  EXPECT_TRUE(closed_rings(fabric, {TrackSwitchType::kX, TrackSwitchType::kX}).empty());
  wire(1, kEast, 1, kEast);
  const auto rings = closed_rings(fabric, {TrackSwitchType::kX, TrackSwitchType::kX});
  ASSERT_EQ(rings.size(), 1u);
  EXPECT_EQ(element_names(fabric, rings[0]), (Names{"t0", "t1", "t1", "t0"}));
  EXPECT_EQ(rings[0].lanes.size(), 2u);
}

TEST_F(TrackRings, a_state_that_the_type_does_not_have_is_open) {
  add_switches(1);
  wire(0, kEast, 0, kWest);
  EXPECT_EQ(closed_rings(fabric, {TrackSwitchType::kX}).size(), 1u);
  EXPECT_TRUE(closed_rings(fabric, {9}).empty());
}

TEST(ClosedRings, a_router_on_the_ring_opens_it) {
  test::SmallFabric small;
  small.wire({SwitchId{2}, BunchSwitchType::kLineB}, {SwitchId{1}, BunchSwitchType::kLineA}, 7);
  const auto lanes = [&small](SwitchState a, SwitchState b) {
    const auto rings = closed_rings(small.fabric, {TrackSwitchType::kX, a, b});
    return rings.empty() ? std::vector<Lane>{} : rings[0].lanes;
  };
  EXPECT_EQ(lanes(0, 0), (std::vector<Lane>{0, 1})) << "both PEs are bypassed";
  EXPECT_EQ(lanes(1, 0), std::vector<Lane>{1});
  EXPECT_EQ(lanes(1, 2), std::vector<Lane>{});
}

TEST(ClosedRings, too_few_states_are_refused) {
  const test::SmallFabric small;
  EXPECT_THROW(closed_rings(small.fabric, {TrackSwitchType::kX}), std::invalid_argument);
}

// --- Against a flood over all lanes ---------------------------------------------------------------------------------

TEST(ClosedRings, are_those_of_a_flood_under_random_states) {
  RandomStream random(1, 1);
  constexpr std::size_t kRounds = 30;
  std::size_t lanes = 0;
  for (const RingChip& chip : {RingChip("srt2d", 2), RingChip("srt2d", 3), RingChip("sse", 4),
                               RingChip("srt2d", 2, {{"tracks", std::int64_t{2}}})}) {
    for (std::size_t round = 0; round < kRounds; ++round) {
      const SwitchStates states = random_switch_states(chip.fabric(), random);
      const auto rings = closed_rings(chip.fabric(), states);
      ASSERT_EQ(test::outlines(rings), test::flood_rings(chip.fabric(), states)) << chip.fabric().name << ' ' << round;
      for (const ClosedRing& ring : rings) ASSERT_TRUE(test::closes(chip.fabric(), states, ring));
      lanes += count_lanes(rings);
    }
  }
  EXPECT_GT(lanes, kRounds);
}

TEST(ClosedRings, are_those_of_a_flood_on_repaired_wafers) {
  const RingChip wafer("srt2d", 2);
  std::size_t repaired = 0, with_rings = 0;
  for (std::uint64_t seed = 0; repaired < 100; ++seed) {
    const SwitchStates states = wafer.repaired(random_defects(wafer.fabric().sites.size(), 5, seed));
    if (states.empty()) continue;
    const auto rings = closed_rings(wafer.fabric(), states);
    ASSERT_EQ(test::outlines(rings), test::flood_rings(wafer.fabric(), states)) << "seed " << seed;
    ++repaired;
    with_rings += rings.empty() ? 0 : 1;
  }
  EXPECT_GT(with_rings, 0u);
}

TEST(ClosedRings, a_ring_that_is_left_out_is_noticed) {
  const RingChip wafer("srt2d", 2);
  const SwitchStates states = wafer.repaired(five_with_a_ring(wafer));
  const auto flood = test::flood_rings(wafer.fabric(), states);
  auto rings = closed_rings(wafer.fabric(), states);
  ASSERT_EQ(test::outlines(rings), flood);
  rings[0].lanes.pop_back();
  EXPECT_NE(test::outlines(rings), flood) << "one lane less";
  rings.clear();
  EXPECT_NE(test::outlines(rings), flood) << "the whole ring";
}

TEST(ClosedRings, elements_in_a_wrong_order_are_noticed) {
  const RingChip wafer("srt2d", 2);
  const SwitchStates states = wafer.repaired(five_with_a_ring(wafer));
  ClosedRing ring = closed_rings(wafer.fabric(), states).at(0);
  ASSERT_TRUE(test::closes(wafer.fabric(), states, ring));
  std::swap(ring.passages[2], ring.passages[4]);
  EXPECT_EQ(test::outlines({ring}), test::flood_rings(wafer.fabric(), states)) << "the elements are the same";
  EXPECT_FALSE(test::closes(wafer.fabric(), states, ring));
}

// --- How often ------------------------------------------------------------------------------------------------------

struct RingCount {
  std::size_t repaired = 0;
  std::size_t with_rings = 0;
  std::size_t lanes = 0;
  friend bool operator==(const RingCount&, const RingCount&) = default;
  friend std::ostream& operator<<(std::ostream& out, const RingCount& count) {
    return out << "rings in " << count.with_rings << " of " << count.repaired << " repaired maps, " << count.lanes
               << " lanes in rings";
  }
};

/// Repairs maps of seeds 0, 1 ... and extracts and compares each repair.
RingCount count_rings(std::int64_t n, std::size_t dead, const Parameters& options) {
  const RingChip wafer("srt2d", n, options);
  const NetworkExtractor extractor(wafer.fabric());
  RingCount count;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Repair repair = wafer.reconfigurable->repair(random_defects(wafer.fabric().sites.size(), dead, seed),
                                                       {.planner = "straight", .explain = false});
    if (!repair.repairable) continue;
    const SwitchStates states = switch_states(wafer.fabric(), repair.configuration);
    EXPECT_EQ(difference(extractor.extract(states), wafer.design->network(), repair.placement, wafer.fabric()),
              std::nullopt);
    const auto rings = closed_rings(wafer.fabric(), states);
    ++count.repaired;
    count.with_rings += rings.empty() ? 0 : 1;
    count.lanes += count_lanes(rings);
  }
  return count;
}

/// The table on the page of the wafer, models/srt/README.md. Another planner finds other paths, and other rings.
TEST(ClosedRings, are_as_frequent_as_the_page_says_and_gone_with_isolation) {
  const Parameters plain;
  EXPECT_EQ(count_rings(2, 5, plain), (RingCount{99, 12, 24}));
  EXPECT_EQ(count_rings(3, 8, plain), (RingCount{99, 36, 120}));
  EXPECT_EQ(count_rings(4, 16, plain), (RingCount{90, 56, 316}));
  const Parameters isolate{{"isolate", std::string("true")}};
  EXPECT_EQ(count_rings(2, 5, isolate), (RingCount{99, 0, 0}));
  EXPECT_EQ(count_rings(3, 8, isolate), (RingCount{99, 0, 0}));
  EXPECT_EQ(count_rings(4, 16, isolate), (RingCount{90, 0, 0}));
}

}  // namespace
}  // namespace kintsugi
