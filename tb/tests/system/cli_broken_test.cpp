// A scenario with mistakes: every command reports all of them and does no work.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

const std::vector<std::string> kSixMistakes = {
    "traces/broken.yaml:2:30: unknown key 'network.varient'; did you mean 'variant'?",
    "traces/broken.yaml:3:22: fabric.chain_bits must be 1 to 64, not '0'",
    "traces/broken.yaml:5:16: no PE at [0, 0]: the place is empty (the corners of a wafer have PEs only with "
    "fabric.corners: true)",
    "traces/broken.yaml:6:26: unknown key 'repair.planer'; did you mean 'planner'?",
    "traces/broken.yaml:8:8: router.vcs must be an integer, not 'two'",
    "traces/broken.yaml:10:3: duplicate key 'router.buffer'; the first is in line 9",
};

class BrokenScenario : public testing::TestWithParam<std::string> {};

TEST_P(BrokenScenario, reports_every_mistake_and_writes_nothing) {
  const TemporaryDirectory directory;
  std::vector<std::string> arguments = {GetParam(), "traces/broken.yaml"};
  if (GetParam() == "topo") arguments.push_back("--dot");
  if (GetParam() != "prove") arguments.insert(arguments.end(), {"--out", directory.path().string()});
  const ToolResult result = run_tool(arguments);
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(lines_of(result.err), kSixMistakes);
  EXPECT_FALSE(std::filesystem::exists(directory.path()));
}

INSTANTIATE_TEST_SUITE_P(Commands, BrokenScenario, testing::Values("run", "topo", "prove", "repair"),
                         [](const auto& command) { return command.param; });

TEST(BrokenScenarioJson, is_one_document_with_the_same_mistakes) {
  const ToolResult result = run_tool({"repair", "traces/broken.yaml", "--json"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(lines_of(result.err), kSixMistakes);
  const auto document = nlohmann::json::parse(result.out);
  ASSERT_EQ(document.at("errors").size(), 6u);
  const nlohmann::json expected = {{"source", "traces/broken.yaml"},
                                   {"line", 8},
                                   {"column", 8},
                                   {"message", "router.vcs must be an integer, not 'two'"}};
  EXPECT_EQ(document["errors"][4], expected);
}

}  // namespace
}  // namespace kintsugi::test
