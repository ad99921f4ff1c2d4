#include "models/wafermap/grid_reader.hpp"

#include "tb/tests/unit/models/wafermap/map_text.hpp"

namespace kintsugi::wafermap::test {
namespace {

TEST(WaferMapGrid, blanks_dashes_underscores_and_tildes_are_no_dies) {
  EXPECT_EQ(codes_in(" G-X\n_GG~\n"), (Lines{"-,G,-,X", "-,G,G,-"}));
}

TEST(WaferMapGrid, a_full_stop_is_a_die_only_if_nothing_else_is_good) {
  EXPECT_EQ(codes_in("..X\n...\n"), (Lines{".,.,X", ".,.,."}));
  const MapFile file = maps_in(".1X\n.11\n");
  EXPECT_EQ(codes_of(file.maps.at(0)), (Lines{"-,1,X", "-,1,1"}));
  EXPECT_EQ(file.notes, Lines{"a full stop is no die, since 1, G or P is a good one"});
}

TEST(WaferMapGrid, blanks_between_all_characters_are_left_out_with_a_note) {
  const MapFile file = maps_in("1 0 1 1\r\n1 1   1\r\n", {.format = Format::kGrid});
  EXPECT_EQ(codes_of(file.maps.at(0)), (Lines{"1,0,1,1", "1,1,-,1"}));
  EXPECT_EQ(file.notes, Lines{"blanks between the characters are left out"});
}

TEST(WaferMapGrid, rows_that_begin_with_a_dash_and_a_blank_are_no_list_in_yaml) {
  const MapFile file = maps_in("- - 1 1 - -\n- 1 X 1 1 -\n1 1 1 1 1 1\n");
  EXPECT_EQ(file.format, Format::kGrid);
  EXPECT_EQ(codes_of(file.maps.at(0)), (Lines{"-,-,1,1,-,-", "-,1,X,1,1,-", "1,1,1,1,1,1"}));
  EXPECT_EQ(codes_in("- - ■ ■ - -\n■ ■ ■ ■ ■ ■\n").size(), 2u);
  for (const char* text : {"- 1\n- 2\n", "- - 1 1 - -\n- 12\n", "- ab c\n- d e f\n", "-   1\n-   2\n"}) {
    EXPECT_EQ(format_of(text), std::nullopt) << text;
  }
}

TEST(WaferMapGrid, a_text_with_commas_in_some_lines_is_no_grid) {
  EXPECT_EQ(format_of("wafer map of lot 7\n1,1,0,1\n1,1,1,1\n"), std::nullopt);
  EXPECT_EQ(format_of("11X\n1;X\n"), std::nullopt);
}

TEST(WaferMapGrid, a_line_may_end_early_where_blanks_are_no_dies) {
  const MapFile file = maps_in(" 11\n1111\n 1\n");
  EXPECT_EQ(codes_of(file.maps.at(0)), (Lines{"-,1,1,-", "1,1,1,1", "-,1,-,-"}));
  EXPECT_EQ(file.notes, Lines{"2 lines that end early have no dies in the rest"});
  EXPECT_EQ(mistakes_in("1111\n111\n1111\n"),
            Lines{"2:1: the line has 3 characters, the longest one of the map 4; write - where there is no die"});
}

TEST(WaferMapGrid, empty_lines_and_names_begin_maps) {
  const MapFile file = maps_in("lot A7\nwafer 1\n11\n1X\n\n11\n11\nwafer 2\nX\n");
  ASSERT_EQ(file.maps.size(), 3u);
  EXPECT_EQ(name_of(file.maps[0], 0), "wafer 1 of lot A7");
  EXPECT_EQ(codes_of(file.maps[1]), (Lines{"1,1", "1,1"}));
  EXPECT_EQ(name_of(file.maps[2], 2), "wafer 2 of lot A7");
}

TEST(WaferMapGrid, a_character_may_have_several_bytes) {
  EXPECT_EQ(codes_in("■□\n□■\n"), (Lines{"■,□", "□,■"}));
}

TEST(WaferMapGrid, a_tab_is_a_mistake) {
  EXPECT_EQ(mistakes_in("11\n1\t1\n", {.format = Format::kGrid}),
            Lines{"2:2: a tab; a grid has one character for each die, with blanks where there is none"});
}

}  // namespace
}  // namespace kintsugi::wafermap::test
