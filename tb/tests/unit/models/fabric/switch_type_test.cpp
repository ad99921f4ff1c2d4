#include "models/fabric/switch_type.hpp"

#include <gtest/gtest.h>

#include <set>

namespace kintsugi {
namespace {

void expect_symmetric(const SwitchType& type) {
  for (SwitchState state = 0; state < type.states(); ++state) {
    for (TerminalNo terminal = 0; terminal < type.terminals().size(); ++terminal) {
      for (unsigned lane = 0; lane < type.lanes(terminal); ++lane) {
        const LaneRef in{terminal, static_cast<Lane>(lane)};
        const auto out = type.through(state, in);
        if (!out) continue;
        EXPECT_NE(*out, in);
        EXPECT_EQ(type.through(state, *out), in) << type.name() << " " << type.state_name(state);
      }
    }
  }
}

void expect_distinct_names(const SwitchType& type) {
  std::set<std::string> names;
  for (SwitchState state = 0; state < type.states(); ++state) names.insert(type.state_name(state));
  EXPECT_EQ(names.size(), type.states());
  EXPECT_EQ(type.state_name(static_cast<SwitchState>(type.states())), "INVALID");
}

TEST(SwitchType, joining_is_symmetric_in_every_state) {
  expect_symmetric(TrackSwitchType(3));
  for (unsigned wires = 1; wires <= 9; ++wires) {
    expect_symmetric(BunchSwitchType(wires));
    for (const auto axis : {BunchSwitchType::Axis::kEw, BunchSwitchType::Axis::kNs}) {
      expect_symmetric(BunchSwitchType(wires, axis));
    }
    for (unsigned wire = 0; wire < wires; ++wire) expect_symmetric(TwoModeSwitchType(wires, wire));
  }
  for (const unsigned links : {0u, 1u, 5u, 254u}) expect_symmetric(SelectorType(links));
}

TEST(SwitchType, every_state_has_its_own_name) {
  expect_distinct_names(TrackSwitchType(3));
  expect_distinct_names(BunchSwitchType(6));
  expect_distinct_names(BunchSwitchType(6, BunchSwitchType::Axis::kEw));
  expect_distinct_names(TwoModeSwitchType(6, 3));
  expect_distinct_names(SelectorType(5));
}

TEST(SwitchType, no_pe_is_attached_at_power_up) {
  const TrackSwitchType track(2);
  const BunchSwitchType bunch(2);
  for (TerminalNo terminal = 0; terminal < 4; ++terminal) EXPECT_FALSE(track.through(0, {terminal, 0}));
  for (const TerminalNo tap : {BunchSwitchType::kTapA, BunchSwitchType::kTapB}) {
    EXPECT_FALSE(bunch.through(0, {tap, 0}));
    EXPECT_FALSE(bunch.through(0, {tap, 1}));
    for (const Lane lane : {0, 1}) EXPECT_FALSE(TwoModeSwitchType(2, 0).through(0, {tap, lane}));
  }
}

TEST(SwitchType, a_two_mode_switch_cuts_its_own_wire_only) {
  using TwoMode = TwoModeSwitchType;
  for (unsigned wire = 0; wire < 4; ++wire) {
    const TwoMode type(4, wire);
    for (const SwitchState state : {TwoMode::kCross, TwoMode::kConnect}) {
      for (Lane lane = 0; lane < 4; ++lane) {
        const bool cut = state == TwoMode::kConnect && lane == wire;
        const LaneRef from_a = cut ? LaneRef{TwoMode::kTapA, 0} : LaneRef{TwoMode::kLineB, lane};
        const LaneRef from_b = cut ? LaneRef{TwoMode::kTapB, 0} : LaneRef{TwoMode::kLineA, lane};
        EXPECT_EQ(type.through(state, {TwoMode::kLineA, lane}), from_a);
        EXPECT_EQ(type.through(state, {TwoMode::kLineB, lane}), from_b);
      }
    }
  }
}

TEST(SwitchType, the_bypass_ports_lead_to_the_first_switch_after_that_of_wire_0_that_is_connected) {
  using TwoMode = TwoModeSwitchType;
  const TwoMode base(3, 0), other(3, 1), last(3, 2);
  EXPECT_EQ(base.through(TwoMode::kConnect, {TwoMode::kTapB, 1}), (LaneRef{TwoMode::kNextB, 0}));
  EXPECT_FALSE(base.through(TwoMode::kCross, {TwoMode::kTapB, 1}));
  EXPECT_EQ(other.through(TwoMode::kCross, {TwoMode::kTapB, 0}), (LaneRef{TwoMode::kNextB, 0}));
  EXPECT_FALSE(other.through(TwoMode::kConnect, {TwoMode::kNextB, 0}));
  EXPECT_EQ(last.terminals().size(), 4u);
  EXPECT_FALSE(last.through(TwoMode::kCross, {TwoMode::kTapB, 0}));
}

TEST(SwitchType, a_bunch_switch_cuts_only_the_wires_it_attaches) {
  using Bunch = BunchSwitchType;
  const Bunch bunch(4);
  const SwitchState state = Bunch::connect(2);
  EXPECT_EQ(bunch.through(state, {Bunch::kLineA, 0}), (LaneRef{Bunch::kTapA, Bunch::kBase}));
  EXPECT_EQ(bunch.through(state, {Bunch::kLineA, 1}), (LaneRef{Bunch::kLineB, 1}));
  EXPECT_EQ(bunch.through(state, {Bunch::kLineB, 2}), (LaneRef{Bunch::kTapB, Bunch::kBypass}));
  EXPECT_EQ(bunch.through(state, {Bunch::kLineB, 3}), (LaneRef{Bunch::kLineA, 3}));
  EXPECT_FALSE(bunch.through(Bunch::connect(0), {Bunch::kTapA, Bunch::kBypass}));
}

TEST(SwitchType, the_bunch_switches_of_a_pe_isolate_one_axis_and_pass_the_other_straight) {
  using Bunch = BunchSwitchType;
  const Bunch ew(3, Bunch::Axis::kEw);
  const Bunch ns(3, Bunch::Axis::kNs);
  EXPECT_EQ(ew.states(), 6u);
  EXPECT_EQ(ns.states(), 6u);
  EXPECT_NE(ew.name(), ns.name()) << "they are two tables";
  for (const auto& [isolated, straight, code] :
       {std::tuple{&ew, &ns, ew.isolated(Bunch::Axis::kEw)}, std::tuple{&ns, &ew, ns.isolated(Bunch::Axis::kNs)}}) {
    EXPECT_EQ(isolated->state_name(code), "isolated");
    EXPECT_EQ(straight->state_name(code), "cross_alone");
    for (TerminalNo terminal = 0; terminal < 4; ++terminal) {
      for (Lane lane = 0; lane < isolated->lanes(terminal); ++lane) {
        EXPECT_FALSE(isolated->through(code, {terminal, lane}));
        EXPECT_EQ(straight->through(code, {terminal, lane}), straight->through(Bunch::kBypassAll, {terminal, lane}));
      }
    }
    for (unsigned wire = 0; wire < 3; ++wire) EXPECT_FALSE(isolated->connected(code, wire));
  }
  EXPECT_TRUE(ew.connected(Bunch::connect(2), 0));
  EXPECT_TRUE(ew.connected(Bunch::connect(2), 2));
  EXPECT_FALSE(ew.connected(Bunch::connect(2), 1));
}

TEST(SwitchType, a_selector_joins_its_port_to_one_link_only) {
  const SelectorType selector(3);
  EXPECT_EQ(selector.states(), 4u);
  const SwitchState second = SelectorType::choose(1);
  EXPECT_EQ(selector.through(second, {SelectorType::kPort, 0}), (LaneRef{SelectorType::link(1), 0}));
  EXPECT_EQ(selector.through(second, {SelectorType::link(1), 0}), (LaneRef{SelectorType::kPort, 0}));
  EXPECT_FALSE(selector.through(second, {SelectorType::link(0), 0}));
  EXPECT_FALSE(selector.through(second, {SelectorType::link(2), 0}));
  for (TerminalNo terminal = 0; terminal < 4; ++terminal) EXPECT_FALSE(selector.through(0, {terminal, 0}));
}

TEST(SwitchType, a_selector_has_at_most_254_links) {
  const SelectorType largest(254);
  EXPECT_EQ(largest.through(SelectorType::choose(253), {SelectorType::kPort, 0}), (LaneRef{254, 0}));
  EXPECT_THROW(SelectorType(255), std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi
