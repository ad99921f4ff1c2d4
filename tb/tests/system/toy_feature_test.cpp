// A feature that the tool has never seen: the section `long_ways` of a scenario, a measurement of a run, and numbers of
// its report. The tool gets it by two lines, and reads, checks, lists, measures and reports it without a change.
#include <gtest/gtest.h>

#include <deque>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tb/tests/system/tool.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/report_rows.hpp"
#include "tb/tool/run/run_report.hpp"
#include "tb/tool/scenario/feature_section.hpp"
#include "tb/tool/scenario/map_reader.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::ordered_json;

struct LongWays {
  unsigned hops = 3;
};

void read_long_ways(MapReader& map, Scenario& scenario) {
  map.integer("hops", {1, 100}, scenario.features.emplace<LongWays>().hops,
              {.help = "links that a long way has at least"});
}

void check_long_ways(const Scenario& scenario, Diagnostics& errors) {
  if (scenario.features.find<LongWays>() == nullptr || scenario.traffic) return;
  errors.add(scenario.where("long_ways"), "long_ways: without traffic no packet has a way; add traffic: {}");
}

/// Counts the packets of one thread that take a long way.
class LongWayCounter final : public PacketObserver {
 public:
  explicit LongWayCounter(unsigned hops) : hops_(hops) {}
  void created(const Packet& /*packet*/, Cycle /*now*/) override {}
  void injected(const Packet& /*packet*/, Cycle /*now*/) override {}
  void arrived(const Packet& /*packet*/, Cycle /*now*/) override {}
  void delivered(const Packet& packet, Cycle /*now*/) override { count_ += packet.hops >= hops_ ? 1 : 0; }
  std::uint64_t count() const { return count_; }

 private:
  unsigned hops_;
  std::uint64_t count_ = 0;
};

class LongWayMeter final : public Instrument {
 public:
  explicit LongWayMeter(const TrafficBegin& begin) : hops_(begin.scenario.features.find<LongWays>()->hops) {}
  PacketObserver* packets(unsigned thread) override {
    while (counters_.size() <= thread) counters_.emplace_back(hops_);
    return &counters_[thread];
  }
  void after(Cycle /*cycle*/, bool measured) override { measured_ += measured ? 1 : 0; }
  void finish(const RunResult& result) override { ended_ = result.cycles; }
  using Instrument::report;
  void report(TextTable& table, const ReportNumbers& numbers) const override {
    table.add(
        {"long ways", numbers.fill("{long_ways.packets} packets over ") + std::to_string(hops_) + " links or more"});
  }
  std::uint64_t count() const {
    std::uint64_t sum = 0;
    for (const LongWayCounter& each : counters_) sum += each.count();
    return sum;
  }
  Cycle measured() const { return measured_; }
  Cycle ended() const { return ended_; }

 private:
  unsigned hops_;
  std::deque<LongWayCounter> counters_;
  Cycle measured_ = 0;
  Cycle ended_ = 0;
};

std::string needs_long_ways(const Scenario& scenario, const Setup& /*setup*/) {
  return need::unless(scenario.features.find<LongWays>() != nullptr, "no ways are counted; add long_ways: {}");
}

RunRows long_way_numbers() {
  const auto rows =
      ReportRows<LongWayMeter>()
          .number("packets", "packets", "delivered over at least `long_ways.hops` links", &LongWayMeter::count)
          .number("measured", "cycles", "of the window", &LongWayMeter::measured)
          .number("ended", "cycles", "in which the run had ended", &LongWayMeter::ended);
  return RunRows().include("long_ways", rows, meter_of<LongWayMeter>, {need::traffic, needs_long_ways});
}

constexpr FeatureSection kLongWaySection{"long_ways", "which ways are long", read_long_ways, check_long_ways};
constexpr InstrumentInfo kLongWayMeter{
    .is_wanted = [](const Wishes& wishes) { return wishes.scenario.features.find<LongWays>() != nullptr; },
    .make = make_instrument<LongWayMeter>,
    .numbers = long_way_numbers,
    .needs_every_cycle = true,
};

