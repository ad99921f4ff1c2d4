// Files of the program are whole or not there: several processes in one directory, full disks, closed descriptors.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

/// Runs a line of the shell, in which $0 is the program and $1, $2 ... are the arguments.
ToolResult run_shell(const std::string& line, const Words& arguments) {
  return run_program(with({"sh", "-c", line, program_path()}, arguments));
}

/// Returns a run with a waveform of some 100 kB that depends on the seed.
Words run_with_waves(std::size_t seed, const std::string& file, const fs::path& out) {
  return {"run",
          "{network: {kind: srt1d, n: 4}, traffic: {rate: 0.1}, run: {cycles: 600, seed: " + std::to_string(seed) +
              "}, waves: {file: " + file + "}}",
          "--quiet", "--out", out.string()};
}

/// Returns the numbers of the runs that did not end with 0, of `runs` that write the same files at a time.
std::set<std::size_t> failures_of_runs_at_a_time(std::size_t runs, const std::string& file, const fs::path& out) {
  std::vector<pid_t> processes;
  for (std::size_t seed = 1; seed <= runs; ++seed) {
    processes.push_back(fork());
    if (processes.back() == 0) _exit(run_tool(run_with_waves(seed, file, out)).status);
  }
  std::set<std::size_t> failed;
  for (std::size_t i = 0; i < runs; ++i) {
    int status = 0;
    waitpid(processes[i], &status, 0);
    if (status != 0) failed.insert(i + 1);
  }
  return failed;
}

/// Returns the waveform as VCD, without its head: an FST has a date.
std::string waveform(const fs::path& path) {
  const ToolResult vcd = run_program({path.extension() == ".fst" ? "fst2vcd" : "cat", path.string()});
  EXPECT_EQ(vcd.status, 0) << path << vcd.err;
  return vcd.out.substr(std::min(vcd.out.find("$timescale"), vcd.out.size()));
}

class RunsInOneDirectory : public testing::TestWithParam<std::size_t> {};

TEST_P(RunsInOneDirectory, write_whole_files_of_which_the_last_one_stays) {
  for (const std::string file : {"w.vcd", "w.fst"}) {
    std::set<std::string> alone;
    for (std::size_t seed = 1; seed <= GetParam(); ++seed) {
      const TemporaryDirectory out;
      ASSERT_EQ(run_tool(run_with_waves(seed, file, out.path())).status, 0);
      alone.insert(waveform(out.path() / file));
    }
    EXPECT_EQ(alone.size(), GetParam()) << "the runs differ";
    const TemporaryDirectory out;
    EXPECT_EQ(failures_of_runs_at_a_time(GetParam(), file, out.path()), std::set<std::size_t>{});
    EXPECT_TRUE(alone.contains(waveform(out.path() / file))) << file;
    const Words files = out.files();
    EXPECT_EQ(std::set(files.begin(), files.end()), (std::set<std::string>{file, "w.gtkw", "w.sucl"}))
        << "and nothing else";
  }
}

INSTANTIATE_TEST_SUITE_P(Runs, RunsInOneDirectory, testing::Values(2, 4));

TEST(RunToFst, leaves_a_vcd_of_the_user_alone) {
  const TemporaryDirectory out;
  fs::create_directories(out.path());
  std::ofstream(out.path() / "w.vcd") << "mine";
  EXPECT_EQ(run_tool(run_with_waves(1, "w.fst", out.path())).status, 0);
  EXPECT_EQ(out.read("w.vcd"), "mine");
}

// --- Full disks ---------------------------------------------------------------------------------------------------

const std::string kRepairOfDemo = "traces/demo.yaml";

