#include "models/wafermap/klarf_reader.hpp"

#include "tb/tests/unit/models/wafermap/map_text.hpp"

namespace kintsugi::wafermap::test {
namespace {

const std::string kBegin = "FileVersion 1 2;\nLotID \"A\";\n";
const std::string kSpec = "DefectRecordSpec 5 DEFECTID XINDEX YINDEX IMAGECOUNT IMAGELIST ;\n";

TEST(WaferMapKlarf, images_of_a_defect_are_passed_over) {
  EXPECT_EQ(codes_in(kBegin + "WaferID \"1\";\nSampleTestPlan 3\n 0 0\n 1 0\n 2 0;\n" + kSpec +
                     "DefectList\n 1 0 0 2\n 7 0\n 8 0\n 2 2 0 0;\nEndOfFile;\n"),
            Lines{"defect,clean,defect"});
}

TEST(WaferMapKlarf, y_grows_upwards) {
  const std::string text = kBegin + "SampleTestPlan 2 0 0 0 1;\n" + kSpec + "DefectList\n 1 0 1 0;\nEndOfFile;\n";
  EXPECT_EQ(codes_in(text), (Lines{"defect", "clean"}));
  EXPECT_EQ(codes_in(text, {.origin = Corner::kUpperLeft}), (Lines{"clean", "defect"}));
}

TEST(WaferMapKlarf, a_wafer_without_a_plan_has_that_of_the_wafer_before) {
  const MapFile file = maps_in(kBegin + "WaferID \"1\";\nSampleTestPlan 2 0 0 1 0;\n" + kSpec +
                               "DefectList 1 0 0 0;\nWaferID \"2\";\nDefectList 1 1 0 0;\nWaferID \"3\";\nEndOfFile;");
  ASSERT_EQ(file.maps.size(), 3u);
  EXPECT_EQ(codes_of(file.maps[0]), Lines{"defect,clean"});
  EXPECT_EQ(codes_of(file.maps[1]), Lines{"clean,defect"});
  EXPECT_EQ(codes_of(file.maps[2]), Lines{"clean,clean"});
  EXPECT_EQ(name_of(file.maps[2], 2), "wafer 3 of lot A");
}

TEST(WaferMapKlarf, a_defect_outside_of_the_plan_adds_its_die_with_a_note) {
  const MapFile file =
      maps_in(kBegin + "SampleTestPlan 1 0 0;\n" + kSpec + "DefectList 1 2 0 0 2 2 0 0;\nEndOfFile;\n");
  EXPECT_EQ(codes_of(file.maps.at(0)), Lines{"clean,-,defect"});
  EXPECT_EQ(file.notes,
            (Lines{"1 die with defects that the SampleTestPlan lacks counts as defective",
                   "of the records only wafer, lot, device, notch, dies and the dies of the defects are taken"}));
}

TEST(WaferMapKlarf, all_mistakes_are_reported_with_line_and_column) {
  EXPECT_EQ(mistakes_in(kBegin + "OrientationMarkLocation ASKEW;\nSampleTestPlan 2 0 0;\n" + kSpec +
                        "DefectList\n 1 a 0 0\n 2;\n"),
            (Lines{"3:25: OrientationMarkLocation must be DOWN, LEFT, UP or RIGHT, not 'ASKEW'",
                   "4:1: SampleTestPlan says 2 dies, but has 2 numbers; each die has two",
                   "7:4: the coordinate of a die must be an integer, -10^6 to 10^6, not 'a'",
                   "8:2: the record of the defect has 1 word; DefectRecordSpec has 4",
                   "9:1: there is no EndOfFile; the file is cut"}));
  EXPECT_EQ(mistakes_in(kBegin + "SampleTestPlan 2 0 0"), Lines{"3:1: the file ends within SampleTestPlan; it is cut"});
  EXPECT_EQ(mistakes_in(kBegin + "DefectList 1 2 3;\nEndOfFile;"),
            Lines{"3:1: DefectList needs a DefectRecordSpec with XINDEX and YINDEX before it"});
  EXPECT_EQ(mistakes_in(kBegin + "WaferID \"1\";\nEndOfFile;"),
            Lines{"3:1: the wafer has no SampleTestPlan, which says which dies there are"});
  EXPECT_EQ(mistakes_in(kBegin + "DefectRecordSpec 1 DEFECTID;\nEndOfFile;").size(), 2u);
}

std::string klarf18(const std::string& wafer) {
  return "Record FileRecord \"1.8\" {\nRecord LotRecord \"A\" {\nRecord WaferRecord \"1\" {\n" + wafer;
}
const std::string kColumns = "Columns 2 { int32 XINDEX, int32 YINDEX }\n";

TEST(WaferMapKlarf, lists_of_version_1_8_may_have_braces_in_their_rows) {
  EXPECT_EQ(codes_in(klarf18("List SampleTestPlan { " + kColumns +
                             "Data 2 { 0 0; 1 0; } }\nList DefectList { Columns 3 { ImageList I, int32 XINDEX, int32 "
                             "YINDEX }\nData 1 { Images 1 {\"x\", {1, 2}} 1 0; } }\n}}}\nEndOfFile;")),
            Lines{"clean,defect"});
}

TEST(WaferMapKlarf, mistakes_of_version_1_8_have_places_too) {
  EXPECT_EQ(mistakes_in(klarf18("List SampleTestPlan { " + kColumns + "Data 3 { 0 0; b 0; 1; } }\n")),
            (Lines{"3:1: the file ends within WaferRecord; it is cut",
                   "5:15: the coordinate of a die must be an integer, -10^6 to 10^6, not 'b'",
                   "5:20: the row has 1 word; SampleTestPlan has 2 columns"}));
  EXPECT_EQ(mistakes_in(klarf18("Nonsense")), Lines{"4:1: Record, Field, List or } must be here, not 'Nonsense'"});
  EXPECT_EQ(mistakes_in(klarf18("List DefectList { Columns 1 { int32 A } Data 1 { 0; } }\n}}}}")).size(), 2u);
  EXPECT_EQ(mistakes_in(klarf18("}}}\n")),
            (Lines{"3:1: the wafer has no SampleTestPlan, which says which dies there are",
                   "5:1: there is no EndOfFile; the file is cut"}));
}

/// The lists of a wafer: a plan of dies in row 0 for each text of x coordinates.
std::string plans18(const std::vector<std::vector<int>>& plans) {
  std::string text;
  for (const std::vector<int>& plan : plans) {
    text += "List SampleTestPlan { " + kColumns + "Data " + std::to_string(plan.size()) + " { ";
    for (const int x : plan) text += std::to_string(x) + " 0; ";
    text += "} }\n";
  }
  return text;
}

std::string plans12(const std::vector<std::vector<int>>& plans) {
  std::string text;
  for (const std::vector<int>& plan : plans) {
    text += "InspectionTest 1;\nSampleTestPlan " + std::to_string(plan.size());
    for (const int x : plan) text += "\n " + std::to_string(x) + " 0";
    text += ";\n";
  }
  return text;
}

/// The same lot in both versions: plans of the lot, then a wafer for each other element.
Lines lots(const std::vector<std::vector<std::vector<int>>>& plans) {
  std::string old = kBegin + plans12(plans.front());
  std::string text = "Record FileRecord \"1.8\" {\nRecord LotRecord \"A\" {\n" + plans18(plans.front());
  for (std::size_t i = 1; i < plans.size(); ++i) {
    old += "WaferID \"" + std::to_string(i) + "\";\n" + plans12(plans[i]);
    text += "Record WaferRecord \"" + std::to_string(i) + "\" {\n" + plans18(plans[i]) + "}\n";
  }
  return {old + "EndOfFile;\n", text + "}}\nEndOfFile;\n"};
}

TEST(WaferMapKlarf, plans_of_one_wafer_are_joined_and_those_of_the_wafer_before_are_not_added) {
  for (const std::string& text : lots({{}, {{0, 1}, {1, 3}}, {{0}}, {}, {{0}, {2}}})) {
    const MapFile file = maps_in(text);
    ASSERT_EQ(file.maps.size(), 4u) << text;
    EXPECT_EQ(codes_of(file.maps[0]), Lines{"clean,clean,-,clean"}) << text;
    EXPECT_EQ(codes_of(file.maps[1]), Lines{"clean"}) << text;
    EXPECT_EQ(codes_of(file.maps[2]), Lines{"clean"}) << text;
    EXPECT_EQ(codes_of(file.maps[3]), Lines{"clean,-,clean"}) << text;
  }
}

TEST(WaferMapKlarf, a_plan_of_the_lot_is_of_the_wafers_without_one) {
  for (const std::string& text : lots({{{0, 1}, {2}}, {}, {{5}}})) {
    const MapFile file = maps_in(text);
    ASSERT_EQ(file.maps.size(), 2u) << text;
    EXPECT_EQ(file.maps[0].wafer, "1");
    EXPECT_EQ(codes_of(file.maps[0]), Lines{"clean,clean,clean"}) << text;
    EXPECT_EQ(codes_of(file.maps[1]), Lines{"clean"}) << text;
  }
  for (const std::string& text : lots({{{0, 1}}, {{5}}})) {
    EXPECT_EQ(codes_of(maps_in(text).maps.at(0)), Lines{"clean"}) << text;
  }
}

TEST(WaferMapKlarf, a_plan_without_a_count_has_one_mistake) {
  const std::string message = "SampleTestPlan must begin with the number of its dies, 0 to 10^6, not ";
  EXPECT_EQ(mistakes_in(kBegin + "SampleTestPlan\n many 0 0 1 0;\nEndOfFile;"), Lines{"4:2: " + message + "'many'"});
  EXPECT_EQ(mistakes_in(kBegin + "SampleTestPlan -1;\nEndOfFile;").front(), "3:16: " + message + "'-1'");
  EXPECT_EQ(mistakes_in(kBegin + "SampleTestPlan;\nEndOfFile;"), Lines{"3:1: " + message + "';'"});
}

}  // namespace
}  // namespace kintsugi::wafermap::test
