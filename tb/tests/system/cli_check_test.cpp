// kintsugi check, and the states that kintsugi repair writes for it.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

const std::string kCheckedWafer = "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[2, 2], [4, 3]]}}";
const std::string kCheckedArray = "{network: {kind: sse, n: 3, scheme: ksft2, k: 2}, defects: {pe: [4, 7]}}";

json check_report_of(const std::vector<std::string>& arguments, int status = 0) {
  const ToolResult result = run_tool(with(arguments, {"--json"}));
  EXPECT_EQ(result.status, status) << result.err;
  return json::parse(result.out);
}

std::string check_complaint(const std::vector<std::string>& arguments) {
  const ToolResult result = run_tool(arguments);
  EXPECT_EQ(result.status, 2) << result.out;
  EXPECT_EQ(result.out, "");
  return result.err;
}

/// Runs a line of shell, in which $K is the program and $0 a directory.
ToolResult run_check_shell(const std::string& line, const std::string& directory) {
  return run_program({"sh", "-c", "K=" + std::string(program_path()) + "; " + line, directory});
}

/// A wafer that only rings repair.
const std::string kCheckedRings =
    "{network: {kind: torus, sides: [4, 4]}, fabric: {}, defects: {pe: [[1, 2], [2, 1], [2, 2], [2, 4], [3, 2]]}}";

// --- What repair writes ----------------------------------------------------------------------------------------------

TEST(RepairStates, are_rows_of_the_report) {
  const json report = check_report_of({"repair", kCheckedWafer});
  EXPECT_EQ(report.at("fields").size(), 92u);
  EXPECT_EQ(report["fields"][1].dump(), R"({"bits":2,"name":"sh.g0.c1","offset":2,"state":"X","value":1})");
  EXPECT_EQ(report.at("switches").size(), 124u);
  const auto row = [&](const char* list, const std::string& name) {
    for (const json& each : report.at(list)) {
      if (each.at("name") == name) return each;
    }
    return json();
  };
  EXPECT_EQ(row("switches", "r2.c2.bunch_ew").dump(),
            R"({"after":"cross","before":"connect_0","field":"r2.c2","name":"r2.c2.bunch_ew","type":"bunch switch"})");
  EXPECT_EQ(report.at("pes").size(), 32u);
  EXPECT_EQ(row("pes", "r2.c2").at("after"), nullptr);
  EXPECT_EQ(row("pes", "r2.c2").at("before"), "x1.y1");
  EXPECT_EQ(row("pes", "r2.c2").at("defective"), true);
  EXPECT_FALSE(row("pes", "r1.c1").contains("defective"));
  EXPECT_EQ(report.at("links").size(), 40u);
  for (const json& link : report["links"]) {
    EXPECT_GE(link.at("pitches_after"), 1) << link;
    EXPECT_GE(link.at("pitches_before"), 1) << link;
  }
}

/// Adds the lengths of the wires under each link, and compares with the length of the link.
TEST(RepairStates, give_a_link_the_length_of_its_wires) {
  for (const std::string& scenario : {kCheckedWafer, kCheckedArray}) {
    const json report = check_report_of({"repair", scenario});
    std::map<std::string, unsigned> before, after;
    for (const json& wire : report.at("wires")) {
      if (!wire.at("before").is_null()) before[wire["before"].dump()] += wire.at("pitches").get<unsigned>();
      if (!wire.at("after").is_null()) after[wire["after"].dump()] += wire.at("pitches").get<unsigned>();
    }
    for (const json& link : report.at("links")) {
      const std::string ends = json{link.at("from"), link.at("to")}.dump();
      EXPECT_EQ(before.at(ends), link.at("pitches_before").get<unsigned>()) << ends;
      EXPECT_EQ(after.at(ends), link.at("pitches_after").get<unsigned>()) << ends;
    }
    EXPECT_EQ(after.size(), report["links"].size());
  }
}

