#include "models/fabric/element_defect.hpp"
#include "models/fabric/defective_fabric.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace kintsugi {
namespace {

using Track = TrackSwitchType;
using Bunch = BunchSwitchType;

/// A track switch and a bunch switch of three wires; only their tables matter here.
struct Two {
  Track track{3};
  Bunch bunch{3};
  Fabric fabric;

  Two() {
    fabric.name = "two";
    fabric.switches = {{&track, "track", 0}, {&bunch, "bunch", 1}};
  }

  const SwitchType& broken(std::size_t which, ElementDefect element) {
    defective = std::make_unique<DefectiveFabric>(fabric, std::span(&element, 1));
    return *defective->fabric().switches[which].type;
  }
  std::unique_ptr<DefectiveFabric> defective;
};

constexpr SwitchId kTrack{0};
constexpr SwitchId kBunch{1};

TEST(DefectiveFabric, a_stuck_switch_does_in_every_state_what_it_is_stuck_in) {
  Two two;
  const SwitchType& stuck = two.broken(0, {StuckSwitch{kTrack, Track::kD1}});
  for (SwitchState state = 0; state < stuck.states(); ++state) {
    EXPECT_EQ(stuck.through(state, {Track::kNorth, 1}), (LaneRef{Track::kEast, 1}));
    EXPECT_EQ(stuck.state_name(state), "stuck_D1");
  }
}

TEST(DefectiveFabric, a_lane_stuck_in_cross_leaves_its_tap_open) {
  Two two;
  const SwitchType& stuck = two.broken(1, {StuckLane{kBunch, Bunch::kLineA, Bunch::kLineB, 2, Bunch::kBypassAll}});
  const SwitchState state = Bunch::connect(2);
  EXPECT_EQ(stuck.through(state, {Bunch::kLineA, 2}), (LaneRef{Bunch::kLineB, 2}));
  EXPECT_EQ(stuck.through(state, {Bunch::kTapA, Bunch::kBypass}), std::nullopt);
  EXPECT_EQ(stuck.through(state, {Bunch::kTapA, Bunch::kBase}), (LaneRef{Bunch::kLineA, 0}));
}

TEST(DefectiveFabric, a_lane_stuck_in_connect_takes_the_tap_unless_another_lane_has_it) {
  Two two;
  const SwitchType& stuck = two.broken(1, {StuckLane{kBunch, Bunch::kLineA, Bunch::kLineB, 2, Bunch::connect(2)}});
  EXPECT_EQ(stuck.through(Bunch::kBypassAll, {Bunch::kLineA, 2}), (LaneRef{Bunch::kTapA, Bunch::kBypass}));
  EXPECT_EQ(stuck.through(Bunch::kBypassAll, {Bunch::kTapB, Bunch::kBypass}), (LaneRef{Bunch::kLineB, 2}));
  EXPECT_EQ(stuck.through(Bunch::connect(1), {Bunch::kTapB, Bunch::kBypass}), (LaneRef{Bunch::kLineB, 1}));
  EXPECT_EQ(stuck.through(Bunch::connect(1), {Bunch::kLineB, 2}), std::nullopt);
  EXPECT_EQ(stuck.through(Bunch::connect(1), {Bunch::kLineB, 0}), (LaneRef{Bunch::kTapB, Bunch::kBase}));
}

TEST(DefectiveFabric, a_cut_wire_is_open_from_both_sides) {
  Two two;
  const SwitchType& cut = two.broken(1, {CutWire{kBunch, Bunch::kLineA, Lane{1}}});
  EXPECT_EQ(cut.through(Bunch::kBypassAll, {Bunch::kLineA, 1}), std::nullopt);
  EXPECT_EQ(cut.through(Bunch::kBypassAll, {Bunch::kLineB, 1}), std::nullopt);
  EXPECT_EQ(cut.through(Bunch::kBypassAll, {Bunch::kLineB, 2}), (LaneRef{Bunch::kLineA, 2}));
  const SwitchType& all = two.broken(0, {CutWire{kTrack, Track::kEast}});
  for (Lane lane = 0; lane < 3; ++lane) EXPECT_EQ(all.through(Track::kX, {Track::kWest, lane}), std::nullopt);
}

TEST(DefectiveFabric, whatever_is_defective_joining_stays_symmetric) {
  Two two;
  std::vector<ElementDefect> elements{{CutWire{kBunch, Bunch::kLineA, Lane{1}}}};
  for (Lane lane = 0; lane < 3; ++lane) {
    for (SwitchState state = 0; state < two.bunch.states(); ++state) {
      elements.push_back({StuckLane{kBunch, Bunch::kLineA, Bunch::kLineB, lane, state}});
      const DefectiveFabric defective(two.fabric, elements);
      const SwitchType& type = *defective.fabric().switches[1].type;
      for (SwitchState set = 0; set < type.states(); ++set) {
        for (TerminalNo terminal = 0; terminal < 4; ++terminal) {
          for (Lane from = 0; from < type.lanes(terminal); ++from) {
            const auto out = type.through(set, {terminal, from});
            if (out) {
              EXPECT_EQ(type.through(set, *out), (LaneRef{terminal, from}));
            }
          }
        }
      }
      elements.pop_back();
    }
  }
}

TEST(DefectiveFabric, what_is_stuck_in_two_states_is_refused) {
  const Two two;
  const auto refused = [&](const std::vector<ElementDefect>& broken) {
    EXPECT_THROW(DefectiveFabric(two.fabric, broken), std::invalid_argument);
    return contradict(broken[0], broken[1]);
  };
  EXPECT_TRUE(refused({{StuckSwitch{kTrack, 1}}, {StuckSwitch{kTrack, 2}}}));
  EXPECT_TRUE(refused({{StuckLane{kBunch, Bunch::kLineA, Bunch::kLineB, 1, 0}},
                       {StuckLane{kBunch, Bunch::kLineA, Bunch::kLineB, 1, 2}}}));
  const ElementDefect lane{StuckLane{kBunch, Bunch::kLineA, Bunch::kLineB, 1, 0}};
  EXPECT_FALSE(contradict(lane, {StuckLane{kBunch, Bunch::kLineA, Bunch::kLineB, 2, 2}}));
  EXPECT_FALSE(contradict(lane, {CutWire{kBunch, Bunch::kLineA, Lane{1}}}));
}

TEST(DefectiveFabric, what_the_fabric_does_not_have_is_refused) {
  Two two;
  EXPECT_THROW(two.broken(0, {StuckSwitch{SwitchId{2}, 0}}), std::invalid_argument);
  EXPECT_THROW(two.broken(0, {StuckSwitch{kTrack, 4}}), std::invalid_argument);
  EXPECT_THROW(two.broken(1, {CutWire{kBunch, 4}}), std::invalid_argument);
  EXPECT_THROW(two.broken(1, {CutWire{kBunch, Bunch::kTapA, Lane{2}}}), std::invalid_argument);
  EXPECT_THROW(two.broken(1, {StuckLane{kBunch, Bunch::kLineA, Bunch::kLineB, 3, 0}}), std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi
