// `kintsugi sweep`: the same bytes with any number of processes, stopped or resumed.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <thread>
#include <vector>

#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/test_size.hpp"
#include "tb/tool/sweep/plottable_numbers.hpp"

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;
using Files = std::map<std::string, std::string>;

/// Returns all files below a directory.
Files files_in(const TemporaryDirectory& directory) {
  Files files;
  if (!fs::exists(directory.path())) return files;
  for (const auto& entry : fs::recursive_directory_iterator(directory.path())) {
    const std::string name = entry.path().lexically_relative(directory.path()).string();
    if (entry.is_regular_file()) files[name] = directory.read(name);
  }
  return files;
}

/// A sweep of eight runs of a few milliseconds, or longer ones.
std::string small_sweep(const std::string& cycles = "400") {
  return "{base: {network: {kind: srt1d, n: 4}, run: {cycles: " + cycles +
         ", proof: skip}}, axes: {router.vcs: [2, 4], traffic.rate: {from: 0.1, to: 0.4, step: 0.1}}, plot: {}}";
}

ToolResult run_sweep(const std::string& sweep, const TemporaryDirectory& out, std::vector<std::string> more = {}) {
  std::vector<std::string> arguments = {"sweep", sweep, "--out", out.path().string(), "--quiet"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_tool(arguments);
}

TEST(SweepFiles, do_not_replace_the_sweep) {
  const TemporaryDirectory directory;
  const std::string file = (directory.path() / "sweep.json").string();
  std::filesystem::create_directories(directory.path());
  std::ofstream(file) << R"({"base": {"network": {"kind": "mesh", "sides": [2]}, "traffic": {"rate": 0.1},)"
                      << R"( "run": {"cycles": 100}}, "axes": {"run.seed": [1]}})";
  const ToolResult result = run_tool({"sweep", file, "--out", directory.path().string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("--out: '" + file + "' is the sweep; name another directory\n"), std::string::npos)
      << result.err;
}

TEST(Sweep, gives_the_same_files_with_any_number_of_jobs) {
  const TemporaryDirectory one;
  const TemporaryDirectory two;
  const ToolResult alone = run_sweep(small_sweep(), one, {"--jobs", "1"});
  const ToolResult together = run_sweep(small_sweep(), two, {"--jobs", "3"});
  EXPECT_EQ(alone.status, 0) << alone.err;
  EXPECT_EQ(alone.out, together.out);
  EXPECT_EQ(alone.err, "");
  const Files files = files_in(one);
  EXPECT_EQ(files.size(), 8u + 3u) << "a result each; sweep.json, points.csv, plot.svg";
  EXPECT_EQ(files, files_in(two));
}

TEST(Sweep, a_point_is_what_run_prints) {
  const TemporaryDirectory out;
  ASSERT_EQ(run_sweep(small_sweep(), out).status, 0);
  const auto document = nlohmann::ordered_json::parse(out.read("sweep.json"));
  const auto& fourth = document.at("results").at(3);
  EXPECT_EQ(fourth["values"]["traffic.rate"], "0.4");
  const auto result = nlohmann::ordered_json::parse(out.read(fourth.at("file").get<std::string>()));
  const ToolResult run = run_tool({"run", "{network: {kind: srt1d, n: 4}, run: {cycles: 400, proof: skip}}", "--set",
                                   "router.vcs=2", "--set", "traffic.rate=0.4", "--json", "--quiet"});
  EXPECT_EQ(result["report"], nlohmann::ordered_json::parse(run.out));
  EXPECT_EQ(fourth["figures"]["latency.mean"], result["report"]["latency"]["mean"]);
}

TEST(Sweep, marks_the_points_that_are_not_steady) {
  const ToolResult result = run_tool({"sweep",
                                      "{base: {network: {kind: mesh, sides: [3, 3]}, traffic: {flits: 2}, run: "
                                      "{cycles: 400, proof: skip}}, axes: {traffic.rate: [0.1, 0.9]}}",
                                      "--quiet"});
  ASSERT_EQ(result.status, 0) << result.err;
  const std::vector<std::string> lines = lines_of(result.out);
  EXPECT_TRUE(lines.at(1).ends_with(" done")) << lines[1];
  EXPECT_TRUE(lines.at(2).ends_with(" done, not steady")) << lines[2];
  EXPECT_NE(result.out.find("\nnot steady: source queues grew, so that latencies depend on the length of the run\n"),
            std::string::npos)
      << result.out;
}

TEST(Sweep, says_of_how_many_packets_of_a_trace_were_not_sent) {
  TemporaryDirectory directory;
  fs::create_directories(directory.path());
  const std::string trace = (directory.path() / "trace.csv").string();
  std::ofstream(trace) << "1,0,1,4\n50,1,0,4\n90,0,1,4\n";
  const std::string base = "{base: {network: {kind: mesh, sides: [2, 2]}, traffic: {trace: " + trace + "}}, axes: ";
  const ToolResult cut = run_tool({"sweep", base + "{run.cycles: [40, 60]}}", "--quiet"});
  const std::vector<std::string> lines = lines_of(cut.out);
  EXPECT_TRUE(lines.at(0).ends_with("unsent  outcome")) << cut.out;
  EXPECT_TRUE(lines.at(1).ends_with("2       done")) << cut.out;
  EXPECT_TRUE(lines.at(2).ends_with("1       done")) << cut.out;
  EXPECT_NE(cut.out.find("\nunsent: packets of the trace that were not sent\n"), std::string::npos) << cut.out;
  const ToolResult whole = run_tool({"sweep", base + "{run.cycles: [200, 300]}}", "--quiet"});
  EXPECT_EQ(whole.out.find("unsent"), std::string::npos) << whole.out;
}

TEST(Sweep, says_how_many_packets_of_a_trace_are_not_measured) {
  TemporaryDirectory directory;
  fs::create_directories(directory.path());
  const std::string trace = (directory.path() / "trace.csv").string();
  std::ofstream(trace) << "1,0,1,4\n50,1,0,4\n90,0,1,4\n";
  const std::string network = "{base: {network: {kind: mesh, sides: [2, 2]}, traffic: {";
  const std::string of_trace = network + "trace: " + trace + "}, run: {cycles: 200}}, axes: ";
  const std::string of_pattern = network + "rate: 0.1}, run: {cycles: 200}}, axes: ";
  const auto table = [](const std::string& sweep) { return lines_of(run_tool({"sweep", sweep, "--quiet"}).out); };
  const std::vector<std::string> lines = table(of_trace + "{run.warmup: [0, 60, 100]}}");
  EXPECT_TRUE(lines.at(0).ends_with("outside  outcome")) << lines[0];
  EXPECT_TRUE(lines.at(1).ends_with("0        done")) << lines[1];
  EXPECT_TRUE(lines.at(2).ends_with("2        done")) << lines[2];
  EXPECT_TRUE(lines.at(3).ends_with("3        done")) << lines[3];
  EXPECT_EQ(lines.back(), "outside: packets before or after the window, which latency and offered leave out");
  const std::string by_axis = network + "}, run: {cycles: 200, warmup: 60}}, axes: {traffic.trace: [" + trace + "]}}";
  EXPECT_TRUE(table(by_axis).at(0).ends_with("outside  outcome"));
  EXPECT_FALSE(table(of_trace + "{router.vcs: [1, 2]}}").at(0).ends_with("outside  outcome"));
  EXPECT_FALSE(table(of_pattern + "{run.warmup: [60, 100]}}").at(0).ends_with("outside  outcome"));
}

/// Else a table of dashes would not tell that packets were sent.
TEST(Sweep, says_how_many_packets_of_flows_that_end_in_the_warm_up_are_not_measured) {
  const auto table = [](const std::string& to) {
    return lines_of(run_tool({"sweep",
                              "{base: {network: {kind: mesh, sides: [2, 2]}, run: {cycles: 200, warmup: 60}, traffic: "
                              "{flows: [{source: 0, destination: 3, rate: 0.9, flits: 1, from: 0, to: " +
                                  to + "}]}}, axes: {router.buffer: [2, 4]}}",
                              "--quiet"})
                        .out);
  };
  const std::vector<std::string> hidden = table("50");
  EXPECT_TRUE(hidden.at(0).ends_with("outside  outcome")) << hidden[0];
  EXPECT_FALSE(hidden.at(1).ends_with(" 0        done")) << hidden[1];
  EXPECT_EQ(hidden.back(), "outside: packets before or after the window, which latency and offered leave out");
  EXPECT_FALSE(table("150").at(0).ends_with("outside  outcome"));
}

TEST(Sweep, takes_names_of_nodes_that_are_numbers_as_run_takes_them) {
  const TemporaryDirectory directory;
  fs::create_directories(directory.path());
  const std::string graph = (directory.path() / "numbers.csv").string();
  std::ofstream(graph) << "a,b\n1.50,007\n007,1e1\n1e1,1.50\n1.5,7\n7,1.50\n";
  const std::string base =
      "{base: {network: {kind: graph, file: " + graph +
      "}, traffic: {rate: 0.1, pattern: hotspot, share: 1, node: 007}, run: {cycles: 300}}, axes: {";
  const ToolResult result = run_tool({"sweep", base + "traffic.node: [1.50, 007, 1e1]}}", "--json"});
  EXPECT_EQ(result.status, 0) << result.err;
  const auto report = nlohmann::json::parse(result.out);
  EXPECT_EQ(report.at("results").size(), 3u);
  EXPECT_EQ(report.at("failed"), nlohmann::json::array());
  const ToolResult of_base = run_tool({"sweep", base + "run.seed: [1]}}"});
  EXPECT_EQ(of_base.status, 0) << of_base.err;
}

TEST(Sweep, prints_one_document_with_json) {
  const TemporaryDirectory out;
  const ToolResult result = run_sweep(small_sweep(), out, {"--json"});
  EXPECT_EQ(result.out, out.read("sweep.json"));
  EXPECT_EQ(nlohmann::json::parse(result.out).at("curves").size(), 2u);
}

TEST(Sweep, without_a_directory_writes_nothing) {
  const ToolResult result = run_tool({"sweep", small_sweep(), "--quiet"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("saturation"), std::string::npos);
}

/// Stops a sweep by a signal once two results exist; returns its status as waitpid gives it.
int stop_sweep(const std::string& sweep, const TemporaryDirectory& out, int signal) {
  const pid_t child = fork();
  if (child == 0) {
    reset_signals();
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    execl(program_path(), "kintsugi", "sweep", sweep.c_str(), "--out", out.path().c_str(), "--jobs", "2", nullptr);
    _exit(127);
  }
  while (files_in(out).size() < 2) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  kill(child, signal);
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

/// Returns the processes that run a scenario with this mark in its text.
std::size_t runs_alive(const std::string& mark) {
  std::size_t runs = 0;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    std::ifstream file(entry.path() / "cmdline");
    const std::string line{std::istreambuf_iterator<char>(file), {}};
    if (line.find(mark) != std::string::npos) ++runs;
  }
  return runs;
}

class StoppedSweep : public testing::TestWithParam<int> {};

TEST_P(StoppedSweep, resumed_gives_the_same_files) {
  const std::string mark = std::to_string((kSanitized ? 2000 : 20000) + getpid() % 1000);
  const std::string sweep = small_sweep(mark);
  const TemporaryDirectory through;
  const TemporaryDirectory stopped;
  const ToolResult whole = run_sweep(sweep, through);
  ASSERT_EQ(whole.status, 0) << whole.err;
  const int status = stop_sweep(sweep, stopped, GetParam());
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), GetParam());
  for (int i = 0; i < 500 && runs_alive("\"cycles\":" + mark) > 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_EQ(runs_alive("\"cycles\":" + mark), 0u) << "no run outlives its sweep";
  EXPECT_LT(files_in(stopped).size(), files_in(through).size());
  const ToolResult resumed = run_sweep(sweep, stopped, {"--resume"});
  EXPECT_EQ(resumed.status, 0) << resumed.err;
  EXPECT_EQ(resumed.out, whole.out);
  EXPECT_EQ(files_in(stopped), files_in(through));
}

INSTANTIATE_TEST_SUITE_P(Signals, StoppedSweep, testing::Values(SIGINT, SIGTERM, SIGKILL),
                         [](const auto& signal) { return std::string(sigabbrev_np(signal.param)); });

TEST(Sweep, resumes_with_what_is_there) {
  const TemporaryDirectory out;
  ASSERT_EQ(run_sweep(small_sweep(), out).status, 0);
  const Files before = files_in(out);
  fs::remove(out.path() / "points.csv");
  const ToolResult again = run_tool({"sweep", small_sweep(), "--out", out.path().string(), "--resume"});
  EXPECT_EQ(again.err, "kintsugi: 8 of 8 results taken from an earlier run\n");
  EXPECT_EQ(files_in(out), before);
}

TEST(Sweep, says_when_it_has_changed_and_takes_nothing_of_the_other) {
  const TemporaryDirectory out;
  ASSERT_EQ(run_sweep(small_sweep(), out).status, 0);
  const ToolResult other = run_tool({"sweep", small_sweep("300"), "--out", out.path().string(), "--resume"});
  const std::string said =
      "kintsugi: 0 of 8 results taken from an earlier run\nkintsugi: 8 results in " + out.path().string() +
      " belong to no point of this work: its input, its options or the program has changed; they are "
      "left alone\n";
  // A slow machine shows its progress beside.
  EXPECT_EQ(std::regex_replace(other.err, std::regex("sweep: [0-9]+ (%|s)[^\n]*\n"), ""), said);
  EXPECT_LT(nlohmann::json::parse(out.read("sweep.json"))["results"][0]["figures"]["cycles"], 400);
}

TEST(Sweep, takes_no_results_of_a_rebuilt_program_of_the_same_version) {
  const TemporaryDirectory programs;
  fs::create_directories(programs.path());
  const fs::path rebuilt = programs.path() / "kintsugi";
  fs::copy_file(program_path(), rebuilt);
  std::ofstream(rebuilt, std::ios::binary | std::ios::app) << '.';  // behind its sections: it does the same
  ASSERT_EQ(run_program({rebuilt.string(), "--version"}).out, run_tool({"--version"}).out);
  const TemporaryDirectory out;
  ASSERT_EQ(run_sweep(small_sweep(), out).status, 0);
  const std::vector<std::string> resume = {"sweep", small_sweep(), "--out", out.path().string(), "--resume"};
  const ToolResult other = run_program(with({rebuilt.string()}, resume));
  EXPECT_NE(other.err.find("kintsugi: 0 of 8 results taken from an earlier run\n"), std::string::npos) << other.err;
  EXPECT_NE(
      run_program(with({rebuilt.string()}, resume)).err.find("kintsugi: 8 of 8 results taken from an earlier run\n"),
      std::string::npos);
  EXPECT_NE(run_tool(resume).err.find("kintsugi: 8 of 8 results taken from an earlier run\n"), std::string::npos);
}

TEST(Sweep, a_failed_point_is_reported_and_stops_nothing) {
  const TemporaryDirectory out;
  // A dead PE with one more on each of its four lines cannot be replaced by straight paths; one alone can.
  const ToolResult result = run_sweep(
      "{base: {network: {kind: srt2d, n: 3}, fabric: {}, repair: {planner: straight}, run: {cycles: 200}}, axes: "
      "{defects.pe: [[[4, 4]], [[4, 4], "
      "[4, "
      "2], [4, 6], [2, 4], [6, 4]], [[5, 5]]]}}",
      out);
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(
      result.err,
      "kintsugi: point 2 (defects.pe=[[4, 4], [4, 2], [4, 6], [2, 4], [6, 4]]) failed: exit status 1: irreparable\n");
  const std::size_t in_table = result.out.find("irreparable");
  EXPECT_NE(in_table, std::string::npos);
  EXPECT_EQ(result.out.find("irreparable", in_table + 1), std::string::npos) << "said once\n" << result.out;
  const auto document = nlohmann::json::parse(out.read("sweep.json"));
  EXPECT_EQ(document["failed"], nlohmann::json({2}));
  EXPECT_EQ(document["results"][1]["failure"], "irreparable");
  EXPECT_EQ(document["results"][2]["status"], 0);
  EXPECT_EQ(run_sweep("{base: traces/irreparable.yaml, axes: {run.seed: [1]}}", out).status, 1)
      << "the base can be a file";
}

TEST(Sweep, a_run_that_breaks_down_is_reported_too) {
  const TemporaryDirectory out;
  const std::string sweep =
      "{base: {network: {kind: srt1d, n: 4}, run: {cycles: 1000000000}}, axes: {traffic.rate: [0.1]}}";
  // Runs inherit the limits of the sweep: the system ends a process after one second of CPU time.
  const ToolResult result = run_program({"sh", "-c", "ulimit -t 1; exec \"$0\" sweep \"$1\" --quiet --out \"$2\"",
                                         program_path(), sweep, out.path().string()});
  EXPECT_EQ(result.status, 1);
  EXPECT_TRUE(result.err.find("failed: signal ") != std::string::npos) << result.err;
  EXPECT_EQ(nlohmann::json::parse(out.read("sweep.json"))["results"][0]["status"], nullptr);
  EXPECT_EQ(files_in(out).size(), 2u) << "what broke down is no result: --resume does it again";
}

TEST(Sweep, wrong_input_writes_nothing) {
  const TemporaryDirectory out;
  const ToolResult result =
      run_sweep("{base: {network: {kind: srt1d, n: 4}}, axes: {router.vcs: [2, 1], run.sed: [1]}}", out);
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(lines_of(result.err).size(), 2u) << result.err;
  EXPECT_FALSE(fs::exists(out.path()));
}

TEST(Sweep, what_cannot_be_drawn_is_said_before_anything_runs) {
  const TemporaryDirectory out;
  const ToolResult result = run_sweep(
      "{base: {network: {kind: srt1d, n: 4}, traffic: {}}, axes: {traffic.rate: [0.1, 0.2]}, plot: {title: \"a\\tb\"}}",
      out);
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "<command line>:1:101: plot.title: 'a\\tb' has a control character; write one line of text\n");
  EXPECT_FALSE(fs::exists(out.path()));
}

TEST(Sweep, a_number_that_no_run_can_report_is_said_before_anything_runs) {
  const std::string sweep =
      "{base: {network: {kind: srt1d, n: 3}, traffic: {}, run: {cycles: 200}}, axes: {traffic.rate: [0.1, 0.2]}, plot: "
      "{y: hops.max}}";
  const TemporaryDirectory out;
  const ToolResult result = run_sweep(sweep, out);
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err,
            "<command line>:1:117: plot.y: no point reports 'hops.max': only a run with details reports it; set "
            "run.details: true\n");
  EXPECT_FALSE(fs::exists(out.path()));
  const ToolResult detailed = run_sweep(sweep, out, {"--set", "run.details=true"});
  EXPECT_EQ(detailed.status, 0) << detailed.err;
  EXPECT_NE(out.read("plot.svg"), "");
}

