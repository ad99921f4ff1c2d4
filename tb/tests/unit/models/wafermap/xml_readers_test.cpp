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

TEST(WaferMapG85, a_row_that_comes_in_parts_is_whole) {
  const auto rows = [](const std::string& row) {
    return codes_in(g85("NullBin=\" \"", "<Data><Row>" + row + "</Row><Row>1234</Row></Data>"));
  };
  EXPECT_EQ(rows("<![CDATA[12]]><![CDATA[34]]>"), (Lines{"1,2,3,4", "1,2,3,4"}));
  EXPECT_EQ(rows("12<!-- half -->34"), (Lines{"1,2,3,4", "1,2,3,4"}));
  EXPECT_EQ(rows("\n<![CDATA[1]]>\n<![CDATA[2 ]]>\n<![CDATA[4]]>\n"), (Lines{"1,2,-,4", "1,2,3,4"}));
  EXPECT_EQ(rows("    "), (Lines{"-,-,-,-", "1,2,3,4"}));
  EXPECT_EQ(mistakes_in(g85("", "<Data>\n<Row>12<b>3</b>4</Row>\n<Row>12\n34</Row></Data>")),
            (Lines{"4:9: <b> inside <Row>; write only text there", "5:2: the row has line breaks; write it in one line",
                   "5:2: the row has 5 dies; the first row has 3"}));
}

TEST(WaferMapG85, a_code_is_a_character_and_no_byte_of_it) {
  EXPECT_EQ(codes_in(g85("NullBin=\"·\"", "<Data><Row>é·1</Row></Data>")), Lines{"é,-,1"});
  EXPECT_EQ(codes_in(g85("BinType=\"HexaDecimal\"", "<Data><Row>é1ßà 2</Row></Data>")), Lines{"é1,ßà,2"});
}

TEST(WaferMapG85, numbers_that_stand_for_no_character_are_refused) {
  const auto of_number = [](const std::string& number) {
    return "<!-- &#0; -->\n" + g85("LotId=\"a&#" + number + ";b\"", "<Data><Row>1</Row></Data>");
  };
  for (const char* number : {"9", "65", "x41", "xD7FF", "xE000", "x10FFFF"}) {
    EXPECT_EQ(mistakes_in(of_number(number)), Lines{}) << number;
  }
  for (const char* number : {"0", "1", "x1f", "xD800", "xdfff", "65535", "x110000", "99999999999"}) {
    EXPECT_EQ(mistakes_in(of_number(number)),
              Lines{"3:17: this number stands for no character of a text; leave it out"})
        << number;
  }
}

TEST(WaferMapG85, codes_that_are_numbers_are_compared_as_numbers) {
  const MapFile file = maps_in(g85("BinType=\"Decimal\" NullBin=\"0\"",
                                   "<Bin BinCode=\"1\" BinQuality=\"Pass\" BinCount=\"03\"/><Data><Row>001000002</Row>"
                                   "<Row>1 01 2</Row></Data>"));
  EXPECT_EQ(codes_of(file.maps.at(0)), (Lines{"1,-,002", "1,1,002"})) << "as they are written first";
  EXPECT_EQ(file.notes, Lines{});
  const WaferMap map = map_in(g85("BinType=\"HexaDecimal\" NullBin=\"ff\"",
                                  "<Bin BinCode=\"0a\" BinQuality=\"Pass\"/><Data><Row>0AFF0b</Row><Row>0aFf0B</Row>"
                                  "</Data>"));
  EXPECT_EQ(codes_of(map), (Lines{"0a,-,0b", "0a,-,0b"}));
  EXPECT_EQ(codes_in(g85("", "<Data><Row>aA</Row></Data>")), Lines{"a,A"}) << "characters stay what they are";
}

