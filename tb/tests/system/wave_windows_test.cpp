// Windows of a waveform that begin or end with an event, the clock, and packets in words.
#include <gtest/gtest.h>

#include <fstream>

#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/hw/wave/vcd_reader.hpp"

namespace kintsugi::test {
namespace {

class WaveWindows : public testing::Test {
 protected:
  WaveWindows() { std::filesystem::create_directories(directory_.path()); }

  /// Runs a scenario with these keys of `waves`; returns the waveform.
  std::string vcd(const std::string& scenario, const std::string& keys, const std::vector<std::string>& more = {}) {
    const std::string text = scenario + ", waves: {file: w.vcd, scope: ['net.*'], " + keys + "}}";
    const ToolResult result = run_tool(with({"run", text, "--quiet", "--out", directory_.path().string()}, more));
    EXPECT_EQ(result.status, 0) << result.err;
    return directory_.read("w.vcd");
  }
  VcdDump dump(const std::string& scenario, const std::string& keys) {
    vcd(scenario, keys);
    return read_vcd(directory_.path() / "w.vcd");
  }
  /// Writes a packet trace: packet 1 of node 2 is created in cycle 90; the reports call it that.
  std::string traced() {
    const std::string path = (directory_.path() / "two.csv").string();
    std::ofstream(path) << "cycle,source,destination,flits\n10,2,3,1\n90,2,14,4\n";
    return "{network: {kind: mesh, sides: [4, 4]}, traffic: {trace: " + path + "}, run: {cycles: 300, warmup: 0}";
  }
  std::string error(const std::string& keys) {
    const ToolResult result = run_tool({"run", "{network: {kind: mesh, sides: [4, 4]}, waves: {file: w.vcd, " + keys +
                                                   "}, faults: [{cycle: 50, pe: 3}]}"});
    EXPECT_EQ(result.status, 2);
    return result.err;
  }

  TemporaryDirectory directory_;
};

const std::string kFaults =
    "{network: {kind: mesh, sides: [4, 4]}, router: {routing: around}, traffic: {rate: 0.05}, run: {cycles: 400}, "
    "faults: [{cycle: 200, link: [1, 2]}, {cycle: 100, pe: 7, until: 300}]";

TEST_F(WaveWindows, of_faults_are_those_of_their_cycles) {
  EXPECT_TRUE(vcd(kFaults, "from: fault - 20, to: fault 2 + 50") == vcd(kFaults, "from: 80, to: 250"));
  EXPECT_TRUE(vcd(kFaults, "from: fault-1000, to: fault 1") == vcd(kFaults, "from: 0, to: 100"));
}

/// The packet is alone: its 4 flits take 1 + 4 r + 3 k + 1 + 3 = 12 cycles over 3 links, with r = k = 1.
TEST_F(WaveWindows, of_packets_begin_with_their_creation_and_end_with_their_delivery) {
  const std::string by_cycles = vcd(traced(), "from: 90, to: 102");
  EXPECT_TRUE(vcd(traced(), "from: packet 1 of node 2, to: packet 1 of node 2") == by_cycles);
  EXPECT_TRUE(vcd(traced(), "from: packet 18, to: packet 18") == by_cycles) << "1 times 16 nodes, and source 2";
  EXPECT_TRUE(vcd(traced(), "from: packet 18 + 3, to: packet 18 + 20") == vcd(traced(), "from: 93, to: 122"));
}

TEST_F(WaveWindows, of_packets_are_the_same_under_every_schedule_and_with_threads) {
  const std::string keys = "from: packet 5 of node 3, to: packet 7 of node 9 + 9, clock: true, transactions: true";
  const std::string domain = vcd(kFaults, keys);
  EXPECT_GT(domain.size(), 10000u);
  for (const auto& way : kOtherWaysToRun) EXPECT_TRUE(vcd(kFaults, keys, way) == domain) << way.back();
}

TEST_F(WaveWindows, of_a_packet_that_does_not_come_are_empty_and_said) {
  const ToolResult result = run_tool(
      {"run", traced() + ", waves: {file: w.vcd, from: packet 2 of node 2}}", "--out", directory_.path().string()});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.err.find("the waveform is empty: packet 2 of node 2 was not created"), std::string::npos)
      << result.err;
}

TEST_F(WaveWindows, have_messages_with_the_forms) {
  EXPECT_EQ(error("from: packet 3 - 5"),
            "<command line>:1:67: waves.from must be a cycle, 'fault [NUMBER] [+ or - CYCLES]' or 'packet NUMBER [of "
            "node SOURCE] [+ CYCLES]', not 'packet 3 - 5'\n");
  EXPECT_EQ(error("to: fault 2"),
            "<command line>:1:65: waves.to: there is no fault 2; those at run time are numbered from 1 to 1\n");
  EXPECT_EQ(error("from: fault, to: 49"), "<command line>:1:67: waves.from must not be after waves.to\n");
}

TEST_F(WaveWindows, with_the_clock_have_two_edges_a_cycle_and_the_same_signals) {
  const VcdDump plain = dump(kFaults, "from: 90, to: 140");
  const VcdDump clocked = dump(kFaults, "from: 90, to: 140, clock: true");
  const VcdChanges& edges = clocked.changes("net.clk");
  ASSERT_EQ(edges.size(), 2u * 51);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    EXPECT_EQ(edges[i].first, 900 + 5 * i);
    EXPECT_EQ(edges[i].second, i % 2 == 0 ? "1" : "0");
  }
  for (const auto& [name, variable] : plain.variables) {
    VcdChanges later = variable.changes;
    for (auto& [time, value] : later) time *= 10;
    EXPECT_EQ(clocked.changes(name), later) << name;
  }
  EXPECT_EQ(clocked.variables.size(), plain.variables.size() + 1);
}

/// Each text against the number that stands beside it.
TEST_F(WaveWindows, with_transactions_name_the_packet_of_every_flit) {
  const VcdDump words = dump(kFaults, "from: 0, to: 400, transactions: true");
  std::size_t packets = 0;
  for (const auto& [name, variable] : words.variables) {
    if (!name.ends_with(".transaction")) continue;
    const VcdChanges& numbers = words.changes(name.substr(0, name.rfind('.')) + ".packet");
    ASSERT_EQ(variable.changes.size(), numbers.size()) << name;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      EXPECT_EQ(variable.changes[i].first, numbers[i].first);
      const std::string& text = variable.changes[i].second;
      if (numbers[i].second.find('x') != std::string::npos) {
        EXPECT_EQ(text, "-");
        continue;
      }
      const std::uint64_t number = std::stoull(numbers[i].second, nullptr, 2);
      const std::string node = "x" + std::to_string(number % 16 % 4) + ".y" + std::to_string(number % 16 / 4);
      EXPECT_TRUE(text.starts_with(node + "#" + std::to_string(number / 16) + ">x")) << text;
      ++packets;
    }
  }
  EXPECT_GT(packets, 150u);
}

}  // namespace
}  // namespace kintsugi::test