TEST(FullDisk, a_waveform_beyond_the_limit_on_files_is_an_error_and_leaves_nothing) {
  for (const std::string file : {"w.vcd", "w.fst"}) {
    const TemporaryDirectory out;
    const ToolResult result = run_shell("ulimit -f 8; exec \"$0\" \"$@\"", run_with_waves(1, file, out.path()));
    EXPECT_EQ(result.status, 2) << file;
    EXPECT_NE(result.err.find("cannot write '" + (out.path() / file).string() + "' ("), std::string::npos)
        << result.err;
    EXPECT_NE(result.err.find("free some space on the disk, or raise the limit on the size of files"),
              std::string::npos)
        << result.err;
    EXPECT_FALSE(fs::exists(out.path())) << "the directory goes with the files";
  }
}

TEST(FullDisk, a_report_beyond_the_limit_on_files_is_an_error) {
  const TemporaryDirectory out;
  fs::create_directories(out.path());
  const ToolResult result = run_shell("ulimit -f 1; exec \"$0\" topo '{kind: srt2d, n: 4}' --dot > \"$1\"",
                                      {(out.path() / "report").string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("cannot write to standard output"), std::string::npos) << result.err;
}

TEST(FullDisk, a_repair_writes_its_files_and_its_picture_or_nothing) {
  const TemporaryDirectory out;
  fs::create_directories(out.path());
  const std::string svg = (out.path() / "a.svg").string();
  const Words arguments = {"repair", kRepairOfDemo, "--out", (out.path() / "made").string(), "--svg", svg};
  const ToolResult result = run_shell("ulimit -f 40; exec \"$0\" \"$@\"", arguments);  // the picture has 100 kB
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("cannot write '" + svg + "'"), std::string::npos) << result.err;
  EXPECT_EQ(out.files(), Words{});
  EXPECT_EQ(run_tool(arguments).status, 0);
  EXPECT_EQ(out.files(), (Words{"a.svg", "made"}));
}

