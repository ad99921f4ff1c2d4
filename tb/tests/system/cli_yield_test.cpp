// kintsugi yield, and repair --exhaustive.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

const std::string kSmallest = "{kind: srt2d, n: 2}";
const std::string kEight = "{kind: srt2d, n: 3}";

ToolResult yield(std::vector<std::string> more, const std::string& network = kSmallest) {
  more.insert(more.begin(), {"yield", network, "--quiet"});
  return run_tool(more);
}

json yield_json(std::vector<std::string> more, const std::string& network = kSmallest) {
  more.push_back("--json");
  const ToolResult result = yield(std::move(more), network);
  EXPECT_EQ(result.status, 0) << result.err;
  return json::parse(result.out);
}

json row(std::size_t faults, std::uint64_t repairable, std::uint64_t maps) {
  const double probability = static_cast<double>(repairable) / static_cast<double>(maps);
  return {{"faults", faults},           {"maps", maps},          {"repairable", repairable},
          {"probability", probability}, {"ci_low", probability}, {"ci_high", probability}};
}

TEST(Yield, of_all_maps_is_exact) {
  EXPECT_EQ(yield_json({"--exhaustive", "--faults", "4:5"})["rows"],
            (json::array({row(4, 35960, 35960), row(5, 201376, 201376)})));
  EXPECT_EQ(yield_json({"--exhaustive", "--faults", "5", "--planner", "straight"})["rows"],
            json::array({row(5, 200976, 201376)}));
  EXPECT_EQ(yield_json({"--exhaustive", "--faults", "0"})["rows"], json::array({row(0, 1, 1)}));
}

/// Adds the planner of straight paths.
std::vector<std::string> straight(std::vector<std::string> more) {
  more.insert(more.end(), {"--planner", "straight"});
  return more;
}

TEST(Yield, by_rings_misses_four_maps_of_six) {
  EXPECT_EQ(yield_json({"--exhaustive", "--faults", "6"})["rows"], json::array({row(6, 906188, 906192)}));
}

TEST(Yield, rules_and_tracks_differ) {
  EXPECT_EQ(yield_json(straight({"--exhaustive", "--faults", "6"}))["rows"], json::array({row(6, 896392, 906192)}));
  EXPECT_EQ(yield_json(straight({"--exhaustive", "--faults", "6", "--strict"}))["rows"],
            json::array({row(6, 895592, 906192)}));
  EXPECT_EQ(yield_json(straight({"--exhaustive", "--faults", "6", "--tracks", "2"}))["rows"],
            json::array({row(6, 896592, 906192)}));
}

TEST(Yield, does_not_depend_on_isolation) {
  for (const char* faults : {"5", "6"}) {
    const json document = yield_json(straight({"--exhaustive", "--faults", faults, "--isolate", "false,true"}));
    const json& curves = document.at("curves");
    ASSERT_EQ(curves.size(), 2u);
    EXPECT_EQ(curves[1]["name"], "straight, isolate true");
    EXPECT_EQ(curves[0]["rows"], curves[1]["rows"]);
  }
}

TEST(Yield, of_a_segmented_chain_is_more_than_that_of_a_serial_one_and_its_repairs_are_right) {
  const json document = yield_json(
      {"--chain", "serial,segmented", "--chain-defect", "0.05", "--faults", "2", "--maps", "60", "--verify"});
  EXPECT_EQ(document["chain_defect"], 0.05);
  const json& curves = document.at("curves");
  ASSERT_EQ(curves.size(), 2u);
  EXPECT_EQ(curves[1]["name"], "rings, chain segmented");
  EXPECT_LT(curves[0]["rows"][0]["repairable"].get<int>(), 45);
  EXPECT_GT(curves[1]["rows"][0]["repairable"].get<int>(), 50);
  EXPECT_EQ(document["verified"]["wrong"], 0);
  const json perfect =
      yield_json({"--chain", "serial,segmented", "--chain-defect", "0", "--faults", "2", "--maps", "60"});
  EXPECT_EQ(perfect["curves"][0]["rows"], perfect["curves"][1]["rows"]);
  EXPECT_EQ(yield_json({"--chain-defect", "1", "--faults", "0", "--maps", "3"})["rows"][0]["repairable"], 0);
}

