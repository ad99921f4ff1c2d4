// What the program does with inputs that are no scenarios: it ends with a sentence.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::test {
namespace {

const std::string kAfter = "the document ends before this; only one document is allowed\n";

/// Runs within four gigabytes; a sanitizer takes terabytes of address space, of which it uses little.
ToolResult run_in_shell(const std::string& command) {
  return run_program({"sh", "-c", (kSanitized ? "" : "ulimit -v 4000000; ") + command});
}

TEST(HostileInput, a_comma_after_the_text_is_a_mistake_of_every_command) {
  for (const std::string command : {"run", "topo", "prove", "repair", "export", "yield", "sweep", "saturate"}) {
    const ToolResult result = run_tool({command, "{kind: mesh, sides: [4, 4]},"});
    EXPECT_EQ(result.status, 2) << command;
    EXPECT_EQ(result.err, "<command line>:1:28: " + kAfter) << command;
  }
}

TEST(HostileInput, a_comma_after_an_override_is_a_mistake) {
  const ToolResult result = run_tool({"topo", "{kind: mesh, sides: [4, 4]}", "--set", "network.sides=[3],"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "--set network.sides=[3],: " + kAfter);
}

TEST(HostileInput, a_device_is_no_scenario) {
  for (const std::string file : {"/dev/zero", "/dev/urandom", "/dev/null"}) {
    const ToolResult result = run_tool({"run", file});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.err, file +
                              ": cannot read this file: it is a device or a socket; name a file, a FIFO or -, "
                              "standard input\n");
  }
}

TEST(HostileInput, a_device_as_standard_input_is_told_what_to_do_there) {
  EXPECT_EQ(run_in_shell(std::string(program_path()) + " topo - < /dev/zero").err,
            "<standard input>: cannot read this file: it is a device or a socket; pipe the text into it, or name a "
            "file\n");
}

TEST(HostileInput, a_minus_is_standard_input) {
  const std::string program = program_path();
  const std::string pipe = "printf '{kind: mesh, sides: [4, 4]}' | " + program + " topo ";
  for (const std::string name : {"-", "/dev/stdin"}) {
    const ToolResult result = run_in_shell(pipe + name);
    EXPECT_EQ(result.status, 0) << name << ": " << result.err;
    EXPECT_NE(result.out.find("16"), std::string::npos);
  }
  EXPECT_EQ(run_in_shell("printf 'a: [' | " + program + " topo -").err,
            "<standard input>:1:1: not valid YAML: end of sequence flow not found\n");
}

TEST(HostileInput, a_standard_input_that_is_closed_or_empty_is_said_to_be_so) {
  const std::string program = program_path();
  const std::string what_to_do = "; pipe the text into it, or name a file\n";
  for (const std::string input : {"<&-", "</dev/null"}) {
    const ToolResult result = run_in_shell(program + " topo - " + input);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.err, "<standard input>: cannot read this file: it is closed or /dev/null" + what_to_do) << input;
  }
  EXPECT_EQ(run_in_shell("true | " + program + " topo -").err,
            "<standard input>: cannot read this file: it is empty" + what_to_do);
}

TEST(HostileInput, a_fifo_without_end_is_refused_at_its_limit) {
  const ToolResult result = run_in_shell("yes '#' | " + std::string(program_path()) + " topo -");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err,
            "<standard input>: cannot read this file: it is larger than 64 MiB, the most that a YAML file may have\n");
}

TEST(HostileInput, slow_a_mapping_with_as_many_keys_as_can_be_read_is_no_hang) {
  std::string keys;
  for (int key = 0; key < part_of(40'000, 490'000); ++key) keys += "k" + std::to_string(key) + ": 1, ";
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string file = (directory.path() / "many.yaml").string();
  const auto errors_of = [&](const std::string& command, const std::string& begin, const std::string& end) {
    std::ofstream(file) << begin << keys << end;
    const ToolResult result = run_tool({command, file, "--quiet"});  // or the test runs out of time
    EXPECT_EQ(result.status, 2) << command;
    return lines_of(result.err).size();
  };
  EXPECT_EQ(errors_of("run", "{network: {kind: srt1d, n: 3}, ", "}"), 101u);
  EXPECT_EQ(errors_of("topo", "{kind: srt1d, n: 3, ", "}"), 101u);
  EXPECT_EQ(errors_of("topo", "{network: {kind: srt1d, n: 3}, link: {latency: {", "}}}"), 101u);
  EXPECT_EQ(errors_of("sweep", "{base: {network: {kind: srt1d, n: 3}, ", "}, axes: {run.seed: [1, 2]}}"), 101u);
}

