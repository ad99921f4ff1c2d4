// kintsugi map: what it shows of the shipped wafer maps, beside counts of its own, what it writes, and its refusals.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;
using Strings = std::vector<std::string>;

json shown(const Strings& words) {
  const ToolResult result = run_tool(with(with({"map"}, words), {"--json"}));
  EXPECT_EQ(result.status, 0) << result.err;
  return json::parse(result.out, nullptr, false);
}

json only_map(const Strings& words) {
  const json document = shown(words);
  EXPECT_EQ(document.at("maps").size(), 1u);
  return document.at("maps").at(0);
}

std::string map_file(const TemporaryDirectory& directory, const std::string& name, const std::string& text) {
  std::filesystem::create_directories(directory.path());
  const std::string path = (directory.path() / name).string();
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

/// Returns how often the expression is found.
std::size_t count(const std::string& text, const std::string& expression) {
  const std::regex regex(expression);
  return static_cast<std::size_t>(
      std::distance(std::sregex_iterator(text.begin(), text.end(), regex), std::sregex_iterator()));
}

/// Returns what the first group of the expression is, each time it is found.
Strings found_in(const std::string& text, const std::string& expression) {
  const std::regex regex(expression);
  Strings found;
  for (std::sregex_iterator each(text.begin(), text.end(), regex), end; each != end; ++each)
    found.push_back((*each)[1]);
  return found;
}

std::string text_between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t first = text.find(begin) + begin.size();
  return text.substr(first, text.find(end, first) - first);
}

void expect_counts(const json& map, std::size_t good, std::size_t bad, std::size_t absent) {
  EXPECT_EQ(map.at("good"), good);
  EXPECT_EQ(map.at("bad"), bad);
  EXPECT_EQ(map.at("absent"), absent);
}

TEST(MapCommand, counts_the_dies_of_a_table_as_its_lines_do) {
  const std::string text = text_of("traces/maps/wafer.csv");
  const std::size_t good = count(text, "K26,07,[0-9]+,[0-9]+,1,");
  const std::size_t all = count(text, "K26,07,");
  ASSERT_EQ(all, 100u);
  expect_counts(only_map({"traces/maps/wafer.csv"}), good, all - good, 0);
}

TEST(MapCommand, shows_a_grid_as_it_is) {
  const json map = only_map({"traces/maps/wafer.txt"});
  std::string lines;
  for (const json& line : map.at("picture")) lines += line.get<std::string>() + '\n';
  EXPECT_EQ(lines, text_of("traces/maps/wafer.txt"));
}

TEST(MapCommand, counts_the_dies_of_each_wafer_of_a_lot_as_the_codes_of_its_rows) {
  std::string text = text_of("traces/maps/lot.sinf");
  const json document = shown({"traces/maps/lot.sinf"});
  EXPECT_EQ(document.at("maps_in_file"), 5);
  ASSERT_EQ(document.at("maps").size(), 5u);
  for (const json& map : document.at("maps")) {
    const std::size_t next = std::min(text.find("DEVICE", 1), text.size());
    const std::string wafer = text.substr(0, next);
    text.erase(0, next);
    EXPECT_NE(wafer.find("WAFER:" + map.at("wafer").get<std::string>() + '\n'), std::string::npos);
    const std::string rows = wafer.substr(wafer.find("RowData"));
    expect_counts(map, count(rows, "\\b01\\b"), count(rows, "\\b0[2-9]\\b"), count(rows, "__"));
  }
}

TEST(MapCommand, counts_the_dies_of_the_semi_formats_as_their_rows) {
  const std::string g85 = text_of("traces/maps/wafer.g85.xml");
  std::string rows;
  for (const std::string& row : found_in(g85, "CDATA\\[([0-9]+)")) rows += row;
  const auto good = static_cast<std::size_t>(std::ranges::count(rows, '1'));
  const json map = only_map({"traces/maps/wafer.g85.xml"});
  expect_counts(map, good, rows.size() - good, 0);
  EXPECT_EQ(map.at("notch"), "left");
  const std::string e142 = text_of("traces/maps/wafer.e142.xml");
  std::vector<std::string> pictures;
  for (const std::string& codes : found_in(e142, "<BinCode>([0-9A-F]+)</BinCode>")) {
    std::string line;
    for (std::size_t i = 0; i < codes.size(); i += 2) line += codes.substr(i, 2) == "01" ? '.' : 'X';
    pictures.insert(pictures.begin(), line);  // the first row of the file is the lowest of the wafer
  }
  EXPECT_EQ(only_map({"traces/maps/wafer.e142.xml"}).at("picture"), json(pictures));
}

