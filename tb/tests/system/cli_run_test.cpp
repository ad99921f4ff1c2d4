// kintsugi run and demo, as commands: statuses, documents, files. What is simulated is tested elsewhere.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

const std::string kSmallRun =
    "{network: {kind: srt2d, n: 3}, fabric: {}, defects: {pe: [[3, 4], [5, 2]]}, traffic: {rate: 0.02},"
    " run: {cycles: 1000}}";

TEST(Run, PrintsOneJsonDocumentWithTheStableKeys) {
  const ToolResult result = run_tool({"run", kSmallRun, "--json"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  const json document = json::parse(result.out);
  for (const std::string key : {"cycles", "packets", "flits", "latency", "network_latency", "throughput", "hops",
                                "conserved", "deadlock", "repair", "reconfigurations", "proof"}) {
    EXPECT_TRUE(document.contains(key)) << key;
  }
}

TEST(Run, OutputIsTheSameUnderEverySchedule) {
  const ToolResult domain = run_tool({"run", kSmallRun, "--json", "--schedule", "domain"});
  EXPECT_EQ(domain.status, 0);
  for (const auto& way : kOtherWaysToRun) {
    EXPECT_EQ(run_tool(with({"run", kSmallRun, "--json"}, way)).out, domain.out) << way.back();
  }
}

TEST(Run, SeveralThreadsAreToldOfInTheTiming) {
  const ToolResult result = run_tool({"run", kSmallRun, "--json", "--timing", "--threads", "2"});
  EXPECT_EQ(json::parse(result.out).at("timing").at("threads"), 2);
  EXPECT_EQ(result.err.find("one thread"), std::string::npos) << result.err;
}

TEST(Run, OneThreadDoesItWhereSeveralCannotAndTheReasonIsSaid) {
  const ToolResult result =
      run_tool({"run", kSmallRun, "--json", "--timing", "--threads", "2", "--schedule", "always"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(json::parse(result.out).at("timing").at("threads"), 1);
  EXPECT_NE(result.err.find("one thread evaluates the modules, because of the schedule\n"), std::string::npos);
  const ToolResult faults = run_tool({"run", "traces/mandala_faults.yaml", "--json", "--timing", "--threads", "2"});
  EXPECT_EQ(json::parse(faults.out).at("timing").at("threads"), 1);
  EXPECT_NE(faults.err.find("because of faults at run time"), std::string::npos) << faults.err;
}

TEST(Run, IrreparableIsStatusOneAndWritesNothing) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"run", kSmallRun, "--set", "defects.pe=[[4,4],[2,4],[6,4],[4,2],[4,6]]", "--set",
                                      "waves={file: run.vcd}", "--json", "--out", directory.path().string()});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(json::parse(result.out).at("repair").at("repairable"), false);
  EXPECT_TRUE(directory.files().empty());
}

TEST(Run, WavesGoToTheDirectory) {
  const TemporaryDirectory directory;
  const ToolResult result =
      run_tool({"run", kSmallRun, "--set", "waves={file: run.vcd, to: 20}", "--out", directory.path().string()});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(directory.files(), (std::vector<std::string>{"run.gtkw", "run.vcd"}));
}

TEST(Run, ADirectoryThatCannotBeMadeIsStatusTwo) {
  const ToolResult result =
      run_tool({"run", kSmallRun, "--set", "waves={file: run.vcd, to: 20}", "--out", "CMakeLists.txt/x"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err, "");
}

TEST(DemoSlow, ShowsARepairedWaferAndWritesItsFiles) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"demo", "--out", directory.path().string()});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.out.find("verified"), std::string::npos);
  EXPECT_FALSE(directory.files().empty());
}

/// tb/demo passes a directory of its own before that of the user.
TEST(DemoSlow, WritesToTheLastDirectory) {
  const TemporaryDirectory first;
  const TemporaryDirectory last;
  const ToolResult result = run_tool({"demo", "--out", first.path().string(), "--out", last.path().string()});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(first.files().empty());
  EXPECT_EQ(last.files(), (std::vector<std::string>{"demo.gtkw", "demo.vcd"}));
}

TEST(DemoSlow, AsJsonIsOneDocument) {
  const TemporaryDirectory directory;
  const ToolResult result = run_tool({"demo", "--json", "--out", directory.path().string()});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(json::parse(result.out).is_object());
}

}  // namespace
}  // namespace kintsugi::test
