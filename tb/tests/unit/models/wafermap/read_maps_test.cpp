// Every format, written here from a formula, is read to the bins of the formula.
#include "models/wafermap/read_maps.hpp"

#include "tb/tests/unit/models/wafermap/map_text.hpp"

namespace kintsugi::wafermap::test {
namespace {

std::string as_csv(const Formula& wafer, const std::string& separator) {
  std::string text = "bin" + separator + "Y" + separator + "die_x\n";
  for (int column = 0; column < wafer.columns; ++column) {
    for (int row = 0; row < wafer.rows; ++row) {
      if (wafer(column, row) == 0) continue;
      text += decimal(wafer(column, row)) + separator + std::to_string(row - 5) + separator +
              std::to_string(column + 3) + '\n';
    }
  }
  return text;
}

std::string as_grid(const Formula& wafer) {
  std::string text;
  for (int row = 0; row < wafer.rows; ++row) text += row_text(wafer, row, " ", "", decimal) + '\n';
  return text;
}

std::string as_sinf(const Formula& wafer) {
  std::string text = "DEVICE:MESH11\nLOT:K7\nWAFER:04\nFNLOC:270\nROWCT:" + std::to_string(wafer.rows) +
                     "\nCOLCT:" + std::to_string(wafer.columns) +
                     "\nBCEQU:01\nREFPX:0\nREFPY:0\nDUTMS:mm\nXDIES:4.0\nYDIES:5.0\n";
  for (int row = 0; row < wafer.rows; ++row) {
    text += "RowData:" + row_text(wafer, row, "__", " ", [](int bin) { return padded(bin, 2); }) + '\n';
  }
  return text;
}

std::string as_g85(const Formula& wafer, const std::string& type, int width) {
  const std::string none = type == "Ascii" ? "." : std::string(static_cast<std::size_t>(width), 'F');
  std::string text =
      "<?xml version=\"1.0\"?>\n<Maps><Map WaferId=\"04\" FormatRevision=\"G85-1101\">\n<Device LotId=\"K7\" "
      "ProductId=\"MESH11\" Orientation=\"90\" BinType=\"" +
      type + "\" NullBin=\"" + none + "\" Rows=\"" + std::to_string(wafer.rows) + "\" Columns=\"" +
      std::to_string(wafer.columns) + "\">\n<Bin BinCode=\"" + padded(1, width) + "\" BinQuality=\"Pass\"/>\n<Data>\n";
  for (int row = 0; row < wafer.rows; ++row) {
    text +=
        "<Row><![CDATA[" + row_text(wafer, row, none, "", [&](int bin) { return padded(bin, width); }) + "]]></Row>\n";
  }
  return text + "</Data></Device></Map></Maps>\n";
}

std::string as_e142(const Formula& wafer) {
  const std::string size = "X=\"" + std::to_string(wafer.columns) + "\" Y=\"" + std::to_string(wafer.rows) + "\"";
  std::string text =
      "<MapData xmlns=\"urn:semi-org:xsd.E142-1.V1005.SubstrateMap\">\n<Layouts><Layout LayoutId=\"D\">"
      "<Dimension " +
      size +
      "/><ProductId> MESH11 </ProductId></Layout></Layouts>\n<Substrates><Substrate SubstrateId=\"04\">"
      "<LotId>K7</LotId></Substrate></Substrates>\n<SubstrateMaps><SubstrateMap SubstrateId=\"04\" "
      "LayoutSpecifier=\"W/D\" Orientation=\"90\" OriginLocation=\"LowerLeft\" AxisDirection=\"UpRight\">"
      "<Overlay MapName=\"S\"><BinCodeMap BinType=\"HexaDecimal\" NullBin=\"FF\" MapType=\"2DArray\">"
      "<BinDefinitions><BinDefinition BinCode=\"01\" BinQuality=\"Pass\"/></BinDefinitions>\n";
  for (int row = wafer.rows - 1; row >= 0; --row) {
    text += "<BinCode>" + row_text(wafer, row, "FF", "", [](int bin) { return padded(bin, 2); }) + "</BinCode>\n";
  }
  return text + "</BinCodeMap></Overlay></SubstrateMap></SubstrateMaps></MapData>\n";
}

/// The dies of a formula, y upwards; those of the plan, or one entry for each defect: as many as the bin says.
std::string klarf_dies(const Formula& wafer, bool plan, std::size_t& count) {
  std::string text;
  count = 0;
  for (int row = 0; row < wafer.rows; ++row) {
    for (int column = 0; column < wafer.columns; ++column) {
      const int bin = wafer(column, row);
      const std::string die = std::to_string(column - 6) + ' ' + std::to_string(5 - row);
      for (int i = plan ? (bin == 0 ? 1 : 0) : 1; i < (plan ? 1 : bin); ++i) {
        ++count;
        text += plan ? "\n " + die : "\n " + std::to_string(count) + " 10.5 20.25 " + die + " 0.5 1 0";
      }
    }
  }
  return text;
}

std::string as_klarf(const Formula& wafer) {
  std::size_t dies = 0, defects = 0;
  const std::string plan = klarf_dies(wafer, true, dies);
  const std::string list = klarf_dies(wafer, false, defects);
  return "FileVersion 1 2;\nLotID \"K7\";\nDeviceID \"MESH11\";\nOrientationMarkLocation LEFT;\nDiePitch 4.0e+03 "
         "5.0e+03;\nWaferID \"04\";\nSampleTestPlan " +
         std::to_string(dies) + plan +
         ";\nDefectRecordSpec 9 DEFECTID XREL YREL XINDEX YINDEX DSIZE CLASSNUMBER IMAGECOUNT IMAGELIST ;\nDefectList" +
         list + ";\nSummaryList\n 1 2 0.5 3 4;\nEndOfFile;\n";
}

std::string with_semicolons(std::string rows) {
  for (std::size_t at = 1; (at = rows.find('\n', at)) != std::string::npos; at += 2) rows.replace(at, 1, ";\n");
  return rows + ";\n";
}

std::string as_klarf18(const Formula& wafer) {
  std::size_t dies = 0, defects = 0;
  const std::string plan = with_semicolons(klarf_dies(wafer, true, dies));
  const std::string list = with_semicolons(klarf_dies(wafer, false, defects));
  return "Record FileRecord \"1.8\"\n{\n  Field FileTimestamp 2 {\"10-14-2026\", \"09:00:00\"}\n  Record LotRecord "
         "\"K7\"\n  {\n    Field DeviceID 1 {\"MESH11\"}\n    Field OrientationMarkLocation 1 {\"LEFT\"}\n    Record "
         "WaferRecord \"04\"\n    {\n      List SampleTestPlanList\n      {\n        Columns 2 {int32 XINDEX, int32 "
         "YINDEX}\n        Data " +
         std::to_string(dies) + "\n        {" + plan +
         "}\n      }\n      List DefectList\n      {\n        Columns 8 {int32 DEFECTID, float XREL, float YREL, int32 "
         "XINDEX, int32 YINDEX, float DSIZE, int32 CLASSNUMBER, ImageList IMAGEINFO}\n        Data " +
         std::to_string(defects) + "\n        {" + list + "}\n      }\n    }\n  }\n}\nEndOfFile;\n";
}

const Formula kWafer{};

TEST(WaferMaps, tables_have_the_dies_of_the_formula_whatever_separates_their_cells) {
  for (const char* separator : {",", ";", "\t"}) {
    const MapFile file = maps_in(as_csv(kWafer, separator));
    EXPECT_EQ(file.format, Format::kCsv);
    EXPECT_EQ(codes_of(file.maps.at(0)), expected(kWafer, decimal)) << separator;
  }
}

TEST(WaferMaps, grids_have_the_dies_of_the_formula) {
  const MapFile file = maps_in(as_grid(kWafer));
  EXPECT_EQ(file.format, Format::kGrid);
  EXPECT_EQ(codes_of(file.maps.at(0)), expected(kWafer, decimal));
}

void expect_named(const WaferMap& map) {
  EXPECT_EQ(map.lot, "K7");
  EXPECT_EQ(map.wafer, "04");
  EXPECT_EQ(map.device, "MESH11");
  EXPECT_EQ(map.notch, Side::kLeft);
}

TEST(WaferMaps, sinf_has_the_dies_of_the_formula) {
  const MapFile file = maps_in(as_sinf(kWafer));
  EXPECT_EQ(file.format, Format::kSinf);
  EXPECT_EQ(codes_of(file.maps.at(0)), expected(kWafer, [](int bin) { return padded(bin, 2); }));
  expect_named(file.maps.at(0));
}

TEST(WaferMaps, g85_has_the_dies_of_the_formula_in_every_type_of_codes) {
  const std::pair<const char*, int> types[] = {{"Ascii", 1}, {"HexaDecimal", 2}, {"Decimal", 3}, {"Integer2", 4}};
  for (const auto& [type, width] : types) {
    const MapFile file = maps_in(as_g85(kWafer, type, width));
    EXPECT_EQ(file.format, Format::kG85);
    const int digits = width;
    EXPECT_EQ(codes_of(file.maps.at(0)), expected(kWafer, [digits](int bin) { return padded(bin, digits); })) << type;
    expect_named(file.maps.at(0));
  }
}

TEST(WaferMaps, e142_has_the_dies_of_the_formula_from_the_lower_left) {
  const MapFile file = maps_in(as_e142(kWafer));
  EXPECT_EQ(file.format, Format::kE142);
  EXPECT_EQ(codes_of(file.maps.at(0)), expected(kWafer, [](int bin) { return padded(bin, 2); }));
  expect_named(file.maps.at(0));
}

TEST(WaferMaps, both_versions_of_klarf_have_the_dies_of_the_formula_with_and_without_defects) {
  const Lines wanted = expected(kWafer, [](int bin) { return bin == 1 ? "clean" : "defect"; });
  for (const std::string& text : {as_klarf(kWafer), as_klarf18(kWafer)}) {
    const MapFile file = maps_in(text);
    EXPECT_EQ(file.format, Format::kKlarf);
    EXPECT_EQ(codes_of(file.maps.at(0)), wanted) << text;
    expect_named(file.maps.at(0));
  }
}

TEST(WaferMaps, a_format_can_be_forced) {
  EXPECT_EQ(codes_in("1 0 1\n0 1 1\n", {.format = Format::kGrid}), (Lines{"1,0,1", "0,1,1"}));
  EXPECT_EQ(codes_in("1 0 1\n0 1 1\n"), (Lines{"-,1", "1,-"})) << "x, y and bin";
  EXPECT_FALSE(mistakes_in(as_sinf(kWafer), {.format = Format::kG85}).empty());
}

TEST(WaferMaps, what_is_no_wafer_map_has_no_format) {
  for (const char* text : {"", "defects: {pe: [[2, 4]]}\n", "{defects: {pe: [1]}}",
                           "# comment\n\ndefects:\n  random: 3\n", "- 1\n- 2\n", "hello\n", "<html/>", "pe: [1]\n"}) {
    EXPECT_EQ(format_of(text), std::nullopt) << text;
    EXPECT_EQ(mistakes_in(text).size(), 1u) << text;
  }
}

TEST(WaferMaps, rows_and_columns_begin_at_the_corner_that_the_user_names) {
  const std::string text = "x,y,bin\n0,0,1\n1,0,2\n0,1,3\n1,1,4\n";
  EXPECT_EQ(codes_in(text), (Lines{"1,2", "3,4"}));
  EXPECT_EQ(codes_in(text, {.origin = Corner::kLowerLeft}), (Lines{"3,4", "1,2"}));
  EXPECT_EQ(codes_in(text, {.origin = Corner::kUpperRight}), (Lines{"2,1", "4,3"}));
  EXPECT_EQ(codes_in(text, {.origin = Corner::kLowerRight}), (Lines{"4,3", "2,1"}));
  EXPECT_EQ(codes_in("12\n34\n", {.origin = Corner::kLowerRight}), (Lines{"4,3", "2,1"}));
}

TEST(WaferMaps, one_note_names_the_maps_of_which_no_die_is_good) {
  const std::string end = " is good by what the file says; if that is wrong, name the good bins";
  EXPECT_EQ(maps_in("XX\nX-\n").notes, Lines{"no die of map 1" + end});
  EXPECT_EQ(maps_in("wafer A\nXX\nX1\nwafer B\nX\nwafer C\nX\nwafer D\nX\n").notes,
            Lines{"no die of wafer B and 2 other maps" + end});
  EXPECT_EQ(maps_in("wafer A\nX\nwafer B\nX\n").notes, Lines{"no die of wafer A and 1 other map" + end});
  EXPECT_EQ(maps_in("--\n--\n").notes, Lines{}) << "it has no dies";
}

TEST(WaferMaps, a_map_of_512_x_512_dies_is_whole) {
  const Formula large{512, 512, 3};
  EXPECT_EQ(codes_in(as_csv(large, ",")), expected(large, decimal));
}

}  // namespace
}  // namespace kintsugi::wafermap::test
