// The benefit of minimal adaptive routing: it accepts a load that adaptive routing with as many channels does not.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::test {
namespace {

/// 2D-SRT(5, 2, 1) with three channels at 0.5 flits/node/cycle.
ToolResult run(const std::string& routing) {
  const ToolResult result =
      run_tool({"run",
                "{network: {kind: srt2d, n: 5, T: 2}, router: {preset: paper, vcs: 3, routing: " + routing +
                    "}, traffic: {rate: 0.5, flits: 16}, run: {cycles: 3000, warmup: 1000, drain: false, proof: skip}}",
                "--json", "--quiet"});
  EXPECT_EQ(result.status, 0) << result.err;
  return result;
}

double accepted_share(const ToolResult& result) {
  const auto report = nlohmann::json::parse(result.out);
  EXPECT_EQ(report.at("conserved"), true);
  EXPECT_EQ(report.at("deadlock"), false);
  const auto& throughput = report.at("throughput");
  return throughput.at("accepted").get<double>() / throughput.at("offered").get<double>();
}

TEST(MinimalAdaptiveSlow, takes_half_a_flit_per_node_and_cycle_which_adaptive_does_not) {
  const ToolResult minimal = run("minimal-adaptive");
  EXPECT_GE(accepted_share(minimal), 0.95);
  if (runs_whole_tests()) {
    EXPECT_EQ(run("minimal-adaptive").out, minimal.out) << "the same run, byte for byte";
  }
  for (const std::string routing : {"adaptive", "adaptive-recursive"}) {
    EXPECT_LT(accepted_share(run(routing)), 0.8) << routing;
  }
}

}  // namespace
}  // namespace kintsugi::test
