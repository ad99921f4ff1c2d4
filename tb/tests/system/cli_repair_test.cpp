// kintsugi repair and prove, on the wafer.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "models/search/refutation_check.hpp"
#include "tb/tests/system/tool.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

std::string wafer(const std::string& defects, const std::string& more = "") {
  return "{network: {kind: srt2d, n: 3}, fabric: {tracks: 1}, defects: {" + defects + "}" + more + "}";
}

const std::string kTwoDefects = wafer("pe: [[3, 4], [5, 2]]");
/// A core defect with one more on each of its four lines: the smallest set that straight paths do not repair.
const std::string kCross =
    wafer("pe: [[4, 4], [2, 4], [6, 4], [4, 2], [4, 6], [1, 1]]", ", repair: {planner: straight}");

TEST(Repair, reports_how_long_links_are_before_and_after) {
  const ToolResult text = run_tool({"repair", wafer("pe: [[3, 4]]")});
  EXPECT_TRUE(std::regex_search(
      text.out,
      std::regex("\nlink lengths in pitches +links +mean +longest\n  base +128 +[0-9.]+ -> [0-9.]+ +12 -> 12\n")))
      << text.out;
  const json lengths = json::parse(run_tool({"repair", wafer("pe: [[3, 4]]"), "--json"}).out).at("link_lengths");
  EXPECT_EQ(lengths.at("base").at("links"), 128);
  EXPECT_EQ(lengths.at("base").at("longest_after"), 12);
  EXPECT_GT(lengths.at("all").at("mean_after"), lengths.at("all").at("mean_before"));
  const json irreparable = json::parse(run_tool({"repair", kCross, "--json"}).out);
  EXPECT_FALSE(irreparable.contains("link_lengths"));
}

TEST(Repair, goes_around_a_dead_segment_of_the_chain) {
  const std::string chip =
      "{network: {kind: srt2d, n: 3}, fabric: {chain: segmented}, defects: {chain: [r4, sh.g7], pe: [[2, 2]]}}";
  const json document = json::parse(run_tool({"repair", chip, "--json"}).out);
  EXPECT_EQ(document.at("repairable"), true);
  EXPECT_EQ(document.at("verified"), true);
  EXPECT_EQ(document.at("bypassed"), (json{"sh.g7", "r4"}));
  EXPECT_EQ(document.at("faults"), 10 + 10 + 1);
  const std::string sound = "{network: {kind: srt2d, n: 3}, fabric: {chain: segmented}}";
  const ToolResult text = run_tool({"repair", chip});
  EXPECT_TRUE(std::regex_search(text.out, std::regex("\nbypassed +sh.g7, r4 of the chain\n"))) << text.out;
  EXPECT_EQ(run_tool({"repair", sound}).out.find("bypassed"), std::string::npos);
  EXPECT_FALSE(json::parse(run_tool({"repair", sound, "--json"}).out).contains("bypassed"));
}

