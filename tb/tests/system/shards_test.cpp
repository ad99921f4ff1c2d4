// --shard, --resume, --collect: many jobs make the bytes of a single run.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "models/files/temporary_file.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;
using Contents = std::map<std::string, std::string>;

Contents contents_of(const fs::path& directory) {
  Contents contents;
  if (!fs::exists(directory)) return contents;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    if (!entry.is_regular_file()) continue;
    contents[entry.path().lexically_relative(directory).string()] = text_of(entry.path());
  }
  return contents;
}

/// A command whose work is done by shards.
struct Sharded {
  std::string name;
  Arguments arguments;
  std::string folder;  ///< of the results
  std::string unit;
  bool writes_files;  ///< with --out
};

std::string sweep_with(const std::string& cycles) {
  return "{base: {network: {kind: srt1d, n: 4}, run: {cycles: " + cycles +
         ", proof: skip}}, axes: {router.vcs: [2, 4], traffic.rate: {from: 0.1, to: 0.4, step: 0.1}}, plot: {}}";
}

const std::string kSharedWafer = "{network: {kind: srt2d, n: 2}, fabric: {}}";

/// Of a few milliseconds. Some have fewer units than seven.
const std::vector<Sharded> kShort = {
    {"sweep", {"sweep", sweep_with("200")}, "points", "point", true},
    {"sweep_of_waveforms",
     {"sweep",
      "{base: {network: {kind: srt1d, n: 3}, traffic: {}, run: {cycles: 50}, waves: {file: a.vcd}}, axes: {run.seed: "
      "[1, 2, 3]}}"},
     "points",
     "point",
     true},
    {"yield",
     {"yield", "{kind: srt2d, n: 2}", "--faults", "0:6", "--maps", "1500", "--compare", "--bounds", "--pe-defect",
      "0.05"},
     "blocks",
     "block",
     true},
    {"clustered_yield",
     {"yield", "{kind: srt2d, n: 2}", "--faults", "2:4", "--maps", "700", "--cluster", "2", "--field", "2,2"},
     "blocks",
     "block",
     true},
    {"exhaustive_yield",
     {"yield", "{kind: srt2d, n: 2}", "--faults", "0:3", "--exhaustive", "--verify"},
     "blocks",
     "block",
     true},
    {"exhaustive_repair", {"repair", kSharedWafer, "--exhaustive", "3"}, "blocks", "block", false}};

/// So long that they can be killed in the middle.
const std::vector<Sharded> kLong = {
    {"sweep", {"sweep", sweep_with(kSanitized ? "2000" : "20000")}, "points", "point", true},
    {"yield",
     {"yield", "{kind: srt2d, n: 3}", "--faults", "1:4", "--maps", "2000", "--verify"},
     "blocks",
     "block",
     true},
    {"exhaustive_repair", {"repair", kSharedWafer, "--exhaustive", "5"}, "blocks", "block", false}};

Arguments shard_of(const Sharded& work, std::size_t index, std::size_t count, const fs::path& out) {
  return with(work.arguments, {"--quiet", "--jobs", "2", "--out", out.string(), "--shard",
                               std::to_string(index) + "/" + std::to_string(count)});
}

/// What a single run gives: its standard output and its files.
struct Single {
  TemporaryDirectory directory;
  ToolResult result;

  explicit Single(const Sharded& work, const Arguments& more = {}) {
    Arguments arguments = with(with(work.arguments, {"--quiet"}), more);
    if (work.writes_files) arguments = with(arguments, {"--out", directory.path().string()});
    result = run_tool(arguments);
    EXPECT_EQ(result.status, 0) << result.err;
  }
};

