// SEMI G85 and E142.
#include "tb/tests/unit/models/wafermap/map_text.hpp"

namespace kintsugi::wafermap::test {
namespace {

std::string g85(const std::string& device, const std::string& inside) {
  return "<Map WaferId=\"7\">\n<Device " + device + ">\n" + inside + "</Device></Map>\n";
}

TEST(WaferMapG85, bins_have_qualities_and_descriptions_and_wrong_counts_are_noted) {
  const MapFile file = maps_in(g85("NullBin=\".\" OriginLocation=\"3\"",
                                   "<Bin BinCode=\"A\" BinQuality=\"Pass\" BinCount=\"5\" BinDescription=\"fast\"/>"
                                   "<Bin BinCode=\"B\" BinQuality=\"Fail\" BinCount=\"1\"/>"
                                   "<Data><Row><![CDATA[.AB]]></Row><Row>AAA</Row></Data>"));
  EXPECT_EQ(codes_of(file.maps.at(0)), (Lines{"-,A,B", "A,A,A"}));
  EXPECT_EQ(file.maps[0].bins.at(0), (Bin{"A", Quality::kPass, "fast"}));
  EXPECT_EQ(file.maps[0].bins.at(1), (Bin{"B", Quality::kFail, ""}));
  EXPECT_EQ(file.notes,
            (Lines{"OriginLocation is of coordinates: rows are read from the top, unless origin says where they begin",
                   "bin A has 4 dies, but its BinCount is 5"}));
}

TEST(WaferMapG85, several_maps_and_prefixes_of_namespaces_are_read) {
  const std::string map =
      "<s:Map WaferId='1'><s:Device NullBin='255' BinType='Decimal'><s:Data><s:Row>001 255 "
      "12</s:Row></s:Data></s:Device></s:Map>";
  const MapFile file = maps_in("<s:Maps xmlns:s='http://www.semi.org'>" + map + map + "</s:Maps>");
  ASSERT_EQ(file.maps.size(), 2u);
  EXPECT_EQ(codes_of(file.maps[1]), Lines{"001,-,12"});
}

TEST(WaferMapG85, all_mistakes_are_reported_with_line_and_column) {
  EXPECT_EQ(
      mistakes_in(g85("Rows=\"3\" Columns=\"2\" Orientation=\"45\" BinType=\"HexaDecimal\"",
                      "<Bin/>\n<Data>\n<Row>0101</Row>\n<Row>010</Row>\n</Data>\n")),
      (Lines{"1:2: the map has 2 rows; the file says 3", "2:2: Orientation must be 0, 90, 180 or 270 degrees, not '45'",
             "3:2: the bin has no BinCode", "6:2: the row ends within a code; each has 2 characters"}));
  EXPECT_EQ(mistakes_in(g85("BinType=\"Octal\"", "")),
            Lines{"2:2: BinType must be Ascii, Decimal, HexaDecimal or Integer2, not 'Octal'"});
  EXPECT_EQ(mistakes_in(g85("", "")), Lines{"2:2: the map has no <Data>"});
  EXPECT_EQ(mistakes_in("<Maps>\n</Maps>"),
            Lines{"1:2: there is no <Map>; a file of SEMI G85 has one, or several in <Maps>"});
  EXPECT_EQ(mistakes_in("<Map><Device>").size(), 1u);
}

std::string e142(const std::string& map, const std::string& codes, const std::string& inside) {
  return "<MapData>\n<SubstrateMaps><SubstrateMap " + map + ">\n<Overlay><BinCodeMap " + codes + ">\n" + inside +
         "</BinCodeMap></Overlay></SubstrateMap></SubstrateMaps></MapData>\n";
}

TEST(WaferMapE142, rows_begin_where_the_axes_say_or_else_the_origin_or_else_the_standard) {
  const std::string rows = "<BinCode>12</BinCode><BinCode>34</BinCode>";
  const std::pair<const char*, Lines> origins[] = {
      {"", {"3,4", "1,2"}},
      {"OriginLocation='UpperLeft'", {"1,2", "3,4"}},
      {"OriginLocation='UpperRight'", {"2,1", "4,3"}},
      {"OriginLocation='LowerRight'", {"4,3", "2,1"}},
      {"OriginLocation='LowerLeft' AxisDirection='DownRight'", {"1,2", "3,4"}},
      {"OriginLocation='Center' AxisDirection='UpLeft'", {"4,3", "2,1"}}};
  for (const auto& [origin, codes] : origins) EXPECT_EQ(codes_in(e142(origin, "", rows)), codes) << origin;
  EXPECT_EQ(codes_in(e142("", "", rows), {.origin = Corner::kUpperLeft}), (Lines{"1,2", "3,4"}));
}

TEST(WaferMapE142, one_element_may_have_all_rows) {
  EXPECT_EQ(codes_in(e142("AxisDirection='DownRight'", "BinType='Decimal' NullBin='000'",
                          "<BinCode>\n  001 000\n  002 001\n</BinCode>")),
            (Lines{"001,-", "002,001"}));
}

TEST(WaferMapE142, all_mistakes_are_reported_with_line_and_column) {
  EXPECT_EQ(mistakes_in(e142("AxisDirection='Sideways'", "BinType='Octal'", "")),
            Lines{"3:11: BinType must be Ascii, Decimal, HexaDecimal or Integer2, not 'Octal'"});
  EXPECT_EQ(mistakes_in(e142("AxisDirection='Sideways'", "", "<BinCode>11</BinCode>\n<BinCode>1</BinCode>")),
            (Lines{"2:17: AxisDirection must be DownRight, DownLeft, UpRight or UpLeft, and OriginLocation UpperLeft, "
                   "UpperRight, LowerLeft, LowerRight or Center",
                   "5:2: the row has 1 die; the first row has 2"}));
  EXPECT_EQ(mistakes_in(e142("", "MapType='Array'", "")),
            Lines{"3:11: MapType must be 2DArray, not 'Array'; write the map with it"});
  EXPECT_EQ(mistakes_in("<MapData/>"), Lines{"1:2: there is no <SubstrateMap> in <SubstrateMaps>"});
}

}  // namespace
}  // namespace kintsugi::wafermap::test
