// The command line: help, versions, exit statuses, wrong options.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

const std::vector<std::string> kCommands = {"demo", "run", "topo", "prove", "repair", "sweep", "saturate", "list"};

TEST(Usage, help_of_the_program_names_every_command) {
  const ToolResult help = run_tool({"--help"});
  EXPECT_EQ(help.status, 0);
  for (const std::string& command : kCommands)
    EXPECT_NE(help.out.find("  " + command + " "), std::string::npos) << command;
  EXPECT_EQ(help.err, "") << "the SystemC library keeps quiet";
}

TEST(Usage, every_command_has_help) {
  for (const std::string& command : kCommands) {
    const ToolResult help = run_tool({command, "--help"});
    EXPECT_EQ(help.status, 0) << command;
    EXPECT_NE(help.out.find("--json"), std::string::npos) << command;
  }
}

TEST(Usage, version) {
  const ToolResult version = run_tool({"--version"});
  EXPECT_EQ(version.status, 0);
  EXPECT_TRUE(version.out.starts_with("kintsugi ")) << version.out;
}

TEST(Usage, a_command_is_needed) {
  const ToolResult result = run_tool({});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("subcommand is required"), std::string::npos);
}

TEST(Usage, an_unknown_command_is_answered_with_the_nearest) {
  const ToolResult result = run_tool({"tpo", "x.yaml"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "kintsugi: unknown command 'tpo'; did you mean 'topo'?\n");
}

TEST(Usage, wrong_options_are_status_two) {
  EXPECT_EQ(run_tool({"list", "--wibble"}).status, 2);
  EXPECT_EQ(run_tool({"topo"}).status, 2) << "the network is missing";
  EXPECT_EQ(run_tool({"topo", "{kind: srt2d, n: 2}", "more"}).status, 2);
  EXPECT_EQ(run_tool({"topo", "{kind: srt2d, n: 2}", "--set"}).status, 2);
}

TEST(Usage, an_unknown_schedule_is_answered_with_the_valid_ones) {
  const ToolResult result = run_tool({"run", "x.yaml", "--schedule", "foo"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("foo not in {always,domain,process}"), std::string::npos) << result.err;
}

TEST(Usage, an_impossible_number_of_threads_is_answered_with_the_range) {
  for (const std::string threads : {"0", "65", "-1", "two"}) {
    const ToolResult result = run_tool({"run", "x.yaml", "--threads", threads});
    EXPECT_EQ(result.status, 2) << threads;
    EXPECT_NE(result.err.find("1 to 64"), std::string::npos) << result.err;
  }
}

TEST(Usage, every_command_refuses_a_missing_file) {
  for (const std::string command : {"run", "topo", "prove", "repair", "sweep", "saturate"}) {
    const ToolResult result = run_tool({command, "none.yaml"});
    EXPECT_EQ(result.status, 2) << command;
    EXPECT_EQ(result.out, "") << command;
    EXPECT_EQ(result.err, "none.yaml: cannot read this file: No such file or directory\n") << command;
  }
}

TEST(Usage, every_command_refuses_an_empty_argument) {
  for (const std::string command : {"run", "topo", "prove", "repair", "yield", "sweep", "saturate"}) {
    for (const std::string argument : {"", "  "}) {
      const ToolResult result = run_tool({command, argument});
      EXPECT_EQ(result.status, 2) << command;
      EXPECT_EQ(result.err,
                "<command line>: the name of the file is empty; name a file, or give the text itself, beginning with "
                "{\n")
          << command;
    }
  }
}

/// Returns the message of the only error in the document.
std::string message_in(const ToolResult& result) {
  const auto document = nlohmann::json::parse(result.out);
  if (document.size() != 1 || document.at("errors").size() != 1) return "not one error: " + result.out;
  const auto& error = document["errors"][0];
  EXPECT_EQ(error.at("source"), "kintsugi");
  EXPECT_EQ(error.at("line"), 0);
  EXPECT_EQ(error.at("column"), 0);
  return error.at("message");
}

TEST(UsageJson, a_wrong_option_is_a_document) {
  const ToolResult result = run_tool({"list", "--json", "--wibble"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(message_in(result), "The following argument was not expected: --wibble");
  EXPECT_NE(result.err.find("--wibble"), std::string::npos);
}

TEST(UsageJson, an_unknown_command_is_a_document) {
  const ToolResult result = run_tool({"tpo", "--json"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(message_in(result), "unknown command 'tpo'; did you mean 'topo'?");
  EXPECT_EQ(result.err, "kintsugi: unknown command 'tpo'; did you mean 'topo'?\n");
}

TEST(UsageJson, a_file_that_cannot_be_written_is_a_document) {
  const ToolResult result =
      run_tool({"topo", "{kind: srt2d, n: 2}", "--dot", "--out", "CMakeLists.txt/x", "--json", "--quiet"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "kintsugi: " + message_in(result) + "\n");
}

TEST(UsageJson, help_is_no_document) {
  const ToolResult result = run_tool({"list", "--json", "--help"});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.out.find("Usage"), std::string::npos);
}

/// Runs the tool with standard output on a device that is always full.
ToolResult run_on_full_disk(const std::string& arguments) {
  return run_program({"sh", "-c", std::string("\"") + program_path() + "\" " + arguments + " > /dev/full"});
}

TEST(StandardOutput, that_is_lost_is_status_two) {
  for (const std::string arguments :
       {"list", "list --json", "--help", "--version", "run '{network: {kind: srt1d, n: 4}}'"}) {
    const ToolResult result = run_on_full_disk(arguments);
    EXPECT_EQ(result.status, 2) << arguments;
    EXPECT_EQ(result.err, "kintsugi: cannot write to standard output; what is printed there is not complete\n")
        << arguments;
  }
}

TEST(Usage, the_last_out_counts) {
  const TemporaryDirectory first;
  const TemporaryDirectory last;
  const ToolResult result =
      run_tool({"topo", "{kind: srt2d, n: 2}", "--dot", "--out", first.path().string(), "--out", last.path().string()});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(first.files().empty());
  EXPECT_EQ(last.files(), std::vector<std::string>{"network.dot"});
}

TEST(Usage, options_may_follow_the_input) {
  EXPECT_EQ(run_tool({"topo", "{kind: srt2d, n: 2}", "--set", "n=3", "--set", "shift=3", "--json"}).status, 0);
  EXPECT_EQ(run_tool({"topo", "--set", "n=3", "{kind: srt2d, n: 2}"}).status, 0);
}

}  // namespace
}  // namespace kintsugi::test
