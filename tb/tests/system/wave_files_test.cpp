// The files of a waveform: the same from run to run, readable by GTKWave's programs, and all or nothing.
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/hw/wave/vcd_reader.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

/// Runs the demo up to the end of its waveform.
std::vector<std::string> short_demo(const TemporaryDirectory& directory) {
  return {"run",   "traces/demo.yaml",       "--set", "run.cycles=320", "--set", "run.warmup=100", "--json",
          "--out", directory.path().string()};
}

TEST(WaveFiles, two_runs_write_the_same_bytes) {
  const TemporaryDirectory directory;
  const ToolResult first = run_tool(short_demo(directory));
  ASSERT_EQ(first.status, 0) << first.err;
  const std::string vcd = directory.read("demo.vcd");
  const std::string save = directory.read("demo.gtkw");
  EXPECT_GT(vcd.size(), 10000u);
  EXPECT_EQ(run_tool(short_demo(directory)).out, first.out);
  EXPECT_TRUE(directory.read("demo.vcd") == vcd);
  EXPECT_EQ(directory.read("demo.gtkw"), save);
}

TEST(WaveFiles, are_the_same_under_every_schedule) {
  const TemporaryDirectory directory;
  ASSERT_EQ(run_tool(short_demo(directory)).status, 0);
  const std::string domain = directory.read("demo.vcd");
  for (const auto& way : kOtherWaysToRun) {
    EXPECT_EQ(run_tool(with(short_demo(directory), way)).status, 0);
    EXPECT_TRUE(directory.read("demo.vcd") == domain) << way.back();
  }
}

TEST(WaveFiles, gtkwaves_programs_read_the_dump_and_give_it_back) {
  const TemporaryDirectory directory;
  ASSERT_EQ(run_tool(short_demo(directory)).status, 0);
  const auto file = [&](const std::string& name) { return (directory.path() / name).string(); };
  const ToolResult there = run_program({"vcd2fst", file("demo.vcd"), file("demo.fst")});
  EXPECT_EQ(there.status, 0) << "vcd2fst comes with the package gtkwave";
  EXPECT_EQ(there.err, "");
  const ToolResult back = run_program({"fst2vcd", "-f", file("demo.fst"), "-o", file("back.vcd")});
  EXPECT_EQ(back.status, 0);
  EXPECT_EQ(back.err, "");
  const VcdDump ours = read_vcd(file("demo.vcd"));
  const VcdDump theirs = read_vcd(file("back.vcd"));
  EXPECT_EQ(theirs.order, ours.order);
  EXPECT_EQ(theirs.timescale, ours.timescale);
  for (const auto& [name, variable] : ours.variables) EXPECT_EQ(theirs.changes(name), variable.changes) << name;
}

TEST(WaveFiles, the_save_file_names_signals_of_the_dump_in_the_order_of_the_scope) {
  const TemporaryDirectory directory;
  ASSERT_EQ(run_tool(short_demo(directory)).status, 0);
  const VcdDump dump = read_vcd(directory.path() / "demo.vcd");
  std::vector<std::string> groups;
  std::size_t signals = 0;
  for (const std::string& line : lines_of(directory.read("demo.gtkw"))) {
    if (line.starts_with("-")) groups.push_back(line.substr(1));
    const std::string name = line.starts_with("+{") ? line.substr(line.find("} ") + 2) : line;
    if (name.starts_with("wafer.")) {
      ++signals;
      EXPECT_TRUE(dump.variables.contains(name.substr(0, name.find('[')))) << name;
    }
  }
  EXPECT_EQ(signals, dump.variables.size());
  ASSERT_GT(groups.size(), 4u);
  EXPECT_EQ(groups[0], "wafer.config_chain");
  EXPECT_EQ(groups[2], "wafer.sh.g5.*.state");
}

