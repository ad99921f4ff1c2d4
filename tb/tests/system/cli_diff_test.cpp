// kintsugi diff: what runs, repairs and exports have written, equal and with one difference planted.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;
using DiffWords = std::vector<std::string>;

const std::string kDiffWafer = "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[2, 2]]}";
const std::string kDiffSoundWafer = "{network: {kind: srt2d, n: 2}, fabric: {}}";
const std::string kDiffRing = "traces/packets/ring.jsonl";

/// Returns what a picture of a difference draws: the texts that the expression takes, an element each.
std::set<DiffWords> elements_in(const std::string& svg, const std::string& expression) {
  const std::regex each(expression);
  std::set<DiffWords> found;
  for (std::sregex_iterator at(svg.begin(), svg.end(), each), end; at != end; ++at) {
    found.insert(DiffWords(std::next(at->begin()), at->end()));
  }
  return found;
}

const std::string kDrawnSwitch = R"re(class="switch changed" id="wafer.([^"]+)" data-a="([^"]+)" data-b="([^"]+)")re";
const std::string kDrawnLink = R"re(class="only-([ab])" d="[^"]*" data-from="([^"]+)" data-to="([^"]+)")re";
const std::string kDrawnMove = R"re(class="move" data-node="([^"]+)" data-a="([^"]+)" data-b="([^"]+)")re";

/// Files that a run, a repair and two tests write, and their changed copies.
class DiffCommandFiles : public testing::Test {
 protected:
  DiffCommandFiles() { std::filesystem::create_directories(place_.path()); }

  std::string path(const std::string& name) const { return (place_.path() / name).string(); }

  /// Writes a copy of a file in which a part of the text, once, is another one; returns its path.
  std::string changed(const std::string& file, const std::string& what, const std::string& by) const {
    std::string text = text_of(file);
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what << " in " << file;
    if (at != std::string::npos) text.replace(at, what.size(), by);
    const std::string copy = path("changed_" + std::filesystem::path(file).filename().string());
    std::ofstream(copy, std::ios::binary) << text;
    return copy;
  }

  static json report_on(const std::string& a, const std::string& b, int status, const DiffWords& options = {}) {
    const ToolResult result = run_tool(with({"diff", a, b, "--json"}, options));
    EXPECT_EQ(result.status, status) << a << ' ' << b << '\n' << result.err;
    EXPECT_EQ(result.err, "");
    return json::parse(result.out);
  }

  static void expect_equal(const std::string& a, const std::string& b, const std::string& form,
                           const DiffWords& options = {}) {
    const json report = report_on(a, b, 0, options);
    EXPECT_EQ(report["form"], form);
    EXPECT_EQ(report["equal"], true) << report.dump(1);
    EXPECT_EQ(report["differences"], 0);
    EXPECT_EQ(report["first"], nullptr);
    EXPECT_EQ(report["list"], json::array());
  }

  /// Writes the states of two repairs of a scenario without and with a dead PE, as a.csv and b.csv, and their
  /// bitstreams in the folders a and b.
  void repair_twice() const {
    ASSERT_EQ(run_tool({"repair", kDiffSoundWafer, "--states", path("a.csv"), "--out", path("a")}).status, 0);
    ASSERT_EQ(run_tool({"repair", kDiffWafer + "}", "--states", path("b.csv"), "--out", path("b")}).status, 0);
  }

  /// Draws what two files differ in; returns the picture.
  std::string drawn(const std::string& a, const std::string& b, int status, const DiffWords& options = {}) const {
    const DiffWords svg = {"--scenario", kDiffSoundWafer, "--svg", path("d.svg"), "--list", "1000"};
    last_ = report_on(a, b, status, with(svg, options));
    return text_of(path("d.svg"));
  }

  const TemporaryDirectory place_;
  mutable json last_;  ///< the report of drawn()
};

TEST_F(DiffCommandFiles, of_a_run_are_equal_in_the_next_run_and_differ_with_another_seed) {
  const auto run = [&](const std::string& folder, const std::string& seed) {
    const std::string scenario =
        "{network: {kind: mesh, sides: [3, 3]}, traffic: {rate: 0.1}, run: {cycles: 80, warmup: 0, "
        "seed: " +
        seed + "}, waves: {file: w.vcd}}";
    const ToolResult result = run_tool({"run", scenario, "--json", "--quiet", "--timing", "--out", path(folder),
                                        "--packets", path(folder + ".jsonl"), "--route"});
    ASSERT_EQ(result.status, 0) << result.err;
    std::ofstream(path(folder + ".json")) << result.out;
  };
  run("one", "1");
  run("two", "1");
  run("three", "2");
  expect_equal(path("one.json"), path("two.json"), "report");
  expect_equal(path("one.jsonl"), path("two.jsonl"), "packets");
  expect_equal(path("one/w.vcd"), path("two/w.vcd"), "waveform");
  EXPECT_GT(report_on(path("one.json"), path("three.json"), 1)["differences"], 5);
  const json packets = report_on(path("one.jsonl"), path("three.jsonl"), 1, {"--list", "3"});
  EXPECT_EQ(packets["list"].size(), 3u);
  EXPECT_EQ(packets["first"], packets["list"][0]);
  const json waveforms = report_on(path("one/w.vcd"), path("three/w.vcd"), 1);
  EXPECT_EQ(waveforms["list"].size(), 20u);
  EXPECT_LE(waveforms["first"]["cycle"], waveforms["list"][19]["cycle"]);
  std::uint64_t of_all_kinds = 0;
  for (const json& number : waveforms["by_kind"]) of_all_kinds += number.get<std::uint64_t>();
  EXPECT_EQ(of_all_kinds, waveforms["differences"]);
}

TEST_F(DiffCommandFiles, of_a_repair_show_one_state_and_one_bit) {
  const std::string scenario = kDiffWafer + "}";
  ASSERT_EQ(run_tool({"repair", scenario, "--out", path("r"), "--states", path("s.csv")}).status, 0);
  ASSERT_EQ(run_tool({"repair", scenario, "--states", path("s.json")}).status, 0);
  expect_equal(path("s.csv"), path("s.json"), "states");
  expect_equal(path("r/repair.json"), path("r/repair.json"), "report");
  expect_equal(path("r/repair.json"), path("s.json"), "states", {"--as", "states"});
  expect_equal(path("r/bitstream.bin"), path("r/bitstream.bin"), "bitstream", {"--scenario", scenario});

  const json state = report_on(path("r/bitstream.txt"), changed(path("r/bitstream.txt"), " X\n", " D1\n"), 1);
  EXPECT_EQ(state["by_kind"], json::parse(R"({"field": 1})"));
  EXPECT_EQ(state["first"]["a"], "X");
  EXPECT_EQ(state["first"]["b"], "D1");

  std::string bytes = text_of(path("r/bitstream.bin"));
  bytes[0] = static_cast<char>(bytes[0] ^ 2);
  std::ofstream(path("flipped.bin"), std::ios::binary) << bytes;
  const json bit = report_on(path("r/bitstream.bin"), path("flipped.bin"), 1);
  EXPECT_EQ(bit["first"], json::parse(R"({"kind": "bit", "name": "bit 1 of byte 0", "bit": 1, "a": 0, "b": 1})"));
  const json field = report_on(path("r/bitstream.bin"), path("flipped.bin"), 1, {"--scenario", scenario});
  EXPECT_EQ(field["first"], json::parse(R"({"kind": "field", "name": "sh.g0.c0", "bit": 1, "a": "X", "b": "D2"})"));
  EXPECT_EQ(field["differences"], 1);
}

TEST_F(DiffCommandFiles, of_a_packet_log_show_one_cycle) {
  expect_equal(kDiffRing, kDiffRing, "packets");
  const ToolResult result = run_tool({"diff", kDiffRing, changed(kDiffRing, "\"delivered\":15", "\"delivered\":16")});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.out.find("first        cycle 15, packet 0 of node n5, delivered: 15 in a, 16 in b\n"
                            "differences  1: delivered 1\n"),
            std::string::npos)
      << result.out;
}

TEST_F(DiffCommandFiles, of_a_plan_show_one_path) {
  const std::string plan = "traces/plans/two_tracks.yaml";
  expect_equal(plan, plan, "plan");
  const json report = report_on(plan, changed(plan, "[4, 4], direction: east", "[4, 4], direction: south"), 1);
  EXPECT_EQ(report["first"], json::parse(R"({"kind": "path", "name": "PE [4, 4]", "a": "east", "b": "south"})"));
}

TEST_F(DiffCommandFiles, waveforms_of_the_exported_bench_are_equal_to_those_of_the_model) {
  const std::string run = kDiffWafer +
                          ", traffic: {}, run: {cycles: 20}, waves: {file: w.vcd, scope: [wafer.config_chain.*, "
                          "'wafer.*.state', 'wafer.*.shadow']}}";
  ASSERT_EQ(run_tool({"run", run, "--out", path("model"), "--quiet"}).status, 0);
  ASSERT_EQ(run_tool({"export", kDiffWafer + "}", "--out", path("rtl")}).status, 0);
  const ToolResult made = run_program({"make", "-s", "-C", path("rtl"), "wave"});
  ASSERT_EQ(made.status, 0) << made.out << made.err;
  const DiffWords options = {"--start-b", "3.5ns", "--to", "8", "--match-texts"};
  expect_equal(path("model/w.vcd"), path("rtl/wafer.vcd"), "waveform", options);
  const json report = report_on(path("model/w.vcd"), path("rtl/wafer.vcd"), 0, options);
  EXPECT_GE(std::stoi(report["compared"].get<std::string>()), 200) << report["compared"];

  const json state =
      report_on(changed(path("model/w.vcd"), "sconnect_0 ", "scross "), path("rtl/wafer.vcd"), 1, options);
  EXPECT_EQ(state["by_kind"].size(), 1u) << state.dump(1);
  EXPECT_EQ(state["first"]["kind"], "text");
  EXPECT_EQ(state["first"]["name"].get<std::string>().rfind("wafer.", 0), 0u);
  EXPECT_EQ(
      report_on(path("model/w.vcd"), path("rtl/wafer.vcd"), 1, {"--start-b", "4.5ns", "--to", "8"})["first"]["cycle"],
      0)
      << "a bench that is taken a cycle later is another one";
}

TEST_F(DiffCommandFiles, that_are_wrong_end_with_status_two) {
  std::ofstream(path("cut.vcd")) << "$scope module a $end $var wire 1 ! x $end\n";
  const ToolResult cut = run_tool({"diff", path("cut.vcd"), path("cut.vcd")});
  EXPECT_EQ(cut.status, 2);
  EXPECT_EQ(cut.err, path("cut.vcd") + ":2:1: the waveform ends before $enddefinitions; it is not complete\n");
  const ToolResult forms = run_tool({"diff", kDiffRing, "traces/golden/demo.json", "--json"});
  EXPECT_EQ(forms.status, 2);
  EXPECT_EQ(
      json::parse(forms.out)["errors"][0]["message"],
      "this is a report, and traces/packets/ring.jsonl is a packet log; compare two files of one form, or say with "
      "--as what both are");
  EXPECT_EQ(run_tool({"diff", kDiffRing, path("none")}).err,
            path("none") + ": cannot read this file: No such file or directory\n");
  EXPECT_EQ(
      run_tool({"diff", kDiffRing, kDiffRing, "--scenario", "x.yaml"}).err,
      "--scenario: it has a meaning for bitstreams only, and each of these files is a packet log; leave it out\n");
}

TEST_F(DiffCommandFiles, of_two_repairs_are_drawn_with_exactly_the_switches_that_differ) {
  repair_twice();
  const std::string svg = drawn(path("a.csv"), path("b.csv"), 1);
  std::set<DiffWords> switches;
  for (const json& each : last_["list"]) {
    if (each["kind"] == "switch") {
      switches.insert(
          DiffWords{each["name"].get<std::string>(), each["a"].get<std::string>(), each["b"].get<std::string>()});
    }
  }
  EXPECT_GE(switches.size(), 10u);
  EXPECT_EQ(elements_in(svg, kDrawnSwitch), switches);
  EXPECT_EQ(last_["chip"]["switches"], switches.size());
  EXPECT_EQ(elements_in(svg, kDrawnMove),
            (std::set<DiffWords>{{"x1.y0", "r1.c2", "r0.c2"}, {"x1.y1", "r2.c2", "r1.c2"}}));
  EXPECT_EQ(last_["chip"]["nodes_moved"], 2);
  const std::set<DiffWords> links = elements_in(svg, kDrawnLink);
  EXPECT_TRUE(links.contains({"a", "r1.c2.s", "r2.c2.n"})) << "to the PE that has died";
  EXPECT_TRUE(links.contains({"b", "r0.c2.s", "r1.c2.n"}));
  EXPECT_EQ(links.size(),
            last_["chip"]["links_only_in_a"].get<std::size_t>() + last_["chip"]["links_only_in_b"].get<std::size_t>());
  EXPECT_EQ(svg.find("No difference"), std::string::npos);

  const std::string of_streams = drawn(path("a/bitstream.bin"), path("b/bitstream.bin"), 1);
  EXPECT_EQ(last_["form"], "bitstream");
  EXPECT_EQ(elements_in(of_streams, kDrawnSwitch), switches) << "the states are the same, and the nodes are found";
  EXPECT_EQ(elements_in(of_streams, kDrawnLink), links);
  EXPECT_EQ(elements_in(of_streams, kDrawnMove), elements_in(svg, kDrawnMove));
  const std::string of_plans = drawn(path("a/repair.json"), path("b/repair.json"), 1, {"--as", "plan"});
  EXPECT_EQ(elements_in(of_plans, kDrawnSwitch), switches);
}

TEST_F(DiffCommandFiles, with_one_state_planted_are_drawn_with_one_field) {
  repair_twice();
  const std::string other = changed(path("a/bitstream.txt"), "sh.g0.c0  1      X\n", "sh.g0.c0  3      D2\n");
  const std::string svg = drawn(path("a/bitstream.txt"), other, 1);
  EXPECT_EQ(elements_in(svg, kDrawnSwitch), (std::set<DiffWords>{{"sh.g0.c0", "X", "D2"}}));
}

TEST_F(DiffCommandFiles, that_are_equal_have_a_picture_that_says_so) {
  repair_twice();
  const std::string svg = drawn(path("a.csv"), path("a.csv"), 0);
  EXPECT_NE(svg.find("No difference"), std::string::npos);
  EXPECT_EQ(elements_in(svg, kDrawnSwitch), std::set<DiffWords>{});
  EXPECT_EQ(elements_in(svg, kDrawnLink), std::set<DiffWords>{});
  EXPECT_EQ(elements_in(svg, kDrawnMove), std::set<DiffWords>{});
}

TEST_F(DiffCommandFiles, without_a_chip_have_no_picture) {
  repair_twice();
  const auto refused = [&](const std::string& a, const std::string& b, const DiffWords& options) {
    const ToolResult result = run_tool(with({"diff", a, b, "--svg", path("none.svg")}, options));
    EXPECT_EQ(result.status, 2) << result.out;
    EXPECT_FALSE(std::filesystem::exists(path("none.svg")));
    return result.err;
  };
  const DiffWords scenario = {"--scenario", kDiffSoundWafer};
  EXPECT_EQ(refused(kDiffRing, kDiffRing, scenario),
            "--svg: it draws what lists of states, plans and bitstreams say of a chip, and each of these files is a "
            "packet log; leave it out, or say with --as what they are\n");
  EXPECT_NE(refused(path("a/repair.json"), path("b/repair.json"), scenario).find("is a report; leave it out"),
            std::string::npos);
  EXPECT_EQ(refused(path("a.csv"), path("b.csv"), {}),
            "--svg: the chip that is drawn is that of a scenario; name it with --scenario\n");
  EXPECT_NE(refused(path("a.csv"), path("b.csv"), {"--scenario", "{network: {kind: torus, sides: [4, 4]}}"})
                .find("there is no fabric to draw"),
            std::string::npos);
  EXPECT_EQ(run_tool({"diff", path("a.csv"), path("b.csv"), "--scenario", kDiffSoundWafer}).status, 2)
      << "without a picture lists of states need no scenario";
  std::filesystem::copy_file(path("a.csv"), path("a.svg"));
  EXPECT_EQ(
      run_tool({"diff", path("a.svg"), path("b.csv"), "--scenario", kDiffSoundWafer, "--svg", path("a.svg")}).status,
      2);
  EXPECT_EQ(text_of(path("a.svg")), text_of(path("a.csv"))) << "a file that is compared stays";
}

TEST_F(DiffCommandFiles, can_come_from_standard_input) {
  const ToolResult result =
      run_program({"sh", "-c", std::string(program_path()) + " diff " + kDiffRing + " - < " + kDiffRing});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("equal     yes\n"), std::string::npos) << result.out;
}

}  // namespace
}  // namespace kintsugi::test