TEST(Sweep, a_number_that_no_run_reports_is_said_and_no_result_is_lost) {
  const std::string sweep =
      "{base: {network: {kind: srt1d, n: 3}, traffic: {}, run: {cycles: 20}}, axes: {traffic.rate: [0, 0.000001]}, "
      "plot: {y: latency.mean}}";
  const TemporaryDirectory out;
  const ToolResult result = run_sweep(sweep, out);
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("kintsugi: there is no plot: no run reports plot.y, 'latency.mean'"), std::string::npos)
      << result.err;
  EXPECT_EQ(files_in(out).size(), 2u + 2u) << "a result each; sweep.json, points.csv";
}

/// Returns the paths of the numbers of a report; of lists only those of collectives.
void add_numbers(const nlohmann::json& json, const std::string& path, std::set<std::string>& numbers) {
  for (const auto& [key, value] : json.items()) {
    const std::string inner = path.empty() ? key : path + '.' + key;
    if (inner == "workload.collectives") {
      for (const nlohmann::json& each : value) add_numbers(each, inner + ".GROUP", numbers);
    }
    if (value.is_object()) add_numbers(value, inner, numbers);
    if (value.is_number()) numbers.insert(inner);
  }
}

TEST(Sweep, a_plot_can_show_every_number_that_reports_have) {
  const std::vector<std::vector<std::string>> runs = {
      {"traces/rdt_multicast.yaml", "--set", "run.details=true", "--set", "run.cycles=600", "--set", "run.warmup=100"},
      {"traces/two_tracks.yaml", "--set", "router.routing=minimal-adaptive", "--set", "run.cycles=1500"},
      {"traces/sse_too_many_faults.yaml"},
      {"traces/mesh_detection.yaml"},
      {"traces/soc_flows.yaml"},
      {"traces/requests.yaml"},
      {"traces/priorities.yaml"},
      {"traces/allreduce_wafer.yaml", "--set", "energy.router=1", "--set", "energy.wire=1", "--set", "energy.switch=1",
       "--set", "energy.leakage=1"}};
  std::set<std::string> reported;
  for (std::vector<std::string> arguments : runs) {
    arguments.insert(arguments.begin(), {"run", "--json", "--quiet"});
    const TemporaryDirectory out;
    const ToolResult result = run_tool(arguments);
    EXPECT_LE(result.status, 1) << result.err;
    add_numbers(nlohmann::json::parse(result.out), "", reported);
  }
  reported.insert("last_move");                                           // of a deadlock
  reported.insert({"workload.left", "workload.collectives.GROUP.left"});  // of a program that does not end
  const std::vector<std::string>& known = sweep::plottable_numbers();
  EXPECT_EQ(reported, std::set<std::string>(known.begin(), known.end()));
}

