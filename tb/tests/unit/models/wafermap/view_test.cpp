// What is seen of wafer maps, and what is written of them.
#include <gtest/gtest.h>

#include "models/wafermap/write_maps.hpp"
#include "tb/tests/unit/models/wafermap/map_text.hpp"

namespace kintsugi::wafermap::test {
namespace {

std::vector<View> views(const MapFile& file, const ViewOptions& options = {}) {
  auto seen = views_of(file, options);
  if (auto* all = std::get_if<std::vector<View>>(&seen)) return std::move(*all);
  ADD_FAILURE() << std::get<std::vector<OptionMistake>>(seen).front().message;
  return {};
}

Lines wrong_options(const MapFile& file, const ViewOptions& options) {
  Lines names;
  const auto seen = views_of(file, options);
  if (const auto* mistakes = std::get_if<std::vector<OptionMistake>>(&seen)) {
    for (const OptionMistake& mistake : *mistakes) names.push_back(mistake.option);
  }
  return names;
}

Lines picture(const View& view) {
  return picture_of(view, view.map.columns, view.map.rows);
}

const char* const kTwoWafers = "x,y,bin,wafer\n0,0,1,03\n1,0,2,03\n0,0,2,1\n1,0,1,1\n";

TEST(WaferViews, are_of_the_wafer_with_that_id_the_same_number_or_that_place_in_the_file) {
  const MapFile file = maps_in(kTwoWafers);
  EXPECT_EQ(views(file).size(), 2u);
  for (const char* name : {"03", "3", "wafer 03"})
    EXPECT_EQ(picture(views(file, {.wafer = name}).at(0)), Lines{".X"}) << name;
  EXPECT_EQ(picture(views(file, {.wafer = "1"}).at(0)), Lines{"X."}) << "an ID comes before a place";
  EXPECT_EQ(picture(views(file, {.wafer = "2"}).at(0)), Lines{"X."}) << "the second of the file";
  EXPECT_EQ(wrong_options(file, {.wafer = "4"}), Lines{"wafer"});
}

TEST(WaferViews, windows_are_of_the_turned_map_and_lie_within_it) {
  const MapFile file = maps_in("12\n34\n56\n", {.format = Format::kGrid});
  const auto codes = [&](int degrees, Area window) {
    return codes_of(views(file, {.degrees = degrees, .window = window}).at(0).map);
  };
  EXPECT_EQ(codes(0, {1, 1, 1, 2}), (Lines{"4", "6"}));
  EXPECT_EQ(codes(90, {1, 0, 2, 1}), Lines{"3,1"});
  for (const Area& outside : {Area{0, 0, 3, 1}, Area{2, 0, 1, 1}, Area{0, 3, 1, 1}, Area{0, 0, 0, 1}}) {
    EXPECT_EQ(wrong_options(file, {.window = outside}), Lines{"window"});
  }
  EXPECT_EQ(wrong_options(file, {.notch_down = true}), Lines{"rotate"});
  EXPECT_EQ(wrong_options(file, {.bins = {{"9"}, {"8"}}}), (Lines{"bad", "good", "bad"}));
}

std::string written(Format format, const std::vector<View>& of) {
  auto made = write_maps(format, of);
  if (auto* maps = std::get_if<WrittenMaps>(&made)) return std::move(maps->text);
  return "refused: " + std::get<std::string>(made);
}

TEST(WrittenMaps, are_read_back_as_the_same_dies_in_every_format) {
  const Formula wafer{};
  MapFile file = maps_in(row_text(wafer, 5, "-", "", decimal) + '\n' + row_text(wafer, 6, "-", "", decimal) + '\n');
  file.maps[0].wafer = "7, \"odd\" # one";
  for (const Format format : kWritable) {
    const MapFile again = maps_in(written(format, views(file)));
    EXPECT_EQ(again.format, format);
    EXPECT_EQ(codes_of(again.maps.at(0)), codes_of(file.maps.at(0)));
    EXPECT_EQ(again.maps.at(0).wafer, file.maps[0].wafer);
  }
}

TEST(WrittenMaps, of_several_wafers_have_names) {
  const MapFile file = maps_in("1X\n\nX1\n");
  for (const Format format : kWritable) {
    const MapFile again = maps_in(written(format, views(file)));
    ASSERT_EQ(again.maps.size(), 2u);
    EXPECT_EQ(again.maps[1].wafer, "2");
    EXPECT_EQ(codes_of(again.maps[1]), Lines{"X,1"});
  }
}

TEST(WrittenMaps, of_one_row_are_recognised) {
  EXPECT_EQ(codes_in(written(Format::kGrid, views(maps_in("1X1\n", {.format = Format::kGrid})))), Lines{"1,X,1"});
}

TEST(WrittenMaps, are_refused_where_a_format_cannot_have_them) {
  const MapFile odd = maps_in("x,y,bin\n0,0,\"a b\"\n1,0,1\n");
  EXPECT_TRUE(written(Format::kSinf, views(odd)).starts_with("refused: the code of bin 'a b' has blanks"));
  EXPECT_EQ(written(Format::kGrid, views(odd)), "# Written by kintsugi map\nX.\n");
  MapFile twice = maps_in(kTwoWafers);
  twice.maps[0].wafer = "1";
  EXPECT_TRUE(written(Format::kCsv, views(twice)).starts_with("refused: two maps are called wafer 1"));
}

TEST(WrittenMaps, say_what_a_format_has_no_place_for) {
  const MapFile file = maps_in("WAFER:1\nFNLOC:180\nBCEQU:05\nRowData:05 01\nRowData:__ 05\n");
  const auto made = write_maps(Format::kCsv, views(file));
  EXPECT_EQ(std::get<WrittenMaps>(made).notes,
            (Lines{"csv does not say which bins are good; read the file with good bins 05",
                   "csv has no place for the notch"}));
  EXPECT_EQ(map_in(written(Format::kSinf, views(file))), file.maps[0]);
}

}  // namespace
}  // namespace kintsugi::wafermap::test