TEST(WaveFiles, a_row_of_switches_has_labels_that_tell_them_apart) {
  const TemporaryDirectory directory;
  ASSERT_EQ(run_tool(short_demo(directory)).status, 0);
  EXPECT_NE(directory.read("demo.gtkw").find("+{c7 state} wafer.sh.g5.c7.state\n"), std::string::npos);
}

TEST(WaveFiles, a_file_named_fst_is_converted) {
  const TemporaryDirectory directory;
  std::vector<std::string> arguments = short_demo(directory);
  arguments.insert(arguments.end(), {"--set", "waves.file=demo.fst"});
  const ToolResult result = run_tool(arguments);
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(directory.files(), (std::vector<std::string>{"demo.fst", "demo.gtkw", "demo.sucl"}));
  EXPECT_NE(directory.read("demo.gtkw").find("[dumpfile] \"demo.fst\""), std::string::npos);
  EXPECT_EQ(run_program({"fst2vcd", "-f", (directory.path() / "demo.fst").string()}).status, 0);
}

TEST(WaveFiles, an_fst_has_the_clock_and_the_packets_in_words_of_the_vcd) {
  const TemporaryDirectory directory;
  const std::string scenario =
      "{network: {kind: srt1d, n: 4}, traffic: {rate: 0.05, flits: 3}, run: {cycles: 200, warmup: 0}, detection: {}, "
      "waves: {file: w.vcd, scope: ['net.n?.router.*'], from: 20, to: packet 2 of node 5, clock: true, transactions: "
      "true}}";
  for (const std::string file : {"w.vcd", "w.fst"}) {
    const ToolResult result =
        run_tool({"run", scenario, "--set", "waves.file=" + file, "--out", directory.path().string()});
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.err, "");
  }
  const auto file = [&](const std::string& name) { return (directory.path() / name).string(); };
  const ToolResult back = run_program({"fst2vcd", "-f", file("w.fst"), "-o", file("back.vcd")});
  EXPECT_EQ(back.status, 0);
  EXPECT_EQ(back.err, "");
  const VcdDump vcd = read_vcd(file("w.vcd"));
  const VcdDump fst = read_vcd(file("back.vcd"));
  EXPECT_EQ(fst.order, vcd.order);
  EXPECT_EQ(fst.timescale, vcd.timescale);
  EXPECT_GT(vcd.changes("net.clk").size(), 40u);
  std::size_t packets = 0;
  for (const auto& [name, variable] : vcd.variables) {
    EXPECT_EQ(fst.variables.at(name).type, variable.type) << name;
    EXPECT_EQ(fst.changes(name), variable.changes) << name;
    if (!name.ends_with(".transaction")) continue;
    packets += std::ranges::count_if(variable.changes, [](const auto& change) { return change.second != "-"; });
  }
  EXPECT_GT(packets, 20u);
}

TEST(WaveFiles, a_window_after_the_end_of_the_run_is_said) {
  const TemporaryDirectory directory;
  const ToolResult result =
      run_tool({"run", "{network: {kind: srt1d, n: 4}, run: {cycles: 50}, waves: {file: a.vcd, from: 50}}", "--out",
                directory.path().string()});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err,
            "<command line>:1:78: the waveform is empty: the run ended after 50 cycles, before waves.from\n");
}

TEST(WaveFiles, a_scope_that_matches_nothing_is_an_error_with_its_place_and_nothing_is_written) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"run",
                                      "{network: {kind: srt1d, n: 4}, traffic: {rate: 0.02},"
                                      " waves: {file: run.vcd, scope: ['wafer.*']}}",
                                      "--out", directory.path().string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err,
            "<command line>:1:86: no signal matches 'wafer.*'; names begin with 'net.', as in net.n0.router.*\n");
  EXPECT_TRUE(directory.files().empty());
}

