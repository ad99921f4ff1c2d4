// kintsugi check --waves: the states of one cycle of a run, or of the exported fabric in a simulator.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "models/network/types.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;
using WaveWords = std::vector<std::string>;

const std::string kWaveNetwork = "{network: {kind: srt2d, n: 2}, fabric: {}";
const std::string kWaveWafer = kWaveNetwork + "}";

class CheckWaves : public testing::Test {
 protected:
  CheckWaves() { std::filesystem::create_directories(place_.path()); }

  std::string path(const std::string& name) const { return (place_.path() / name).string(); }

  /// Runs the wafer with a reconfiguration after cycle 400; returns the last cycle of the drain, before the load.
  Cycle run_with_a_fault() const {
    const ToolResult run = run_tool(
        {"run",
         kWaveNetwork + ", traffic: {rate: 0.02}, faults: [{cycle: 400, pe: [1, 2]}], run: {cycles: 700, warmup: 0}, "
                        "waves: {file: w.vcd, scope: ['*.state']}}",
         "--json", "--quiet", "--out", place_.path().string()});
    EXPECT_EQ(run.status, 0) << run.err;
    const json reconfiguration = json::parse(run.out)["reconfigurations"][0];
    EXPECT_EQ(reconfiguration["moved"], 1);
    return 400 + reconfiguration["drain"].get<Cycle>();
  }

  json judged(const std::string& scenario, const std::string& file, Cycle cycle, int status,
              const WaveWords& options = {}) const {
    const ToolResult result =
        run_tool(with({"check", scenario, "--waves", file, "--at", std::to_string(cycle), "--json"}, options));
    EXPECT_EQ(result.status, status) << cycle << ' ' << result.err;
    return result.status == status && status < 2 ? json::parse(result.out) : json();
  }

  TemporaryDirectory place_;
};

TEST_F(CheckWaves, of_a_run_are_right_before_and_after_a_reconfiguration) {
  const Cycle drained = run_with_a_fault();
  const json power_up = judged(kWaveWafer, path("w.vcd"), 0, 1);
  EXPECT_EQ(power_up["verified"], false) << "nothing is loaded yet";
  const json before = judged(kWaveWafer, path("w.vcd"), drained, 0);
  EXPECT_EQ(before["checked"], "waves");
  EXPECT_EQ(before["cycle"], drained);
  EXPECT_EQ(before["scope"], "wafer");
  EXPECT_EQ(before["placement"], "repair");
  EXPECT_EQ(before["moved"], 0);
  const json after = judged(kWaveWafer, path("w.vcd"), 690, 0);
  EXPECT_EQ(after["placement"], "found");
  EXPECT_EQ(after["moved"], 1);
  const std::string dead = kWaveNetwork + ", defects: {pe: [[1, 2]]}}";
  EXPECT_EQ(judged(dead, path("w.vcd"), 690, 0)["placement"], "repair") << "the states of the PE that has died";
  EXPECT_EQ(judged(dead, path("w.vcd"), drained, 1)["verified"], false) << "it was in use before";
}

TEST_F(CheckWaves, name_the_switch_that_is_changed_in_the_file) {
  run_with_a_fault();
  std::string text = text_of(path("w.vcd"));
  const std::size_t at = text.find("\nsconnect_0 ");
  ASSERT_NE(at, std::string::npos);
  std::ofstream(path("changed.vcd"), std::ios::binary) << text.replace(at, 12, "\nscross ");
  const json report = judged(kWaveWafer, path("changed.vcd"), 300, 1);
  EXPECT_EQ(report["verified"], false);
  ASSERT_EQ(report["switches_not_as_planned"].size(), 1u);
  EXPECT_EQ(report["switches_not_as_planned"][0]["state"], "cross");
  EXPECT_EQ(report["switches_not_as_planned"][0]["expected"], "connect_0");
  EXPECT_EQ(judged(kWaveWafer, path("w.vcd"), 300, 0)["verified"], true);
}

TEST_F(CheckWaves, of_the_exported_bench_are_those_of_its_loads) {
  const std::string wafer = kWaveNetwork + ", defects: {pe: [[1, 2]]}}";
  ASSERT_EQ(run_tool({"export", wafer, "--out", path("rtl")}).status, 0);
  const ToolResult made = run_program({"make", "-s", "-C", path("rtl"), "wave"});
  ASSERT_EQ(made.status, 0) << made.out << made.err;
  const WaveWords options = {"--period", "1ns", "--start", "3.5ns"};
  const std::string waves = path("rtl/wafer.vcd");
  EXPECT_EQ(judged(wafer, waves, 1, 1, options)["verified"], false) << "it is loaded in seven cycles";
  EXPECT_EQ(judged(wafer, waves, 8, 0, options)["placement"], "repair");
  EXPECT_EQ(judged(wafer, waves, 8, 0, with(options, {"--prefix", "wafer"}))["scope"], "wafer");
  judged(wafer, waves, 8, 2);
  judged(wafer, waves, 1000000, 2, options);
}

TEST_F(CheckWaves, need_a_cycle_and_options_need_them) {
  const auto complaint = [](const WaveWords& options) {
    const ToolResult result = run_tool(with({"check", kWaveWafer}, options));
    EXPECT_EQ(result.status, 2) << result.out;
    return result.err;
  };
  EXPECT_EQ(complaint({"--waves", "w.vcd"}),
            "--waves: the states change with time; say with --at C in which cycle they are to be judged\n");
  EXPECT_EQ(complaint({"--plan", "{}", "--at", "3", "--start", "1ns"}),
            "--at: it has a meaning with --waves FILE only; leave it out\n"
            "--start: it has a meaning with --waves FILE only; leave it out\n");
  EXPECT_EQ(complaint({"--waves", "none.vcd", "--at", "3"}),
            "none.vcd: cannot read this file: No such file or directory\n");
  EXPECT_EQ(complaint({"--waves", "none.vcd", "--plan", "{}"}).find("kintsugi: one thing is checked at a time"), 0u);
}

}  // namespace
}  // namespace kintsugi::test
