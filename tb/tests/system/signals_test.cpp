// SIGINT, SIGTERM and SIGHUP at random moments of each command: a report, whole files, an end by the signal.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <thread>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;
using std::chrono::microseconds;

using Words = std::vector<std::string>;

/// The tool as a process that runs beside the test, and no longer.
class RunningTool {
 public:
  /// Its standard output goes to the file `out` of the directory. Ignores `ignored` if it is not 0.
  RunningTool(const Words& arguments, const fs::path& directory, int ignored = 0) : out_(directory / "out") {
    fs::create_directories(directory);
    Words words = {program_path()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    process_ = fork();
    if (process_ == 0) become(words, ignored);
  }
  RunningTool(const RunningTool&) = delete;
  RunningTool& operator=(const RunningTool&) = delete;
  ~RunningTool() {
    if (is_waited_for_) return;
    kill(process_, SIGKILL);
    wait();
  }

  void send(int signal) const { kill(process_, signal); }

  /// Waits until it handles the signal; returns false if it has ended.
  bool wait_for_handler(int signal) const {
    while (kill(process_, 0) == 0) {
      std::ifstream status("/proc/" + std::to_string(process_) + "/status");
      for (std::string line; std::getline(status, line);) {
        if (line.starts_with("State:") && line.find('Z') != std::string::npos) return false;
        if (!line.starts_with("SigCgt:")) continue;
        if (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1) return true;
      }
      std::this_thread::sleep_for(microseconds(200));
    }
    return false;
  }

  /// Waits for its end; returns its status as waitpid gives it.
  int wait() const {
    int status = 0;
    waitpid(process_, &status, 0);
    is_waited_for_ = true;
    return status;
  }

  /// Returns the status at its end; nothing if it goes on for that time.
  std::optional<int> wait_for(std::chrono::seconds time) const {
    const auto until = std::chrono::steady_clock::now() + time;
    do {
      int status = 0;
      is_waited_for_ = waitpid(process_, &status, WNOHANG) == process_;
      if (is_waited_for_) return status;
      std::this_thread::sleep_for(microseconds(10'000));
    } while (std::chrono::steady_clock::now() < until);
    return {};
  }

  std::string out() const {
    std::ifstream file(out_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  [[noreturn]] void become(Words& words, int ignored) const {
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    reset_signals();
    if (ignored != 0) signal(ignored, SIG_IGN);
    const int nowhere = open("/dev/null", O_WRONLY);
    const bool ready = chdir(source_directory().c_str()) == 0 && dup2(creat(out_.c_str(), 0600), STDOUT_FILENO) >= 0 &&
                       dup2(nowhere, STDERR_FILENO) >= 0;
    if (ready) execv(argv[0], argv.data());
    _exit(127);
  }

  fs::path out_;
  pid_t process_ = 0;
  mutable bool is_waited_for_ = false;
};

/// Returns the files below a directory whose names hold this text.
Words files_below(const fs::path& directory, const std::string& text) {
  Words found;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    if (entry.path().filename().string().find(text) != std::string::npos) found.push_back(entry.path());
  }
  return found;
}

void expect_whole_waveforms(const fs::path& directory) {
  for (const std::string& file : files_below(directory, ".vcd")) {
    const ToolResult converted = run_program({"vcd2fst", file, file + ".converted"});
    EXPECT_EQ(converted.status, 0) << file << converted.err;
  }
  for (const std::string& file : files_below(directory, ".fst")) {
    const ToolResult converted = run_program({"fst2vcd", file});
    EXPECT_EQ(converted.status, 0) << file << converted.err;
    EXPECT_NE(converted.out.find("$enddefinitions"), std::string::npos) << file;
  }
}

struct StoppableCommand {
  std::string name;
  Words arguments;
  bool writes = false;  ///< files: it has --out
  bool short_ = false;  ///< it can end before the signal comes
};

const std::vector<StoppableCommand> kStoppable = {
    {"run", {"run", "traces/demo.yaml", "--set", "run.cycles=1000000000", "--set", "waves.to=3000"}, true},
    {"run_to_fst",
     {"run", "traces/demo.yaml", "--set", "run.cycles=1000000000", "--set", "waves={file: w.fst, to: 3000}"},
     true},
    {"run_in_threads",
     {"run", "{network: {kind: torus, sides: [16, 16]}, traffic: {rate: 0.05}, run: {cycles: 1000000000}}", "--threads",
      "2"}},
    {"run_of_a_large_network",
     {"run", "{network: {kind: torus, sides: [56, 56]}, traffic: {rate: 0.01}, run: {cycles: 1000000000}}"}},
    {"demo", {"demo"}, true, true},
    {"prove", {"prove", "{network: {kind: hypercube, n: 12}, traffic: {}}"}, false, true},
    {"yield", {"yield", "{kind: srt2d, n: 3}", "--faults", "4:16", "--maps", "1000000000"}, true},
    {"repair_of_every_map",
     {"repair", "{network: {kind: srt2d, n: 3}, fabric: {}}", "--exhaustive", "5", "--jobs", "2"}},
    {"saturate", {"saturate", "traces/hotspot.yaml", "--set", "run.cycles=200000"}, false, true},
    {"sweep",
     {"sweep",
      "{base: {network: {kind: srt1d, n: 6}, traffic: {}, run: {cycles: 200000}, waves: {file: a.vcd, to: 100}},"
      " axes: {run.seed: {from: 1, to: 500, step: 1}}}"},
     true},
};

class StoppedCommand : public testing::TestWithParam<StoppableCommand> {};

/// One signal, at a moment that `random` chooses.
void stop_once(const StoppableCommand& command, int signal, std::mt19937& random) {
  const TemporaryDirectory directory;
  Words arguments = with(command.arguments, {"--json"});
  if (command.writes) arguments = with(arguments, {"--out", (directory.path() / "made").string()});
  const RunningTool tool(arguments, directory.path());
  if (!tool.wait_for_handler(signal)) ADD_FAILURE() << "it handles no signal";
  const microseconds moment((kSanitized ? 10 : 1) * std::uniform_int_distribution(0, 250000)(random));
  std::this_thread::sleep_for(moment);
  tool.send(signal);
  const int status = tool.wait();
  const std::string where = command.name + ", signal " + std::to_string(signal) + " after " +
                            std::to_string(moment.count()) + " us\n" + tool.out();
  const auto report = nlohmann::json::parse(tool.out(), nullptr, false);
  ASSERT_TRUE(report.is_object()) << where;
  if (command.short_ && WIFEXITED(status)) {
    EXPECT_EQ(WEXITSTATUS(status), 0) << where;
    EXPECT_FALSE(report.contains("stopped")) << where;
  } else {
    ASSERT_TRUE(WIFSIGNALED(status)) << where;
    EXPECT_EQ(WTERMSIG(status), signal) << where;
    EXPECT_EQ(report.value("stopped", ""), std::string("SIG") + sigabbrev_np(signal)) << where;
  }
  EXPECT_EQ(files_below(directory.path(), ".part"), Words{}) << where;
  if (report.contains("files")) {
    for (const std::string file : report["files"]) EXPECT_TRUE(fs::exists(file)) << where;
  }
  expect_whole_waveforms(directory.path());
}

TEST_P(StoppedCommand, at_any_moment_reports_what_it_has_done_and_ends_by_the_signal) {
  std::mt19937 random(20);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    for (int i = 0; i < (kSanitized ? 1 : 2); ++i) stop_once(GetParam(), signal, random);
  }
}

INSTANTIATE_TEST_SUITE_P(Commands, StoppedCommand, testing::ValuesIn(kStoppable),
                         [](const auto& command) { return command.param.name; });

/// Stops a command by SIGINT once its handlers are there and the time has passed; returns its report.
nlohmann::json report_of_stopped(const Words& arguments, std::chrono::milliseconds after) {
  const TemporaryDirectory directory;
  const RunningTool tool(with(arguments, {"--json"}), directory.path());
  EXPECT_TRUE(tool.wait_for_handler(SIGINT));
  std::this_thread::sleep_for((kSanitized ? 10 : 1) * after);
  tool.send(SIGINT);
  EXPECT_EQ(WTERMSIG(tool.wait()), SIGINT);
  return nlohmann::json::parse(tool.out());
}

TEST(StoppedReport, of_a_run_ends_its_window_with_the_last_cycle) {
  const auto report = report_of_stopped(
      {"run",
       "{network: {kind: srt1d, n: 4}, traffic: {rate: 0.05}, run: {cycles: 1000000000, warmup: 10, proof: skip}}"},
      std::chrono::milliseconds(300));
  EXPECT_EQ(report["stopped"], "SIGINT");
  EXPECT_GT(report["cycles"], 10);
  EXPECT_LT(report["cycles"], 1000000000);
  EXPECT_EQ(report["window"][1], report["cycles"]);
  EXPECT_EQ(report["conserved"], true);
  EXPECT_NEAR(report["throughput"]["offered"].get<double>(), 0.05, 0.01);
}

TEST(StoppedReport, a_fact_that_the_run_did_not_reach_is_not_met) {
  const auto report = report_of_stopped(
      {"run",
       "{network: {kind: srt1d, n: 4}, traffic: {rate: 0.05}, run: {cycles: 1000000000, proof: skip}, expect: {cycles: "
       "{at_least: 1}, latency: {mean: {at_least: 0}}, single_packets: [{source: 3, number: 900000000, lost: "
       "false}]}}"},
      std::chrono::milliseconds(100));
  EXPECT_EQ(report["expect"]["met"], false);
  const auto& list = report["expect"]["expectations"];
  EXPECT_EQ(list[0]["met"], true);
  EXPECT_EQ(list[1]["found"], nullptr) << "the window begins after a tenth of the cycles";
  EXPECT_EQ(list[1]["missing"], "the run was stopped by SIGINT");
  EXPECT_EQ(list[1]["met"], false);
  EXPECT_EQ(list[2]["missing"], "there was no such packet when the run was stopped by SIGINT");
  EXPECT_EQ(list[2]["met"], false);
}

TEST(StoppedReport, of_half_a_proof_has_no_verdict) {
  const auto report =
      report_of_stopped({"prove", "{network: {kind: hypercube, n: 13}, traffic: {}}"}, std::chrono::milliseconds(150));
  EXPECT_EQ(report["stopped"], "SIGINT");
  for (const char* key : {"acyclic", "delivered_pairs", "pairs"}) EXPECT_FALSE(report.contains(key)) << report;
}

TEST(StoppedReport, of_a_yield_has_the_counts_so_far_and_their_total) {
  const TemporaryDirectory out;
  const auto report = report_of_stopped({"yield", "{kind: srt2d, n: 3}", "--faults", "4:16", "--maps", "100000000",
                                         "--jobs", "2", "--out", out.path().string()},
                                        std::chrono::milliseconds(300));
  EXPECT_EQ(report["stopped"], "SIGINT");
  ASSERT_EQ(report["rows"].size(), 1u);
  EXPECT_LT(report["rows"][0]["maps"], 100000000);
  EXPECT_EQ(report["rows"][0]["of"], 100000000);
  EXPECT_FALSE(fs::exists(out.path())) << "half a result is printed, not written";
}

TEST(StoppedReport, of_an_exhaustive_repair_says_how_many_maps_are_left) {
  const auto report = report_of_stopped({"repair", "{network: {kind: srt2d, n: 3}, fabric: {}}", "--exhaustive", "5"},
                                        std::chrono::milliseconds(300));
  EXPECT_EQ(report["stopped"], "SIGINT");
  EXPECT_GT(report["maps_left"], 0);
}

TEST(StoppedReport, has_a_line_in_the_text_too) {
  const TemporaryDirectory directory;
  const RunningTool tool({"run", "{network: {kind: srt1d, n: 4}, traffic: {}, run: {cycles: 1000000000, proof: skip}}"},
                         directory.path());
  ASSERT_TRUE(tool.wait_for_handler(SIGTERM));
  std::this_thread::sleep_for(std::chrono::milliseconds(kSanitized ? 3000 : 300));
  tool.send(SIGTERM);
  EXPECT_EQ(WTERMSIG(tool.wait()), SIGTERM);
  EXPECT_NE(tool.out().find("\nstopped          by SIGTERM, after "), std::string::npos) << tool.out();
}

/// The search takes minutes on this fabric, and hears no signal itself.
TEST(StoppedReport, of_a_coverage_that_is_filled_comes_at_the_first_signal_and_writes_nothing) {
  const TemporaryDirectory directory;
  fs::create_directories(directory.path());
  const std::string reached = (directory.path() / "reached.json").string();
  ASSERT_EQ(run_tool({"run", "{network: {kind: srt2d, n: 2}, fabric: {}, traffic: {rate: 0.05}, run: {cycles: 200}}",
                      "--quiet", "--coverage", reached})
                .status,
            0);
  const std::string sum = (directory.path() / "sum.json").string();
  const std::string filled = (directory.path() / "filled").string();
  const RunningTool tool({"coverage", reached, "--quiet", "--out", sum, "--fill", filled}, directory.path() / "tool");
  ASSERT_TRUE(tool.wait_for_handler(SIGTERM));
  std::this_thread::sleep_for(std::chrono::seconds(2));  // in which it has read the coverage
  tool.send(SIGTERM);
  const std::optional<int> status = tool.wait_for(std::chrono::seconds(20));
  ASSERT_TRUE(status) << "the search goes on";
  ASSERT_TRUE(WIFSIGNALED(*status)) << "it was done before the signal came";
  EXPECT_EQ(WTERMSIG(*status), SIGTERM);
  EXPECT_EQ(tool.out(), "stopped  by SIGTERM, before there was anything to report\n");
  EXPECT_FALSE(fs::exists(sum));
  EXPECT_FALSE(fs::exists(filled));
}

TEST(StoppedTwice, ends_at_once_and_leaves_no_half_file) {
  std::mt19937 random(21);
  for (int i = 0; i < (kSanitized ? 1 : 4); ++i) {
    const TemporaryDirectory directory;
    const RunningTool tool(with(kStoppable.front().arguments, {"--out", (directory.path() / "made").string()}),
                           directory.path());
    ASSERT_TRUE(tool.wait_for_handler(SIGINT));
    std::this_thread::sleep_for((kSanitized ? 10 : 1) * microseconds(random() % 200000));
    tool.send(SIGINT);
    tool.send(SIGTERM);
    const int status = tool.wait();
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_TRUE(WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM) << WTERMSIG(status);
    EXPECT_EQ(files_below(directory.path(), ".part"), Words{});
    expect_whole_waveforms(directory.path());
  }
}

/// SIGQUIT comes last: it may write a core file.
TEST(EndedBySignal, leaves_no_half_file_and_no_empty_directory) {
  const Words words = {"run", "traces/demo.yaml", "--set", "run.cycles=1000000000", "--set", "waves.to=1000000000"};
  for (const int signal : {SIGPIPE, SIGXCPU, SIGALRM, SIGVTALRM, SIGUSR1, SIGUSR2, SIGQUIT}) {
    const TemporaryDirectory directory;
    const RunningTool tool(with(words, {"--out", (directory.path() / "made" / "in").string()}), directory.path());
    ASSERT_TRUE(tool.wait_for_handler(signal));
    while (files_below(directory.path(), ".part").empty()) std::this_thread::sleep_for(microseconds(500));
    tool.send(signal);
    const int status = tool.wait();
    ASSERT_TRUE(WIFSIGNALED(status)) << signal;
    EXPECT_EQ(WTERMSIG(status), signal);
    EXPECT_EQ(directory.files(), Words{"out"}) << signal;
    EXPECT_EQ(tool.out(), "") << signal;
  }
}

/// The run takes long enough for its handlers to be seen.
TEST(IgnoredSignal, stays_ignored) {
  const TemporaryDirectory directory;
  const RunningTool tool({"run", "{network: {kind: srt1d, n: 4}, traffic: {rate: 0.05}, run: {cycles: 1000000}}"},
                         directory.path(), SIGHUP);
  ASSERT_TRUE(tool.wait_for_handler(SIGINT));
  tool.send(SIGHUP);
  const int status = tool.wait();
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_EQ(tool.out().find("stopped"), std::string::npos);
}

}  // namespace
}  // namespace kintsugi::test
