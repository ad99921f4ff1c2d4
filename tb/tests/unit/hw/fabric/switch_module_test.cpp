// Switch modules: path cursors through them find the joins that the model's extraction finds, in any states.
#include "hw/fabric/switch_module.hpp"

#include <map>

#include "models/fabric/extraction.hpp"
#include "tb/tests/unit/hw/chip/bench.hpp"
#include "tb/tests/unit/hw/fabric/lone_chain.hpp"
#include "tb/tests/unit/models/fabric/union_extractor.hpp"

namespace kintsugi::test {
namespace {

void set_states(Chip& chip, const SwitchStates& states) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    SwitchModule& module = *chip.modules().switches[i];
    module.shift_in(states[i]);
    module.commit();
  }
}

/// Follows the path of every port through the modules; returns the joins in the order of the model's extraction.
std::vector<Join> route_all_pairs(Chip& chip, const std::map<const Router*, SiteId>& site_of) {
  std::vector<Join> joins;
  for (std::uint32_t site = 0; site < chip.sites(); ++site) {
    for (std::uint16_t port = 0; port < chip.router(SiteId{site}).network_ports(); ++port) {
      PathCursor cursor;
      chip.router(SiteId{site}).path_port(PortId{port}).start(cursor);
      if (cursor.end.receiver == nullptr) continue;
      const SitePort here{SiteId{site}, PortId{port}};
      const SitePort there{site_of.at(&chip.modules().router_at(cursor.end)), cursor.end.port};
      if (here <= there) joins.push_back({here, there, cursor.pitches});
    }
  }
  return joins;
}

void expect_paths_equal_the_extraction(const std::string& variant, unsigned tracks, unsigned rounds) {
  Bench bench("srt2d", srt2d(2, variant), "monotone", {}, true, 2, {{"tracks", std::int64_t{tracks}}});
  elaborate();
  const Fabric& fabric = bench.fabric->fabric();
  std::map<const Router*, SiteId> site_of;
  for (std::uint32_t site = 0; site < bench.chip->sites(); ++site) {
    site_of[&bench.chip->router(SiteId{site})] = SiteId{site};
  }
  const NetworkExtractor extractor(fabric);
  const UnionExtractor second(fabric);
  RandomStream random(2, 0);
  std::size_t joins = 0, open = 0;
  for (unsigned round = 0; round < rounds; ++round) {
    SwitchStates states;
    // Every switch on its own, so that the two axes of a PE may disagree; every fourth round leaves many open.
    for (const FabricSwitch& each : fabric.switches) {
      const bool cleared = round % 4 == 0 && random.below(3) == 0;
      states.push_back(cleared ? SwitchState{0} : static_cast<SwitchState>(random.below(each.type->states())));
    }
    set_states(*bench.chip, states);
    ASSERT_EQ(bench.chip->configuration().read_back(), states);
    for (std::uint32_t site = 0; site < bench.chip->sites(); ++site) {
      for (std::uint16_t port = 0; port < fabric.layout.size(); ++port) {
        PathCursor cursor;
        bench.chip->router(SiteId{site}).path_port(PortId{port}).start(cursor);
        const SitePort here{SiteId{site}, PortId{port}};
        const auto join = extractor.follow(here, states);
        ASSERT_EQ(join.has_value(), cursor.end.receiver != nullptr);
        open += !join;
        if (!join) continue;
        const SitePort far = join->a == here ? join->b : join->a;
        ASSERT_EQ(far, (SitePort{site_of.at(&bench.chip->modules().router_at(cursor.end)), cursor.end.port}));
        ASSERT_EQ(join->pitches, cursor.pitches);
      }
    }
    const auto joined = route_all_pairs(*bench.chip, site_of);
    ASSERT_EQ(joined, extractor.extract(states).joins);
    ASSERT_EQ(joined, second.extract(states).joins);
    joins += joined.size();
  }
  EXPECT_GT(joins, rounds * 10u);
  EXPECT_GT(open, rounds * 10u);
}

TEST(SwitchModules, paths_equal_the_extraction_in_any_states_standard) {
  expect_paths_equal_the_extraction("standard", 1, 300);
}
TEST(SwitchModules, paths_equal_the_extraction_in_any_states_long) {
  expect_paths_equal_the_extraction("long", 1, 300);
}
TEST(SwitchModules, paths_equal_the_extraction_in_any_states_two_tracks) {
  expect_paths_equal_the_extraction("standard", 2, 300);
}

TEST(SwitchModule, a_state_holds_only_when_it_is_committed) {
  const BunchSwitchType bunch(3);
  ClockDomain clock("clock", Schedule::kDomain);
  SwitchModule module("bunch", clock, SwitchId{7}, bunch, std::vector<bool>(4));
  EXPECT_EQ(module.state(), 0);
  EXPECT_EQ(module.id(), SwitchId{7});
  module.shift_in(3);
  EXPECT_EQ(module.state(), 0);
  EXPECT_EQ(module.shadow(), 3);
  EXPECT_TRUE(module.commit());
  EXPECT_EQ(module.state(), 3);
  EXPECT_FALSE(module.commit()) << "nothing new";
  module.shift_in(1);
  module.discard_shadow();
  EXPECT_EQ(module.shadow(), 3);
  EXPECT_FALSE(module.commit());
  EXPECT_EQ(module.state(), 3);
}

TEST(SwitchModule, refuses_a_state_it_does_not_have) {
  const TrackSwitchType track(2);
  ClockDomain clock("clock", Schedule::kDomain);
  SwitchModule module("track", clock, SwitchId{0}, track, std::vector<bool>(4));
  module.shift_in(3);
  try {
    module.shift_in(4);
    FAIL();
  } catch (const std::out_of_range& error) {
    EXPECT_STREQ(error.what(), "track: a track switch has no state 4; valid are 0 to 3");
  }
  EXPECT_EQ(module.shadow(), 3);
  EXPECT_STREQ(module.kind(), "kintsugi_switch");
}

TEST(SwitchModule, a_tapped_terminal_has_one_pin_per_lane) {
  const BunchSwitchType bunch(3);
  ClockDomain clock("clock", Schedule::kDomain);
  SwitchModule module("bunch", clock, SwitchId{0}, bunch, {false, false, true, false});
  EXPECT_STREQ(module.wire_port(BunchSwitchType::kLineA).shown()->basename(), "line_a");
  EXPECT_STREQ(module.tap_port(BunchSwitchType::kTapA, 0).shown()->basename(), "tap_a_0");
  EXPECT_STREQ(module.tap_port(BunchSwitchType::kTapA, 1).shown()->basename(), "tap_a_1");
  EXPECT_THROW(module.tap_port(BunchSwitchType::kTapA, 2), std::out_of_range);
  EXPECT_THROW(module.path_end(4), std::out_of_range);
}

}  // namespace
}  // namespace kintsugi::test
