// A report says when its run was not steady, so that its latencies depend on run.cycles.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

std::string mesh(const std::string& traffic, const std::string& run = "cycles: 1500") {
  return "{network: {kind: mesh, sides: [4, 4]}, traffic: {" + traffic + "}, run: {" + run + "}}";
}

json report_of(const std::string& scenario) {
  const ToolResult result = run_tool({"run", scenario, "--json", "--quiet"});
  EXPECT_EQ(result.status, 0) << result.err;
  return json::parse(result.out);
}

/// Returns the row of the text that says the run was not steady; empty if it has none.
std::string complaint(const std::string& scenario) {
  for (const std::string& line : lines_of(run_tool({"run", scenario, "--quiet"}).out)) {
    if (line.starts_with("steady ")) return line;
  }
  return "";
}

TEST(Steadiness, a_saturated_mesh_is_not_steady_and_the_text_says_by_which_figures) {
  const std::string saturated = mesh("rate: 0.9");
  const json report = report_of(saturated);
  EXPECT_EQ(report.at("steady"), false);
  const double share = report["throughput"]["accepted"].get<double>() / report["throughput"]["offered"].get<double>();
  const int growth = report["throughput"]["queue_growth"];
  const std::string line = complaint(saturated);
  EXPECT_NE(line.find(std::to_string(static_cast<int>(100 * share + 0.5)) + " % of the offered flits were accepted; " +
                      std::to_string(growth) + " packets more than at the beginning of the window wait"),
            std::string::npos)
      << line;
  EXPECT_NE(line.find("latencies grow with run.cycles"), std::string::npos) << line;
}

TEST(Steadiness, latencies_of_a_run_that_is_not_steady_grow_with_its_cycles_and_those_of_a_steady_one_do_not) {
  const auto latency = [](const std::string& rate, const std::string& cycles) {
    return report_of(mesh("rate: " + rate, "cycles: " + cycles))["latency"]["mean"].get<double>();
  };
  EXPECT_GT(latency("0.9", "3000"), 1.6 * latency("0.9", "1500"));
  EXPECT_LT(latency("0.1", "3000"), 1.1 * latency("0.1", "1500"));
}

TEST(Steadiness, runs_at_low_load_are_steady_or_too_short_to_judge) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    const std::string run = ", seed: " + std::to_string(seed);
    for (const std::string cycles : {"60, warmup: 0", "100", "300"}) {
      const json report = report_of(mesh("rate: 0.05", "cycles: " + cycles + run));
      EXPECT_EQ(report.at("steady"), nullptr) << cycles << run;
      EXPECT_NE(report.at("steady_missing").get<std::string>().find("too few"), std::string::npos) << report;
    }
    const json report = report_of(mesh("rate: 0.05, flits: 4", "cycles: 1500" + run));
    EXPECT_EQ(report.at("steady"), true) << run;
    EXPECT_FALSE(report.contains("steady_missing"));
  }
  EXPECT_EQ(complaint(mesh("rate: 0.05, flits: 4")), "");
}

/// In both the queues grow: with the second it cannot be told yet.
TEST(Steadiness, a_window_that_is_too_short_to_tell_is_said_to_be) {
  EXPECT_EQ(report_of(mesh("rate: 0.9", "cycles: 1500")).at("steady"), false);
  const std::string short_run = mesh("rate: 0.9", "cycles: 40, warmup: 30, drain: false");
  const json report = report_of(short_run);
  EXPECT_EQ(report.at("steady"), nullptr) << report["throughput"];
  const std::string why = report.at("steady_missing");
  EXPECT_TRUE(
      why.ends_with(" packets created in the window are too few to tell growing source queues from chance; a "
                    "longer run.cycles or a higher rate makes more"))
      << why;
  EXPECT_NE(complaint(short_run).find("not known: " + why), std::string::npos) << complaint(short_run);
  EXPECT_EQ(report_of(mesh("rate: 0")).at("steady"), nullptr) << "no packet at all";
}

TEST(Steadiness, queues_are_those_at_the_ends_of_the_window) {
  const std::string drained = mesh("rate: 0.9, flits: 8", "cycles: 800, warmup: 0");
  const json report = report_of(drained);
  EXPECT_EQ(report["packets"]["queued"], 0) << "drained after the window";
  EXPECT_GT(report["throughput"]["queue_growth"], 200);
  const json cut = report_of(mesh("rate: 0.9, flits: 8", "cycles: 800, warmup: 0, drain: false"));
  EXPECT_EQ(cut["packets"]["queued"], cut["throughput"]["queue_growth"]);
  EXPECT_EQ(cut["throughput"]["queue_growth"], report["throughput"]["queue_growth"]);
}

TEST(Steadiness, multicasts_wait_in_source_queues_too) {
  const std::string multicasts = "rate: 0, multicast: {to: all, rate: 0.05}";
  const json report = report_of(mesh(multicasts));
  EXPECT_EQ(report.at("steady"), false);
  const std::string line = complaint(mesh(multicasts));
  EXPECT_NE(line.find(" no: " + report["throughput"]["queue_growth"].dump() + " multicasts more"), std::string::npos)
      << line;
  const std::string both = complaint(mesh("rate: 0.2, multicast: {to: all, rate: 0.05}"));
  EXPECT_NE(both.find(" packets and multicasts more than at the beginning"), std::string::npos) << both;
}