TEST(Yield, of_a_chain_is_of_drawn_maps) {
  EXPECT_EQ(yield({"--chain-defect", "0.1", "--exhaustive", "--faults", "2"}, kSmallest).status, 2);
  EXPECT_EQ(yield({"--chain-defect", "1.5"}, kSmallest).status, 2);
}

TEST(Yield, of_random_maps_has_an_interval) {
  const json document = yield_json(straight({"--faults", "8:9", "--maps", "3000", "--seed", "7"}), kEight);
  EXPECT_EQ(document["pes"], 96);
  EXPECT_EQ(document["spares"], 32);
  EXPECT_EQ(document["seed"], 7);
  ASSERT_EQ(document["rows"].size(), 2u);
  const json& eight = document["rows"][0];
  EXPECT_EQ(eight["maps"], 3000);
  EXPECT_NEAR(eight["probability"].get<double>(), .989, .01);
  EXPECT_LT(eight["ci_low"], eight["probability"]);
  EXPECT_GT(eight["ci_high"], eight["probability"]);
}

TEST(Yield, does_not_depend_on_the_number_of_threads) {
  const auto out = [](const char* jobs, std::vector<std::string> more) {
    more.insert(more.end(), {"--jobs", jobs, "--bounds", "--json"});
    return yield(more, kEight).out;
  };
  const std::vector<std::string> many = straight({"--faults", "10:14", "--maps", "2000"});
  EXPECT_EQ(out("1", many), out("3", many));
  EXPECT_EQ(out("1", {"--faults", "18", "--maps", "30"}), out("3", {"--faults", "18", "--maps", "30"})) << "by rings";
  EXPECT_EQ(out("1", {"--faults", "1:2", "--exhaustive"}), out("4", {"--faults", "1:2", "--exhaustive"}));
  EXPECT_NE(out("1", straight({"--faults", "12", "--maps", "2000"})),
            out("1", straight({"--faults", "12", "--maps", "2000", "--seed", "2"})));
}

TEST(Yield, faults_of_the_core_only_leave_the_spares_alone) {
  const json document = yield_json({"--faults", "16", "--exhaustive", "--core-only"});
  EXPECT_EQ(document["core_only"], true);
  EXPECT_EQ(document["rows"], json::array({row(16, 0, 1)}));
}

TEST(Yield, curves_stand_beside_each_other_and_bounds_are_never_below) {
  const json document =
      yield_json(straight({"--faults", "7:12", "--maps", "1000", "--tracks", "1,2", "--bounds"}), kEight);
  const json& curves = document.at("curves");
  ASSERT_EQ(curves.size(), 5u);
  EXPECT_EQ(curves[0]["name"], "straight, 1 track");
  EXPECT_EQ(curves[1]["name"], "straight, 2 tracks");
  EXPECT_EQ(curves[2]["bound"], "free_line");
  EXPECT_EQ(curves[3]["bound"], "bent_paths");
  EXPECT_EQ(curves[4]["bound"], "near_pes");
  EXPECT_EQ(curves[0]["rows"], document["rows"]);
  for (std::size_t i = 0; i < 6; ++i) {
    const auto repairable = [&](int curve) { return curves[curve]["rows"][i]["repairable"].get<int>(); };
    EXPECT_LE(repairable(0), repairable(1));
    EXPECT_LE(repairable(1), repairable(2));
    EXPECT_LE(repairable(1), repairable(3));
    EXPECT_LE(repairable(1), repairable(4));
  }
}