TEST(MapCommand, counts_the_dies_with_defects_of_both_versions_of_klarf) {
  const std::string list = text_between(text_of("traces/maps/inspection.klarf"), "DefectList\n", ";");
  std::set<std::string> dies;
  const Strings places = found_in(list, " [0-9]+ [0-9.]+ [0-9.]+ (-?[0-9]+ -?[0-9]+) ");
  dies.insert(places.begin(), places.end());
  EXPECT_LT(dies.size(), count(list, "\n")) << "a die with two defects";
  const json map = only_map({"traces/maps/inspection.klarf"});
  expect_counts(map, 100 - dies.size(), dies.size(), 0);
  EXPECT_EQ(only_map({"traces/maps/inspection18.klarf"}).at("picture"), map.at("picture"));
}

TEST(MapCommand, says_what_was_left_out) {
  EXPECT_EQ(shown({"traces/maps/wafer.csv"}).at("notes"), json({"columns left out: IDDQ_uA"}));
  const ToolResult result = run_tool({"map", "traces/maps/lot.sinf", "--wafer", "3"});
  EXPECT_TRUE(
      result.out.starts_with("file    traces/maps/lot.sinf\nformat  SINF\nmaps    5, of which 1 shown\n"
                             "notes   keys left out: REFPX, REFPY, DUTMS, XDIES, YDIES\n\nwafer 03 of lot K26\n"
                             "size       12 x 12, columns x rows\n"))
      << result.out;
}

TEST(MapCommand, options_choose_bins_a_turn_a_corner_and_a_window) {
  const TemporaryDirectory directory;
  const std::string file = map_file(directory, "a.csv", "x,y,bin\n0,0,1\n1,0,2\n2,0,3\n0,1,3\n1,1,1\n2,1,1\n");
  const auto picture = [&](const Strings& words) { return only_map(with({file}, words)).at("picture"); };
  EXPECT_EQ(picture({}), json({".XX", "X.."}));
  EXPECT_EQ(picture({"--good", "1,2"}), json({"..X", "X.."}));
  EXPECT_EQ(picture({"--bad", "2"}), json({".X.", "..."}));
  EXPECT_EQ(picture({"--rotate", "90"}), json({"X.", ".X", ".X"}));
  EXPECT_EQ(picture({"--origin", "lower-left"}), json({"X..", ".XX"}));
  EXPECT_EQ(picture({"--window", "1,0,2,1"}), json(Strings{"XX"}));
  EXPECT_EQ(picture({"--rotate", "90", "--window", "0,1,2,2"}), json({".X", ".X"}));
}

TEST(MapCommand, turns_the_notch_down) {
  const json map = only_map({"traces/maps/wafer.g85.xml", "--rotate", "notch"});
  EXPECT_EQ(map.at("notch"), "down");
  EXPECT_EQ(map.at("picture"), only_map({"traces/maps/wafer.g85.xml", "--rotate", "270"}).at("picture"));
}

TEST(MapCommand, cuts_the_picture_of_a_large_map_with_words) {
  const TemporaryDirectory directory;
  std::string rows;
  for (int row = 0; row < 60; ++row) rows += std::string(120, '.') + '\n';
  const ToolResult result = run_tool({"map", map_file(directory, "a.txt", rows)});
  EXPECT_NE(result.out.find("\n  the first 96 x 48 of 120 x 60 places; --window shows others, --json all\n"),
            std::string::npos)
      << result.out;
  EXPECT_EQ(count(result.out, "\n  \\.{96}\n"), 24u) << "every second line begins a match";
}

TEST(MapCommand, writes_what_it_reads_back_as_the_same_dies) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  for (const char* source :
       {"wafer.csv", "wafer.txt", "lot.sinf", "wafer.g85.xml", "wafer.e142.xml", "inspection.klarf"}) {
    const std::string input = std::string("traces/maps/") + source;
    for (const std::string format : {"csv", "grid", "sinf"}) {
      const std::string file = (directory.path() / (source + ('.' + format))).string();
      Strings view = {input};
      if (format == "csv")
        view = with(view, {"--window", source == std::string("lot.sinf") ? "1,1,10,10" : "0,0,10,10"});
      const ToolResult result = run_tool(with(with({"map"}, view), {"--write", format, "--out", file}));
      EXPECT_EQ(result.status, 0) << result.err;
      Strings again = {file};
      if (format == "csv" && source == std::string("inspection.klarf")) again = with(again, {"--good", "clean"});
      if (format == "csv" && source == std::string("wafer.txt")) again = with(again, {"--good", "."});
      const json before = shown(view).at("maps");
      const json after = shown(again).at("maps");
      ASSERT_EQ(before.size(), after.size()) << file;
      for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_EQ(before[i].at("picture"), after[i].at("picture")) << file;
        EXPECT_EQ(before[i].value("wafer", ""), after[i].value("wafer", "")) << file;
        EXPECT_EQ(before[i].value("lot", ""), after[i].value("lot", "")) << file;
      }
      EXPECT_EQ(run_tool(with(with({"map"}, view), {"--write", format, "--out", file})).status, 0) << "its own file";
    }
  }
}

