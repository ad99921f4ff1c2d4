// kintsugi convert: what it writes of the shipped files, beside a reading of its own, that it runs, and its refusals.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test::converting {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Words = std::vector<std::string>;
using Rows = std::vector<Words>;

/// Returns the lines of a table in their cells, without comments.
Rows cells_in(const std::string& text) {
  Rows rows;
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with("#")) continue;
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
  }
  return rows;
}

std::string foreign_file(const TemporaryDirectory& directory, const std::string& name, const std::string& bytes) {
  fs::create_directories(directory.path());
  const std::string path = (directory.path() / name).string();
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

class ConvertCommand : public testing::Test {
 protected:
  /// Returns what is printed; the line about it goes to `line_`.
  std::string converted(const Words& words) {
    const ToolResult result = run_tool(with({"convert"}, words));
    EXPECT_EQ(result.status, 0) << result.err;
    line_ = result.err;
    return result.out;
  }
  /// Returns the messages about a wrong file or option; nothing is written.
  std::string refusal(const Words& words) {
    const ToolResult result = run_tool(with({"convert"}, words));
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    return result.err;
  }
  /// Writes into a file of its directory and returns its path.
  std::string written(const Words& words, const std::string& name) {
    const std::string path = (directory_.path() / name).string();
    const ToolResult result = run_tool(with(with({"convert"}, words), {"--out", path}));
    EXPECT_EQ(result.status, 0) << result.err;
    return path;
  }
  static json report_of(const Words& words) {
    const ToolResult result = run_tool(with(words, {"--json"}));
    EXPECT_EQ(result.status, 0) << result.err;
    return json::parse(result.out, nullptr, false);
  }

  TemporaryDirectory directory_;
  std::string line_;
};

TEST_F(ConvertCommand, flows_of_vpr_have_their_share_of_a_link) {
  const std::string text = text_of("traces/foreign/camera.flows");
  const std::regex flow(
      "src=\"(?:\\.\\*)?([a-z0-9]+)(?:\\.\\*)?\" dst=\"(?:\\.\\*)?([a-z0-9]+)(?:\\.\\*)?\" "
      "bandwidth=\"([^\"]+)\"");
  const Rows rows = cells_in(converted({"traces/foreign/camera.flows", "--clock", "800", "--flit-bits", "64"}));
  ASSERT_EQ(rows.size(), 14u);
  EXPECT_EQ(rows[0], (Words{"source", "destination", "rate"}));
  std::size_t row = 0;
  for (std::sregex_iterator each(text.begin(), text.end(), flow), end; each != end; ++each) {
    ASSERT_LT(++row, rows.size());
    EXPECT_EQ(rows[row][0], (*each)[1]);
    EXPECT_EQ(rows[row][1], (*each)[2]);
    EXPECT_NEAR(std::stod(rows[row][2]), std::stod((*each)[3]) / (64 * 800e6), 1e-12);
  }
  EXPECT_EQ(row, 13u);
  EXPECT_EQ(line_,
            "kintsugi convert: vtr: 13 flows; 12 names of routers mended: .* at the ends and \\ left out; "
            "latency_cons of 6 flows ignored; priority of 4 flows ignored\n");
}

TEST_F(ConvertCommand, a_name_of_a_file_with_a_line_feed_stays_in_the_comment) {
  const std::string path =
      foreign_file(directory_, "camera\nyuv,sum,0.9\n.flows", text_of("traces/foreign/camera.flows"));
  const Rows rows = cells_in(converted({path}));
  EXPECT_EQ(rows, cells_in(converted({"traces/foreign/camera.flows"})));
}

TEST_F(ConvertCommand, flows_of_vpr_run_on_a_network_with_their_names) {
  const std::string flows = written({"traces/foreign/camera.flows", "--clock", "800"}, "camera.csv");
  const json report = report_of({"run", "traces/soc_flows.yaml", "--set", "traffic.flows=" + flows, "--set",
                                 "run.cycles=1000", "--set", "run.warmup=0"});
  ASSERT_EQ(report.at("flows").at("count"), 13);
  EXPECT_EQ(report.at("flows").at("list").at(0).at("source"), "cpu0");
}

TEST_F(ConvertCommand, numbers_stand_for_names_where_a_network_has_none_of_these) {
  const std::string text = converted({"traces/foreign/camera.flows", "--clock", "800", "--numbers"});
  EXPECT_NE(text.find("# 0 is cpu0\n# 1 is l2a\n# 2 is cpu1\n"), std::string::npos) << text;
  const Rows rows = cells_in(text);
  EXPECT_EQ(rows.at(1).at(0) + rows.at(1).at(1), "01");
  EXPECT_NE(line_.find("11 nodes named by numbers"), std::string::npos) << line_;
}

TEST_F(ConvertCommand, a_table_of_noxim_sends_in_the_cycles_that_it_says) {
  const Rows rows = cells_in(converted({"traces/foreign/tiles.noxim", "--cycles", "5000", "--flits", "4"}));
  EXPECT_EQ(rows.front(), (Words{"source", "destination", "rate", "flits", "from", "to"}));
  const auto sends = [&rows](const std::string& from, const std::string& to, long cycle) {
    double rate = 0;
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const Words& row = rows[i];
      if (row[0] != from || row[1] != to || cycle < std::stol(row[4])) continue;
      if (row.size() < 6 || cycle < std::stol(row[5])) rate += std::stod(row[2]);
    }
    return rate;
  };
  for (long cycle = 0; cycle < 5000; cycle += 7) {
    EXPECT_EQ(sends("0", "5", cycle), 0.08);
    EXPECT_EQ(sends("5", "15", cycle), cycle % 2000 > 1000 && cycle % 2000 < 1500 ? 0.2 : 0) << cycle;
    EXPECT_EQ(sends("15", "5", cycle), cycle % 2000 > 1250 && cycle % 2000 < 1750 ? 0.2 : 0) << cycle;
    EXPECT_EQ(sends("9", "6", cycle), cycle > 2999 ? 0.08 : 0) << cycle;
    EXPECT_EQ(sends("1", "2", cycle), cycle > 100 && cycle < 600 ? 0.12 : 0) << cycle;
  }
  EXPECT_NE(line_.find("por of 1 line ignored"), std::string::npos) << line_;
}