TEST(Repair, reports_the_stable_keys) {
  const ToolResult result = run_tool({"repair", kTwoDefects, "--json"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  const json document = json::parse(result.out);
  EXPECT_EQ(document.at("repairable"), true);
  EXPECT_EQ(document.at("faults"), 2);
  EXPECT_EQ(document.at("verified"), true);
  EXPECT_EQ(document.at("bitstream_bytes"), 69);
  EXPECT_EQ(document.at("irreparable_subset"), json::array());
  ASSERT_EQ(document.at("paths").size(), 2u);
  EXPECT_EQ(document["paths"][0].at("pe"), (json{3, 4}));
  EXPECT_EQ(document["paths"][0].at("moved").get<int>() + document["paths"][1].at("moved").get<int>(),
            document.at("moved"));
}

TEST(Repair, without_defects_has_the_known_checksum) {
  const json document = json::parse(run_tool({"repair", wafer(""), "--json"}).out);
  EXPECT_EQ(document.at("crc32"), "54080f85");
  EXPECT_EQ(document.at("fabric_number"), "60fe32d1");
  EXPECT_EQ(document.at("moved"), 0);
}

/// Two dead PEs of one column whose paths lead away from each other.
const std::string kWithRing =
    "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[4, 5], [4, 2], [3, 2], [3, 0], [5, 3]]}}";

TEST(Repair, names_the_closed_rings_that_it_leaves) {
  const ToolResult result = run_tool({"repair", kWithRing, "--json"});
  EXPECT_EQ(result.status, 0) << "the network is right all the same";
  const json elements = {"sv.g1.r3", "r3.c2.bunch_ew", "sv.g2.r3", "sv.g2.r4", "r4.c2.bunch_ew", "sv.g1.r4"};
  const json ring = {{"elements", elements}, {"lanes", 2}};
  const json rings = {{"rings", 1}, {"lanes", 2}, {"list", json::array({ring})}};
  EXPECT_EQ(json::parse(result.out).at("closed_rings"), rings);
  const std::string text = run_tool({"repair", kWithRing}).out;
  EXPECT_NE(text.find("rings      1 ring with no router on it, a loop in each lane\n"
                      "           2 lanes: sv.g1.r3 - r3.c2.bunch_ew - sv.g2.r3 - sv.g2.r4 - r4.c2.bunch_ew - "
                      "sv.g1.r4 - back\n"),
            std::string::npos)
      << text;
}

TEST(Repair, with_isolation_leaves_no_closed_ring) {
  const json plain = json::parse(run_tool({"repair", "traces/closed_ring.yaml", "--json"}).out);
  const ToolResult result = run_tool({"repair", "traces/closed_ring.yaml", "--set", "fabric.isolate=true", "--json"});
  EXPECT_EQ(result.status, 0) << result.err;
  const json document = json::parse(result.out);
  EXPECT_EQ(plain.at("closed_rings").at("lanes"), 2);
  EXPECT_EQ(document.at("closed_rings").at("rings"), 0);
  EXPECT_EQ(document.at("verified"), true);
  EXPECT_EQ(document.at("paths"), plain.at("paths"));
  EXPECT_EQ(plain.at("bitstream_bytes"), 23);
  EXPECT_EQ(document.at("bitstream_bytes"), 27) << "a bit more for each of the 32 PEs";
}

TEST(Repair, of_bunches_that_are_set_wire_by_wire_has_a_longer_stream_and_the_same_paths) {
  const json coded = json::parse(run_tool({"repair", "traces/closed_ring.yaml", "--json"}).out);
  const ToolResult result = run_tool({"repair", "traces/closed_ring.yaml", "--set", "fabric.bunch=per_wire", "--json"});
  EXPECT_EQ(result.status, 0) << result.err;
  const json document = json::parse(result.out);
  EXPECT_EQ(document.at("verified"), true);
  EXPECT_EQ(document.at("paths"), coded.at("paths"));
  EXPECT_EQ(document.at("bitstream_bytes"), 31) << "four bits for each of the 32 PEs in place of two";
  EXPECT_EQ(document.at("closed_rings").at("lanes"), 2);
}

/// The only rings left are of defective elements: here four track switches, stuck.
TEST(Repair, with_isolation_names_a_ring_of_stuck_switches) {
  const std::string stuck =
      "{network: {kind: srt2d, n: 2}, fabric: {tracks: 2, isolate: true}, defects: {switch: [[H, 1, 0, 0, D2], "
      "[H, 1, 0, 1, D1], [H, 1, 5, 0, D1], [H, 1, 5, 1, D2]]}}";
  const json document = json::parse(run_tool({"repair", stuck, "--json"}).out);
  EXPECT_EQ(document.at("verified"), true);
  EXPECT_EQ(document.at("closed_rings").at("rings"), 1);
  EXPECT_EQ(document.at("closed_rings").at("list")[0].at("elements").size(), 12u);
}

TEST(Repair, names_all_switches_of_a_long_ring_only_in_json) {
  const ToolResult result = run_tool({"repair", "traces/wafer32.yaml", "--json"});
  EXPECT_EQ(json::parse(result.out).at("closed_rings").at("list").at(1).at("elements").size(), 58u);
  const std::string text = run_tool({"repair", "traces/wafer32.yaml"}).out;
  EXPECT_NE(text.find("           5 lanes: sv.g23.r5 - r5.c24.bunch_ew - sv.g24.r5 - "), std::string::npos) << text;
  EXPECT_NE(text.find(" - sv.g24.r9 - 51 more (--json names all) - back\n"), std::string::npos) << text;
}

TEST(Repair, without_closed_rings_has_an_empty_list) {
  const json none = {{"rings", 0}, {"lanes", 0}, {"list", json::array()}};
  EXPECT_EQ(json::parse(run_tool({"repair", kTwoDefects, "--json"}).out).at("closed_rings"), none);
  EXPECT_NE(run_tool({"repair", kTwoDefects}).out.find("rings      none"), std::string::npos);
  EXPECT_FALSE(json::parse(run_tool({"repair", kCross, "--json"}).out).contains("closed_rings"));
}

TEST(Repair, says_for_which_fabric_the_bitstream_is) {
  EXPECT_NE(
      run_tool({"repair", wafer("")}).out.find("bitstream  69 bytes, CRC-32 54080f85 for fabric number 60fe32d1\n"),
      std::string::npos);
}

TEST(Repair, without_a_repair_there_is_no_checksum) {
  const json document = json::parse(run_tool({"repair", kCross, "--json"}).out);
  EXPECT_FALSE(document.contains("crc32"));
  EXPECT_FALSE(document.contains("fabric_number"));
}

TEST(Repair, writes_the_bitstream_with_its_checksum_low_byte_first) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"repair", wafer(""), "--out", directory.path().string()});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(directory.files(), (std::vector<std::string>{"bitstream.bin", "bitstream.txt", "repair.json"}));
  const std::string bytes = directory.read("bitstream.bin");
  ASSERT_EQ(bytes.size(), 73u);
  EXPECT_EQ(bytes.substr(69), "\x85\x0f\x08\x54");
  EXPECT_EQ(directory.read("repair.json"), run_tool({"repair", wafer(""), "--json"}).out);
}