TEST(Yield, compares_all_that_the_fabric_knows) {
  std::vector<std::string> names;
  const json document = yield_json({"--faults", "6", "--maps", "100", "--compare"});
  for (const json& curve : document.at("curves")) names.push_back(curve.at("name"));
  for (const std::string name :
       {"rings", "rings, strict", "rings, 2 tracks", "straight", "fixed", "nearest", "local"}) {
    EXPECT_NE(std::ranges::find(names, name), names.end()) << name;
  }
  EXPECT_EQ(names.size(), 7u) << "isolation does not decide which maps can be repaired, and fabric has a limit";
  EXPECT_FALSE(yield_json({"--compare", "--faults", "1"}, "{kind: sse, n: 4, scheme: sft2}").contains("curves"))
      << "an array has one planner and one rule";
}

TEST(Yield, looks_at_a_repair_section_with_and_without_the_key_fabric) {
  const auto rows_of = [](const std::string& input, std::vector<std::string> more) {
    more.insert(more.end(), {"--exhaustive", "--faults", "5"});
    return yield_json(std::move(more), input)["rows"];
  };
  const json fixed = rows_of(kSmallest, {"--planner", "fixed"});
  EXPECT_NE(fixed, rows_of(kSmallest, {})) << "else this test could not see a section that is passed over";
  EXPECT_EQ(rows_of("{network: {kind: srt2d, n: 2}, fabric: {}, repair: {planner: fixed}}", {}), fixed);
  EXPECT_EQ(rows_of("{network: {kind: srt2d, n: 2}, repair: {planner: fixed}}", {}), fixed);
  EXPECT_EQ(rows_of(kSmallest, {"--set", "repair.planner=fixed"}), fixed);
  EXPECT_EQ(rows_of(kSmallest, {"--set", "repair={planner: fixed}"}), fixed);
  EXPECT_EQ(yield_json(straight({"--exhaustive", "--faults", "6", "--set", "fabric.tracks=2"}))["rows"],
            json::array({row(6, 896592, 906192)}));
}

TEST(Yield, places_a_wrong_name_where_it_was_given) {
  const std::string array = "{network: {kind: sse, n: 4, scheme: sft2}, repair: {planner: local}}";
  EXPECT_EQ(yield({}, array).err, "<command line>:1:62: repair.planner: unknown name 'local'; valid: exact\n");
  EXPECT_EQ(yield({"--planner", "local"}, "{kind: sse, n: 4, scheme: sft2}").err,
            "--planner: this fabric does not know 'local'; valid: exact\n");
  EXPECT_EQ(yield({}, "{network: {kind: hypercube, n: 4}, repair: {planner: local}}").err,
            "<command line>:1:18: a network of kind hypercube has no fabric with spare PEs that could be repaired\n");
}

TEST(Yield, fabrics_with_other_pes_are_studied_one_by_one) {
  EXPECT_EQ(
      yield({"--corners", "false,true", "--faults", "5", "--maps", "20"}, kSmallest).err,
      "--corners: its values give fabrics with other PEs, which cannot be judged on the same maps; study each value "
      "by itself\n");
  EXPECT_EQ(yield_json({"--corners", "true", "--faults", "20", "--maps", "20"}, kSmallest)["rows"][0]["maps"], 20);
  const std::string with = "{network: {kind: srt2d, n: 2}, fabric: {corners: true}}";
  const json document = yield_json({"--faults", "5", "--maps", "20", "--compare"}, with);
  for (const json& curve : document.at("curves")) {
    EXPECT_EQ(curve.at("name").get<std::string>().find("corners"), std::string::npos);
  }
}

TEST(Yield, compares_only_what_goes_together) {
  const std::string moved = "{network: {kind: srt2d, n: 2}, fabric: {}, repair: {objective: moved}}";
  const json document = yield_json({"--faults", "5", "--maps", "50", "--compare"}, moved);
  EXPECT_EQ(document.at("curves").size(), 4u) << "rules, tracks and planner straight; greedy planners do not minimise";
  const ToolResult refused = yield({"--planner", "local"}, moved);
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.err.find("--planner: "), 0u) << refused.err;
}

