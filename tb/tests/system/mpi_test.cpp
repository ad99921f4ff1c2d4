// `kintsugi-mpi`: the bytes of `kintsugi` on any number of ranks, killed or resumed by either program. Built only with
// the option KINTSUGI_MPI.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;
using MpiFiles = std::map<std::string, std::string>;

MpiFiles written_in(const TemporaryDirectory& directory) {
  MpiFiles files;
  if (!fs::exists(directory.path())) return files;
  for (const auto& entry : fs::recursive_directory_iterator(directory.path())) {
    const std::string name = entry.path().lexically_relative(directory.path()).string();
    if (entry.is_regular_file()) files[name] = directory.read(name);
  }
  return files;
}

fs::path mpi_program() {
  return fs::path(program_path()).replace_filename("kintsugi-mpi");
}

/// The folder of the files of mpirun: one that ends removes the one of the host, which another may have just found.
const std::string& sessions() {
  static const TemporaryDirectory folder;
  static const std::string path = folder.path().string();
  fs::create_directories(path);
  return path;
}

/// Returns the words that run a program on so many ranks, of which there may be more than cores.
std::vector<std::string> on_ranks(unsigned ranks, const fs::path& program, const std::vector<std::string>& arguments) {
  return with({"mpirun", "--allow-run-as-root", "--oversubscribe", "--mca", "orte_tmpdir_base", sessions(), "-n",
               std::to_string(ranks), program.string()},
              arguments);
}

ToolResult run_ranks(unsigned ranks, const std::vector<std::string>& arguments) {
  return run_program(on_ranks(ranks, mpi_program(), arguments));
}

/// A sweep of six runs of a few milliseconds, or longer ones.
std::string points_at(const std::string& rates, const std::string& cycles) {
  return "{base: {network: {kind: srt1d, n: 4}, run: {cycles: " + cycles +
         ", proof: skip}}, axes: {router.vcs: [2, 4], traffic.rate: " + rates + "}, plot: {}}";
}
std::string six_points(const std::string& cycles = "400") {
  return points_at("[0.1, 0.2, 0.3]", cycles);
}

std::vector<std::string> sweep_into(const TemporaryDirectory& out, const std::string& sweep,
                                    const std::vector<std::string>& more = {}) {
  return with({"sweep", sweep, "--out", out.path().string()}, more);
}

class Ranks : public testing::TestWithParam<unsigned> {};

TEST_P(Ranks, give_the_bytes_of_a_sweep) {
  const TemporaryDirectory here;
  const TemporaryDirectory dealt;
  const ToolResult alone = run_tool(sweep_into(here, six_points(), {"--json"}));
  const ToolResult ranks = run_ranks(GetParam(), sweep_into(dealt, six_points(), {"--json"}));
  EXPECT_EQ(ranks.status, 0) << ranks.err;
  EXPECT_EQ(ranks.out, alone.out);
  EXPECT_EQ(written_in(here).size(), 6u + 3u);
  EXPECT_EQ(written_in(dealt), written_in(here));
}

/// A study of nine blocks, with each kind of option: a flag, one value, several, several at once.
std::vector<std::string> nine_blocks(const std::vector<std::string>& more = {}) {
  return with({"yield", "{kind: srt2d, n: 3}", "--faults", "4:6", "--maps", "1500", "--strict", "--planner",
               "exact,local", "--bounds", "--pe-defect", "0.01,0.02", "--pe-defect", "0.05", "--set",
               "repair.rule=strict", "--set=fabric.tracks=1"},
              more);
}

TEST_P(Ranks, give_the_bytes_of_a_yield_study) {
  const TemporaryDirectory here;
  const TemporaryDirectory dealt;
  const ToolResult alone = run_tool(nine_blocks({"--out", here.path().string(), "--json"}));
  ASSERT_EQ(alone.status, 0) << alone.err;
  const ToolResult ranks = run_ranks(GetParam(), nine_blocks({"--out", dealt.path().string(), "--json", "--quiet"}));
  EXPECT_EQ(ranks.status, 0) << ranks.err;
  EXPECT_EQ(ranks.out, alone.out);
  EXPECT_EQ(ranks.err, "");
  MpiFiles files = written_in(dealt);
  EXPECT_EQ(std::erase_if(files, [](const auto& file) { return file.first.starts_with("blocks/"); }), 9u);
  EXPECT_EQ(files, written_in(here));
}