/// Another feature: `witness` names a node, to which a packet must come; the run notes in a file how many have.
struct Witness {
  WrittenNode node;
};
struct WitnessNode {
  NodeId node;
};

void read_witness(MapReader& map, Scenario& scenario) {
  map.node("node", scenario.features.emplace<Witness>().node, {.help = "the node to which a packet must come"});
}

void find_witness(const Scenario& scenario, const FindNode& node, FeatureValues& found) {
  const auto* const witness = scenario.features.find<Witness>();
  if (witness == nullptr) return;
  found.emplace<WitnessNode>().node = node(witness->node, "witness.node").value_or(kNoNode);
}

class WitnessMeter final : public Instrument, private PacketWatcher {
 public:
  explicit WitnessMeter(const RunBegin& begin)
      : node_(begin.setup.features.find<WitnessNode>()->node), file_(begin.directory / "witness.txt") {}
  void watch(Chip& chip) override { sites_ = chip.sites(); }
  PacketObserver* packets(unsigned /*thread*/) override { return this; }
  bool holds() const override { return seen_ > 0; }
  std::vector<std::string> write(const RunResult& /*result*/) override {
    std::ofstream(file_) << seen_ << " of " << sites_ << '\n';
    return {file_.string()};
  }
  void report(ordered_json& json, const ReportNumbers& /*numbers*/) const override { json["witness"] = seen_; }
  using Instrument::report;

 private:
  void delivered(const Packet& packet, Cycle /*now*/) override { seen_ += packet.destination == node_ ? 1 : 0; }

  NodeId node_;
  std::filesystem::path file_;
  std::size_t sites_ = 0;
  std::uint64_t seen_ = 0;
};

constexpr FeatureSection kWitnessSection{.name = "witness",
                                         .summary = "who must see a packet",
                                         .read = read_witness,
                                         .find = find_witness,
                                         .writes = "note"};
constexpr InstrumentInfo kWitnessMeter{
    .is_wanted = [](const Wishes& wishes) { return wishes.scenario.features.find<Witness>() != nullptr; },
    .make_first = make_instrument<WitnessMeter>,
    .place = ReportPlace::kEnd,
};

void add_the_feature() {
  feature_sections().push_back(kLongWaySection);
  feature_sections().push_back(kWitnessSection);
  instruments().push_back(kLongWayMeter);
  instruments().push_back(kWitnessMeter);
}

/// A run of a mesh with these lines more in its scenario.
ToolResult run_with(const std::string& lines, const std::vector<std::string>& more = {}) {
  const TemporaryDirectory scratch;
  std::filesystem::create_directories(scratch.path());
  const std::filesystem::path file = scratch.path() / "toy.yaml";
  std::ofstream(file) << "network: {kind: mesh, sides: [4, 4]}\n"
                         "traffic: {rate: 0.2, flits: 4}\n"
                         "run: {cycles: 600, warmup: 100}\n"
                      << lines;
  return run_tool_with(add_the_feature, with({"run", file, "--quiet"}, more));
}

TEST(ToyFeature, measures_and_reports_on_every_schedule) {
  const TemporaryDirectory scratch;
  std::filesystem::create_directories(scratch.path());
  const ToolResult plain =
      run_with("long_ways: {hops: 4}\n", {"--json", "--packets", (scratch.path() / "log.jsonl").string()});
  ASSERT_EQ(plain.status, 0) << plain.err;
  std::uint64_t counted = 0;
  for (const std::string& line : lines_of(scratch.read("log.jsonl"))) {
    const auto packet = ordered_json::parse(line);
    if (packet.contains("delivered") && packet.contains("hops")) counted += packet["hops"].get<unsigned>() >= 4 ? 1 : 0;
  }
  const auto report = ordered_json::parse(plain.out);
  EXPECT_GT(counted, 10u) << scratch.read("log.jsonl").substr(0, 300);
  EXPECT_EQ(report["long_ways"]["packets"], counted);
  EXPECT_EQ(report["long_ways"]["measured"], 500u + (report["cycles"].get<unsigned>() - 600u));
  EXPECT_EQ(report["long_ways"]["ended"], report["cycles"]);
  for (const auto& way : kOtherWaysToRun) {
    const ToolResult other = run_with("long_ways: {hops: 4}\n", with({"--json"}, way));
    EXPECT_EQ(ordered_json::parse(other.out)["long_ways"], report["long_ways"]) << way[1];
  }
  EXPECT_NE(run_with("long_ways: {}\n").out.find("packets over 3 links or more"), std::string::npos);
}

