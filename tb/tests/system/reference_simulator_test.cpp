// The preset `booksim` against the simulator it is named after, BookSim 2 (N. Jiang et al., "A Detailed and Flexible
// Cycle-Accurate Network-on-Chip Simulator", 2013): alone in the network, under load, past saturation. Dimension-order
// routing, packets of 16 flits, every node as destination alike, the source itself included.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

constexpr int kSide = 8;
/// The reference reports one cycle more for every packet, even for one alone in the network.
constexpr double kOneCycleMore = 1;

json report_of(const std::vector<std::string>& arguments) {
  const ToolResult result = run_tool(arguments);
  EXPECT_EQ(result.status, 0) << arguments[1] << '\n' << result.err;
  return json::parse(result.out);
}

json run(const std::string& network, double rate, const std::string& run) {
  return report_of({"run",
                    "{network: " + network + ", router: {preset: booksim}, traffic: {self: true, flits: 16, rate: " +
                        std::to_string(rate) + "}, run: " + run + "}",
                    "--json", "--quiet"});
}

/// Writes a packet trace of all pairs of the mesh so many links apart, each alone in the network; returns their number.
int write_lone_packets(const std::filesystem::path& path, int links, int cycles_apart) {
  std::ofstream trace(path);
  int packets = 0;
  for (int from = 0; from < kSide * kSide; ++from) {
    for (int to = 0; to < kSide * kSide; ++to) {
      if (std::abs(from % kSide - to % kSide) + std::abs(from / kSide - to / kSide) != links) continue;
      trace << packets++ * cycles_apart << ',' << from << ',' << to << ",16\n";
    }
  }
  return packets;
}

TEST(ReferenceZeroLoadSlow, a_lone_packet_takes_six_cycles_five_for_each_link_and_one_for_each_further_flit) {
  constexpr int kApart = 120;  // longer than any packet takes
  const TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  std::ofstream(directory.path() / "lone.yaml")
      << "{network: {kind: mesh, sides: [8, 8]}, router: {preset: booksim}, traffic: {trace: lone.csv}}";
  int pairs = 0;
  for (int links = 0; links <= 2 * (kSide - 1); ++links) {
    const int packets = write_lone_packets(directory.path() / "lone.csv", links, kApart);
    const json report = report_of({"run", (directory.path() / "lone.yaml").string(), "--set", "run.warmup=0", "--set",
                                   "run.cycles=" + std::to_string(packets * kApart), "--json", "--quiet"});
    EXPECT_EQ(report.at("packets").at("delivered"), packets);
    EXPECT_EQ(report.at("hops").at("mean"), links);
    // Mean and maximum agree only if all packets do.
    EXPECT_EQ(report.at("latency").at("mean"), 6 + 5 * links + 15);
    EXPECT_EQ(report.at("latency").at("max"), 6 + 5 * links + 15);
    pairs += packets;
  }
  EXPECT_EQ(pairs, kSide * kSide * kSide * kSide);
}

struct Point {
  std::string name;
  std::string network;
  double rate;
  std::string run;
  double latency;    ///< cycles, of the reference
  double tolerance;  ///< of that
};

void PrintTo(const Point& point, std::ostream* out) {
  *out << point.network << " at " << point.rate;
}

class ReferenceSimulatorSlow : public testing::TestWithParam<Point> {};

TEST_P(ReferenceSimulatorSlow, says_the_same_latency) {
  const Point& point = GetParam();
  const double ours = run(point.network, point.rate, point.run).at("latency").at("mean").get<double>() + kOneCycleMore;
  RecordProperty("ours", std::to_string(ours));
  RecordProperty("reference", std::to_string(point.latency));
  EXPECT_LE(std::abs(ours / point.latency - 1), point.tolerance) << ours << " here, there " << point.latency;
}

const std::string kSteady = "{warmup: 10000, cycles: 110000}";
const std::string kFromCold = "{warmup: 0, cycles: 10000}";
const std::string kMesh = "{kind: mesh, sides: [8, 8]}";

std::string name_of(const testing::TestParamInfo<Point>& info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(
    Latency, ReferenceSimulatorSlow,
    testing::Values(Point{"mesh_8x8_at_2_per_cent", kMesh, 0.02, kSteady, 49.3, 0.02},
                    Point{"mesh_8x8_at_13_per_cent", kMesh, 0.13, kSteady, 56.8, 0.05},
                    Point{"mesh_8x8_at_30_per_cent", kMesh, 0.30, kSteady, 112.5, 0.15},
                    Point{"mesh_16x16_at_8_per_cent", "{kind: mesh, sides: [16, 16]}", 0.08, kFromCold, 85, 0.08},
                    Point{"torus_16x16_at_10_per_cent", "{kind: torus, sides: [16, 16]}", 0.10, kFromCold, 87, 0.08},
                    Point{"torus_32x32_at_4_per_cent", "{kind: torus, sides: [32, 32]}", 0.04, kFromCold, 129, 0.08},
                    Point{"hypercube_of_1024_at_2_per_cent", "{kind: hypercube, n: 10}", 0.02, kFromCold, 47.6, 0.08}),
    name_of);

TEST(ReferenceThroughputSlow, is_accepted_past_saturation) {
  constexpr double kReference = 0.334;  // flits/node/cycle
  const double ours =
      run(kMesh, 0.5, "{warmup: 10000, cycles: 110000, drain: false}").at("throughput").at("accepted").get<double>();
  RecordProperty("ours", std::to_string(ours));
  RecordProperty("reference", std::to_string(kReference));
  EXPECT_GE(ours, 0.32);
  EXPECT_LE(ours, kReference * 1.1) << "more than that is another router";
}

}  // namespace
}  // namespace kintsugi::test