TEST(WaveFiles, every_glob_of_the_scope_must_match) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"run",
                                      "{network: {kind: srt1d, n: 4},\n"
                                      " waves: {file: run.vcd, scope: ['net.n0.*',\n"
                                      "  'nett.*', 'net.n1.*',\n"
                                      "  'net.n16.*']}}",
                                      "--out", directory.path().string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(lines_of(result.err),
            (std::vector<std::string>{
                "<command line>:3:3: no signal matches 'nett.*'; names begin with 'net.', as in net.n0.router.*",
                "<command line>:4:3: no signal matches 'net.n16.*'; names begin with 'net.', as in net.n0.router.*"}));
  EXPECT_TRUE(directory.files().empty());
}

TEST(WaveFiles, an_empty_scope_is_an_error_with_its_place) {
  const ToolResult result =
      run_tool({"run", "{network: {kind: srt1d, n: 4}, waves: {file: run.vcd}}", "--set", "waves.scope=[]"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--set waves.scope=[]: waves.scope is empty: no signal matches it\n");
}

TEST(WaveFiles, a_special_file_in_the_way_is_kept_and_said_before_the_run) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::filesystem::path fifo = directory.path() / "run.gtkw";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  const ToolResult result =
      run_tool({"run", "{network: {kind: srt1d, n: 4}, waves: {file: run.vcd}}", "--out", directory.path().string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "<command line>:1:46: '" + fifo.string() +
                            "' is a FIFO, which no file replaces; move it, or name another file\n");
  EXPECT_TRUE(std::filesystem::is_fifo(fifo));
  EXPECT_EQ(directory.files(), std::vector<std::string>{"run.gtkw"});
}

TEST(WaveFiles, a_failed_conversion_is_noticed_though_the_parent_ignores_the_end_of_its_children) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string program = (directory.path() / "vcd2fst").string();
  const ToolResult result = run_program(
      {"sh", "-c",
       "printf '#!/bin/sh\\nexit 3\\n' > " + program + "; chmod +x " + program + "; PATH=" + directory.path().string() +
           ":$PATH exec env --ignore-signal=CHLD " + program_path() +
           " run '{network: {kind: srt1d, n: 3}, traffic: {}, run: {cycles: 100}, waves: {file: w.fst}}' --out " +
           directory.path().string()});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "kintsugi: vcd2fst failed; the waveform is in " + (directory.path() / "w.vcd").string() + "\n");
}

TEST(WaveFiles, a_conversion_for_which_there_is_no_process_says_how_to_get_one) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string folder = directory.path().string();
  std::filesystem::permissions(directory.path(), std::filesystem::perms::all);
  // The limit does not hold for root.
  const std::string other = geteuid() == 0 ? "setpriv --reuid 65534 --regid 65534 --clear-groups " : "";
  if (run_program({"sh", "-c", other + program_path() + " --version"}).status != 0) {
    GTEST_SKIP() << "another user than root cannot run " << program_path();
  }
  const ToolResult result = run_program({"sh", "-c",
                                         "exec " + other + "prlimit --nproc=1 " + program_path() +
                                             " run '{network: {kind: srt1d, n: 3}, traffic: {}, run: {cycles: 100}, "
                                             "waves: {file: w.fst}}' --quiet --out " +
                                             folder});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(
      result.err,
      "kintsugi: vcd2fst was not started: the system starts no more processes; raise the limit on them (ulimit -u, "
      "pids.max of the control group), or name the waveform .vcd; the waveform is in " +
          folder + "/w.vcd\n");
}

TEST(WaveFiles, a_failed_conversion_keeps_a_vcd_of_the_user) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string folder = directory.path().string();
  const ToolResult result = run_program(
      {"sh", "-c",
       "cd " + folder + "; printf '#!/bin/sh\nexit 3\n' > vcd2fst; chmod +x vcd2fst; echo mine > w.vcd; PATH=" +
           folder + ":$PATH exec " + program_path() +
           " run '{network: {kind: srt1d, n: 3}, traffic: {}, run: {cycles: 100}, waves: {file: w.fst}}' --quiet"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "kintsugi: vcd2fst failed; w.vcd is there and is kept\n");
  EXPECT_EQ(directory.read("w.vcd"), "mine\n");
}

}  // namespace
}  // namespace kintsugi::test
