// Wafer maps of other tools as the defects of a scenario, by defects.file and --map, and lots of them in yield.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;
using Strings = std::vector<std::string>;

const std::string kWafer8 = "network: {kind: srt2d, n: 3}, fabric: {}";

class MeasuredMapsTest : public ::testing::Test {
 protected:
  MeasuredMapsTest() { std::filesystem::create_directories(directory_.path()); }
  std::string write(const std::string& name, const std::string& text) const {
    const std::string path = (directory_.path() / name).string();
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

 private:
  TemporaryDirectory directory_;
};

json map_report(const Strings& words) {
  const ToolResult result = run_tool(with(words, {"--json"}));
  EXPECT_EQ(result.err, "");
  return json::parse(result.out, nullptr, false);
}

std::string map_refused(const Strings& words) {
  const ToolResult result = run_tool(words);
  EXPECT_EQ(result.status, 2) << result.out;
  EXPECT_EQ(result.out, "");
  return result.err;
}

/// Returns the PEs of the bad dies of a picture, [row, column]; without those of the corners, where there are none.
json bad_places(const json& picture) {
  json places = json::array();
  const auto last = picture.size() - 1;
  for (std::size_t row = 0; row < picture.size(); ++row) {
    const std::string line = picture[row];
    for (std::size_t column = 0; column < line.size(); ++column) {
      const bool is_corner = (row == 0 || row == last) && (column == 0 || column == last);
      if (line[column] != '.' && !is_corner) places.push_back({row, column});
    }
  }
  return places;
}

TEST_F(MeasuredMapsTest, every_format_is_the_defects_that_kintsugi_map_shows) {
  for (const char* file : {"wafer.csv", "wafer.txt", "wafer.g85.xml", "wafer.e142.xml", "inspection.klarf"}) {
    const std::string path = std::string("traces/maps/") + file;
    const json shown = map_report({"map", path}).at("maps").at(0);
    const json report = map_report({"repair", "{" + kWafer8 + ", defects: {file: " + path + "}}"});
    EXPECT_EQ(report.at("defects").value("pe", json::array()), bad_places(shown.at("picture"))) << file;
    EXPECT_EQ(report.at("map").at("file"), path);
    EXPECT_EQ(report.at("map").at("bad").get<int>() + report.at("map").at("good").get<int>(), 96) << "no corners";
    EXPECT_EQ(report.at("map").at("notes").back(), "4 dies where there is no PE are left out");
  }
}

TEST_F(MeasuredMapsTest, one_line_of_the_report_says_what_was_taken) {
  const ToolResult result = run_tool({"repair", "{" + kWafer8 + ", defects: {file: traces/maps/lot.sinf, wafer: 1}}"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(result.out.starts_with(
      "map        wafer 01 of lot K26 in traces/maps/lot.sinf, sinf: 10 x 10, 87 PEs good, 9 bad; keys left out: "
      "REFPX, "
      "REFPY, DUTMS, XDIES, YDIES; rows and columns without a die at the rim are left out; 4 dies where there is no PE "
      "are left out\n"))
      << result.out;
}

TEST_F(MeasuredMapsTest, keys_say_how_the_map_is_seen) {
  const std::string file = write("a.csv", "x,y,bin\n0,0,1\n1,0,2\n2,0,3\n3,0,1\n0,1,3\n1,1,1\n2,1,1\n3,1,1\n");
  const auto defects = [&](const std::string& keys, const std::string& sides) {
    return map_report({"prove", "{network: {kind: mesh, sides: " + sides +
                                    "}, router: {routing: updown}, defects: {file: " + file + keys + "}}"})
        .at("defects")
        .value("pe", json::array());
  };
  EXPECT_EQ(defects("", "[4, 2]"), json({1, 2, 4}));
  EXPECT_EQ(defects(", good: [1, 2]", "[4, 2]"), json({2, 4}));
  EXPECT_EQ(defects(", bad: [2]", "[4, 2]"), json(std::vector<int>{1}));
  EXPECT_EQ(defects(", origin: lower-left", "[4, 2]"), json({0, 5, 6}));
  EXPECT_EQ(defects(", rotate: 90", "[2, 4]"), json({0, 3, 5}));
  EXPECT_EQ(defects(", window: [1, 0, 2, 2]", "[2, 2]"), json({0, 1}));
}

TEST_F(MeasuredMapsTest, a_pe_without_a_die_is_defective_and_counted) {
  const std::string file = write("a.txt", "..-.\n.X..\n....\n");
  const json report = map_report(
      {"prove", "{network: {kind: mesh, sides: [4, 3]}, router: {routing: updown}, defects: {file: " + file + "}}"});
  EXPECT_EQ(report.at("defects").at("pe"), json({2, 5}));
  EXPECT_EQ(report.at("map").at("missing"), 1);
}

TEST_F(MeasuredMapsTest, that_do_not_fit_say_size_first_lines_and_an_example) {
  const std::string file = write("a.txt", "X..\n...\n");
  EXPECT_EQ(
      map_refused({"repair", "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {file: " + file + "}}"}),
      "<command line>:1:60: map 1 has 3 x 2 places, columns x rows, but the PEs of this fabric, spares "
      "included, are 6 x 6. It was read as  X..  ...  (. good, X bad, - no die). A map that fits has 6 lines such "
      "as  ......\n");
  const auto mesh = [&](const std::string& sides) {
    return map_refused({"prove", "{network: {kind: mesh, sides: " + sides +
                                     "}, router: {routing: updown}, defects: {file: " + file + "}}"});
  };
  EXPECT_NE(mesh("[2, 3]").find("such as  ..; turned it fits: rotate 90 or 270\n"), std::string::npos);
  EXPECT_NE(mesh("[2, 2]").find("; or take a part of this one, such as window 0, 0, 2, 2\n"), std::string::npos);
  EXPECT_NE(map_refused({"prove", "{network: {kind: hypercube, n: 3}, router: {routing: updown}, defects: {file: " +
                                      file + "}}"})
                .find("are not on a grid"),
            std::string::npos);
}

TEST_F(MeasuredMapsTest, can_be_of_the_core_alone) {
  const std::string file = write("core.txt", "X..-\n....\n..X.\n....\n");
  const std::string wafer = "network: {kind: srt2d, n: 2}, fabric: {}, defects: {file: " + file;
  const json report = map_report({"repair", "{" + wafer + ", spares: off-map}}"});
  EXPECT_EQ(report.at("defects").at("pe"), (json{{1, 1}, {1, 4}, {3, 3}}));
  EXPECT_EQ(report.at("map").at("good"), 13) << "the spares have no die";
  EXPECT_EQ(report.at("map").at("notes").back(), "16 spares not on the map, taken as good");
  EXPECT_NE(map_refused({"repair", "{" + wafer + "}}"}).find("; without the spares it fits: spares off-map\n"),
            std::string::npos);
  const std::string wide = write("wide.txt", "X....\n.....\n.....\n.....\n");
  EXPECT_NE(map_refused({"repair",
                         "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {file: " + wide + ", spares: off-map}}"})
                .find("but the PEs of this fabric, without the spares, are 4 x 4."),
            std::string::npos);
  EXPECT_NE(map_refused({"prove", "{network: {kind: mesh, sides: [4, 4]}, router: {routing: updown}, defects: {file: " +
                                      file + ", spares: off-map}}"})
                .find("this network has no spares: leave defects.spares out"),
            std::string::npos);
  const json lot =
      map_report({"yield", "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {spares: off-map}}", "--map",
                  write("lot.txt", "wafer 1\nX..-\n....\n..X.\n....\n\nwafer 2\n....\n....\n....\n....\n")});
  EXPECT_EQ(lot.at("wafers").size(), 2u);
}

TEST_F(MeasuredMapsTest, the_example_of_a_misfit_fits) {
  std::string rows;
  for (int row = 0; row < 6; ++row) rows += "......\n";
  const std::string file = write("a.txt", rows);
  EXPECT_EQ(map_report({"repair", "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {file: " + file + "}}"})
                .at("repairable"),
            true);
}

TEST_F(MeasuredMapsTest, mistakes_name_the_key_or_the_place_in_the_map) {
  const auto with_keys = [&](const std::string& keys) {
    return map_refused({"repair", "{" + kWafer8 + ", defects: {" + keys + "}}"});
  };
  EXPECT_EQ(with_keys("file: traces/maps/lot.sinf"),
            "<command line>:1:60: there are 5 maps in traces/maps/lot.sinf: wafer 01 of lot K26, wafer 02 of lot K26, "
            "wafer 03 of lot K26, wafer 04 of lot K26, wafer 05 of lot K26; name one with defects.wafer, or judge all "
            "with kintsugi yield --map\n");
  EXPECT_EQ(with_keys("file: traces/maps/lot.sinf, wafer: 8"),
            "<command line>:1:89: the file has no wafer '8'; it has 01, 02, 03, 04, 05\n");
  EXPECT_EQ(with_keys("wafer: 8"), "<command line>:1:61: defects.wafer has no meaning without defects.file\n");
  EXPECT_NE(with_keys("file: traces/maps/wafer.csv, pe: [[1, 1]]").find("file"), std::string::npos);
  EXPECT_NE(with_keys("file: traces/maps/wafer.csv, window: [1, 1]").find("defects.window must be four integers"),
            std::string::npos);
  EXPECT_NE(with_keys("file: traces/maps/near_miss.yaml, good: [1]").find("near_miss.yaml:1:1: this is no wafer map"),
            std::string::npos);
  const std::string file = write("a.csv", "x,y,bin\n0,0,1\n0,z,1\n");
  EXPECT_EQ(with_keys("file: " + file), file + ":3:3: y must be an integer, -10^6 to 10^6, not 'z'\n");
}

TEST_F(MeasuredMapsTest, the_option_map_takes_the_place_of_the_defects_of_the_scenario) {
  const std::string scenario = write("a.yaml", "network: {kind: srt2d, n: 3}\nfabric: {}\ndefects: {random: 40}\n");
  const json report = map_report({"repair", scenario, "--map", "traces/maps/wafer.csv"});
  EXPECT_EQ(report.at("defects"),
            map_report({"repair", "{" + kWafer8 + ", defects: {file: traces/maps/wafer.csv}}"}).at("defects"));
  const json second = map_report({"repair", scenario, "--map", "traces/maps/lot.sinf", "--set", "defects.wafer=2"});
  EXPECT_EQ(second.at("map").at("wafer"), "wafer 02 of lot K26");
  EXPECT_EQ(map_report({"repair", "traces/two_tracks.yaml", "--map", "traces/maps/near_miss.yaml"}).at("defects"),
            map_report({"repair", "traces/two_tracks.yaml"}).at("defects"))
      << "relative to the working directory";
  EXPECT_EQ(map_refused({"repair", scenario, "--map", "no/such"}).substr(0, 45),
            "--map: cannot read the defect map no/such: No");
}

TEST_F(MeasuredMapsTest, a_run_has_the_map_in_its_report) {
  const json report = map_report(
      {"run", "{" + kWafer8 + ", traffic: {rate: 0.01}, run: {cycles: 300}}", "--map", "traces/maps/wafer.csv"});
  EXPECT_EQ(report.at("map").at("bad").get<std::size_t>(), report.at("defects").at("pe").size());
  EXPECT_EQ(report.at("packets").at("lost"), 0);
}

/// Wilson's interval of 95 %, written anew.
std::pair<double, double> interval(double good, double all) {
  const double z = 1.959963984540054;
  const double p = good / all;
  const double middle = (p + z * z / (2 * all)) / (1 + z * z / all);
  const double half = z / (1 + z * z / all) * std::sqrt(p * (1 - p) / all + z * z / (4 * all * all));
  return {middle - half, middle + half};
}

TEST_F(MeasuredMapsTest, yield_repairs_the_wafers_of_a_lot_that_repair_repairs_one_by_one) {
  const json lot = map_report(
      {"yield", "{" + kWafer8 + "}", "--map", "traces/maps/lot.sinf", "--planner", "straight,rings", "--verify"});
  ASSERT_EQ(lot.at("wafers").size(), 5u);
  ASSERT_EQ(lot.at("curves").size(), 2u);
  std::set<int> shares;
  for (std::size_t curve = 0; curve < 2; ++curve) {
    const std::string planner = curve == 0 ? "straight" : "rings";
    int repaired = 0;
    json missed = json::array();
    for (int wafer = 1; wafer <= 5; ++wafer) {
      const ToolResult one = run_tool({"repair", "{" + kWafer8 + ", repair: {planner: " + planner + "}}", "--map",
                                       "traces/maps/lot.sinf", "--set", "defects.wafer=" + std::to_string(wafer)});
      const json& judged = lot.at("wafers").at(static_cast<std::size_t>(wafer) - 1);
      EXPECT_EQ(judged.at("outcomes").at(curve), one.status == 0 ? "repaired" : "not repaired");
      repaired += one.status == 0 ? 1 : 0;
      if (one.status != 0) missed.push_back(judged.at("name"));
    }
    const json& count = lot.at("curves").at(curve);
    EXPECT_EQ(count.at("wafers"), 5);
    EXPECT_EQ(count.at("repaired"), repaired);
    EXPECT_EQ(count.at("not_repaired"), missed);
    const auto [low, high] = interval(repaired, 5);
    EXPECT_NEAR(count.at("ci_low").get<double>(), low, 1e-9);
    EXPECT_NEAR(count.at("ci_high").get<double>(), high, 1e-9);
    shares.insert(repaired);
  }
  EXPECT_GT(shares.size() + static_cast<std::size_t>(*shares.begin() < 5), 1u) << "the lot is not all repaired";
}

TEST_F(MeasuredMapsTest, yield_does_not_depend_on_the_number_of_threads) {
  const Strings words = {"yield", "{kind: srt2d, n: 3}", "--map", "traces/maps/lot.sinf", "--compare"};
  EXPECT_EQ(map_report(with(words, {"--jobs", "1"})), map_report(with(words, {"--jobs", "4"})));
  const ToolResult csv = run_tool(with(words, {"--csv"}));
  EXPECT_TRUE(csv.out.starts_with("curve,wafer,bad,missing,outcome\n")) << csv.out;
}

TEST_F(MeasuredMapsTest, yield_refuses_maps_that_do_not_fit_and_options_of_drawn_ones) {
  EXPECT_NE(map_refused({"yield", "{kind: srt2d, n: 2}", "--map", "traces/maps/lot.sinf"}).find("--map: wafer 01"),
            std::string::npos);
  EXPECT_NE(
      map_refused({"yield", "{kind: srt2d, n: 3}", "--map", "traces/maps/lot.sinf", "--faults", "3"}).find("--map"),
      std::string::npos);
  EXPECT_EQ(map_refused({"yield", "{kind: srt2d, n: 3}", "--map", "traces/maps/near_miss.yaml"}),
            "--map: this is a defect map of a scenario, no file of wafer maps; kintsugi repair --map judges it\n");
}

}  // namespace
}  // namespace kintsugi::test