INSTANTIATE_TEST_SUITE_P(Mpi, Ranks, testing::Values(1u, 2u, 3u, 5u));

TEST(Mpi, more_ranks_than_points_give_the_bytes_of_a_sweep) {
  const std::string sweep = "{base: {network: {kind: srt1d, n: 3}, run: {cycles: 100}}, axes: {router.vcs: [2, 4]}}";
  const ToolResult ranks = run_ranks(5, {"sweep", sweep});
  EXPECT_EQ(ranks.status, 0) << ranks.err;
  EXPECT_EQ(ranks.out, run_tool({"sweep", sweep}).out);
}

TEST(Mpi, several_jobs_on_a_rank_give_the_bytes_of_a_sweep) {
  const ToolResult ranks = run_ranks(2, {"sweep", six_points(), "--jobs", "3"});
  EXPECT_EQ(ranks.status, 0) << ranks.err;
  EXPECT_EQ(ranks.out, run_tool({"sweep", six_points()}).out);
}

TEST(Mpi, a_failed_point_is_reported_as_in_a_sweep) {
  const std::string sweep =
      "{base: {network: {kind: srt1d, n: 3}, traffic: {}, run: {cycles: 100}, expect: {latency: {mean: {at_most: "
      "1}}}}, "
      "axes: {router.vcs: [2, 4]}}";
  const ToolResult alone = run_tool({"sweep", sweep, "--quiet"});
  EXPECT_EQ(alone.status, 1);
  const ToolResult ranks = run_ranks(3, {"sweep", sweep, "--quiet"});
  EXPECT_EQ(ranks.status, 1);
  EXPECT_EQ(ranks.out, alone.out);
  EXPECT_EQ(ranks.err.substr(0, alone.err.size()), alone.err) << "mpirun adds a text of its own";
}

TEST(Mpi, a_mistake_in_the_input_is_reported_once_by_status_2) {
  const std::string sweep = "{base: {network: {kind: srt9d}}, axes: {router.vcs: [2, 4]}}";
  const ToolResult alone = run_tool({"sweep", sweep});
  const ToolResult ranks = run_ranks(3, {"sweep", sweep});
  EXPECT_EQ(ranks.status, 2);
  EXPECT_EQ(ranks.out, "");
  EXPECT_EQ(ranks.err.substr(0, alone.err.size()), alone.err);
  EXPECT_EQ(ranks.err.find("srt9d", alone.err.size()), std::string::npos);
}

TEST(Mpi, results_of_either_program_are_taken_by_the_other) {
  const TemporaryDirectory out;
  ASSERT_EQ(run_tool(sweep_into(out, six_points())).status, 0);
  const MpiFiles files = written_in(out);
  const ToolResult ranks = run_ranks(2, sweep_into(out, six_points(), {"--resume"}));
  EXPECT_EQ(ranks.err, "kintsugi: 6 of 6 results taken from an earlier run\n");
  fs::remove_all(out.path() / "points");
  ASSERT_EQ(run_ranks(2, sweep_into(out, six_points())).status, 0);
  const ToolResult alone = run_tool(sweep_into(out, six_points(), {"--resume"}));
  EXPECT_EQ(alone.err, "kintsugi: 6 of 6 results taken from an earlier run\n");
  EXPECT_EQ(written_in(out), files);
}

TEST(Mpi, its_help_names_the_two_commands) {
  const ToolResult help = run_ranks(1, {"--help"});
  EXPECT_EQ(help.status, 0);
  EXPECT_NE(help.out.find("kintsugi-mpi"), std::string::npos);
  EXPECT_NE(help.out.find("\n  sweep "), std::string::npos);
  EXPECT_NE(help.out.find("\n  yield "), std::string::npos);
  EXPECT_EQ(help.out.find("\n  run "), std::string::npos);
  EXPECT_EQ(run_ranks(2, {"run", "traces/demo.yaml"}).status, 2) << "a single run is not dealt";
}

TEST(Mpi, a_program_without_kintsugi_beside_it_says_so) {
  const TemporaryDirectory elsewhere;
  fs::create_directories(elsewhere.path());
  const fs::path copy = elsewhere.path() / "kintsugi-mpi";
  fs::copy_file(mpi_program(), copy);
  for (const unsigned ranks : {1u, 2u}) {
    const ToolResult result = run_program(on_ranks(ranks, copy, {"sweep", six_points()}));
    EXPECT_EQ(result.status, 2);
    const std::string message =
        "kintsugi-mpi: there is no program to run: " + (elsewhere.path() / "kintsugi").string() +
        ": No such file or directory\n";
    EXPECT_EQ(result.err.substr(0, message.size()), message);
  }
}