/// Collects shards into a directory of its own, or into one of theirs.
void expect_bytes_of(const Single& single, const Sharded& work, const std::vector<std::string>& shards,
                     const fs::path& out, const Arguments& more = {}) {
  Arguments arguments = with(with(work.arguments, {"--quiet"}), more);
  if (work.writes_files) arguments = with(arguments, {"--out", out.string()});
  const ToolResult collected = run_tool(with(with(arguments, {"--collect"}), shards));
  EXPECT_EQ(collected.status, 0) << collected.err;
  EXPECT_EQ(collected.err, "");
  EXPECT_EQ(collected.out, single.result.out);
  Contents files = contents_of(out);
  std::erase_if(files, [](const auto& file) { return file.first.starts_with("blocks/"); });
  EXPECT_EQ(files, contents_of(single.directory.path()));
}

class Shards : public testing::TestWithParam<Sharded> {};

TEST_P(Shards, in_directories_of_their_own_make_the_bytes_of_a_single_run) {
  const Single single(GetParam());
  const std::vector<std::size_t> counts = kSanitized ? std::vector<std::size_t>{7} : std::vector<std::size_t>{1, 2, 7};
  for (const std::size_t count : counts) {
    const TemporaryDirectory shards;
    std::vector<std::string> directories;
    for (std::size_t index = count; index >= 1; --index) {
      directories.push_back((shards.path() / std::to_string(index)).string());
      const ToolResult result = run_tool(shard_of(GetParam(), index, count, directories.back()));
      EXPECT_EQ(result.status, 0) << result.err;
      EXPECT_EQ(result.err, "");
    }
    const TemporaryDirectory out;
    expect_bytes_of(single, GetParam(), directories, out.path());
  }
}

TEST_P(Shards, in_one_directory_at_a_time_make_the_bytes_of_a_single_run) {
  const Single single(GetParam(), {"--json"});
  const TemporaryDirectory shared;
  std::vector<ToolResult> results(3);
  {
    std::vector<std::jthread> jobs;
    for (std::size_t i = 0; i < results.size(); ++i) {
      jobs.emplace_back([&, i] { results[i] = run_tool(shard_of(GetParam(), i + 1, results.size(), shared.path())); });
    }
  }
  for (const ToolResult& result : results) EXPECT_EQ(result.status, 0) << result.err;
  expect_bytes_of(single, GetParam(), {shared.path().string()}, shared.path(), {"--json"});
}

TEST_P(Shards, what_is_missing_is_named_and_nothing_is_written) {
  const TemporaryDirectory shards;
  const TemporaryDirectory out;
  ASSERT_EQ(run_tool(shard_of(GetParam(), 2, 2, shards.path())).status, 0);
  Arguments arguments = with(GetParam().arguments, {"--quiet", "--json", "--collect", shards.path().string()});
  if (GetParam().writes_files) arguments = with(arguments, {"--out", out.path().string()});
  const ToolResult result = run_tool(arguments);
  EXPECT_EQ(result.status, 1);
  EXPECT_FALSE(fs::exists(out.path()));
  const auto document = nlohmann::json::parse(result.out);
  const std::size_t units = document.at(GetParam().unit + "s");
  EXPECT_EQ(document.at("missing").size(), (units + 1) / 2) << "the first of two shards";
  const std::string first = document["missing"][0];
  EXPECT_EQ(lines_of(result.err).front(), "kintsugi: " + first + " is missing");
}

INSTANTIATE_TEST_SUITE_P(Short, Shards, testing::ValuesIn(kShort), [](const auto& work) { return work.param.name; });

/// Returns the number of results; others may be appearing.
std::size_t results_in(const fs::path& directory) {
  std::size_t results = 0;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(directory, none)) results += entry.path().extension() == ".json";
  return results;
}