TEST(Repair, writes_nothing_unless_asked) {
  const ToolResult result = run_tool({"repair", kTwoDefects});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.out.find("verified   yes"), std::string::npos) << result.out;
}

TEST(Repair, irreparable_is_status_one_with_the_reason_and_no_files) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"repair", kCross, "--json", "--out", directory.path().string()});
  EXPECT_EQ(result.status, 1);
  const json document = json::parse(result.out);
  EXPECT_EQ(document.at("repairable"), false);
  EXPECT_EQ(document.at("faults"), 6);
  EXPECT_EQ(document.at("irreparable_subset"), (json{{2, 4}, {4, 2}, {4, 4}, {4, 6}, {6, 4}}));
  EXPECT_EQ(document.at("irreparable_by"), "straight paths");
  ASSERT_EQ(document.at("blocked").size(), 20u);
  EXPECT_EQ(document.at("blocked")[9],
            (json{{"pe", {4, 4}}, {"direction", "east"}, {"reason", "blocked by dead r4.c6"}}));
  EXPECT_FALSE(std::filesystem::exists(directory.path()));
  EXPECT_NE(run_tool({"repair", kCross}).out.find("no repair by straight paths"), std::string::npos);
}

TEST(Repair, by_rings_is_the_default_and_repairs_what_straight_paths_do_not) {
  const ToolResult result = run_tool({"repair", kCross, "--set", "repair.planner=rings", "--json"});
  EXPECT_EQ(result.status, 0) << result.err;
  const json document = json::parse(result.out);
  EXPECT_EQ(document.at("verified"), true);
  EXPECT_GT(document.at("rings_of_nodes").size(), 0u);
  EXPECT_EQ(run_tool({"repair", wafer("pe: [[4, 4], [2, 4], [6, 4], [4, 2], [4, 6], [1, 1]]"), "--json"}).out,
            result.out);
}