TEST(WaferMapG85, names_what_it_leaves_out) {
  const std::string rows = "<Data MapName=\"m\"><Row>1</Row></Data>";
  EXPECT_EQ(maps_in("<s:Map xmlns:s=\"u\" xmlns=\"v\" xsi:schemaLocation=\"w\" WaferId=\"7\" FormatRevision=\"1\">"
                    "<Device WaferSize=\"300\"><ReferenceDevice/><ReferenceDevice/><Bin BinCode=\"1\" "
                    "Pick=\"y\"/>" +
                    rows + "</Device><SupplierData/></s:Map>")
                .notes,
            Lines{"left out: FormatRevision, SupplierData, WaferSize, ReferenceDevice, Pick, MapName"});
  EXPECT_EQ(
      maps_in(
          "<Map a=\"\" b=\"\" c=\"\" d=\"\" e=\"\" f=\"\" g=\"\" h=\"\" i=\"\" j=\"\" k=\"\" l=\"\" m=\"\"><Device>" +
          rows + "</Device></Map>")
          .notes,
      Lines{"left out: a, b, c, d, e, f, g, h, i, j, k, l and others"});
  EXPECT_EQ(maps_in("<Map><Device><Data><Row>1</Row></Data><Data/></Device><Device/></Map>").notes,
            (Lines{"more than one <Device> in <Map>; only the first is read",
                   "more than one <Data> in <Device>; only the first is read"}));
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

TEST(WaferMapE142, a_row_that_comes_in_parts_is_whole) {
  const auto rows = [](const std::string& row) {
    return codes_in(e142("AxisDirection='DownRight'", "NullBin=' '", row + "<BinCode>1234</BinCode>"));
  };
  EXPECT_EQ(rows("<BinCode><![CDATA[12]]><![CDATA[34]]></BinCode>"), (Lines{"1,2,3,4", "1,2,3,4"}));
  EXPECT_EQ(rows("<BinCode>12<!-- half -->34</BinCode>"), (Lines{"1,2,3,4", "1,2,3,4"}));
  EXPECT_EQ(rows("<BinCode>    </BinCode>"), (Lines{"-,-,-,-", "1,2,3,4"}));
  EXPECT_EQ(rows("<BinCode>\n1 34\n    \n12  \n  </BinCode>"), (Lines{"1,-,3,4", "-,-,-,-", "1,2,-,-", "1,2,3,4"}));
  EXPECT_EQ(mistakes_in(e142("", "", "<BinCode>12</BinCode><BinCode>1<b/>2</BinCode>")),
            Lines{"4:33: <b> inside <BinCode>; write only text there"});
  EXPECT_EQ(mistakes_in(e142("", "", "<BinCode>12</BinCode><BinCode/>")),
            Lines{"4:23: the row has 0 dies; the first row has 2"});
}

TEST(WaferMapE142, names_what_it_leaves_out_and_counts_that_are_wrong) {
  const std::string codes =
      "<BinCodeMap BinType='HexaDecimal' NullBin='ff' Kind='k'><BinDefinitions><BinDefinition BinCode='1' BinCount='2' "
      "BinQuality='Pass' Pick='y'/><BinDefinition BinCode='2' BinCount='2'/><BinDefinition BinCode='FF' BinCount='9'/>"
      "</BinDefinitions><BinCode>0102FF</BinCode></BinCodeMap>";
  EXPECT_EQ(maps_in("<MapData><Layouts><Layout LayoutId='L' DefaultUnits='mm'/></Layouts><Substrates><Substrate "
                    "SubstrateId='7'><LotId>A<!-- -->7</LotId><GoodDevices>1</GoodDevices><SupplierName/></Substrate>"
                    "</Substrates><SubstrateMaps><SubstrateMap SubstrateId='7' SubstrateType='Wafer'><Overlay>"
                    "<ReferenceDevices/>" +
                    codes + codes + "</Overlay></SubstrateMap></SubstrateMaps></MapData>")
                .notes,
            (Lines{"more than one <BinCodeMap> in <Overlay>; only the first is read",
                   "bin 1 has 1 die, but its BinCount is 2", "bin 2 has 1 die, but its BinCount is 2",
                   "left out: DefaultUnits, GoodDevices, SupplierName, SubstrateType, ReferenceDevices, Kind, Pick"}));
}

TEST(WaferMapE142, a_lot_that_comes_in_parts_is_whole) {
  EXPECT_EQ(map_in("<MapData><Substrates><Substrate SubstrateId='7'><LotId>A<!-- -->7</LotId></Substrate></Substrates>"
                   "<SubstrateMaps><SubstrateMap SubstrateId='7'><Overlay><BinCodeMap><BinCode>1</BinCode></BinCodeMap>"
                   "</Overlay></SubstrateMap></SubstrateMaps></MapData>")
                .lot,
            "A7");
}

}  // namespace
}  // namespace kintsugi::wafermap::test