TEST(MapCommand, prints_what_it_writes_without_a_file) {
  const ToolResult result = run_tool({"map", "traces/maps/inspection.klarf", "--window", "0,0,3,2", "--write", "csv"});
  EXPECT_EQ(result.out,
            "x,y,bin,good,wafer,lot\n0,0,clean,1,09,K26\n1,0,defect,0,09,K26\n2,0,defect,0,09,K26\n"
            "0,1,clean,1,09,K26\n1,1,defect,0,09,K26\n2,1,clean,1,09,K26\n");
  EXPECT_EQ(result.err,
            "--write: csv does not say which bins are good; read the file with good bins clean; csv has no place for "
            "the notch\n");
}

std::string map_refusal(const Strings& words) {
  const ToolResult result = run_tool(with({"map"}, words));
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  return result.err;
}

TEST(MapCommand, names_the_option_that_is_wrong_and_what_is_valid) {
  const std::string lot = "traces/maps/lot.sinf";
  EXPECT_EQ(map_refusal({lot, "--wafer", "9"}), "--wafer: the file has no wafer '9'; it has 01, 02, 03, 04, 05\n");
  EXPECT_EQ(map_refusal({lot, "--good", "01,77"}), "--good: no die has bin 77; there are 01, 05, 04, 03, 02\n");
  EXPECT_EQ(map_refusal({lot, "--window", "4,4,9,2"}),
            "--window: 9 x 2 places from column 4 and row 4 on are not within the 12 x 12 of wafer 01 of lot K26\n");
  EXPECT_EQ(map_refusal({lot, "--window", "4,4,0,2"}),
            "--window: '4,4,0,2' is not four integers: column, row, columns, rows; the first two from 0\n");
  EXPECT_EQ(map_refusal({lot, "--good", "1", "--bad", "2"}),
            "--bad: all bins but the good ones are bad already; leave out good, or bad\n");
  EXPECT_EQ(map_refusal({"traces/maps/wafer.txt", "--rotate", "notch"}),
            "--rotate: the file does not say where the notch of map 1 is; name degrees: 0, 90, 180 or 270\n");
  EXPECT_EQ(map_refusal({lot, "--out", "x"}), "--out: in which format? Add --write csv, grid or sinf\n");
  EXPECT_TRUE(map_refusal({"no/such"}).starts_with("no/such: cannot read this file: "));
  EXPECT_TRUE(map_refusal({"traces/demo.yaml"}).starts_with("traces/demo.yaml:1:1: this is no wafer map: "));
}

TEST(MapCommand, writes_nothing_over_what_is_not_its_own_and_nothing_after_a_mistake) {
  const TemporaryDirectory directory;
  const std::string own = map_file(directory, "own.csv", "x,y,bin\n0,0,1\n");
  EXPECT_EQ(map_refusal({own, "--write", "csv", "--out", own}),
            "--out: '" + own + "' is the wafer map; name another file\n");
  const std::string other = map_file(directory, "other.csv", "x,y,bin\n5,5,1\n");
  EXPECT_NE(map_refusal({own, "--write", "csv", "--out", other}).find("--out"), std::string::npos);
  EXPECT_EQ(text_of(other), "x,y,bin\n5,5,1\n");
  const std::string bad = map_file(directory, "bad.csv", "x,y,bin\n0,0,1\n0,0,2\n0,q,2\n");
  const std::string made = (directory.path() / "made.csv").string();
  const std::string both = map_refusal({bad, "--write", "csv", "--out", made});
  EXPECT_NE(both.find(bad + ":4:"), std::string::npos) << both;
  EXPECT_FALSE(std::filesystem::exists(made));
}

TEST(MapCommand, reads_a_map_of_512_x_512) {
  const TemporaryDirectory directory;
  std::string text = "x,y,bin\n";
  for (int y = 0; y < 512; ++y) {
    for (int x = 0; x < 512; ++x) {
      text += std::to_string(x) + ',' + std::to_string(y) + ((x * 7 + y * 13) % 50 == 0 ? ",9\n" : ",1\n");
    }
  }
  const std::string file = map_file(directory, "large.csv", text);
  const ToolResult result = run_tool({"map", file, "--timing", "--json"});
  const json document = json::parse(result.out);
  EXPECT_EQ(document.at("maps").at(0).at("bad"), count(text, ",9\n"));
  std::cout << "read and shown in " << document.at("wall_seconds") << " s\n";
}

}  // namespace
}  // namespace kintsugi::test