TEST(RepairStates, name_the_defect_of_a_switch) {
  const json report = check_report_of(
      {"repair",
       "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {switch: [[V, 0, 0, 0, D1]], wire: [[2, 2, e, 1]]}}"});
  unsigned defects = 0;
  for (const json& row : report.at("switches")) defects += row.contains("defect");
  EXPECT_EQ(defects, 2u);
}

/// The report, its placement and its states, each handed back.
TEST(RepairStates, of_a_plan_of_rings_are_right_in_every_form) {
  const TemporaryDirectory directory;
  const std::string base = directory.path().string();
  const ToolResult result = run_check_shell(
      "mkdir -p $0; $K repair '" + kCheckedRings + "' --json --states $0/s.csv > " + "$0/report.json && $K check '" +
          kCheckedRings + "' --plan $0/report.json && $K check '" + kCheckedRings + "' --states $0/s.csv",
      base);
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_NE(result.out.find("report.json: "), std::string::npos) << result.out;
  EXPECT_NE(result.out.find(" rings"), std::string::npos) << result.out;
  const json report = check_report_of({"repair", kCheckedRings});
  json placement = json::object();
  for (const json& pe : report.at("pes")) {
    if (!pe.at("after").is_null()) placement[pe.at("after").get<std::string>()] = pe.at("pe");
  }
  const json checked = check_report_of({"check", kCheckedRings, "--plan", json{{"placement", placement}}.dump()});
  EXPECT_EQ(checked.at("verified"), true);
  EXPECT_EQ(
      check_report_of({"check", kCheckedRings, "--plan", json{{"rings_of_nodes", report.at("rings_of_nodes")}}.dump()})
          .at("verified"),
      true);
}

TEST(CheckPlan, says_what_is_wrong_with_rings) {
  const auto with_rings = [](const std::string& rings) {
    return std::vector<std::string>{"check", kCheckedRings, "--plan", "{rings_of_nodes: [" + rings + "]}"};
  };
  EXPECT_NE(check_complaint(with_rings("{ring: column 1}")).find("passes is missing"), std::string::npos);
  EXPECT_NE(check_complaint(with_rings("{ring: column 1, passes: [[2, 2]]}")).find("must be a list of two addresses"),
            std::string::npos);
  EXPECT_TRUE(check_complaint(with_rings("{ring: column 1, passes: [[0, 1], [5, 1]]}, "
                                         "{ring: column 9, passes: [[0, 2], [5, 2]]}"))
                  .starts_with("<command line>:1:70: no ring is named 'column 9'; valid: column 1 to column 4, "))
      << "at the name of the ring";
}

TEST(RepairStates, are_not_in_the_report_of_a_run_nor_of_an_irreparable_map) {
  const json run =
      check_report_of({"run", kCheckedWafer.substr(0, kCheckedWafer.size() - 1) + ", run: {cycles: 500}}"});
  EXPECT_TRUE(run.at("repair").contains("moved"));
  EXPECT_FALSE(run.at("repair").contains("fields"));
  EXPECT_FALSE(check_report_of({"repair", "traces/irreparable.yaml"}, 1).contains("fields"));
}

TEST(RepairStates, a_row_is_a_line) {
  const ToolResult result = run_tool({"repair", kCheckedWafer, "--json"});
  EXPECT_NE(result.out.find("\n    {\"offset\":2,\"bits\":2,\"name\":\"sh.g0.c1\",\"value\":1,\"state\":\"X\"},\n"),
            std::string::npos);
}