/// Starts a job, with its standard output in a file, and sends it a signal when it has kept its first result. Returns
/// whether it was ended by that signal.
bool stop_in_the_middle(const Arguments& arguments, const fs::path& results, int signal, const char* output) {
  std::vector<std::string> words = with({program_path()}, arguments);
  const pid_t child = fork();
  if (child == 0) {
    dup2(open(output, O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    execv(program_path(), pointers.data());
    _exit(127);
  }
  int status = 0;
  bool has_ended = false;
  while (results_in(results) == 0 && !has_ended) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    has_ended = waitpid(child, &status, WNOHANG) != 0;
  }
  if (!has_ended) {
    kill(child, signal);
    waitpid(child, &status, 0);
  }
  return WIFSIGNALED(status) && WTERMSIG(status) == signal;
}

class KilledShardSlow : public testing::TestWithParam<Sharded> {};

TEST_P(KilledShardSlow, resumed_makes_the_bytes_of_a_single_run) {
  const Single single(GetParam());
  const TemporaryDirectory shared;
  const fs::path results = shared.path() / GetParam().folder;
  Arguments first = shard_of(GetParam(), 1, 2, shared.path());
  ASSERT_TRUE(stop_in_the_middle(first, results, SIGKILL, "/dev/null")) << "it has ended before it was killed";
  EXPECT_EQ(run_tool(with(with(GetParam().arguments, {"--quiet", "--collect"}), {shared.path().string()})).status, 1);
  EXPECT_EQ(run_tool(shard_of(GetParam(), 2, 2, shared.path())).status, 0);
  const ToolResult resumed = run_tool(with(first, {"--resume", "--json"}));
  EXPECT_EQ(resumed.status, 0) << resumed.err;
  const auto document = nlohmann::json::parse(resumed.out);
  EXPECT_GE(document.at("taken"), 1u);
  EXPECT_GE(document.at("done"), 1u) << "it was killed before its end";
  EXPECT_EQ(document["taken"].get<std::size_t>() + document["done"].get<std::size_t>(), document.at("own"));
  EXPECT_EQ(document.at("shard"), "1/2");
  expect_bytes_of(single, GetParam(), {shared.path().string()}, shared.path());
}

INSTANTIATE_TEST_SUITE_P(Long, KilledShardSlow, testing::ValuesIn(kLong),
                         [](const auto& work) { return work.param.name; });

const Arguments kSharedYield = {"yield", "{kind: srt2d, n: 2}", "--faults", "2", "--maps", "600", "--quiet"};

TEST(ShardedYield, resumed_without_a_shard_makes_the_rest_and_the_tables) {
  const TemporaryDirectory plain;
  const TemporaryDirectory resumed;
  const ToolResult single = run_tool(with(kSharedYield, {"--out", plain.path().string()}));
  ASSERT_EQ(run_tool(with(kSharedYield, {"--out", resumed.path().string(), "--shard", "2/2"})).status, 0);
  const ToolResult rest = run_tool(with(kSharedYield, {"--out", resumed.path().string(), "--resume"}));
  EXPECT_EQ(rest.status, 0) << rest.err;
  EXPECT_EQ(rest.out, single.out);
  for (const auto& [name, text] : contents_of(plain.path())) EXPECT_EQ(resumed.read(name), text) << name;
  EXPECT_EQ(contents_of(resumed.path() / "blocks").size(), 2u);
}

TEST(ShardedYield, without_stores_keeps_no_blocks) {
  const TemporaryDirectory plain;
  ASSERT_EQ(run_tool(with(kSharedYield, {"--out", plain.path().string()})).status, 0);
  EXPECT_EQ(plain.files(), (Arguments{"yield.csv", "yield.json", "yield.svg"}));
}

TEST(ShardedYield, of_other_maps_is_refused_by_name) {
  const TemporaryDirectory shards;
  ASSERT_EQ(run_tool(with(kSharedYield, {"--out", shards.path().string(), "--shard", "1/1"})).status, 0);
  const std::string directory = shards.path().string();
  const std::vector<std::pair<Arguments, std::string>> others = {
      {{"--seed", "2"}, "drawn.seed is 1, here 2: collect"},
      {{"--core-only"}, "drawn.core_only is false, here true: collect"},
      {{"--cluster", "2"}, "drawn.cluster is not there, here 2.0: collect"},
      {{"--planner", "local"}, "here ...air: {planner: local, "}};
  for (const auto& [options, difference] : others) {
    const ToolResult result = run_tool(with(with(kSharedYield, options), {"--collect", directory}));
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(result.err.starts_with("--collect: '" + directory + "' has results of other work only; in "))
        << result.err;
    EXPECT_NE(result.err.find(difference), std::string::npos) << result.err;
  }
}

TEST(ShardedSweep, of_another_scenario_or_program_is_refused_by_name) {
  const TemporaryDirectory shards;
  const Sharded& work = kShort.front();
  ASSERT_EQ(run_tool(shard_of(work, 1, 1, shards.path())).status, 0);
  const std::string directory = shards.path().string();
  const ToolResult other = run_tool({"sweep", sweep_with("100"), "--collect", directory});
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.err.find("scenario.run.cycles is 200, here 100: collect"), std::string::npos) << other.err;
  const TemporaryDirectory programs;
  fs::create_directories(programs.path());
  const fs::path rebuilt = programs.path() / "kintsugi";
  fs::copy_file(program_path(), rebuilt);
  std::ofstream(rebuilt, std::ios::binary | std::ios::app) << '.';  // behind its sections: it does the same
  const ToolResult later = run_program(with(with({rebuilt.string()}, work.arguments), {"--collect", directory}));
  EXPECT_EQ(later.status, 2);
  EXPECT_NE(later.err.find("program is \"kintsugi "), std::string::npos) << later.err;
}