TEST(Steadiness, acknowledgements_wait_in_no_source_queue) {
  const std::string begin = "{network: {kind: mesh, sides: [3, 3]}, router: {routing: around}, detection: {}, ";
  const auto report = [&](const std::string& rate) {
    return report_of(begin + "traffic: {flits: 4, rate: " + rate + "}, run: {cycles: 1500, warmup: 0, drain: false}}");
  };
  const json saturated = report("0.9"), idle = report("0.05");
  EXPECT_EQ(saturated.at("steady"), false);
  EXPECT_EQ(idle.at("steady"), true);
  for (const json* each : {&saturated, &idle}) {
    EXPECT_EQ((*each)["throughput"]["queue_growth"], (*each)["packets"]["queued"]);
  }
}

TEST(Steadiness, is_the_same_on_all_threads) {
  const std::vector<std::string> command = {"run", mesh("rate: 0.9"), "--json", "--quiet"};
  EXPECT_EQ(run_tool(with(command, {"--threads", "3"})).out, run_tool(command).out);
}

TEST(Steadiness, is_no_question_for_a_program) {
  const std::string program = mesh("workload: {name: alltoall, ranks: 16, bytes: 4096}", "seed: 1");
  const std::string why = "a program sends when its operations allow, so its queues have no steady state";
  EXPECT_EQ(report_of(program).at("steady"), nullptr);
  EXPECT_EQ(report_of(program).at("steady_missing"), why);
  EXPECT_NE(complaint(program).find("not known: " + why), std::string::npos) << complaint(program);
}

TEST(Steadiness, of_a_trace_that_is_cut_speaks_of_the_window) {
  TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string file = (directory.path() / "trace.csv").string();
  std::ofstream out(file);
  for (unsigned i = 0; i < 1000; ++i) out << i << ',' << i % 16 << ",5,16\n";
  out.close();
  const auto text = [&](const std::string& run) {
    return complaint("{network: {kind: mesh, sides: [4, 4]}, traffic: {trace: " + file + "}, run: {" + run + "}}");
  };
  const std::string cut = text("cycles: 500, warmup: 100");
  EXPECT_NE(cut.find(" more than at the beginning of the window wait in source queues when it ends, before the end of "
                     "the trace, "),
            std::string::npos)
      << cut;
  EXPECT_NE(cut.find(" of those created in it until then; "), std::string::npos) << cut;
  const std::string begun = text("warmup: 100");
  EXPECT_NE(begun.find(" more than at the beginning of the window wait in source queues when the last packet of the "
                       "trace is created, "),
            std::string::npos)
      << begun;
}

TEST(Steadiness, of_a_trace_without_packets_asks_for_no_other_rate) {
  TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string file = (directory.path() / "trace.csv").string();
  std::ofstream(file) << "cycle,source,destination,flits\n";
  EXPECT_EQ(report_of("{network: {kind: mesh, sides: [4, 4]}, traffic: {trace: " + file + "}}").at("steady_missing"),
            "0 packets created in the window are too few to tell growing source queues from chance");
  EXPECT_EQ(run_tool({"run", "{network: {kind: mesh, sides: [4, 4]}, traffic: {trace: " + file + "}}"}).err,
            "<command line>:1:57: traffic.trace: the trace has no packets, so none is sent; each packet is a line "
            "cycle,source,destination,flits, such as 0,5,4,8\n");
}

/// Every node sends a packet in every `gap` cycles.
TEST(Steadiness, of_a_trace_is_judged_up_to_its_last_packet) {
  TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string file = (directory.path() / "trace.csv").string();
  const auto with_gap = [&](unsigned gap) {
    std::ofstream out(file);
    for (unsigned i = 0; i < 20; ++i) {
      for (unsigned node = 0; node < 16; ++node) out << i * gap << ',' << node << ',' << (node + 5) % 16 << ",8\n";
    }
    out.close();
    return "{network: {kind: mesh, sides: [4, 4]}, traffic: {trace: " + file + "}}";
  };
  EXPECT_EQ(report_of(with_gap(100)).at("steady"), true);
  const std::string fast = with_gap(2);
  const json report = report_of(fast);
  EXPECT_EQ(report.at("steady"), false);
  EXPECT_EQ(report["packets"]["queued"], 0) << "all arrive in the end";
  const std::string line = complaint(fast);
  EXPECT_NE(line.find(report["throughput"]["queue_growth"].dump() +
                      " packets more than at the beginning wait in source queues when the last packet of the trace is "
                      "created"),
            std::string::npos)
      << line;
  EXPECT_NE(line.find("latencies grow with the length of the trace"), std::string::npos) << line;
}

}  // namespace
}  // namespace kintsugi::test
