// Files that no tool should write: cut, deep, with huge numbers or in other encodings.
#include "tb/tests/unit/models/wafermap/map_text.hpp"

namespace kintsugi::wafermap::test {
namespace {

std::string repeated(const std::string& part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

TEST(HostileWaferMaps, each_is_refused_with_a_place) {
  const std::string klarf = "FileVersion 1 2;\nSampleTestPlan ";
  const std::pair<const char*, std::string> files[] = {
      {"UTF-16", std::string("\xFF\xFE", 2) + std::string("x\0,\0y\0", 6)},
      {"Latin-1", "x,y,bin\n0,0,gut\xE4\n"},
      {"a zero", std::string("x,y,bin\n0,0,1\0\n", 15)},
      {"half a character", "11\n1\xE2\x96"},
      {"deep XML", repeated("<Map>", 200'000)},
      {"deep XML that ends", repeated("<Map>", 50'000) + repeated("</Map>", 50'000)},
      {"an entity that grows",
       "<!DOCTYPE Map [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><Map><Device>&b;</Device></Map>"},
      {"an external entity", "<!DOCTYPE Map [<!ENTITY a SYSTEM \"/etc/passwd\">]><Map WaferId='&a;'/>"},
      {"another root", "<svg/>"},
      {"many rows that are said",
       "<Map><Device Rows='999999999' Columns='999999999'><Data><Row>1</Row></Data></Device></Map>"},
      {"negative rows", "<Map><Device Rows='-1'><Data><Row>1</Row></Data></Device></Map>"},
      {"a huge count", klarf + "999999999999999999999 0 0;\nEndOfFile;\n"},
      {"a count without dies", klarf + "1000000;\nEndOfFile;\n"},
      {"a negative count", klarf + "-1;\nEndOfFile;\n"},
      {"no sign", klarf},
      {"an open quote", "FileVersion 1 2;\nLotID \"A;\nEndOfFile;\n"},
      {"braces", "Record FileRecord \"1.8\" " + repeated("{ ", 100'000)},
      {"braces in a row",
       "Record FileRecord \"1.8\" { List DefectList { Columns 1 { int32 X } Data 1 { " + repeated("{", 100'000)},
      {"closed braces", "Record FileRecord \"1.8\" {}}}}}}"},
      {"far dies", "-1000000,0,1\n1000000,0,1\n"},
      {"a long line", "11\n" + repeated("1", 5000) + "\n"},
      {"rows without end", repeated("1\n", 5000)},
      {"a line without a key", "RowData:01\n:\n::\nx\n"},
      {"nothing", ""},
      {"blanks", " \n\t\r\n "}};
  for (const auto& [what, text] : files) {
    const auto read = read_maps(text);
    const auto* mistakes = std::get_if<std::vector<FileMistake>>(&read);
    ASSERT_NE(mistakes, nullptr) << what;
    ASSERT_FALSE(mistakes->empty()) << what;
    for (const FileMistake& mistake : *mistakes) {
      EXPECT_GE(mistake.line, 1) << what;
      EXPECT_GE(mistake.column, 1) << what;
      EXPECT_FALSE(mistake.message.empty()) << what;
    }
  }
}

TEST(HostileWaferMaps, an_entity_is_a_mistake_and_is_not_expanded) {
  const std::string message = ": entities are not read; write what they stand for, and leave them out";
  EXPECT_EQ(mistakes_in("<!DOCTYPE Map [<!ENTITY a SYSTEM \"/etc/passwd\">]><Map WaferId='&a;'><Device><Data>"
                        "<Row>1</Row></Data></Device></Map>"),
            Lines{"1:16" + message});
  EXPECT_EQ(mistakes_in("<Map><Device LotId='&a;'><Data>\n<Row>1</Row></Data></Device></Map>"),
            Lines{"1:21" + message});
  EXPECT_EQ(mistakes_in("<Map><Device><Data>\n<Row>&b;</Row></Data></Device></Map>"), Lines{"2:6" + message});
  EXPECT_EQ(mistakes_in("<MapData>\n<!-- &a; --><SubstrateMaps>&none;</SubstrateMaps></MapData>"),
            Lines{"2:28" + message});
}

TEST(HostileWaferMaps, characters_that_xml_itself_names_are_no_entities) {
  const WaferMap map = map_in(
      "<Map WaferId='a&amp;b;&#65;'><!-- <!ENTITY a 'b'> --><Device LotId='R&D'><Data><Row><![CDATA[&b;]]></Row>"
      "<Row>&lt;&gt;&quot;</Row></Data></Device></Map>");
  EXPECT_EQ(map.wafer, "a&b;A");
  EXPECT_EQ(map.lot, "R&D");
  EXPECT_EQ(codes_of(map), (Lines{"&,b,;", "<,>,\""}));
}

TEST(HostileWaferMaps, mistakes_are_limited) {
  EXPECT_EQ(mistakes_in("x,y,bin\n" + repeated("a,b,c\n", 3000)).size(), in_text::Mistakes::kMost);
}

}  // namespace
}  // namespace kintsugi::wafermap::test