TEST(Yield, names_the_limit_of_the_links_where_the_objective_has_one) {
  const std::string limited = "{network: {kind: srt2d, n: 2}, fabric: {}, repair: {objective: short, longest: 4}}";
  EXPECT_EQ(yield_json({"--faults", "5", "--maps", "5"}, limited)["longest"], 4);
  EXPECT_FALSE(yield_json({"--faults", "5", "--maps", "5"}, kSmallest).contains("longest"));
}

TEST(Yield, does_not_replace_the_scenario_that_it_reads) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "yield.json").string();
  std::filesystem::create_directories(directory.path());
  std::ofstream(file) << R"({"kind": "srt2d", "n": 2})";
  const ToolResult result = run_tool({"yield", file, "--out", directory.path().string(), "--maps", "5"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--out: '" + file + "' is the scenario; name another directory\n");
}

TEST(Yield, of_an_array_by_its_defective_pes) {
  // Two spare pairs for eight: any two faults are repaired, and the sets of three that hit only two pairs.
  const json document =
      yield_json({"--faults", "1:3", "--exhaustive", "--verify"}, "{kind: sse, n: 4, scheme: ksft2, k: 2}");
  EXPECT_EQ(document["rows"], (json::array({row(1, 20, 20), row(2, 190, 190), row(3, 10 * 18, 1140)})));
  EXPECT_EQ(document["verified"], (json{{"maps", 20 + 190 + 180}, {"wrong", 0}}));
}

TEST(Yield, verified_repairs_are_the_same) {
  const json planned = yield_json({"--faults", "1:12", "--maps", "40"}, kEight);
  const json verified = yield_json({"--faults", "1:12", "--maps", "40", "--verify"}, kEight);
  EXPECT_EQ(planned["rows"], verified["rows"]);
  EXPECT_EQ(verified["verified"]["wrong"], 0);
  EXPECT_GT(verified["verified"]["maps"], 300);
}

TEST(Yield, counts_repairs_as_verified_and_not_the_maps_that_a_bound_allows) {
  const json document = yield_json({"--faults", "0:3", "--maps", "50", "--verify", "--bounds"}, kEight);
  int repaired = 0, allowed = 0;
  for (const json& curve : document.at("curves")) {
    for (const json& each : curve.at("rows")) {
      (curve.contains("bound") ? allowed : repaired) += each.at("repairable").get<int>();
    }
  }
  EXPECT_GT(allowed, 0);
  EXPECT_EQ(document.at("verified").at("maps"), repaired);
}

TEST(Yield, of_arrays_is_between_two_values) {
  const json document = yield_json({"--faults", "0:4", "--exhaustive", "--pe-defect", "0.01,0.2"});
  const json& yields = document.at("array_yield");
  ASSERT_EQ(yields.size(), 2u);
  // Five or more of 32 PEs at 1 %: 2e-5.
  EXPECT_EQ(yields[0]["pe_defect"], 0.01);
  EXPECT_NEAR(yields[0]["low"].get<double>(), 1, 3e-5);
  EXPECT_LT(yields[0]["low"], yields[0]["high"]);
  EXPECT_LT(yields[1]["low"].get<double>(), 0.5);
  EXPECT_NEAR(yields[1]["high"].get<double>(), 1, 1e-9);
}

TEST(Yield, text_and_csv_have_the_same_rows) {
  const ToolResult text = yield({"--exhaustive", "--faults", "5"});
  EXPECT_NE(text.out.find("5       201376  201376      1.0000       exact"), std::string::npos) << text.out;
  const ToolResult csv = yield({"--exhaustive", "--faults", "4", "--csv"});
  EXPECT_EQ(csv.out, "curve,faults,maps,repairable,probability,ci_low,ci_high\nrings,4,35960,35960,1.0,1.0,1.0\n");
}

TEST(Yield, writes_its_curves) {
  const TemporaryDirectory directory;
  EXPECT_EQ(yield({"--faults", "1:8", "--maps", "200", "--bounds", "--out", directory.path().string()}).status, 0);
  EXPECT_EQ(directory.files(), (std::vector<std::string>{"yield.csv", "yield.json", "yield.svg"}));
  const std::string svg = directory.read("yield.svg");
  for (const std::string text :
       {"repair probability", "defective PEs, of 32", "every defective core PE has a free line"}) {
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  }
}

TEST(Yield, wall_clock_only_with_timing) {
  EXPECT_FALSE(yield_json({"--faults", "1", "--maps", "10"}).contains("maps_per_second"));
  EXPECT_GT(yield_json({"--faults", "1", "--maps", "10", "--timing"}).at("maps_per_second"), 0);
}

TEST(Yield, says_what_is_wrong) {
  const auto message = [](const std::vector<std::string>& arguments, const std::string& network = kSmallest) {
    const ToolResult result = yield(arguments, network);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    return result.err;
  };
  EXPECT_EQ(message({"--faults", "5:3"}), "--faults: '5:3' is out of order; did you mean 3:5?\n");
  EXPECT_EQ(message({"--faults", "few"}),
            "--faults: 'few' is not a number of defective PEs or a range A:B of them; valid: 0 to 32\n");
  EXPECT_EQ(message({"--faults", "1:-2"}),
            "--faults: '1:-2' is not a number of defective PEs or a range A:B of them; valid: 0 to 32\n");
  EXPECT_EQ(message({"--faults", "1:33"}),
            "--faults: 33 defective PEs are more than the 32 PEs that can be defective\n");
  EXPECT_EQ(message({"--faults", "17", "--core-only"}),
            "--faults: 17 defective PEs are more than the 16 PEs that can be defective\n");
  EXPECT_EQ(message({"--exhaustive"}), "--exhaustive: of how many defective PEs? Add --faults A:B\n");
  EXPECT_EQ(message({"--exhaustive", "--faults", "1:20"}, kEight),
            "--exhaustive: 8 defective PEs of 96 make 132601016340 maps, which take too long; take fewer, or a sample: "
            "--maps M\n");
  EXPECT_EQ(message({"--planner", "strait"}),
            "--planner: this fabric does not know 'strait'; did you mean 'straight'?\n");
  EXPECT_NE(message({"--tracks", "3"}).find("--tracks: a wafer has 1 or 2 tracks"), std::string::npos);
  EXPECT_NE(message({}, "{kind: hypercube, n: 4}").find("has no fabric with spare PEs"), std::string::npos);
  const std::string array = "{kind: sse, n: 4, scheme: sft2}";
  EXPECT_EQ(message({"--bounds", "--strict"}, array),
            "--strict: this fabric does not know 'strict'; valid: exact\n"
            "--bounds: this fabric has no bounds to compare with; leave it out\n");
  EXPECT_EQ(message({"--tracks", "1,2"}, array),
            "--tracks: the fabric of a network of kind sse has no option 'tracks'; leave it out\n");
  EXPECT_EQ(message({"--tracks", "both"}),
            "--tracks: 'both' is no value of this option: tracks in every gap of a wafer, 1 or 2; default 1\n");
  EXPECT_EQ(message({"--isolate", "yes"}),
            "--isolate: 'yes' is no value of this option: whether bunches of idle PEs open, so that no closed rings "
            "remain: false or true; default false\n");
  EXPECT_NE(message({"--exhaustive", "--seed", "1", "--faults", "1"}).find("--seed"), std::string::npos);
  EXPECT_NE(message({"--maps", "0"}).find("--maps"), std::string::npos);
  EXPECT_NE(message({"--seed", "-1"}).find("--seed"), std::string::npos);
  EXPECT_NE(message({"--pe-defect", "1.5"}).find("--pe-defect"), std::string::npos);
}

// --- repair --exhaustive --------------------------------------------------------------------------------------------

const std::string kSmallWafer = "{network: {kind: srt2d, n: 2}, fabric: {}}";

TEST(RepairExhaustive, counts_every_map_and_finds_none_wrong) {
  const ToolResult result = run_tool({"repair", kSmallWafer, "--exhaustive", "2", "--json", "--quiet"});
  EXPECT_EQ(result.status, 0);
  const json document = json::parse(result.out);
  EXPECT_EQ(document["wrong"], 0);
  ASSERT_EQ(document["rows"].size(), 3u);
  EXPECT_EQ(document["rows"][2],
            (json{{"faults", 2}, {"maps", 496}, {"repaired", 496}, {"irreparable", 0}, {"wrong", 0}}));
  EXPECT_EQ(result.out, run_tool({"repair", kSmallWafer, "--exhaustive", "2", "--json", "--jobs", "3"}).out);
}

TEST(RepairExhaustive, what_a_greedy_planner_misses_is_not_called_irreparable) {
  const std::string greedy = "{network: {kind: srt2d, n: 2}, fabric: {}, repair: {planner: fixed}}";
  const std::vector<std::string> arguments{"repair", greedy, "--exhaustive", "3", "--quiet"};
  EXPECT_NE(run_tool(arguments).out.find("maps  repaired  not repaired  wrong\n"), std::string::npos);
  const ToolResult none = run_tool({"repair", kSmallWafer, "--exhaustive", "-1", "--quiet"});
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.err.find("--exhaustive"), std::string::npos) << none.err;
}