TEST(FullDisk, a_disk_of_64_KiB_gets_whole_files_or_none) {
  const TemporaryDirectory disk;
  fs::create_directories(disk.path());
  const std::string mount = "disk=\"$1\"; shift; mount -t tmpfs -o size=64k none \"$disk\" || exit 77; ";
  const Words in_namespace = {
      "unshare",      "--mount",           "sh", "-c", mount + "\"$0\" \"$@\"; echo $? >&2; find \"$disk\" -type f >&2",
      program_path(), disk.path().string()};
  if (run_program({"unshare", "--mount", "sh", "-c", mount, "", disk.path().string()}).status != 0) {
    GTEST_SKIP() << "mounting is not permitted here";
  }
  const auto on_disk = [&](const Words& arguments) { return run_program(with(in_namespace, arguments)); };
  for (const std::string file : {"w.vcd", "w.fst"}) {
    const ToolResult result = on_disk(run_with_waves(1, file, disk.path() / "made"));
    EXPECT_NE(result.err.find("free some space on the disk"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("\n2\n"), std::string::npos) << result.err;
  }
  const ToolResult no_room_for_the_fst =
      on_disk({"run", "{network: {kind: srt1d, n: 4}, traffic: {rate: 0.1}, run: {cycles: 100}, waves: {file: w.fst}}",
               "--out", (disk.path() / "made").string()});
  EXPECT_NE(no_room_for_the_fst.err.find("vcd2fst failed; the waveform is in "), std::string::npos)
      << no_room_for_the_fst.err;
  EXPECT_EQ(no_room_for_the_fst.err.find(".part"), std::string::npos) << no_room_for_the_fst.err;
  const ToolResult repair = on_disk(
      {"repair", kRepairOfDemo, "--out", (disk.path() / "made").string(), "--svg", (disk.path() / "a.svg").string()});
  EXPECT_NE(repair.err.find("free some space on the disk"), std::string::npos) << repair.err;
}

// --- Places that cannot be written --------------------------------------------------------------------------------

TEST(ReadOnlyPlace, is_an_error_of_one_sentence_for_every_command) {
  const std::vector<Words> commands = {
      {"run", "{network: {kind: srt1d, n: 3}, traffic: {}, run: {cycles: 50}, waves: {file: w.vcd}}"},
      {"repair", kRepairOfDemo},
      {"topo", "{kind: srt1d, n: 3}", "--dot"},
      {"yield", "{kind: srt2d, n: 2}", "--maps", "10"}};
  for (const Words& command : commands) {
    const ToolResult result = run_tool(with(command, {"--quiet", "--out", "/proc/kintsugi/out"}));
    EXPECT_EQ(result.status, 2) << command.front();
    EXPECT_EQ(lines_of(result.err).size(), 1u) << result.err;
    EXPECT_NE(result.err.find("cannot make the directory '/proc/kintsugi/out' (name another one, or check that the one "
                              "above it may be written): "),
              std::string::npos)
        << result.err;
  }
}

TEST(ReadOnlyPlace, of_a_waveform_is_named_with_the_waveform) {
  for (const std::string file : {"w.vcd", "w.fst"}) {
    const ToolResult result = run_tool(run_with_waves(1, file, "/proc"));
    EXPECT_EQ(result.status, 2);
    EXPECT_TRUE(result.err.starts_with("kintsugi: cannot write '/proc/" + file +
                                       "' (check that its directory exists and may be written): "))
        << result.err;
  }
}

TEST(WrongInput, makes_no_directory) {
  const TemporaryDirectory out;
  const std::string below = (out.path() / "a/b").string();
  const std::vector<Words> commands = {
      {"run", "{network: {kind: srt1d, n: 3}, traffic: {}, waves: {file: c/w.vcd, scope: [nothing]}}"},
      {"run", "{network: {kind: srt2d, n: 3}, fabric: {chain_bits: 1}, waves: {file: w.vcd}, run: {cycles: 100}}"},
      {"repair", "{network: {kind: srt1d, n: 3}}"},
      {"topo", "{kind: srt1d, n: 3}", "--routing", "nothing", "--dot"},
      {"yield", "{kind: srt3d, n: 2}"},
      {"sweep", "{base: {network: {kind: srt1d, n: 3}}, axes: {run.seed: [x]}}"}};
  for (const Words& command : commands) {
    const ToolResult result = run_tool(with(command, {"--quiet", "--out", below}));
    EXPECT_EQ(result.status, 2) << command.front();
    EXPECT_FALSE(fs::exists(out.path())) << command.front() << result.err;
  }
}

// --- Descriptors --------------------------------------------------------------------------------------------------

TEST(ClosedDescriptors, are_no_files_of_the_program) {
  const Words sweep = {
      "sweep", "{base: {network: {kind: srt1d, n: 3}, traffic: {}, run: {cycles: 50}}, axes: {run.seed: [1, 2]}}",
      "--quiet"};
  const std::string report = run_tool(sweep).out;
  ASSERT_NE(report, "");
  for (const std::string closed : {"<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"}) {
    const TemporaryDirectory out;
    const ToolResult result = run_shell("exec \"$0\" \"$@\" " + closed, with(sweep, {"--out", out.path().string()}));
    const bool prints = closed.find(" >&-") == std::string::npos && !closed.starts_with(">&-");
    EXPECT_EQ(result.status, prints ? 0 : 2) << closed << result.err;
    EXPECT_EQ(result.out, prints ? report : "") << closed;
    EXPECT_EQ(out.files(), (Words{"points", "points.csv", "sweep.json"})) << closed;
  }
  const TemporaryDirectory out;
  EXPECT_EQ(run_shell("exec \"$0\" \"$@\" <&- >&- 2>&-", run_with_waves(1, "w.vcd", out.path())).status, 2);
  EXPECT_TRUE(out.read("w.vcd").starts_with("$version"));
}

TEST(BrokenPipe, ends_the_program_by_its_signal) {
  const ToolResult result = run_program(
      {"bash", "-c", "\"$0\" topo '{kind: srt2d, n: 4}' --dot | true; echo ${PIPESTATUS[0]}", program_path()});
  EXPECT_EQ(result.out, "141\n") << result.err;
}

}  // namespace
}  // namespace kintsugi::test