TEST_F(ConvertCommand, a_table_of_noxim_runs_on_a_mesh) {
  const std::string flows = written({"traces/foreign/tiles.noxim", "--cycles", "2000"}, "tiles.csv");
  const json report = report_of(
      {"run", "{network: {kind: mesh, sides: [4, 4]}, traffic: {flows: " + flows + "}, run: {cycles: 2000}}"});
  EXPECT_EQ(report.at("flows").at("count"), 9);
}

std::uint64_t little(const std::string& bytes, std::size_t at, unsigned size) {
  std::uint64_t number = 0;
  for (unsigned i = size; i-- > 0;) number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
  return number;
}

TEST_F(ConvertCommand, a_trace_of_netrace_has_the_packets_of_its_records) {
  const std::string bytes = text_of("traces/foreign/reads.tra");
  std::size_t at = 72 + little(bytes, 56, 4) + 24 * little(bytes, 60, 4);
  std::string wanted;
  std::size_t waiting = 0;
  for (; at < bytes.size(); at += 21 + 4 * little(bytes, at + 20, 1)) {
    const auto type = little(bytes, at + 16, 1);
    const bool has_line = type == 2 || type == 6 || type == 16;  // answers and write-backs
    waiting += little(bytes, at + 20, 1);
    wanted += std::to_string(little(bytes, at, 8)) + ',' + std::to_string(little(bytes, at + 17, 1)) + ',' +
              std::to_string(little(bytes, at + 18, 1)) + (has_line ? ",5\n" : ",1\n");
  }
  const std::string text = converted({"traces/foreign/reads.tra"});
  EXPECT_EQ(text.substr(text.find("flits\n") + 6), wanted);
  EXPECT_EQ(line_, "kintsugi convert: netrace: " + std::to_string(little(bytes, 48, 8)) + " packets; " +
                       std::to_string(waiting) +
                       " dependencies ignored: each packet is sent in its cycle; --dependencies keeps them in a "
                       "program; addresses and kinds of nodes ignored; "
                       "2 regions of the program not kept apart\n");
}

TEST_F(ConvertCommand, a_trace_of_netrace_is_replayed) {
  const std::string trace = written({"traces/foreign/reads.tra"}, "reads.csv");
  const json report = report_of({"run", "{network: {kind: mesh, sides: [4, 4]}, traffic: {trace: " + trace + "}}"});
  EXPECT_EQ(report.at("packets").at("delivered"), 65);
}