TEST(ToyFeature, is_absent_from_a_run_that_does_not_ask_for_it) {
  const ToolResult without = run_with("", {"--json"});
  EXPECT_FALSE(ordered_json::parse(without.out).contains("long_ways"));
}

TEST(ToyFeature, can_be_expected) {
  EXPECT_EQ(run_with("long_ways: {}\nexpect: {long_ways: {packets: {at_least: 1}}}\n").status, 0);
  EXPECT_EQ(run_with("long_ways: {}\nexpect: {long_ways: {packets: 0}}\n").status, 1);
  const ToolResult absent = run_with("expect: {long_ways: {packets: 1}}\n");
  EXPECT_EQ(absent.status, 2);
  EXPECT_NE(absent.err.find("expect.long_ways.packets: no ways are counted; add long_ways: {}"), std::string::npos)
      << absent.err;
}

TEST(ToyFeature, has_its_keys_checked_and_described) {
  EXPECT_NE(run_with("long_ways: {hops: 0}\n").err.find("toy.yaml:4:19: long_ways.hops must be 1 to 100, not '0'"),
            std::string::npos);
  EXPECT_NE(run_with("long_ways: {links: 2}\n").err.find("'long_ways.links'"), std::string::npos);
  const std::string help = run_tool_with(add_the_feature, {"help", "long_ways"}).out;
  EXPECT_NE(help.find("links that a long way has at least; integer, 1 to 100; default 3"), std::string::npos) << help;
  const std::string idle = "{network: {kind: mesh, sides: [4, 4]}, long_ways: {}}";
  EXPECT_NE(run_tool_with(add_the_feature, {"run", idle}).err.find("without traffic no packet has a way"),
            std::string::npos);
}

TEST(ToyFeature, writes_a_file_and_decides_whether_the_run_has_failed) {
  const TemporaryDirectory scratch;
  std::filesystem::create_directories(scratch.path());
  const std::vector<std::string> out = {"--json", "--out", scratch.path().string()};
  const ToolResult seen = run_with("witness: {node: 5}\n", out);
  ASSERT_EQ(seen.status, 0) << seen.err;
  const auto report = ordered_json::parse(seen.out);
  EXPECT_GT(report["witness"], 0);
  EXPECT_EQ(report["files"], ordered_json{(scratch.path() / "witness.txt").string()});
  EXPECT_EQ(scratch.read("witness.txt"), report["witness"].dump() + " of 16\n");
  const ToolResult idle = run_with("witness: {node: 5}\n", with(out, {"--set", "traffic.rate=0"}));
  EXPECT_EQ(idle.status, 1);
  EXPECT_EQ(ordered_json::parse(idle.out)["witness"], 0);
}

TEST(ToyFeature, finds_its_nodes_when_the_scenario_is_checked) {
  const ToolResult wrong = run_with("witness: {node: 16}\n");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_NE(wrong.err.find("toy.yaml:4:17: witness.node"), std::string::npos) << wrong.err;
}

TEST(ToyFeature, with_files_is_refused_where_many_runs_write_none) {
  const std::string scenario = "{network: {kind: mesh, sides: [4, 4]}, traffic: {}, witness: {node: 5}}";
  const ToolResult saturate = run_tool_with(add_the_feature, {"saturate", scenario});
  EXPECT_EQ(saturate.status, 2);
  EXPECT_NE(saturate.err.find("witness: many runs write no note; leave it out"), std::string::npos) << saturate.err;
}

}  // namespace
}  // namespace kintsugi::test