TEST(HostileInput, reading_a_trace_that_comes_slowly_shows_progress) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string fifo = (directory.path() / "t.csv").string();
  const std::string run = "{network: {kind: srt1d, n: 3}, traffic: {trace: " + fifo + "}, run: {cycles: 100}}";
  const std::string lines = "(echo 0,1,2,4; sleep 2.5; echo 0,2,3,4) > ";
  const ToolResult result =
      run_in_shell("mkfifo " + fifo + "; " + lines + fifo + " & " + program_path() + " run '" + run + "'");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "reading the trace: 8 bytes done\n");
}

TEST(HostileInput, reading_a_program_that_comes_slowly_shows_progress) {
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string fifo = (directory.path() / "p.goal").string();
  const std::string run = "{network: {kind: srt1d, n: 3}, traffic: {workload: " + fifo + "}}";
  const std::string lines = "(echo num_ranks 1; sleep 2.5; echo 'rank 0 { calc 9 }') > ";
  const ToolResult result =
      run_in_shell("mkfifo " + fifo + "; " + lines + fifo + " & " + program_path() + " run '" + run + "'");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "reading the program: 12 bytes done\n");
}

TEST(HostileInput, globs_are_limited_in_number_and_length) {
  const auto errors_of = [](const std::string& scope) {
    return run_tool(
               {"run", "{network: {kind: srt2d, n: 4}, traffic: {}, waves: {file: w.vcd,\nscope: [" + scope + "]}}"})
        .err;
  };
  std::string many;
  for (int i = 0; i < 10'000; ++i) many += "'*a*b*c*d*', ";
  EXPECT_EQ(errors_of(many), "<command line>:2:3337: waves.scope: 10000 globs are too many; valid is at most 256\n");
  EXPECT_EQ(errors_of("'*', '" + std::string(257, '*') + "'"),
            "<command line>:2:14: waves.scope: a glob of 257 bytes is too long; valid is at most 256\n");
}

TEST(HostileInput, control_characters_do_not_reach_the_terminal) {
  const ToolResult result = run_tool({"topo", "{kind: \"\\e[31m\", n: 3}"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("unknown name '\\x1b[31m'"), std::string::npos) << result.err;
  EXPECT_EQ(run_tool({"topo", "\x1B[2J\xFF.yaml"}).err,
            "\\x1b[2J\\xff.yaml: cannot read this file: No such file or directory\n");
}

TEST(HostileInput, mistakes_stop_after_a_hundred_in_json_too) {
  std::string text = "{";
  for (int key = 0; key < 300; ++key) text += "k" + std::to_string(key) + ": 1, ";
  const ToolResult result = run_tool({"run", text + "network: {kind: srt1d, n: 3}}", "--json"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(lines_of(result.err).size(), 101u);
  const auto errors = nlohmann::json::parse(result.out).at("errors");
  ASSERT_EQ(errors.size(), 101u);
  EXPECT_EQ(errors.back().at("message"), "and 200 more mistakes");
}

TEST(Network, the_numbers_in_its_name_are_explained_where_it_is_reported) {
  EXPECT_NE(run_tool({"topo", "{kind: srt2d, n: 2}"}).out.find("2D-SRT(2,2,1), as 2D-SRT(n, T, shift)\n"),
            std::string::npos);
  EXPECT_NE(run_tool({"topo", "{kind: srt1d, n: 3}"}).out.find("1D-SRT(3,3), as 1D-SRT(n, T)\n"), std::string::npos);
}

TEST(Proof, that_fails_says_what_to_do) {
  const ToolResult result = run_tool({"prove", "{network: {kind: rdt, side: 16}, router: {routing: floating}}"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.out.find("what to do    choose router.routing: scheme-h, or run it unproved with run.proof: skip\n"),
            std::string::npos)
      << result.out;
}

TEST(Proof, that_fails_says_what_an_export_can_do_without) {
  const ToolResult result =
      run_tool({"export", "{network: {kind: rdt, side: 16, assignment: beta}, router: {routing: floating}}"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(
      result.out.find("what to do    choose router.routing: scheme-h, or export it unproved with run.proof: skip\n"),
      std::string::npos)
      << result.out;
}

TEST(Repair, that_is_impossible_names_a_pe_in_one_way) {
  const ToolResult result = run_tool({"repair", "traces/irreparable.yaml"});
  EXPECT_NE(result.out.find("r2.c4, the PE at [2, 4]\n"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("r2.c4 east: excluded by r4.c6 north\n"), std::string::npos) << result.out;
}

}  // namespace
}  // namespace kintsugi::test