TEST_F(ConvertCommand, the_packets_of_a_program_of_netrace_wait_as_in_the_trace) {
  const std::string bytes = text_of("traces/foreign/reads.tra");
  std::map<std::uint64_t, std::uint64_t> source_of;
  const std::size_t first = 72 + little(bytes, 56, 4) + 24 * little(bytes, 60, 4);
  const auto next = [&bytes](std::size_t at) { return at + 21 + 4 * little(bytes, at + 20, 1); };
  for (std::size_t at = first; at < bytes.size(); at = next(at)) {
    source_of[little(bytes, at + 8, 4)] = little(bytes, at + 17, 1);
  }
  const std::string goal = converted({"traces/foreign/reads.tra", "--dependencies"});
  std::size_t kept = 0;
  std::size_t elsewhere = 0;
  for (std::size_t at = first; at < bytes.size(); at = next(at)) {
    for (std::size_t i = 0; i < little(bytes, at + 20, 1); ++i) {
      const std::uint64_t waits = little(bytes, at + 21 + 4 * i, 4);
      const std::string line =
          "p" + std::to_string(waits) + " requires r" + std::to_string(little(bytes, at + 8, 4)) + "\n";
      const bool waits_there = source_of.at(waits) == little(bytes, at + 18, 1);
      EXPECT_EQ(goal.find(line) != std::string::npos, waits_there) << line;
      ++(waits_there ? kept : elsewhere);
    }
  }
  EXPECT_EQ(kept + elsewhere, 35u);
  EXPECT_GT(elsewhere, 0u);
  EXPECT_EQ(line_, "kintsugi convert: netrace: 65 packets; " + std::to_string(kept) + " dependencies kept; " +
                       std::to_string(elsewhere) +
                       " dependencies ignored, on packets that arrive at another node than the one that waits; "
                       "addresses and kinds of nodes ignored\n");
  const std::string program = written({"traces/foreign/reads.tra", "--dependencies"}, "reads.goal");
  const json report = report_of({"run", "{network: {kind: mesh, sides: [4, 4]}, traffic: {workload: " + program +
                                            ", flit_bytes: 16, packet_bytes: 256, cycles_per_ns: 1}}"});
  EXPECT_EQ(report.at("packets").at("delivered"), 65);
  EXPECT_NE(refusal({"traces/foreign/reads.tra", "--dependencies", "--flit-bits", "64"}).find("a program has bytes"),
            std::string::npos);
}

