#include "models/wafermap/wafer_map.hpp"

#include "tb/tests/unit/models/wafermap/map_text.hpp"

namespace kintsugi::wafermap::test {
namespace {

TEST(WaferMap, turns_clockwise_with_its_notch) {
  WaferMap map = map_in("123\n456\n");
  map.notch = Side::kLeft;
  EXPECT_EQ(codes_of(rotated(map, 0)), (Lines{"1,2,3", "4,5,6"}));
  EXPECT_EQ(codes_of(rotated(map, 90)), (Lines{"4,1", "5,2", "6,3"}));
  EXPECT_EQ(codes_of(rotated(map, 180)), (Lines{"6,5,4", "3,2,1"}));
  EXPECT_EQ(codes_of(rotated(map, 270)), (Lines{"3,6", "2,5", "1,4"}));
  EXPECT_EQ(rotated(map, 90).notch, Side::kUp);
  EXPECT_THROW(rotated(map, 45), std::invalid_argument);
}

TEST(WaferMap, the_notch_is_down_after_the_turn_that_brings_it_there) {
  for (const Side side : {Side::kDown, Side::kLeft, Side::kUp, Side::kRight}) {
    WaferMap map = map_in("12\n34\n");
    map.notch = side;
    EXPECT_EQ(rotated(map, degrees_to_notch_down(map)).notch, Side::kDown) << to_text(side);
  }
  EXPECT_EQ(degrees_to_notch_down(map_in("12\n34\n")), 0);
}

TEST(WaferMap, the_area_of_its_dies_leaves_out_empty_lines) {
  EXPECT_EQ(area_of_dies(map_in("---\n-1-\n-12\n")), (Area{1, 1, 2, 2}));
  EXPECT_EQ(area_of_dies(map_in("--\n--\n")), Area{});
}

TEST(WaferMap, counts_the_dies_of_each_bin) {
  EXPECT_EQ(dies_by_bin(map_in("12\n-1\n")), (std::vector<std::uint64_t>{2, 1}));
}

}  // namespace
}  // namespace kintsugi::wafermap::test