TEST(Sweep, plots_the_time_of_a_collective_by_its_name) {
  const std::string path = "workload.collectives.allreduce2.cycles";
  const std::string base =
      "{network: {kind: mesh, sides: [2, 2]}, traffic: {workload: {name: allreduce, times: 2, bytes: 4096}}}";
  const std::string sweep = "{base: " + base + ", axes: {traffic.workload.bytes: [1024, 4096]}, plot: {x: " +
                            "traffic.workload.bytes, y: workload.collectives.";
  const TemporaryDirectory out;
  const ToolResult result = run_sweep(sweep + "allreduce2.cycles}}", out, {"--json"});
  EXPECT_EQ(result.status, 0) << result.err;
  const nlohmann::json points = nlohmann::json::parse(result.out).at("results");
  ASSERT_EQ(points.size(), 2u);
  const nlohmann::json second =
      nlohmann::json::parse(run_tool({"run", base, "--json"}).out)["workload"]["collectives"][1];
  EXPECT_EQ(points[1].at("figures").at(path), second.at("cycles"));
  EXPECT_LT(points[0].at("figures").at(path), points[1].at("figures").at(path));
  EXPECT_TRUE(fs::exists(out.path() / "plot.svg"));
  EXPECT_NE(out.read("points.csv").find(',' + path), std::string::npos);

  const TemporaryDirectory other;
  const ToolResult absent = run_sweep(sweep + "allreduce3.cycles}}", other);
  EXPECT_EQ(absent.status, 2) << "said before anything runs";
  EXPECT_NE(absent.err.find("plot.y: no point reports 'workload.collectives.allreduce3.cycles': the program has no "
                            "group 'allreduce3'; did you mean 'allreduce'?\n"),
            std::string::npos)
      << absent.err;
  EXPECT_FALSE(fs::exists(other.path()));
}