TEST(ShardedSweep, tells_of_results_of_others_and_leaves_them_alone) {
  const TemporaryDirectory shared;
  const Sharded& work = kShort.front();
  ASSERT_EQ(run_tool(shard_of(work, 1, 1, shared.path())).status, 0);
  ASSERT_EQ(run_tool({"sweep", sweep_with("100"), "--shard", "1/4", "--out", shared.path().string()}).status, 0);
  const ToolResult result = run_tool(with(work.arguments, {"--collect", shared.path().string()}));
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.err.find("kintsugi: 2 results in the directories belong to no point of this work: its input, its "
                            "options or the program has changed; they are left alone\n"),
            std::string::npos)
      << result.err;
}

TEST(ShardedSweep, names_a_result_that_was_changed_and_does_it_anew) {
  const TemporaryDirectory shared;
  const Sharded& work = kShort.front();
  ASSERT_EQ(run_tool(shard_of(work, 1, 1, shared.path())).status, 0);
  fs::path file;
  for (const auto& entry : fs::directory_iterator(shared.path() / "points")) {
    if (entry.is_regular_file()) file = entry.path();
  }
  std::string text = text_of(file);
  text.replace(text.find("\"status\": 0"), 11, "\"status\": 1");
  std::ofstream(file) << text;
  const std::string told =
      "kintsugi: '" + file.string() + "' was changed or cut since it was written, so it is not taken\n";
  const ToolResult refused = run_tool(with(work.arguments, {"--collect", shared.path().string(), "--quiet"}));
  EXPECT_EQ(refused.status, 1);
  EXPECT_EQ(refused.err.find(told), 0u) << refused.err;
  const Arguments resumed = with(work.arguments, {"--resume", "--out", shared.path().string(), "--quiet"});
  const ToolResult again = run_tool(resumed);
  EXPECT_EQ(again.status, 0);
  EXPECT_EQ(again.err, told);
  EXPECT_EQ(run_tool(resumed).err, "");
}

TEST(ShardedSweep, reports_the_failed_runs_of_its_shard_only) {
  const TemporaryDirectory out;
  const Arguments sweep = {"sweep", "{base: traces/irreparable.yaml, axes: {run.seed: [1, 2]}}", "--out",
                           out.path().string()};
  const ToolResult result = run_tool(with(sweep, {"--shard", "2/2", "--quiet"}));
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.err, "kintsugi: point 2 (run.seed=2) failed: exit status 1: irreparable\n");
}