TEST(RepairExhaustive, says_by_which_plans_maps_are_irreparable) {
  const auto of = [](const std::string& planner) {
    const ToolResult result = run_tool({"repair", kSmallWafer, "--set", "repair={planner: " + planner + "}",
                                        "--exhaustive", "1", "--json", "--quiet"});
    return json::parse(result.out).value("irreparable_by", "");
  };
  EXPECT_EQ(of("rings"), "rings that pass every line once");
  EXPECT_EQ(of("straight"), "straight paths");
  EXPECT_EQ(of("local"), "");
}

TEST(RepairExhaustive, irreparable_is_no_failure) {
  const ToolResult result =
      run_tool({"repair", "{network: {kind: sse, n: 3, scheme: sft2}, fabric: {}}", "--exhaustive", "2", "--quiet"});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.out.find("2       45    5         40           0"), std::string::npos) << result.out;
}

TEST(RepairExhaustive, says_what_is_wrong) {
  const auto message = [](const std::vector<std::string>& arguments) {
    const ToolResult result = run_tool(arguments);
    EXPECT_EQ(result.status, 2);
    return result.err;
  };
  EXPECT_NE(
      message({"repair", "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[1, 1]]}}", "--exhaustive", "1"})
          .find("goes through all defect maps by itself; leave these out"),
      std::string::npos);
  EXPECT_EQ(message({"repair", kSmallWafer, "--exhaustive", "40"}),
            "--exhaustive: 40 defective PEs are more than the 32 PEs there are\n");
  EXPECT_NE(message({"repair", "{network: {kind: srt2d, n: 5}, fabric: {}}", "--exhaustive", "5"})
                .find("5 defective PEs of 1152 make 16761246526080 maps, which take too long; take fewer"),
            std::string::npos);
  EXPECT_NE(message({"repair", "{network: {kind: srt2d, n: 2}}", "--exhaustive", "1"}).find("no fabric to repair"),
            std::string::npos);
}

TEST(Yield, a_table_is_followed_by_nothing) {
  const std::vector<std::string> words = {"yield",  "{kind: srt2d, n: 2}", "--faults", "0:1", "--maps", "10", "--csv",
                                          "--quiet"};
  const ToolResult timed = run_tool(with(words, {"--timing"}));
  EXPECT_EQ(timed.out, run_tool(words).out);
  EXPECT_TRUE(timed.err.starts_with("wall clock ")) << timed.err;
}

TEST(Yield, draws_though_the_parent_ignores_the_end_of_its_children) {
  const TemporaryDirectory out;
  const ToolResult result = run_program({"env", "--ignore-signal=CHLD", program_path(), "yield", "{kind: srt2d, n: 2}",
                                         "--faults", "0:1", "--maps", "10", "--quiet", "--out", out.path().string()});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(out.files(), (std::vector<std::string>{"yield.csv", "yield.json", "yield.svg"}));
}

}  // namespace
}  // namespace kintsugi::test