TEST(Sweep, plots_a_collective_that_some_points_have) {
  const std::string sweep =
      "{base: {network: {kind: mesh, sides: [2, 2]}, traffic: {workload: {name: allreduce, bytes: 64}}}, axes: "
      "{traffic.workload.times: [1, 2]}, plot: {x: traffic.workload.times, y: "
      "workload.collectives.allreduce2.cycles}}";
  const TemporaryDirectory out;
  const ToolResult result = run_sweep(sweep, out);
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(fs::exists(out.path() / "plot.svg"));
}

TEST(Sweep, a_directory_below_a_file_is_refused_before_anything_runs) {
  const TemporaryDirectory out;
  fs::create_directories(out.path());
  const fs::path file = out.path() / "file";
  std::ofstream(file) << "not a directory";
  for (const fs::path& wanted : {file, file / "results" / "deeper"}) {
    const ToolResult result = run_tool({"sweep", small_sweep(), "--out", wanted.string()});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(lines_of(result.err).front(), "--out: '" + file.string() +
                                                "' is no directory, and nothing can be written below it; name another "
                                                "directory");
  }
}

TEST(Sweep, writes_waveforms_of_each_run_beside_its_report) {
  const TemporaryDirectory out;
  const ToolResult result = run_sweep(
      "{base: {network: {kind: srt1d, n: 3}, traffic: {}, run: {cycles: 50}, waves: {file: a.vcd}}, axes: {run.seed: "
      "[1, "
      "2]}}",
      out);
  EXPECT_EQ(result.status, 0) << result.err;
  const auto document = nlohmann::json::parse(out.read("sweep.json"));
  for (const auto& point : document["results"]) {
    const std::string file = point["file"];
    EXPECT_NE(out.read(file.substr(0, file.size() - 5) + "/a.vcd"), "");
    EXPECT_EQ(nlohmann::json::parse(out.read(file))["report"]["files"][0], "a.vcd") << "wherever the directory is";
  }
}