TEST(Repair, takes_the_old_name_of_planner_straight) {
  const ToolResult now = run_tool({"repair", kCross, "--json"});
  EXPECT_EQ(run_tool({"repair", kCross, "--set", "repair.planner=exact", "--json"}).out, now.out);
  const auto curves = [](const std::string& planners) {
    return run_tool({"yield", "{kind: srt2d, n: 2}", "--planner", planners, "--faults", "1", "--maps", "5", "--csv",
                     "--quiet"})
        .out;
  };
  EXPECT_EQ(curves("exact,straight"), curves("straight")) << "one curve";
  EXPECT_NE(curves("exact").find("straight,1,5,5"), std::string::npos);
}

TEST(Repair, by_rings_names_what_it_is_complete_for) {
  const std::string many = wafer("random: 24, seed: 1");
  const ToolResult result = run_tool({"repair", many, "--json"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(json::parse(result.out).at("irreparable_by"), "rings that pass every line once");
  EXPECT_NE(run_tool({"repair", many}).out.find("no repair by rings that pass every line once"), std::string::npos);
}

/// Runs within this much address space.
ToolResult run_within(const std::string& kilobytes, const std::vector<std::string>& arguments) {
  return run_program(with({"sh", "-c", "ulimit -v " + kilobytes + "; exec \"$@\"", "sh", program_path()}, arguments));
}

TEST(Repair, of_a_hopeless_wafer_takes_little_memory_for_any_number_of_defects) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer takes terabytes of address space";
  for (const std::string planner : {"straight", "local"}) {
    for (const std::string count : {"1024", "30000", "66560"}) {
      const ToolResult result = run_within(
          "500000", {"repair", "{network: {kind: srt2d, n: 8}, fabric: {tracks: 2}, repair: {planner: " + planner +
                                   "}, defects: {random: " + count + "}}"});
      EXPECT_EQ(result.status, 1) << count << ": " << result.err;
      const std::string verdict = count == "1024" ? "no repair by straight paths" : "impossible";
      EXPECT_NE(result.out.find("repair                     " + verdict), std::string::npos) << result.out;
    }
  }
}

TEST(Repair, counts_the_spares_when_they_are_too_few) {
  const ToolResult result =
      run_tool({"repair", "{network: {kind: srt2d, n: 3}, fabric: {}, defects: {random: 60}}", "--json"});
  EXPECT_EQ(result.status, 1);
  const json document = json::parse(result.out);
  EXPECT_EQ(document.at("reason"), "40 core PEs are dead and 12 spares are healthy; each dead one needs a spare");
  EXPECT_GE(document.at("irreparable_subset").size(), 5u);
}

TEST(Repair, knows_planners_and_objectives_by_name) {
  const auto moved = [](const std::string& how) {
    return json::parse(run_tool({"repair", wafer("random: 6, seed: 2", ", repair: {" + how + "}"), "--json"}).out)
        .at("moved")
        .get<int>();
  };
  EXPECT_LT(moved("objective: moved"), moved("planner: fixed"));
  EXPECT_LE(moved("objective: moved"), moved("planner: nearest"));
  EXPECT_LE(moved("objective: moved"), moved("planner: local"));
  EXPECT_LE(moved("objective: moved"), moved("objective: short"));
  const ToolResult both = run_tool({"repair", wafer("", ", repair: {planner: local, objective: moved}")});
  EXPECT_EQ(both.status, 2);
  EXPECT_NE(both.err.find("objective 'moved' needs planner 'straight', not 'local'"), std::string::npos) << both.err;
}

TEST(Repair, a_greedy_planner_that_misses_a_repair_is_status_one_and_says_so) {
  const std::string missed = wafer("pe: [[0, 5], [3, 9], [5, 0], [1, 2], [9, 2], [3, 5], [5, 2]]");
  const ToolResult result = run_tool({"repair", missed, "--set", "repair.planner=fixed"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.out.find("none found"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("planner 'fixed' has missed it; take planner: straight"), std::string::npos) << result.out;
  EXPECT_EQ(run_tool({"repair", missed}).status, 0);
}

TEST(Repair, needs_a_fabric) {
  const ToolResult result = run_tool({"repair", "{network: {kind: srt2d, n: 3}}"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "<command line>:1:11: there is no fabric to repair; add fabric: {}\n");
  EXPECT_EQ(run_tool({"repair", "{network: {kind: srt2d, n: 3}, fabric: {}}"}).status, 0);
}

TEST(Repair, of_a_kind_without_a_fabric_names_no_key_that_leads_nowhere) {
  const ToolResult result = run_tool({"repair", "{network: {kind: hypercube, n: 4}}"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "<command line>:1:18: there is no fabric to repair; networks of this kind have no fabric\n");
}

TEST(Repair, a_directory_that_cannot_be_made_is_status_two) {
  const ToolResult result = run_tool({"repair", kTwoDefects, "--out", "CMakeLists.txt/x"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
}

std::string svg_in(const TemporaryDirectory& directory) {
  std::filesystem::create_directories(directory.path());
  return (directory.path() / "repair.svg").string();
}

TEST(RepairPicture, is_written_and_named_and_the_same_from_run_to_run) {
  const TemporaryDirectory directory;
  const std::string file = svg_in(directory);
  const ToolResult result = run_tool({"repair", kTwoDefects, "--svg", file});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.out.find("picture    " + file + '\n'), std::string::npos) << result.out;
  EXPECT_EQ(directory.files(), std::vector<std::string>{"repair.svg"});
  const std::string svg = directory.read("repair.svg");
  EXPECT_TRUE(svg.starts_with("<?xml"));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_NE(svg.find("2D-SRT(3,3,1): 2 defects"), std::string::npos);
  const ToolResult again = run_tool({"repair", kTwoDefects, "--svg", file, "--json"});
  EXPECT_EQ(json::parse(again.out).at("svg"), file);
  EXPECT_EQ(directory.read("repair.svg"), svg);
}

TEST(RepairPicture, goes_with_the_other_files) {
  const TemporaryDirectory directory;
  const std::string file = svg_in(directory);
  EXPECT_EQ(run_tool({"repair", kTwoDefects, "--svg", file, "--out", directory.path().string()}).status, 0);
  EXPECT_EQ(directory.files(),
            (std::vector<std::string>{"bitstream.bin", "bitstream.txt", "repair.json", "repair.svg"}));
  EXPECT_EQ(directory.read("repair.json"), run_tool({"repair", kTwoDefects, "--json"}).out);
}

TEST(RepairPicture, makes_the_directories_on_the_way_to_it) {
  const TemporaryDirectory directory;
  const std::string beside = (directory.path() / "o" / "r").string(),
                    file = (directory.path() / "o" / "a.svg").string();
  EXPECT_EQ(run_tool({"repair", kTwoDefects, "--svg", file, "--out", beside}).status, 0);
  EXPECT_EQ(directory.files(), std::vector<std::string>{"o"});
  EXPECT_TRUE(directory.read("o/a.svg").ends_with("</svg>\n"));
  EXPECT_TRUE(std::filesystem::exists(directory.path() / "o" / "r" / "repair.json"));
}

TEST(RepairCertificate, says_why_rings_find_no_repair) {
  const TemporaryDirectory directory;
  const std::string wafer =
      "{network: {kind: torus, sides: [4, 4]}, fabric: {}, repair: {planner: rings}, defects: {random: 14, seed: 3}}";
  const std::string folder = (directory.path() / "why").string();
  const ToolResult text = run_tool({"repair", wafer, "--certificate", folder});
  EXPECT_EQ(text.status, 1);
  EXPECT_TRUE(std::regex_search(
      text.out, std::regex("\ncertificate " + folder + ": [0-9]+ clauses, refuted by [0-9]+ lemmas, each checked\n")))
      << text.out;
  EXPECT_EQ(directory.files(), (std::vector<std::string>{"why"}));
  std::istringstream formula(directory.read("why/formula.cnf"));
  std::istringstream proof(directory.read("why/proof.drat"));
  const RefutationCheck check = check_refutation(formula, proof);
  EXPECT_EQ(check.mistake, std::nullopt);
  const json report = json::parse(run_tool({"repair", wafer, "--certificate", folder, "--json"}).out);
  EXPECT_EQ(report.at("certificate"), json({{"written", true},
                                            {"folder", folder},
                                            {"variables", check.variables},
                                            {"clauses", check.clauses},
                                            {"lemmas", check.lemmas},
                                            {"checked", true}}));
}

TEST(RepairCertificate, is_not_written_where_nothing_was_searched) {
  const TemporaryDirectory directory;
  const std::string folder = (directory.path() / "why").string();
  const auto message = [&](const std::string& scenario) {
    const std::string out = run_tool({"repair", scenario, "--certificate", folder}).out;
    const std::size_t line = out.find("no certificate: ");
    return line == std::string::npos ? out : out.substr(line);
  };
  EXPECT_EQ(message(kTwoDefects), "no certificate: the defects are repaired\n");
  const std::string straight = wafer("pe: [[4, 4], [2, 4], [6, 4], [4, 2], [4, 6]]", ", repair: {planner: exact}");
  EXPECT_TRUE(message(straight).ends_with("does not search by clauses on this fabric\n"));
  EXPECT_TRUE(directory.files().empty());
  EXPECT_EQ(run_tool({"repair", kTwoDefects, "--certificate", folder, "--exhaustive", "1"}).err,
            "kintsugi: --certificate and --exhaustive exclude each other; leave one out\n");
}

TEST(RepairPicture, of_an_irreparable_wafer_is_drawn_with_status_one) {
  const TemporaryDirectory directory;
  const std::string file = svg_in(directory);
  const ToolResult result = run_tool({"repair", kCross, "--svg", file, "--out", (directory.path() / "out").string()});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(directory.files(), std::vector<std::string>{"repair.svg"});
  EXPECT_NE(directory.read("repair.svg").find("There is no repair"), std::string::npos);
}

TEST(RepairPicture, is_not_begun_without_a_name_that_ends_in_svg) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const ToolResult result = run_tool({"repair", kTwoDefects, "--svg", (directory.path() / "repair.png").string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--svg: a picture is an SVG: name a file that ends in .svg\n");
  EXPECT_TRUE(directory.files().empty());
}

TEST(RepairPicture, that_cannot_be_written_leaves_nothing_behind) {
  const TemporaryDirectory directory;
  const std::string out = (directory.path() / "out").string();
  const ToolResult result = run_tool({"repair", kTwoDefects, "--svg", "CMakeLists.txt/repair.svg", "--out", out});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("cannot make the directory 'CMakeLists.txt'"), std::string::npos) << result.err;
  EXPECT_FALSE(std::filesystem::exists(directory.path()));
}

TEST(RepairPicture, is_not_there_when_the_other_files_cannot_be_written) {
  const TemporaryDirectory directory;
  const std::string file = svg_in(directory);
  EXPECT_EQ(run_tool({"repair", kTwoDefects, "--svg", file, "--out", "CMakeLists.txt/x"}).status, 2);
  EXPECT_TRUE(directory.files().empty());
}

TEST(RepairPicture, is_of_one_repair_not_of_every_map) {
  const ToolResult result = run_tool({"repair", wafer(""), "--exhaustive", "1", "--svg", "repair.svg"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "kintsugi: --exhaustive and --svg exclude each other; leave one out\n");
}

TEST(RepairPicture, of_input_with_mistakes_is_not_written) {
  const TemporaryDirectory directory;
  const std::string file = svg_in(directory);
  EXPECT_EQ(run_tool({"repair", "traces/broken.yaml", "--svg", file}).status, 2);
  EXPECT_TRUE(directory.files().empty());
}

TEST(Prove, holds_on_the_repaired_wafer) {
  const ToolResult result = run_tool({"prove", kTwoDefects, "--json"});
  EXPECT_EQ(result.status, 0);
  const json document = json::parse(result.out);
  EXPECT_EQ(document.at("pairs"), 64 * 63);
  EXPECT_EQ(document.at("delivered_pairs"), 64 * 63);
  EXPECT_EQ(document.at("acyclic"), true);
  EXPECT_EQ(document.at("vcs"), 2);
  EXPECT_GT(document.at("channels"), 0);
  EXPECT_GT(document.at("dependencies"), 0);
  EXPECT_FALSE(document.contains("cycle"));
  EXPECT_EQ(document.at("repair").at("verified"), true);
}

TEST(Prove, direct_wiring_needs_no_repair) {
  const ToolResult result = run_tool({"prove", "{network: {kind: srt1d, n: 5}}", "--json"});
  EXPECT_EQ(result.status, 0);
  EXPECT_FALSE(json::parse(result.out).contains("repair"));
}

TEST(Prove, an_irreparable_wafer_is_status_one) {
  const ToolResult result = run_tool({"prove", kCross, "--json"});
  EXPECT_EQ(result.status, 1);
  const json document = json::parse(result.out);
  EXPECT_EQ(document.at("repair").at("repairable"), false);
  EXPECT_FALSE(document.contains("acyclic"));
}

TEST(Prove, text_report_says_whether_it_holds) {
  EXPECT_NE(run_tool({"prove", "{network: {kind: srt1d, n: 5}}"}).out.find("proof         holds"), std::string::npos);
}

TEST(RepairAroundElements, tells_how_many_defects_are_left) {
  const auto left_of = [](const std::string& defects) {
    const Input input = load_scenario(
        "{network: {kind: srt2d, n: 3}, fabric: {}, repair: {planner: straight}, defects: {" + defects + "}}", {});
    std::vector<std::size_t> left;
    const CheckedRepair repair =
        check_repair(input.scenario, input.setup, [&left](std::size_t number) { left.push_back(number); });
    return std::pair(repair.verified(), left);
  };
  const auto [repaired, to_plan] = left_of("switch: [[H, 1, 4, 0, D1], [V, 4, 5, 0, D1]]");
  EXPECT_TRUE(repaired);
  ASSERT_GE(to_plan.size(), 2u);
  EXPECT_EQ(to_plan.front(), 2u);
  EXPECT_EQ(to_plan.back(), 1u);
  const auto [impossible, to_explain] = left_of(
      "switch: [[H, 1, 4, 0, D1], [H, 1, 6, 0, X], [V, 0, 5, 0, D2]], "
      "pe: [[1, 4], [1, 7], [2, 4], [3, 1], [4, 6], [8, 3]]");
  EXPECT_FALSE(impossible);
  EXPECT_EQ(to_explain.front(), 3u);
}

TEST(RepairCheck, tells_how_far_it_is) {
  const auto steps_of = [](const std::string& defects) {
    const Input input = load_scenario("{network: {kind: srt2d, n: 2}, fabric: {}, defects: {" + defects + "}}", {});
    std::vector<std::size_t> steps;
    const auto count = [&steps](std::size_t done, std::size_t total) {
      steps.push_back(done);
      EXPECT_EQ(total, 4u);
    };
    check_repair(input.scenario, input.setup, {}, count);
    return steps;
  };
  EXPECT_EQ(steps_of("pe: [[1, 1]]"), (std::vector<std::size_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(steps_of("random: 17"), std::vector<std::size_t>{}) << "without a repair there is no check";
}

}  // namespace
}  // namespace kintsugi::test