TEST_F(ConvertCommand, chakra_traces_become_a_program_that_completes) {
  const std::string program = written({"traces/foreign/step.0.et"}, "step.goal");
  const json report = report_of({"run", "{network: {kind: mesh, sides: [2, 2]}, traffic: {workload: " + program +
                                            ", flit_bytes: 16, packet_bytes: 256}}"});
  const json& done = report.at("workload");
  EXPECT_EQ(done.at("ranks"), 4);
  // Two calculations of 120 and 80 us on rank 0 before the all-reduce, and 30 us after it: nothing is faster.
  EXPECT_GT(done.at("completion_cycle").get<double>(), 230'000);
  const std::string goal = text_of(program);
  // two messages in the pipeline; a ring of 4 sends 2 * 3 messages a rank, rings of 2 one, a barrier of 4 two
  const std::regex send(": send ");
  EXPECT_EQ(std::distance(std::sregex_iterator(goal.begin(), goal.end(), send), std::sregex_iterator()),
            2 + 4 * 6 + 4 * 1 + 4 * 2);
}

TEST_F(ConvertCommand, a_report_says_what_was_taken) {
  const std::string out = (directory_.path() / "step.goal").string();
  const json report = report_of({"convert", "traces/foreign/step.0.et", "--out", out});
  EXPECT_EQ(report.at("files"), 4);
  EXPECT_EQ(report.at("format"), "chakra");
  EXPECT_EQ(report.at("key"), "traffic.workload");
  EXPECT_EQ(report.at("taken"), "40 nodes and 4 collectives of 4 ranks, " +
                                    std::to_string(40 + 2 * (4 * 6 + 4 * 1 + 4 * 2)) + " operations");
  EXPECT_EQ(report.at("notes").size(), 4u) << report;
}

TEST_F(ConvertCommand, a_missing_rank_is_named) {
  for (const char* rank : {"0", "1", "3"}) {
    foreign_file(directory_, std::string("part.") + rank + ".et",
                 text_of(std::string("traces/foreign/step.") + rank + ".et"));
  }
  const std::string first = (directory_.path() / "part.0.et").string();
  EXPECT_NE(refusal({first}).find("part.2.et: the trace of rank 2 is missing, but there is one of rank 3"),
            std::string::npos);
}

TEST_F(ConvertCommand, another_rank_than_0_is_answered_with_the_file_of_that) {
  EXPECT_EQ(refusal({"traces/foreign/step.2.et"}),
            "traces/foreign/step.2.et: this is the trace of another rank than 0; name traces/foreign/step.0.et, beside "
            "which the others are read\n");
}

TEST_F(ConvertCommand, a_wrong_file_is_refused_where_it_is_wrong_and_nothing_is_written) {
  const std::string out = (directory_.path() / "out.csv").string();
  const std::string flows = foreign_file(directory_, "a.flows", "<traffic_flows>\n<single_flow/></traffic_flows>");
  EXPECT_NE(refusal({flows, "--out", out}).find("a.flows:2:2: <single_flow> has no src"), std::string::npos);
  const std::string table = foreign_file(directory_, "a.txt", "% a table\n0 1 2\n");
  EXPECT_NE(refusal({table, "--out", out}).find("a.txt:2:5: pir must be 0 to 1"), std::string::npos);
  const std::string bytes = text_of("traces/foreign/reads.tra");
  const std::string trace = foreign_file(directory_, "a.tra", bytes.substr(0, bytes.size() - 1));
  EXPECT_NE(refusal({trace, "--out", out}).find("a.tra: byte "), std::string::npos);
  const std::string step = foreign_file(directory_, "a.et", text_of("traces/foreign/step.0.et"));
  EXPECT_NE(refusal({step, "--out", out}).find("a.et: byte "), std::string::npos);
  EXPECT_FALSE(fs::exists(out));
}

TEST_F(ConvertCommand, another_file_is_answered_with_the_formats_and_a_remedy) {
  const std::string message = refusal({"traces/workers.yaml"});
  EXPECT_NE(
      message.find("traces/workers.yaml: this file has none of the formats that are converted: vtr (traffic flows of "
                   "VPR (XML)), noxim (traffic table of Noxim), netrace (packet trace of Netrace 1.0), chakra "
                   "(execution trace of Chakra); if it has one, say --from; "),
      std::string::npos)
      << message;
  EXPECT_NE(message.find("kintsugi map"), std::string::npos);
}

TEST_F(ConvertCommand, options_of_another_format_are_refused) {
  EXPECT_EQ(refusal({"traces/foreign/tiles.noxim", "--clock", "5", "--bytes"}),
            "--clock: has a meaning for vtr, not for noxim; leave it out\n"
            "--bytes: has a meaning for vtr, not for noxim; leave it out\n");
  EXPECT_EQ(refusal({"traces/foreign/step.0.et", "--flit-bits", "5"}),
            "--flit-bits: has a meaning for vtr and netrace, not for chakra; leave it out\n");
  const ToolResult no_file = run_tool({"convert", "traces/foreign/tiles.noxim", "--json"});
  EXPECT_EQ(no_file.status, 2);
  EXPECT_NE(no_file.out.find("what is written is no JSON; add --out FILE"), std::string::npos) << no_file.out;
}

TEST_F(ConvertCommand, a_format_can_be_said) {
  const std::string plain = foreign_file(directory_, "plain", "0 1 0.5\n");
  EXPECT_EQ(cells_in(converted({plain, "--flits", "1"})).back(), (Words{"0", "1", "0.5", "1"}));
  EXPECT_NE(refusal({plain, "--from", "netrace"}).find("begins with the bytes 55 54 4a 48"), std::string::npos);
  EXPECT_NE(refusal({plain, "--from", "vtr"}).find("this is no XML"), std::string::npos);
}

TEST_F(ConvertCommand, it_replaces_only_files_of_its_own) {
  const std::string mine = foreign_file(directory_, "mine.csv", "a,b,0.5\n");
  EXPECT_NE(refusal({"traces/foreign/reads.tra", "--out", mine}).find("mine.csv"), std::string::npos);
  EXPECT_EQ(text_of(mine), "a,b,0.5\n");
  written({"traces/foreign/reads.tra"}, "own.csv");
  written({"traces/foreign/reads.tra"}, "own.csv");
}

/// A scenario that names the file of another simulator is told what to do, by each key, and nothing else.
TEST(ForeignFiles, named_by_a_scenario_are_told_from_files_with_mistakes) {
  const auto said = [](const std::string& traffic) {
    const ToolResult result = run_tool({"run", "{network: {kind: mesh, sides: [4, 4]}, traffic: {" + traffic + "}}"});
    EXPECT_EQ(result.status, 2);
    return result.err;
  };
  const auto made = [](const std::string& what, const std::string& key) {
    return ": this is a file of another simulator, " + what + "; kintsugi convert makes one for " + key + " of it\n";
  };
  const std::string netrace = made("packet trace of Netrace 1.0", "traffic.trace");
  for (const char* key : {"trace", "flows", "workload"}) {
    EXPECT_EQ(said(std::string(key) + ": traces/foreign/reads.tra"), "traces/foreign/reads.tra" + netrace) << key;
  }
  EXPECT_EQ(said("flows: traces/foreign/camera.flows"),
            "traces/foreign/camera.flows" + made("traffic flows of VPR (XML)", "traffic.flows"));
  EXPECT_EQ(
      said("flows: traces/foreign/tiles.noxim"),
      "traces/foreign/tiles.noxim:1:1: this is no table of flows, but maybe one of Noxim; kintsugi convert makes a "
      "table of it\n");
  EXPECT_EQ(said("workload: traces/foreign/step.0.et"),
            "traces/foreign/step.0.et" + made("execution trace of Chakra", "traffic.workload"));
  const TemporaryDirectory directory;
  const std::string text = foreign_file(directory, "own.et", "0,1,99,1\n");
  EXPECT_EQ(said("trace: " + text).find(text + ":1:5: "), 0u) << "a trace may have any name";
}

}  // namespace
}  // namespace kintsugi::test::converting
