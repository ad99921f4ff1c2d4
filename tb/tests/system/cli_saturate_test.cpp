// `kintsugi saturate`: bisection for the saturation throughput.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

const std::string kMesh =
    "{network: {kind: mesh, sides: [4, 4]}, router: {preset: paper}, traffic: {flits: 4}, run: "
    "{cycles: 3000, warmup: 500}}";

json saturate(const std::vector<std::string>& more, const std::string& scenario = kMesh) {
  std::vector<std::string> arguments = {"saturate", scenario, "--json", "--quiet"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const ToolResult result = run_tool(arguments);
  EXPECT_EQ(result.status, 0) << result.err;
  return json::parse(result.out);
}

json measured(const std::string& rate) {
  return json::parse(run_tool({"run", kMesh, "--json", "--quiet", "--set", "traffic.rate=" + rate}).out)["throughput"];
}

TEST(Saturate, the_rate_found_is_accepted_and_the_next_one_is_not) {
  const json found = saturate({"--tolerance", "0.02"});
  const double rate = found["saturation"]["rate"].get<double>();
  EXPECT_GT(rate, 0.3);
  EXPECT_LT(rate, 0.9);
  EXPECT_EQ(found["beyond"], false);
  const auto share = [](const json& throughput) {
    return throughput["accepted"].get<double>() / throughput["offered"].get<double>();
  };
  EXPECT_GE(share(measured(std::to_string(rate))), 0.95);
  EXPECT_LT(share(measured(std::to_string(rate + 0.02))), 0.95);
  EXPECT_EQ(found["runs"].size(), 6u) << "50 rates";
}

TEST(Saturate, the_share_that_must_be_accepted_counts) {
  EXPECT_LT(saturate({"--tolerance", "0.02", "--accepted", "0.99"})["saturation"]["rate"].get<double>(),
            saturate({"--tolerance", "0.02", "--accepted", "0.7"})["saturation"]["rate"].get<double>());
}

TEST(Saturate, a_network_that_takes_everything_saturates_beyond_the_highest_rate) {
  const json found =
      saturate({"--tolerance", "0.25"},
               "{network: {kind: full, nodes: 4}, router: {vcs: 8, buffer: 16}, traffic: {flits: 1, pattern: "
               "bit_complement}, run: {cycles: 2000, warmup: 200}}");
  EXPECT_EQ(found["beyond"], true);
  EXPECT_EQ(found["saturation"]["rate"], 1.0);
}

TEST(Saturate, says_what_is_wrong_before_anything_runs) {
  const auto message = [](const std::vector<std::string>& arguments) {
    const ToolResult result = run_tool(arguments);
    EXPECT_EQ(result.status, 2);
    return result.err;
  };
  EXPECT_NE(message({"saturate", kMesh, "--tolerance", "0"}).find("not a number above 0 and at most 1"),
            std::string::npos);
  EXPECT_NE(message({"saturate", "{network: {kind: mesh, sides: [4, 4]}}"}).find("add traffic: {}"), std::string::npos);
  EXPECT_NE(message({"saturate", "traces/reduction.yaml"}).find("a trace has no rate"), std::string::npos);
  EXPECT_NE(message({"saturate", "{network: {kind: mesh, sides: [4]}, traffic: {rat: 1}}"}).find("rat"),
            std::string::npos);
}

TEST(Saturate, a_run_that_fails_ends_the_search) {
  const ToolResult result = run_tool({"saturate", "traces/irreparable.yaml", "--json", "--quiet"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(json::parse(result.out)["saturation"], nullptr);
}

}  // namespace
}  // namespace kintsugi::test
