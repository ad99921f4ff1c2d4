#include "models/wafermap/sinf_reader.hpp"

#include "tb/tests/unit/models/wafermap/map_text.hpp"

namespace kintsugi::wafermap::test {
namespace {

TEST(WaferMapSinf, a_header_after_the_rows_begins_the_next_map_of_the_lot) {
  const MapFile file = maps_in(
      "LOT:A\nWAFER:1\nBCEQU:00,01\nRowData:00 01 0B\nRowData:__ @@ ___\nWAFER:2\nFNLOC:0\nCOMMENT:x\nRowData:0C\n");
  ASSERT_EQ(file.maps.size(), 2u);
  EXPECT_EQ(codes_of(file.maps[0]), (Lines{"00,01,0B", "-,@@,-"}));
  EXPECT_EQ(file.maps[0].bins[1].quality, Quality::kPass);
  EXPECT_EQ(file.maps[0].bins[2].quality, Quality::kFail);
  EXPECT_EQ(file.maps[0].notch, Side::kUnknown);
  EXPECT_EQ(name_of(file.maps[1], 1), "wafer 2 of lot A");
  EXPECT_EQ(file.maps[1].notch, Side::kUp);
  EXPECT_EQ(file.notes,
            (Lines{"keys left out: COMMENT", "BCEQU names no bin of wafer 2 of lot A",
                   "no die of wafer 2 of lot A is good by what the file says; if that is wrong, name the good "
                   "bins"}));
}

TEST(WaferMapSinf, zeros_before_a_code_of_bcequ_do_not_count) {
  const MapFile file = maps_in("BCEQU:0 2\nRowData:00 01 002\n");
  EXPECT_EQ(file.maps.at(0).bins.at(0).quality, Quality::kPass);
  EXPECT_EQ(file.maps.at(0).bins.at(1).quality, Quality::kFail);
  EXPECT_EQ(file.maps.at(0).bins.at(2).quality, Quality::kPass);
  EXPECT_EQ(file.notes, Lines{});
}

TEST(WaferMapSinf, keys_that_are_left_out_are_named_once_and_only_a_few_of_them) {
  std::string text;
  for (int key = 0; key < 14; ++key) text += "K" + std::to_string(key) + ":1\nK0:1\n";
  EXPECT_EQ(maps_in(text + "RowData:01\n").notes,
            Lines{"keys left out: K0, K1, K2, K3, K4, K5, K6, K7, K8, K9, K10, K11 and others"});
}

TEST(WaferMapSinf, degrees_of_the_notch_count_clockwise_from_the_top) {
  const std::pair<const char*, Side> sides[] = {
      {"0", Side::kUp}, {"90", Side::kRight}, {"180", Side::kDown}, {"270", Side::kLeft}};
  for (const auto& [degrees, side] : sides) {
    EXPECT_EQ(map_in(std::string("FNLOC:") + degrees + "\nRowData:01\n").notch, side) << degrees;
  }
}

TEST(WaferMapSinf, counts_that_do_not_agree_with_the_rows_are_mistakes) {
  EXPECT_EQ(mistakes_in("LOT:A\nROWCT:3\nCOLCT:2\nFNLOC:45\nRowData:01 01\nRowData:01\nnonsense\n"),
            (Lines{"2:1: ROWCT says 3, but there are 2 rows of RowData; is the file cut?",
                   "4:1: FNLOC must be 0, 90, 180 or 270 degrees, not '45'", "6:9: the row has 1 code; COLCT says 2",
                   "7:1: a line of SINF is KEY:value, or RowData: and the codes of a row"}));
  EXPECT_EQ(mistakes_in("RowData:01 01\nRowData:01\n"), Lines{"2:9: the row has 1 code; the first row has 2"});
  EXPECT_EQ(mistakes_in("ROWCT:0\nCOLCT:99999\nRowData:01\n"),
            (Lines{"1:1: ROWCT must be 1 to 4096, not '0'", "2:1: COLCT must be 1 to 4096, not '99999'"}));
  EXPECT_EQ(mistakes_in("LOT:A\nRowData:01\nLOT:B\nWAFER:2\n"),
            Lines{"3:1: there is no RowData: below this header; is the file cut?"});
}

}  // namespace
}  // namespace kintsugi::wafermap::test