TEST(ShardedSweep, a_waveform_that_is_missing_is_named) {
  const TemporaryDirectory shards;
  const TemporaryDirectory out;
  const Sharded& work = kShort.at(1);
  ASSERT_EQ(run_tool(shard_of(work, 1, 1, shards.path())).status, 0);
  for (const auto& entry : fs::directory_iterator(shards.path() / "points")) {
    if (entry.is_directory()) fs::remove(entry.path() / "a.vcd");
  }
  const ToolResult result =
      run_tool(with(work.arguments, {"--collect", shards.path().string(), "--out", out.path().string()}));
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("/a.vcd' is missing; remove '"), std::string::npos) << result.err;
  EXPECT_FALSE(fs::exists(out.path()));
}

TEST(ShardOptions, are_refused_by_name) {
  const TemporaryDirectory none;
  const std::string out = none.path().string();
  const Arguments sweep = {"sweep", sweep_with("100")};
  const std::string valid =
      " is not a shard I/N, with I from 1 to N and N up to 1000000; the first of three is 1/3, the last 3/3\n";
  const std::vector<std::pair<Arguments, std::string>> wrong = {
      {with(sweep, {"--out", out, "--shard", "0/3"}), "--shard: '0/3'" + valid},
      {with(sweep, {"--out", out, "--shard", "4/3"}), "--shard: '4/3'" + valid},
      {with(sweep, {"--out", out, "--shard", "1/0"}), "--shard: '1/0'" + valid},
      {with(sweep, {"--out", out, "--shard", "first"}), "--shard: 'first'" + valid},
      {with(sweep, {"--shard", "1/3"}), "--shard: there is no directory for results; add --out DIR\n"},
      {with(kSharedYield, {"--resume"}), "--resume: there is no directory with results; add --out DIR\n"},
      {with(sweep, {"--collect", out}),
       "--collect: '" + out +
           "' is no directory; name directories that shards have written, and the input before "
           "--collect\n"},
      {with(sweep, {"--collect", "traces"}),
       "--collect: 'traces' has no results: there is no directory 'points' in it; name the DIR that --out of a shard "
       "had\n"},
      {with(sweep, {"--out", out, "--shard", "1/3", "--page", "a.html"}),
       "kintsugi: --shard and --page exclude each other; leave one out\n"},
      {with(sweep, {"--collect", "traces", "--resume"}),
       "kintsugi: --collect and --resume exclude each other; leave one out\n"},
      {with(kSharedYield, {"--rivals", "--pe-defect", "0.1", "--out", out, "--shard", "1/2"}),
       "kintsugi: --rivals and --shard exclude each other; leave one out\n"},
      {{"repair", kSharedWafer, "--exhaustive", "1", "--out", out},
       "--out: --exhaustive writes no files; leave --out out, or add --shard I/N or --resume, which keep the counts of "
       "blocks of maps there\n"},
      {{"repair", kSharedWafer, "--out", out, "--shard", "1/2"}, "--shard requires --exhaustive"}};
  for (const auto& [arguments, message] : wrong) {
    const ToolResult result = run_tool(arguments);
    EXPECT_EQ(result.status, 2) << message;
    EXPECT_EQ(result.out, "");
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
  }
  EXPECT_FALSE(fs::exists(none.path()));
}

TEST(ShardedYieldSlow, stopped_by_a_signal_keeps_what_is_done) {
  const TemporaryDirectory directory;
  fs::create_directories(directory.path());
  const fs::path out = directory.path() / "out";
  const std::string report = (directory.path() / "report.json").string();
  const Arguments job = {"yield",    "{kind: srt2d, n: 3}",
                         "--faults", "4",
                         "--maps",   "1000000",
                         "--verify", "--shard",
                         "1/2",      "--json",
                         "--jobs",   "2",
                         "--out",    out.string()};
  ASSERT_TRUE(stop_in_the_middle(job, out / "blocks", SIGINT, report.c_str()));
  const auto document = nlohmann::json::parse(text_of(report));
  EXPECT_EQ(document.at("stopped"), "SIGINT");
  EXPECT_EQ(document.at("shard"), "1/2");
  EXPECT_GE(document.at("done"), 1u);
  EXPECT_EQ(results_in(out / "blocks"), document["done"].get<std::size_t>());
}

}  // namespace
}  // namespace kintsugi::test