TEST(RepairStates, files_are_written_in_the_form_of_their_ending) {
  const TemporaryDirectory out;
  const std::string base = (out.path() / "made" / "states").string();
  for (const std::string ending : {".json", ".csv"}) {
    const ToolResult result = run_tool({"repair", kCheckedWafer, "--states", base + ending});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_TRUE(result.out.ends_with("states     " + base + ending + "\n")) << result.out;
  }
  const json document = json::parse(out.read("made/states.json"));
  EXPECT_EQ(document.at("network"), "2D-SRT(2,2,1)");
  const json report = check_report_of({"repair", kCheckedWafer});
  for (const char* key : {"fabric_number", "fields", "switches", "pes", "wires", "links"}) {
    EXPECT_EQ(document.at(key), report.at(key)) << key;
  }
  const std::vector<std::string> lines = lines_of(out.read("made/states.csv"));
  EXPECT_EQ(lines.front(), "kind,name,far,lane,pitches,before,after,offset,bits,value,state");
  std::size_t rows = 2;  // the header and the number of the fabric
  for (const char* key : {"fields", "switches", "pes", "wires", "links"}) rows += report.at(key).size();
  EXPECT_EQ(lines.size(), rows);
  EXPECT_EQ(check_report_of({"repair", kCheckedWafer, "--states", base + ".csv"}).at("states"), base + ".csv");
}

TEST(RepairStates, need_an_ending_that_is_written_and_a_repair) {
  EXPECT_EQ(check_complaint({"repair", kCheckedWafer, "--states", "a.txt"}),
            "--states: 'a.txt' has none of the forms that are written: name a file that ends in .json or .csv\n");
  EXPECT_EQ(check_complaint({"repair", kCheckedWafer, "--states", ""}),
            "--states: the name of the file is empty; name a file that ends in .json or .csv\n");
  EXPECT_EQ(check_complaint({"repair", kCheckedWafer, "--states", "a.csv", "--exhaustive", "1"}),
            "kintsugi: --states and --exhaustive exclude each other; leave one out\n");
  const TemporaryDirectory out;
  const std::string file = (out.path() / "states.csv").string();
  EXPECT_EQ(run_tool({"repair", "traces/irreparable.yaml", "--states", file}).status, 1);
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(RepairStates, the_text_of_the_bitstream_has_a_line_for_each_field) {
  const TemporaryDirectory out;
  run_tool({"repair", kCheckedWafer, "--out", out.path().string()});
  const std::vector<std::string> lines = lines_of(out.read("bitstream.txt"));
  ASSERT_EQ(lines.size(), 93u);
  EXPECT_EQ(lines[0], "offset  bits  name      value  state");
  EXPECT_EQ(lines[1], "0       2     sh.g0.c0  1      X");
  const ToolResult moved = run_check_shell("awk '$3 == \"r2.c2\" {print $5}' \"$0\"/bitstream.txt", out.path());
  EXPECT_EQ(moved.out, "cross\n");
}

// --- What check says -------------------------------------------------------------------------------------------------

TEST(Check, takes_everything_that_repair_writes) {
  for (const std::string& scenario : {kCheckedWafer, kCheckedArray}) {
    const TemporaryDirectory out;
    const std::string file = (out.path() / "states").string();
    run_tool({"repair", scenario, "--out", out.path().string(), "--states", file + ".csv"});
    run_tool({"repair", scenario, "--states", file + ".json"});
    const std::string in = out.path().string() + '/';
    const std::vector<std::vector<std::string>> ways = {
        {"--states", in + "states.csv"},    {"--states", in + "states.json"}, {"--states", in + "repair.json"},
        {"--states", in + "bitstream.txt"}, {"--plan", in + "repair.json"},   {"--bitstream", in + "bitstream.bin"}};
    for (const std::vector<std::string>& way : ways) {
      const json report = check_report_of(with({"check", scenario}, way));
      EXPECT_EQ(report.at("verified"), true) << way[1];
      EXPECT_EQ(report.at("differences"), json::array());
      EXPECT_EQ(report.at("switches_not_as_planned"), json::array());
      EXPECT_EQ(report.at("moved"), check_report_of({"repair", scenario}).at("moved"));
      EXPECT_EQ(report.at("checked"), way[0].substr(2));
      EXPECT_EQ(report.contains("checksum"), way[0] == "--bitstream");
    }
  }
}

TEST(Check, takes_states_from_standard_input) {
  const ToolResult result = run_check_shell(
      "\"$K\" repair '" + kCheckedWafer + "' --json | \"$K\" check '" + kCheckedWafer + "' --states -", "none");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out,
            "states        <standard input>\n"
            "placement     as given, 3 nodes moved\n"
            "verified      yes: the extracted network is the one wanted\n"
            "switches      as the rule of the fabric sets them for this placement\n"
            "rings         none\n"
            "defects       2: PE [2, 2], PE [4, 3]\n"
            "longest link  8 pitches, 1 cycle; its length takes no cycles, because link.reach is not set\n");
}