TEST(Mpi, a_yield_study_from_standard_input_is_sent_to_the_ranks) {
  const std::string words = " --maps 600 --faults 3 --csv";
  const std::string network = "echo 'network: {kind: srt2d, n: 3}' | ";
  const ToolResult alone = run_program({"sh", "-c", network + program_path() + " yield -" + words});
  ASSERT_EQ(alone.status, 0) << alone.err;
  const ToolResult ranks = run_program(
      {"sh", "-c",
       network + "mpirun --allow-run-as-root --oversubscribe -n 3 " + mpi_program().string() + " yield -" + words});
  EXPECT_EQ(ranks.out, alone.out) << ranks.err;
}

TEST(Mpi, blocks_of_a_study_are_taken_by_either_program) {
  const TemporaryDirectory out;
  const ToolResult ranks = run_ranks(3, nine_blocks({"--out", out.path().string()}));
  ASSERT_EQ(ranks.status, 0) << ranks.err;
  const MpiFiles files = written_in(out);
  const ToolResult alone = run_tool(nine_blocks({"--out", out.path().string(), "--resume"}));
  EXPECT_EQ(alone.err, "kintsugi: 9 of 9 results taken from an earlier run\n");
  EXPECT_EQ(alone.out, ranks.out);
  fs::remove(out.path() / files.begin()->first);  // a block
  const ToolResult again = run_ranks(2, nine_blocks({"--out", out.path().string(), "--resume"}));
  EXPECT_NE(again.err.find("kintsugi: 8 of 9 results taken from an earlier run\n"), std::string::npos) << again.err;
  EXPECT_EQ(again.out, ranks.out);
  EXPECT_EQ(written_in(out), files);
}

