// The positions of a wafer's switches, from which a picture is drawn.
#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "models/srt/wafer.hpp"

namespace kintsugi::srt::test {
namespace {

class WaferPlaces : public testing::TestWithParam<unsigned> {
 protected:
  WaferPlaces() : wafer_({3, 3, 1}, {GetParam(), {}}) {}
  const Fabric& fabric() const { return wafer_.fabric(); }
  Position place(TerminalRef end) const { return fabric().switches[end.switch_id.value].position; }
  Position side(TerminalRef end) const { return fabric().switches[end.switch_id.value].sides[end.terminal]; }

 private:
  Wafer wafer_;
};

TEST_P(WaferPlaces, no_two_switches_stand_in_one_place_and_each_has_a_side_for_every_terminal) {
  std::set<std::pair<double, double>> taken;
  for (const FabricSwitch& each : fabric().switches) {
    EXPECT_TRUE(taken.emplace(each.position.x, each.position.y).second) << each.name;
    EXPECT_EQ(each.sides.size(), each.type->terminals().size()) << each.name;
  }
}

/// A wire leaves its switch towards the other one and reaches that from there, straight along a row or a column; a
/// return wire leaves both outwards.
TEST_P(WaferPlaces, wires_leave_to_the_side_of_their_far_end) {
  std::size_t wraps = 0;
  for (const Wire& wire : fabric().wires) {
    const Position way{place(wire.b).x - place(wire.a).x, place(wire.b).y - place(wire.a).y};
    const Position out = side(wire.a);
    const Position in = side(wire.b);
    EXPECT_TRUE(out.x == -in.x && out.y == -in.y);
    EXPECT_NEAR(way.x * out.y, 0, 1e-9);
    EXPECT_NEAR(way.y * out.x, 0, 1e-9);
    if (way.x * out.x + way.y * out.y < 0) ++wraps;
  }
  EXPECT_EQ(wraps, 2u * 8) << "one for each row and column of the core";
}

INSTANTIATE_TEST_SUITE_P(Tracks, WaferPlaces, testing::Values(1, 2));

}  // namespace
}  // namespace kintsugi::srt::test