TEST(Check, names_a_switch_that_is_read_back_in_another_state) {
  const TemporaryDirectory out;
  run_tool({"repair", kCheckedWafer, "--out", out.path().string()});
  const ToolResult result = run_check_shell(
      "sed '/ sv.g2.r3 /s/1 *X/3  D2/' \"$0\"/bitstream.txt | \"$K\" check '" + kCheckedWafer + "' --json --states -",
      out.path());
  EXPECT_EQ(result.status, 1) << result.err;
  const json report = json::parse(result.out);
  EXPECT_EQ(report.at("verified"), false);
  ASSERT_FALSE(report.at("differences").empty());
  const json& first = report["differences"][0];
  EXPECT_EQ(first.at("kind"), "link");
  EXPECT_EQ(first.at("at"),
            json::parse(R"([{"switch": "sv.g2.r3", "field": "sv.g2.r3", "state": "D2", "expected": "X"}])"));
  EXPECT_EQ(report.at("switches_not_as_planned").size(), 1u);
}

TEST(Check, names_conflicts_of_a_plan) {
  const ToolResult result = run_tool(
      {"check", kCheckedWafer, "--plan", "{paths: [{pe: [2, 2], direction: east}, {pe: [2, 3], direction: west}]}"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.out,
            "plan      <command line>: 2 paths\n"
            "verified  no: 1 difference\n"
            "          no switch setting carries both r2.c2 east and r2.c3 west\n"
            "defects   2: PE [2, 2], PE [4, 3]\n");
}

TEST(Check, needs_one_thing_to_check) {
  EXPECT_EQ(check_complaint({"check", kCheckedWafer}),
            "kintsugi: nothing to check: give one of --bitstream FILE, --states FILE, --plan FILE "
            "and --waves FILE\n");
  EXPECT_EQ(check_complaint({"check", kCheckedWafer, "--plan", "{}", "--states", "a"}),
            "kintsugi: one thing is checked at a time: give one of --bitstream FILE, --states FILE, --plan FILE "
            "and --waves FILE\n");
  EXPECT_EQ(check_complaint({"check", kCheckedWafer, "--bitstream", "none.bin"}),
            "none.bin: cannot read this file: No such file or directory\n");
  EXPECT_EQ(check_complaint({"check", kCheckedWafer, "--states", ""}),
            "--states: the name of the file is empty; name a list of states\n");
  EXPECT_EQ(check_complaint({"check", "{network: {kind: srt2d, n: 2}}", "--plan", "{}"}),
            "<command line>:1:11: there is no fabric to repair; add fabric: {}\n");
}

TEST(Check, refuses_the_stream_of_another_wafer) {
  const TemporaryDirectory out;
  run_tool({"repair", "{network: {kind: srt2d, n: 3, shift: uniform}, fabric: {}}", "--out", out.path().string()});
  const std::string message = check_complaint(
      {"check", "{network: {kind: srt2d, n: 3}, fabric: {}}", "--bitstream", out.path().string() + "/bitstream.bin"});
  EXPECT_NE(message.find("the stream is damaged, or of another fabric or network"), std::string::npos) << message;
}

TEST(Check, reports_mistakes_as_json_too) {
  const ToolResult result = run_tool({"check", kCheckedWafer, "--states", "{sh.g0.c0: Y}", "--json"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(json::parse(result.out).at("errors")[0].at("line"), 1);
}

// --- Files of others -------------------------------------------------------------------------------------------------

TEST(Check, takes_the_memory_image_of_an_export) {
  const TemporaryDirectory out;
  EXPECT_EQ(run_tool({"export", kCheckedWafer, "--part", "fabric", "--out", out.path().string()}).status, 0);
  const json report = check_report_of({"check", kCheckedWafer, "--bitstream", out.path().string() + "/bitstream.memh"});
  EXPECT_EQ(report.at("verified"), true);
  EXPECT_EQ(report.at("checksum"), "right");
  const auto input_of = [&](const std::string& file) {
    const std::string text = run_tool({"check", kCheckedWafer, "--bitstream", out.path().string() + file}).out;
    return text.substr(text.find(": ") + 2, text.find('\n') - text.find(": ") - 2);
  };
  EXPECT_EQ(input_of("/bitstream.memh").find(std::to_string(std::filesystem::file_size(out.path() / "bitstream.memh"))),
            std::string::npos)
      << "the stream is shorter than its text: " << input_of("/bitstream.memh");
  const ToolResult spoilt = run_check_shell(
      "sed '4s/5/x/' \"$0\"/bitstream.memh | \"$K\" check '" + kCheckedWafer + "' --bitstream -", out.path());
  EXPECT_EQ(spoilt.status, 2);
  EXPECT_NE(spoilt.err.find("has unknown bits"), std::string::npos) << spoilt.err;
}

TEST(Check, says_how_many_switches_a_list_leaves_out) {
  const TemporaryDirectory out;
  run_tool({"repair", kCheckedWafer, "--out", out.path().string()});
  const ToolResult idle = run_check_shell(
      "grep -v ' sh.g0.c0 ' \"$0\"/bitstream.txt | \"$K\" check '" + kCheckedWafer + "' --states -", out.path());
  EXPECT_EQ(idle.status, 0) << idle.out << idle.err;
  EXPECT_TRUE(idle.out.starts_with("states        <standard input>: without 1 switch, in its state after power-up\n"))
      << idle.out;
  const ToolResult broken = run_check_shell(
      "grep -v ' sv.g2' \"$0\"/bitstream.txt | \"$K\" check '" + kCheckedWafer + "' --json --states -", out.path());
  EXPECT_EQ(broken.status, 1) << broken.err;
  EXPECT_EQ(json::parse(broken.out).at("left_out"), 6);
  EXPECT_NE(json::parse(broken.out).at("differences")[0].at("message").get<std::string>().find("which is OPEN"),
            std::string::npos);
}

TEST(Check, takes_a_list_on_the_command_line_and_echoes_no_long_text) {
  EXPECT_EQ(check_complaint({"check", kCheckedWafer, "--states", "[[sh.g0.c0, Y]]"}),
            "<command line>:1:13: 'sh.g0.c0' cannot be 'Y'; did you mean 'X'?\n");
  const std::string text(2500, 'a');
  for (const std::string option : {"--states", "--plan", "--bitstream"}) {
    EXPECT_LT(check_complaint({"check", kCheckedWafer, option, text}).size(), 600u) << option;
  }
  EXPECT_LT(check_complaint({"check", kCheckedWafer, "--states", "{" + text + ": X}"}).size(), 600u);
}

TEST(CheckPlan, takes_the_report_of_a_repair_by_passes) {
  const std::string scenario =
      "{network: {kind: torus, sides: [4, 4]}, fabric: {}, repair: {planner: fabric}, "
      "defects: {pe: [[0, 1], [1, 0], [1, 1], [1, 5], [2, 2], [5, 1]]}}";
  const ToolResult result = run_check_shell(
      "\"$K\" repair '" + scenario + "' --json | \"$K\" check '" + scenario + "' --json --plan -", "none");
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_EQ(json::parse(result.out).at("switches_not_as_planned"), json::array());
}

}  // namespace
}  // namespace kintsugi::test
