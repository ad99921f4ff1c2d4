// Beyond saturation a network keeps its throughput, and drains when the sources stop.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

struct Case {
  std::string name;
  std::string network;
  std::string preset;
};

void PrintTo(const Case& tested, std::ostream* out) {
  *out << tested.network << ", preset " << tested.preset;
}

class PastSaturationSlow : public testing::TestWithParam<Case> {
 protected:
  /// Runs the network at a rate; the throughput is that of 4000 cycles, after 2000 in which the queues fill.
  json run(double rate, bool drain) {
    const std::string scenario = "{network: " + GetParam().network + ", router: {preset: " + GetParam().preset +
                                 "}, traffic: {rate: " + std::to_string(rate) +
                                 "}, run: {warmup: 2000, cycles: 6000, drain: " + (drain ? "true" : "false") + "}}";
    const ToolResult result = run_tool({"run", scenario, "--json", "--quiet"});
    EXPECT_EQ(result.status, 0) << scenario << '\n' << result.err;
    json report = json::parse(result.out);
    most_ = std::max(most_, accepted(report));
    return report;
  }

  static double accepted(const json& report) { return report.at("throughput").at("accepted").get<double>(); }

  /// Returns the highest rate, in 64ths, of which 95 % arrive within the window. It bisects: a network that accepts one
  /// rate accepts every lower one.
  double saturation() {
    double carried = 0, too_much = 1;
    while (too_much - carried > 1.0 / 64) {
      const double rate = (carried + too_much) / 2;
      const json report = run(rate, false);
      const bool carries = accepted(report) >= 0.95 * report.at("throughput").at("offered").get<double>();
      (carries ? carried : too_much) = rate;
    }
    return carried;
  }

  static void expect_empty(const json& report) {
    EXPECT_EQ(report.at("conserved"), true);
    EXPECT_EQ(report.at("deadlock"), false);
    EXPECT_EQ(report.at("packets").at("queued"), 0);
    for (const std::string unit : {"packets", "flits"}) {
      EXPECT_EQ(report.at(unit).at("in_flight"), 0) << unit;
      EXPECT_EQ(report.at(unit).at("lost"), 0) << unit;
      EXPECT_EQ(report.at(unit).at("delivered"), report.at(unit).at("created")) << unit;
    }
  }

  double most_ = 0;  ///< accepted flits/node/cycle, at any rate so far
};

TEST_P(PastSaturationSlow, throughput_is_kept_and_the_network_empties) {
  const double saturating = saturation();
  RecordProperty("saturation", std::to_string(saturating));
  ASSERT_GT(saturating, 0.1) << "less than that is no network";
  double kept = 0;
  for (const double times : {1.0, 1.5, 2.0}) {
    const json report = run(std::min(1.0, times * saturating), true);
    expect_empty(report);
    kept = accepted(report);
    RecordProperty("accepted_at_" + std::to_string(static_cast<int>(times * 100)) + "_per_cent", std::to_string(kept));
  }
  RecordProperty("most_accepted", std::to_string(most_));
  EXPECT_GE(kept, 0.9 * most_) << "saturates at " << saturating;
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Networks, PastSaturationSlow,
                         testing::Values(Case{"mesh_8x8", "{kind: mesh, sides: [8, 8]}", "paper"},
                                         Case{"mesh_8x8_with_slow_routers", "{kind: mesh, sides: [8, 8]}", "booksim"},
                                         Case{"torus_8x8", "{kind: torus, sides: [8, 8]}", "paper"},
                                         Case{"srt_16x16_short", "{kind: srt2d, n: 4, variant: short}", "paper"},
                                         Case{"srt_16x16_standard", "{kind: srt2d, n: 4}", "paper"},
                                         Case{"hypercube_of_256", "{kind: hypercube, n: 8}", "paper"},
                                         Case{"mandala_of_64", "{kind: mandala, ports: 4, levels: 3}", "paper"}),
                         name_of);

/// A 1D-SRT of 256 nodes with routing recursive, for 4000 cycles after 2000 in which the queues fill.
json run_srt1d(const std::string& rate, const std::string& drain) {
  const ToolResult result =
      run_tool({"run",
                "{network: {kind: srt1d, n: 8}, router: {preset: paper, routing: recursive}, traffic: {rate: " + rate +
                    "}, run: {warmup: 2000, cycles: 6000, drain: " + drain + "}}",
                "--json", "--quiet"});
  EXPECT_EQ(result.status, 0) << result.err;
  return json::parse(result.out);
}

// The page says so: unlike the networks above it keeps about 60 %.
TEST(PastSaturationOfOneDimensionSlow, throughput_falls_to_about_60_per_cent_and_the_network_still_empties) {
  const double most = run_srt1d("0.046875", "false").at("throughput").at("accepted");
  EXPECT_NEAR(most, 0.0334, 0.0005);
  const json report = run_srt1d("0.1", "true");
  const double kept = report.at("throughput").at("accepted");
  EXPECT_NEAR(kept, 0.0202, 0.0005);
  EXPECT_GT(kept, 0.5 * most);
  EXPECT_LT(kept, 0.61 * most);
  EXPECT_EQ(report.at("deadlock"), false);
  EXPECT_EQ(report.at("packets").at("in_flight"), 0);
  EXPECT_EQ(report.at("packets").at("delivered"), report.at("packets").at("created"));
}

}  // namespace
}  // namespace kintsugi::test