TEST(Mpi, the_rivals_are_not_dealt) {
  const ToolResult result =
      run_ranks(1, {"yield", "{kind: srt2d, n: 3}", "--rivals", "--pe-defect", "0.01", "--maps", "5"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err.substr(0, result.err.find('\n')),
            "--rivals: this work is not dealt to others; use kintsugi yield");
}

/// A job that runs beside the test.
class Job {
 public:
  explicit Job(std::vector<std::string> words) {
    fs::create_directories(scratch_.path());
    process_ = fork();
    if (process_ == 0) become(std::move(words));
  }
  ~Job() {
    if (process_ > 0) kill(process_, SIGKILL);
  }
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  void send(int signal) const { kill(process_, signal); }
  /// Waits for its end; returns its wait status.
  int wait() {
    int status = 0;
    waitpid(process_, &status, 0);
    process_ = 0;
    return status;
  }
  std::string out() const { return scratch_.read("out"); }
  std::string err() const { return scratch_.read("err"); }

 private:
  [[noreturn]] void become(std::vector<std::string> words) const {
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    dup2(creat((scratch_.path() / "out").c_str(), 0600), STDOUT_FILENO);
    dup2(creat((scratch_.path() / "err").c_str(), 0600), STDERR_FILENO);
    execvp(argv[0], argv.data());
    _exit(127);
  }

  TemporaryDirectory scratch_;
  pid_t process_ = 0;
};

std::string proc_text(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Returns the process of a rank of the job that has this mark on its command line.
std::optional<pid_t> process_of(unsigned rank, const std::string& mark) {
  for (const auto& entry : fs::directory_iterator("/proc")) {
    if (proc_text(entry.path() / "cmdline").find(mark) == std::string::npos) continue;
    std::error_code none;
    if (fs::read_symlink(entry.path() / "exe", none) != mpi_program()) continue;
    const std::string environment = '\0' + proc_text(entry.path() / "environ");
    const std::string wanted = '\0' + ("OMPI_COMM_WORLD_RANK=" + std::to_string(rank)) + '\0';
    if (environment.find(wanted) != std::string::npos) return std::stoi(entry.path().filename().string());
  }
  return std::nullopt;
}

/// Returns whether a run of a point of the sweep with this number of cycles is alive.
bool is_point_alive(const std::string& cycles) {
  for (const auto& entry : fs::directory_iterator("/proc")) {
    if (proc_text(entry.path() / "cmdline").find("\"cycles\":" + cycles) != std::string::npos) return true;
  }
  return false;
}

void await_files(const TemporaryDirectory& out, std::size_t files) {
  for (int i = 0; i < 20'000 && written_in(out).size() < files; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

/// A number of cycles that marks the processes of this test.
std::string marked_cycles(unsigned least) {
  return std::to_string(least + static_cast<unsigned>(getpid()) % 10'000);
}

/// A short run and one of so many cycles, for each number of channels.
std::string short_and_long_points(const std::string& cycles, const std::string& vcs = "[2, 4]") {
  return "{base: {network: {kind: srt1d, n: 4}, traffic: {rate: 0.2}, run: {cycles: " + cycles +
         ", proof: skip}}, axes: {run.cycles: [400, " + cycles + "], router.vcs: " + vcs + "}, plot: {x: router.vcs}}";
}

void expect_to_be_resumed(const TemporaryDirectory& out, const std::string& sweep) {
  const std::string copy = out.path().string() + "_copy";
  const TemporaryDirectory whole;
  const ToolResult through = run_tool(sweep_into(whole, sweep, {"--quiet"}));
  fs::copy(out.path(), copy, fs::copy_options::recursive);
  const ToolResult by_ranks = run_ranks(3, sweep_into(out, sweep, {"--resume", "--quiet"}));
  EXPECT_EQ(by_ranks.status, 0) << by_ranks.err;
  EXPECT_EQ(by_ranks.out, through.out);
  EXPECT_EQ(written_in(out), written_in(whole));
  fs::remove_all(out.path());
  fs::rename(copy, out.path());
  EXPECT_LT(written_in(out).size(), written_in(whole).size()) << "it was not done before it was resumed";
  const ToolResult alone = run_tool(sweep_into(out, sweep, {"--resume", "--quiet"}));
  EXPECT_EQ(alone.out, through.out);
  EXPECT_EQ(written_in(out), written_in(whole));
}

class KilledRank : public testing::TestWithParam<unsigned> {};

TEST_P(KilledRank, ends_the_job_with_a_message_and_it_is_resumed_by_either_program) {
  const TemporaryDirectory out;
  const std::string cycles = marked_cycles(300'000);
  const std::string sweep = short_and_long_points(cycles);
  Job job(on_ranks(3, mpi_program(), sweep_into(out, sweep)));
  await_files(out, 1);
  const auto victim = process_of(GetParam(), "cycles: " + cycles);
  ASSERT_TRUE(victim);
  kill(*victim, SIGKILL);
  const int status = job.wait();
  EXPECT_FALSE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_NE(job.err().find("exited on signal 9"), std::string::npos) << job.err();
  for (int i = 0; i < 1000 && is_point_alive(cycles); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  EXPECT_FALSE(is_point_alive(cycles)) << "no run outlives its rank";
  expect_to_be_resumed(out, sweep);
}

INSTANTIATE_TEST_SUITE_P(Mpi, KilledRank, testing::Values(0u, 2u));

/// `rank` is that which gets the signal; mpirun passes its own on to all.
void expect_stop_by(std::optional<unsigned> rank) {
  const TemporaryDirectory out;
  const std::string cycles = marked_cycles(rank ? 500'000 : 2'000'000);  // mpirun takes a second to pass a signal on
  const std::string sweep = short_and_long_points(cycles, rank ? "[2, 4]" : "[2]");
  Job job(on_ranks(3, mpi_program(), sweep_into(out, sweep)));
  await_files(out, 1);
  if (rank) {
    const auto process = process_of(*rank, "cycles: " + cycles);
    ASSERT_TRUE(process);
    kill(*process, SIGTERM);
  } else {
    job.send(SIGINT);
  }
  const int status = job.wait();
  EXPECT_FALSE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_NE(job.err().find("kintsugi: stopped; "), std::string::npos) << job.err();
  EXPECT_NE(job.err().find(" done, --resume does the rest\n"), std::string::npos) << job.err();
  EXPECT_NE(job.out().find("stopped  by SIGTERM\n"), std::string::npos) << job.out();
  expect_to_be_resumed(out, sweep);
}

TEST(Mpi, a_signal_to_mpirun_stops_the_job_as_one_stops_a_sweep) {
  expect_stop_by(std::nullopt);
}

TEST(Mpi, a_signal_to_a_single_rank_stops_the_job_as_one_stops_a_sweep) {
  expect_stop_by(1);
}

}  // namespace
}  // namespace kintsugi::test
