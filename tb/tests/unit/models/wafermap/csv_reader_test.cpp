#include "models/wafermap/csv_reader.hpp"

#include "models/wafermap/good_bins.hpp"
#include "tb/tests/unit/models/wafermap/map_text.hpp"

namespace kintsugi::wafermap::test {
namespace {

constexpr const char* kHeader = "the first row names the columns, in any order: x,y,bin and, if wanted, wafer and lot";

TEST(WaferMapCsv, a_table_without_a_header_has_x_y_and_bin) {
  const MapFile file = maps_in("5,2,1\n6,2,7\n5,3,1\n");
  EXPECT_EQ(codes_of(file.maps.at(0)), (Lines{"1,7", "1,-"}));
  EXPECT_EQ(file.notes, Lines{"no header: the columns are x, y, bin"});
}

TEST(WaferMapCsv, columns_have_many_names_and_others_are_left_out_with_a_note) {
  const MapFile file = maps_in("Wafer ID,DIE_X,\"Die Y\",SoftBin,HardBin,temp\n3,0,0,1,5,25\n3,1.0,0,2,5,25\n");
  EXPECT_EQ(codes_of(file.maps.at(0)), Lines{"1,2"});
  EXPECT_EQ(file.maps.at(0).wafer, "3");
  EXPECT_EQ(file.notes, Lines{"columns left out: HardBin, temp"});
}

TEST(WaferMapCsv, every_wafer_of_a_lot_is_a_map_in_the_order_of_the_file) {
  const MapFile file = maps_in("lot,wafer,x,y,bin\nA,2,0,0,1\nA,1,0,0,2\nA,2,1,0,3\n\n# B\nB,2,0,0,4\n");
  ASSERT_EQ(file.maps.size(), 3u);
  EXPECT_EQ(codes_of(file.maps[0]), Lines{"1,3"});
  EXPECT_EQ(codes_of(file.maps[1]), Lines{"2"});
  EXPECT_EQ(codes_of(file.maps[2]), Lines{"4"});
  EXPECT_EQ(name_of(file.maps[2], 2), "wafer 2 of lot B");
  EXPECT_EQ(file.maps[1].place.line, 3);
}

TEST(WaferMapCsv, all_mistakes_are_reported_with_line_and_column) {
  EXPECT_EQ(
      mistakes_in("x,y,bin\na,0,1\n0,0\n0,2.5,1\n0,0,\n0,0,1\n0,9999999,1\n0,0,2\n\"0,1,2\n"),
      (Lines{"2:1: x must be an integer, -10^6 to 10^6, not 'a'", "3:1: the row has 2 cells; valid are 3, x,y,bin",
             "4:3: y must be an integer, -10^6 to 10^6, not '2.5'",
             "5:5: the bin is missing; leave the row out if there is no die",
             "7:3: y must be an integer, -10^6 to 10^6, not '9999999'",
             "8:1: a die at x = 0, y = 0 is there already, in line 6; leave one out, or add a column wafer if "
             "these are several wafers",
             "9:1: the row has 1 cell; valid are 3, x,y,bin"}));
}

TEST(WaferMapCsv, a_header_without_a_needed_column_is_refused) {
  EXPECT_EQ(mistakes_in("x,y,value\n1,2,3\n"), Lines{std::string("1:1: there is no column bin; ") + kHeader});
  EXPECT_EQ(mistakes_in("a,b,c\n", {.format = Format::kCsv}).size(), 3u);
  EXPECT_EQ(mistakes_in("# x,y,bin\n", {.format = Format::kCsv}),
            Lines{std::string("1:1: the file has no dies; ") + kHeader});
}

TEST(WaferMapCsv, a_map_that_is_too_large_is_refused_before_there_is_memory_for_it) {
  EXPECT_EQ(mistakes_in("0,0,1\n1000000,1000000,1\n"),
            Lines{"1:1: the map has 1000001 x 1000001 dies; valid is up to 4096 x 4096"});
  std::string many = "wafer,x,y,bin\n";
  for (int wafer = 0; wafer < 3; ++wafer) {
    many += std::to_string(wafer) + ",0,0,1\n" + std::to_string(wafer) + ",4095,4095,1\n";
  }
  EXPECT_EQ(mistakes_in(many),
            (Lines{"4:1: the maps of the file have more than 16777216 places for dies; split the file",
                   "6:1: the maps of the file have more than 16777216 places for dies; split the "
                   "file"}));
}

TEST(WaferMapCsv, bins_and_maps_are_limited) {
  std::string bins = "x,y,bin\n", maps = "wafer,x,y,bin\n";
  for (int i = 0; i < 4200; ++i)
    bins += std::to_string(i % 70) + ',' + std::to_string(i / 70) + ",b" + std::to_string(i) + '\n';
  for (int i = 0; i < 1100; ++i) maps += std::to_string(i) + ",0,0,1\n";
  EXPECT_EQ(mistakes_in(bins).front(),
            "4098:" + std::string("7: more than 4096 different bins in a map; is this column "
                                  "the bin?"));
  EXPECT_EQ(mistakes_in(maps).front(), "1002:1: more than 1000 maps; split the file");
}

TEST(WaferMapCsv, a_table_of_bins_is_refused_as_a_table_and_not_read_as_a_grid) {
  const std::string columns = "; valid are 3, x,y,bin, or a first row that names the columns";
  std::string rows;
  for (int row = 0; row < 10; ++row) rows += "1,1,0,1,1,1,1,1,1,1\n";
  EXPECT_EQ(format_of(rows), Format::kCsv);
  EXPECT_EQ(mistakes_in(rows), Lines{"1:1: the row has 10 cells" + columns}) << "once";
  EXPECT_EQ(mistakes_in("0;0;1;A\n1;0;1;A\n"), Lines{"1:1: the row has 4 cells" + columns});
  EXPECT_EQ(mistakes_in("0,0\n1,0\n"), Lines{"1:1: the row has 2 cells" + columns});
  EXPECT_EQ(mistakes_in("0,0,1\n1,0\n"), Lines{"2:1: the row has 2 cells" + columns});
  EXPECT_EQ(mistakes_in("-,1,1,-\n1,1,1,1\n").front(), std::string("1:1: there is no column x; ") + kHeader);
}

TEST(WaferMapCsv, bins_as_pandas_writes_them_are_numbers) {
  const MapFile file = maps_in("x,y,bin\n0,0,1.0\n1,0,2.0\n");
  EXPECT_EQ(codes_of(file.maps.at(0)), Lines{"1.0,2.0"});
  EXPECT_EQ(good_bins(file.maps.at(0), {}), (std::vector<bool>{true, false}));
  EXPECT_EQ(file.notes, Lines{});
}

}  // namespace
}  // namespace kintsugi::wafermap::test
