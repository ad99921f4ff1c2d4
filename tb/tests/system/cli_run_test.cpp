// kintsugi run and demo, as commands: statuses, documents, files. Other tests check the simulation.
#include <gtest/gtest.h>
#include <sched.h>

#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

const std::string kSmallRun =
    "{network: {kind: srt2d, n: 3}, fabric: {}, defects: {pe: [[3, 4], [5, 2]]}, traffic: {rate: 0.02},"
    " run: {cycles: 1000}}";

TEST(Run, prints_one_json_document_with_the_stable_keys) {
  const ToolResult result = run_tool({"run", kSmallRun, "--json"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  const json document = json::parse(result.out);
  for (const std::string key : {"cycles", "packets", "flits", "latency", "network_latency", "throughput", "hops",
                                "conserved", "deadlock", "repair", "reconfigurations", "proof"}) {
    EXPECT_TRUE(document.contains(key)) << key;
  }
}

TEST(Run, without_packets_no_latency_and_no_hops_are_measured) {
  const std::vector<std::string> silent = {"run", "{network: {kind: mesh, sides: [3, 3]}, traffic: {rate: 0}}"};
  const std::string text = run_tool(silent).out;
  for (const std::string number : {"latency          none measured\n", "hops             none measured\n"}) {
    EXPECT_NE(text.find('\n' + number), std::string::npos) << text;
  }
  const json document = json::parse(run_tool(with(silent, {"--json"})).out);
  EXPECT_EQ(document.at("latency"), nullptr);
  EXPECT_EQ(document.at("hops"), nullptr);
  const std::string some = run_tool({"run", kSmallRun}).out;
  EXPECT_NE(some.find("\nhops             mean "), std::string::npos) << some;
}

TEST(Run, output_is_the_same_under_every_schedule) {
  const ToolResult domain = run_tool({"run", kSmallRun, "--json", "--schedule", "domain"});
  EXPECT_EQ(domain.status, 0);
  for (const auto& way : kOtherWaysToRun) {
    EXPECT_EQ(run_tool(with({"run", kSmallRun, "--json"}, way)).out, domain.out) << way.back();
  }
}

TEST(Run, several_threads_are_told_of_in_the_timing) {
  const ToolResult result = run_tool({"run", kSmallRun, "--json", "--timing", "--threads", "2"});
  const json timing = json::parse(result.out).at("timing");
  EXPECT_EQ(timing.at("threads"), 2);
  EXPECT_GE(2 * timing.at("busiest_thread").get<int>(), timing.at("evaluations").get<int>());
  EXPECT_LT(timing.at("busiest_thread"), timing.at("evaluations"));
  const json one = json::parse(run_tool({"run", kSmallRun, "--json", "--timing"}).out).at("timing");
  EXPECT_EQ(one.at("busiest_thread"), one.at("evaluations"));
  EXPECT_EQ(one.at("evaluations"), timing.at("evaluations"));
  EXPECT_EQ(result.err.find("--threads ignored"), std::string::npos) << result.err;
}

/// Returns the number of a core that this process may use.
int some_core() {
  cpu_set_t cores;
  sched_getaffinity(0, sizeof cores, &cores);
  int core = 0;
  while (!CPU_ISSET(core, &cores)) ++core;
  return core;
}

TEST(Run, fewer_cores_than_threads_are_said) {
  const std::string core = std::to_string(some_core());
  const ToolResult one = run_program({"taskset", "-c", core, program_path(), "run", kSmallRun, "--threads", "2"});
  EXPECT_EQ(one.status, 0);
  EXPECT_EQ(one.err,
            "--threads 2: this process may use 1 core; threads that share a core are slower than one thread\n");
  EXPECT_EQ(one.out, run_tool({"run", kSmallRun}).out);
  EXPECT_EQ(run_program({"taskset", "-c", core, program_path(), "run", kSmallRun}).err, "");
}

TEST(Run, the_number_of_threads_can_be_left_to_the_tool) {
  const ToolResult small = run_tool({"run", kSmallRun, "--threads", "auto"});
  EXPECT_EQ(small.out, run_tool({"run", kSmallRun}).out);
  EXPECT_TRUE(small.err.starts_with("--threads auto: 1 thread for 64 nodes on ")) << small.err;
  const std::string busy =
      "{network: {kind: mesh, sides: [32, 32]}, router: {routing: dimension-order}, "
      "traffic: {rate: 0.05}, run: {cycles: 200, warmup: 0, proof: skip}}";
  const ToolResult one = run_tool({"run", busy, "--json"});
  const ToolResult chosen = run_tool({"run", busy, "--json", "--threads", "auto", "--quiet"});
  EXPECT_EQ(chosen.out, one.out);
  EXPECT_EQ(chosen.err, "");
  const std::string core = std::to_string(some_core());
  const ToolResult bound =
      run_program({"taskset", "-c", core, program_path(), "run", busy, "--json", "--threads", "auto"});
  EXPECT_EQ(bound.err, "--threads auto: 1 thread for 1024 nodes on 1 core\n");
  EXPECT_EQ(bound.out, one.out);
  cpu_set_t cores;
  sched_getaffinity(0, sizeof cores, &cores);
  const ToolResult timed = run_tool({"run", busy, "--json", "--timing", "--threads", "auto"});
  EXPECT_EQ(json::parse(timed.out).at("timing").at("threads") == 1, CPU_COUNT(&cores) == 1);
  const std::string copies = "{network: {kind: mesh, sides: [3, 3]}, traffic: {multicast: {}}}";
  EXPECT_EQ(run_tool({"run", copies, "--threads", "auto"}).err,
            "--threads auto: 1 thread; multicast needs a single thread\n");
  EXPECT_EQ(run_tool({"run", copies, "--threads", "auto", "--quiet"}).err, "");
}

TEST(Run, one_thread_does_it_where_several_cannot_and_the_reason_is_said) {
  const ToolResult result =
      run_tool({"run", kSmallRun, "--json", "--timing", "--threads", "2", "--schedule", "always"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(json::parse(result.out).at("timing").at("threads"), 1);
  EXPECT_NE(result.err.find("--threads ignored: this schedule needs a single thread\n"), std::string::npos);
  const ToolResult faults = run_tool({"run",
                                      "{network: {kind: mandala, ports: 4, levels: 2}, router: {routing: hdr},"
                                      " faults: [{cycle: 10, pe: 3}]}",
                                      "--threads", "2", "--quiet"});
  EXPECT_EQ(faults.err, "--threads ignored: faults at run time need a single thread\n");
  const ToolResult copies = run_tool(
      {"run", "{network: {kind: mesh, sides: [3, 3]}, traffic: {multicast: {}}}", "--threads", "2", "--quiet"});
  EXPECT_EQ(copies.err, "--threads ignored: multicast needs a single thread\n");
  const ToolResult routing = run_tool({"run",
                                       "{network: {kind: mandala, ports: 4, levels: 2}, router: {routing: hdr},"
                                       " defects: {pe: [3]}}",
                                       "--threads", "2", "--quiet"});
  EXPECT_EQ(routing.err, "--threads ignored: a routing that routes around faults needs a single thread\n");
}

TEST(Run, irreparable_is_status_one_and_writes_nothing) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"run", kSmallRun, "--set", "defects.pe=[[4,4],[2,4],[6,4],[4,2],[4,6]]", "--set",
                                      "repair.planner=straight", "--set", "waves={file: run.vcd}", "--json", "--out",
                                      directory.path().string()});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(json::parse(result.out).at("repair").at("repairable"), false);
  EXPECT_TRUE(directory.files().empty());
}

TEST(Run, waves_go_to_the_directory) {
  const TemporaryDirectory directory;
  const ToolResult result =
      run_tool({"run", kSmallRun, "--set", "waves={file: run.vcd, to: 20}", "--out", directory.path().string()});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(directory.files(), (std::vector<std::string>{"run.gtkw", "run.sucl", "run.vcd"}));
}

TEST(Run, a_directory_that_cannot_be_made_is_status_two) {
  const ToolResult result =
      run_tool({"run", kSmallRun, "--set", "waves={file: run.vcd, to: 20}", "--out", "CMakeLists.txt/x"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err, "");
}

TEST(DemoSlow, shows_a_repaired_wafer_and_writes_its_files) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"demo", "--out", directory.path().string()});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("verified"), std::string::npos);
  EXPECT_FALSE(directory.files().empty());
}

/// tb/demo passes its own directory before that of the user.
TEST(DemoSlow, writes_to_the_last_directory) {
  const TemporaryDirectory first;
  const TemporaryDirectory last;
  const ToolResult result = run_tool({"demo", "--out", first.path().string(), "--out", last.path().string()});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(first.files().empty());
  EXPECT_EQ(last.files(), (std::vector<std::string>{"demo.gtkw", "demo.sucl", "demo.vcd"}));
}

TEST(DemoSlow, as_json_is_one_document) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"demo", "--json", "--out", directory.path().string()});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(json::parse(result.out).is_object());
}

TEST(Run, says_that_a_directory_is_ignored_where_there_is_no_waveform) {
  const TemporaryDirectory directory;
  const std::vector<std::string> words = {"run", kSmallRun, "--out", directory.path().string()};
  const ToolResult result = run_tool(words);
  EXPECT_EQ(result.status, 0);
  EXPECT_TRUE(result.err.starts_with("--out ignored: it is for waveforms, and the scenario has no waves\n"))
      << result.err;
  EXPECT_EQ(run_tool(with(words, {"--quiet"})).err, "");
  EXPECT_FALSE(std::filesystem::exists(directory.path()));
}

}  // namespace
}  // namespace kintsugi::test
