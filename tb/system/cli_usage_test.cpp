// The command line: help, versions, exit statuses, wrong options.
#include <gtest/gtest.h>

#include "tb/system/tool.hpp"

namespace kintsugi::test {
namespace {

const std::vector<std::string> kCommands = {"demo", "run", "topo", "prove", "repair", "list"};

TEST(Usage, HelpOfTheProgramNamesEveryCommand) {
  const ToolResult help = run_tool({"--help"});
  EXPECT_EQ(help.status, 0);
  for (const std::string& command : kCommands)
    EXPECT_NE(help.out.find("  " + command + " "), std::string::npos) << command;
  EXPECT_EQ(help.err, "") << "the SystemC library keeps quiet";
}

TEST(Usage, EveryCommandHasHelp) {
  for (const std::string& command : kCommands) {
    const ToolResult help = run_tool({command, "--help"});
    EXPECT_EQ(help.status, 0) << command;
    EXPECT_NE(help.out.find("--json"), std::string::npos) << command;
  }
}

TEST(Usage, Version) {
  const ToolResult version = run_tool({"--version"});
  EXPECT_EQ(version.status, 0);
  EXPECT_TRUE(version.out.starts_with("kintsugi ")) << version.out;
}

TEST(Usage, ACommandIsNeeded) {
  const ToolResult result = run_tool({});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("subcommand is required"), std::string::npos);
}

TEST(Usage, AnUnknownCommandIsAnsweredWithTheNearest) {
  const ToolResult result = run_tool({"tpo", "x.yaml"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "kintsugi: unknown command 'tpo'; did you mean 'topo'?\n");
}

TEST(Usage, WrongOptionsAreStatusTwo) {
  EXPECT_EQ(run_tool({"list", "--wibble"}).status, 2);
  EXPECT_EQ(run_tool({"topo"}).status, 2) << "the network is missing";
  EXPECT_EQ(run_tool({"topo", "{kind: srt2d, n: 2}", "more"}).status, 2);
  EXPECT_EQ(run_tool({"topo", "{kind: srt2d, n: 2}", "--set"}).status, 2);
}

TEST(Usage, AnUnknownScheduleIsAnsweredWithTheValidOnes) {
  const ToolResult result = run_tool({"run", "x.yaml", "--schedule", "foo"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("foo not in {always,domain,process}"), std::string::npos) << result.err;
}

TEST(Usage, EveryCommandRefusesAMissingFile) {
  for (const std::string command : {"run", "topo", "prove", "repair"}) {
    const ToolResult result = run_tool({command, "none.yaml"});
    EXPECT_EQ(result.status, 2) << command;
    EXPECT_EQ(result.out, "") << command;
    EXPECT_EQ(result.err, "none.yaml: cannot read this file: No such file or directory\n") << command;
  }
}

TEST(Usage, OptionsMayFollowTheInput) {
  EXPECT_EQ(run_tool({"topo", "{kind: srt2d, n: 2}", "--set", "n=3", "--set", "shift=3", "--json"}).status, 0);
  EXPECT_EQ(run_tool({"topo", "--set", "n=3", "{kind: srt2d, n: 2}"}).status, 0);
}

}  // namespace
}  // namespace kintsugi::test