TEST(Sweep, resuming_needs_a_directory) {
  const ToolResult result = run_tool({"sweep", small_sweep(), "--resume"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--resume: there is no directory with results; add --out DIR\n");
}

TEST(Sweep, into_a_directory_that_cannot_be_named_is_a_mistake_of_the_command_line) {
  const TemporaryDirectory gone;
  const std::string path = gone.path().string();
  const ToolResult result = run_program({"sh", "-c",
                                         "mkdir " + path + " && cd " + path + " && rmdir " + path + " && " +
                                             program_path() + " sweep x.yaml --out b --json"});
  EXPECT_EQ(result.status, 2);
  const std::string message = "the working directory is gone; change to another one, or name DIR by its whole path";
  EXPECT_EQ(result.err, "--out: " + message + "\n");
  EXPECT_EQ(nlohmann::json::parse(result.out).at("errors").at(0).at("message"), message);
}

TEST(Sweep, a_place_that_cannot_be_written_is_named_before_the_first_run) {
  for (const std::string name : {"sweep.json", "points.csv", "plot.svg"}) {
    const TemporaryDirectory out;
    fs::create_directories(out.path() / name);
    const ToolResult result = run_sweep(small_sweep(), out);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.err, "--out: '" + (out.path() / name).string() +
                              "' is a directory, which no file replaces; move it, or name another directory\n");
    EXPECT_EQ(out.files(), std::vector<std::string>{name});
  }
  const TemporaryDirectory out;
  fs::create_directories(out.path());
  std::ofstream(out.path() / "points") << "a file";
  EXPECT_EQ(run_sweep(small_sweep(), out).err,
            "kintsugi: cannot make the directory '" + (out.path() / "points").string() +
                "' (name another one, or check that the one above it may be written): Not a directory\n");
}

TEST(Sweep, a_fifo_that_every_run_reads_is_refused) {
  const TemporaryDirectory directory;
  fs::create_directories(directory.path());
  const std::string fifo = (directory.path() / "t.csv").string();
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  const ToolResult result = run_tool(
      {"sweep", "{base: {network: {kind: srt1d, n: 3}, traffic: {trace: " + fifo + "}}, axes: {run.seed: [1, 2]}}"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "<command line>:1:56: traffic.trace: '" + fifo +
                            "' is a FIFO, and every run reads it; name a regular file (run.seed=1)\n");
}

/// Returns the files of the sweeps in traces/sweeps that have the axis `traffic.rate`, or those that do not.
std::vector<fs::path> shipped_sweeps(bool with_rates) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(source_directory() / "traces" / "sweeps")) {
    const YAML::Node sweep = YAML::LoadFile(entry.path().string());
    if (sweep["axes"]["traffic.rate"].IsDefined() == with_rates) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

/// Writes a sweep under a name into the directory of its results; returns the file.
std::string write_sweep(const YAML::Node& sweep, const TemporaryDirectory& out, const fs::path& name) {
  fs::create_directories(out.path());
  const fs::path file = out.path() / name.filename();
  std::ofstream(file) << sweep << '\n';
  return file.string();
}

/// Each value of every other axis with each other one; of the rates, two of up to 38 suffice.
TEST(SweepSlow, shipped_sweeps_run_at_two_rates) {
  const std::vector<fs::path> files = shipped_sweeps(true);
  EXPECT_GE(files.size(), 6u);
  for (const fs::path& file : files) {
    YAML::Node sweep = YAML::LoadFile(file.string());
    sweep["axes"]["traffic.rate"] = std::vector{0.01, 0.4};
    const TemporaryDirectory out;
    const ToolResult result =
        run_sweep(write_sweep(sweep, out, file), out, {"--set", "run.cycles=200", "--set", "run.warmup=50"});
    EXPECT_EQ(result.status, 0) << file << "\n" << result.err;
  }
}

/// Leaves of an axis its first value, of a range where it begins.
void leave_first(YAML::Node axis) {
  const YAML::Node first = axis.IsMap() ? axis["from"] : axis[0];
  YAML::Node one;
  one.push_back(YAML::Clone(first));
  axis = one;
}

/// Returns the sweep with all values of one axis, and of each other axis with the first one only.
YAML::Node along(const fs::path& file, const std::string& axis) {
  YAML::Node sweep = YAML::LoadFile(file.string());
  for (auto each : sweep["axes"]) {
    if (each.first.as<std::string>() != axis) leave_first(each.second);
  }
  return sweep;
}

/// Returns the cell of a table of a page: of the first table with this column, in the row that begins with this name.
std::string cell_of(const std::string& page, const std::string& row, const std::string& column) {
  static const std::regex cell("\\| ([^|]*) (?=\\|)");
  std::vector<std::string> header;
  for (const std::string& line : lines_of(page)) {
    if (!line.starts_with("| ")) continue;
    std::vector<std::string> cells;
    for (std::sregex_iterator each(line.begin(), line.end(), cell), end; each != end; ++each)
      cells.push_back((*each)[1]);
    if (std::ranges::find(cells, column) != cells.end()) header = cells;
    const auto place = std::ranges::find(header, column);
    if (place == header.end() || cells.size() != header.size() || cells[0] != row) continue;
    return cells[static_cast<std::size_t>(place - header.begin())];
  }
  return "no row '" + row + "' with a column '" + column + "'";
}

/// The product of the axes takes minutes: each value of each axis runs with the first values of the others. The cycles
/// of all networks under the first program, and of all programs on the first network, are compared with the page.
TEST(SweepSlow, shipped_sweeps_of_programs_run_and_their_page_has_what_they_report) {
  const std::string page = text_of("traces/programs/README.md");
  std::size_t compared = 0;
  for (const fs::path& file : shipped_sweeps(false)) {
    const YAML::Node whole = YAML::LoadFile(file.string());
    for (const auto& axis : whole["axes"]) {
      const std::string name = axis.first.as<std::string>();
      if (name == "defects.seed") continue;  // fifty maps
      const bool is_first = name == whole["axes"].begin()->first.as<std::string>();
      if (file.stem() != "programs256" && !is_first && !runs_whole_tests()) continue;
      const TemporaryDirectory out;
      const ToolResult result = run_sweep(write_sweep(along(file, name), out, file), out, {"--json"});
      ASSERT_EQ(result.status, 0) << file << ", " << name << "\n" << result.err;
      if (file.stem() != "programs256" || name == "case") continue;
      const nlohmann::json document = nlohmann::json::parse(result.out);
      for (const auto& point : document.at("results")) {
        const auto& values = point.at("values");
        const std::string cycles = std::to_string(point.at("figures").at("workload.cycles").get<std::uint64_t>());
        EXPECT_EQ(cell_of(page, values.at("network"), values.at("program")), cycles) << values;
        ++compared;
      }
    }
  }
  EXPECT_EQ(compared, 7u + 7u);
}

}  // namespace
}  // namespace kintsugi::test
