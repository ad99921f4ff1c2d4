// router.patience: what it does to MANDALA's redirected packets, and where it is refused.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

const std::string kSmallNetwork = "network: {kind: mandala, ports: 4, levels: 4}, ";
const std::string kFlatNetwork = "network: {kind: mandala, ports: 8, levels: 2}, ";

/// Returns whether the network accepts 95 % of what is offered at this rate, as `kintsugi saturate` decides.
bool carries(const std::string& network, const std::string& router, double rate) {
  const json document =
      json::parse(run_tool({"run",
                            "{" + network + "router: " + router + ", traffic: {rate: " + std::to_string(rate) +
                                "}, run: {cycles: 30000, warmup: 6000, proof: skip, drain: false}}",
                            "--json", "--quiet"})
                      .out);
  const json& throughput = document.at("throughput");
  return throughput.at("accepted").get<double>() >= 0.95 * throughput.at("offered").get<double>();
}

TEST(PatienceSlow, with_the_best_one_redirect_carries_95_percent_of_what_saturates_rsim) {
  EXPECT_FALSE(carries(kSmallNetwork, "{routing: rsim}", 0.057));
  EXPECT_TRUE(carries(kSmallNetwork, "{routing: redirect, patience: 1024}", 0.95 * 0.057));
  EXPECT_TRUE(carries(kSmallNetwork, "{routing: redirect}", 0.95 * 0.057)) << "the default";
  EXPECT_FALSE(carries(kSmallNetwork, "{routing: redirect, patience: 0}", 0.95 * 0.057));
  EXPECT_FALSE(carries(kFlatNetwork, "{routing: rsim}", 0.47));
  EXPECT_TRUE(carries(kFlatNetwork, "{routing: redirect, patience: 32}", 0.95 * 0.47));
  EXPECT_FALSE(carries(kFlatNetwork, "{routing: redirect, patience: 0}", 0.95 * 0.47));
}

TEST(Patience, is_1024_by_default_with_redirect_and_the_schedule_changes_no_byte) {
  const std::string scenario =
      "{network: {kind: mandala, ports: 4, levels: 3}, router: {routing: redirect}, traffic: {rate: 0.2, flits: 5}, "
      "run: {cycles: 1500}}";
  const auto run = [&](const std::vector<std::string>& more) {
    const ToolResult result = run_tool(with({"run", scenario, "--json", "--quiet"}, more));
    EXPECT_EQ(result.status, 0) << result.err;
    return result.out;
  };
  EXPECT_EQ(run({"--set", "router.patience=1024"}), run({}));
  EXPECT_NE(run({"--set", "router.patience=0"}), run({}));
  const std::vector<std::string> patient = {"--set", "router.patience=9"};
  const std::string expected = run(patient);
  EXPECT_NE(expected, run({}));
  for (const auto& way : other_ways_to_run()) {
    EXPECT_EQ(run(with(patient, way)), expected) << way.back();
  }
}

TEST(Patience, is_refused_without_a_way_for_blocked_packets_and_in_system_verilog) {
  EXPECT_EQ(run_tool({"run", "{" + kSmallNetwork + "router: {patience: 3}}"}).err,
            "<command line>:1:68: router.patience: routing 'rsim' has no way for packets that remain blocked; valid "
            "with: redirect\n");
  const TemporaryDirectory directory;
  const ToolResult exported =
      run_tool({"export", "{network: {kind: mandala, ports: 3, levels: 1}, router: {routing: redirect, patience: 3}}",
                "--out", directory.path().string()});
  EXPECT_EQ(exported.status, 2);
  EXPECT_NE(
      exported.err.find("router.patience: a blocked head waits 3 cycles before it takes another way, but the routers "
                        "in SystemVerilog offer all ways at once; add --set router.patience=0\n"),
      std::string::npos)
      << exported.err;
  EXPECT_EQ(run_tool({"export", "{network: {kind: mandala, ports: 3, levels: 1}, router: {routing: redirect}}", "--out",
                      directory.path().string()})
                .status,
            2)
      << "the default is 1024";
  EXPECT_TRUE(directory.files().empty());
}

}  // namespace
}  // namespace kintsugi::test
