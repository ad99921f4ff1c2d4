// Windows of a waveform that begin or end with an event, the clock, and packets in words.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <ranges>

#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/hw/wave/vcd_reader.hpp"

namespace kintsugi::test {
namespace {

class WaveWindows : public testing::Test {
 protected:
  WaveWindows() { std::filesystem::create_directories(directory_.path()); }

  /// Runs a scenario with these keys of `waves`; returns the waveform.
  std::string vcd(const std::string& scenario, const std::string& keys, const std::vector<std::string>& more = {}) {
    const ToolResult result = run(scenario, "scope: ['net.*'], " + keys, more);
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(said_of_the_run(result.err), "");
    return directory_.read("w.vcd");
  }
  /// Returns what is said but for a line about cores, of which machines have as many as they have.
  static std::string said_of_the_run(const std::string& err) {
    const bool about_cores = err.starts_with("--threads") && err.find("this process may use") != std::string::npos;
    return about_cores ? err.substr(err.find('\n') + 1) : err;
  }
  ToolResult run(const std::string& scenario, const std::string& keys, const std::vector<std::string>& more = {}) {
    const std::string text = scenario + ", waves: {file: w.vcd, " + keys + "}}";
    return run_tool(with({"run", text, "--quiet", "--out", directory_.path().string()}, more));
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

const std::string kWindowFaults =
    "{network: {kind: mesh, sides: [4, 4]}, router: {routing: around}, traffic: {rate: 0.05}, run: {cycles: 400}, "
    "faults: [{cycle: 200, link: [1, 2]}, {cycle: 100, pe: 7, until: 300}]";

TEST_F(WaveWindows, of_faults_are_those_of_their_cycles) {
  EXPECT_TRUE(vcd(kWindowFaults, "from: fault - 20, to: fault 2 + 50") == vcd(kWindowFaults, "from: 80, to: 250"));
  EXPECT_TRUE(vcd(kWindowFaults, "from: fault-1000, to: fault 1") == vcd(kWindowFaults, "from: 0, to: 100"));
}

/// The packet is alone: its 4 flits take 1 + 4 r + 3 k + 1 + 3 = 12 cycles over 3 links, with r = k = 1.
TEST_F(WaveWindows, of_packets_begin_with_their_creation_and_end_with_their_delivery) {
  const std::string by_cycles = vcd(traced(), "from: 90, to: 102");
  EXPECT_TRUE(vcd(traced(), "from: packet 1 of node 2, to: packet 1 of node 2") == by_cycles);
  EXPECT_TRUE(vcd(traced(), "from: packet 18, to: packet 18") == by_cycles) << "1 times 16 nodes, and source 2";
  EXPECT_TRUE(vcd(traced(), "from: packet 18 + 3, to: packet 18 + 20") == vcd(traced(), "from: 93, to: 122"));
}

TEST_F(WaveWindows, of_packets_are_the_same_under_every_schedule_and_with_threads) {
  const std::string busy =
      "{network: {kind: mesh, sides: [4, 4]}, traffic: {rate: 0.3, flits: 4}, run: {cycles: 400, warmup: 0}";
  const std::string keys = "from: packet 5 of node 3, to: packet 12 of node 9 + 9, clock: true, transactions: true";
  const std::string domain = vcd(busy, keys);
  const VcdDump window = read_vcd(directory_.path() / "w.vcd");
  EXPECT_GT(window.times.size(), 40u) << "two for a cycle";
  EXPECT_LT(window.times.back(), 4000u) << "the run closes the window, not a packet";
  for (const auto& way : kOtherWaysToRun) EXPECT_TRUE(vcd(busy, keys, way) == domain) << way.back();
}

/// A packet leaves the router of its destination a cycle before it is delivered.
TEST_F(WaveWindows, of_a_multicast_end_when_its_last_member_has_its_copy) {
  const std::string copies =
      "{network: {kind: mesh, sides: [4, 4]}, traffic: {rate: 0, multicast: {to: all, rate: 0.004, flits: 4}}, "
      "run: {cycles: 600, warmup: 0}";
  const VcdDump all = dump(copies, "to: 600");
  const std::string number = std::string(42, '0') + "010011";  // 1 times 16 nodes, and source 3
  std::map<std::string, std::uint64_t> arrivals;               // of the tail; another packet may pass between the flits
  for (const auto& [name, variable] : all.variables) {
    if (!name.ends_with(".out_local.packet")) continue;
    for (std::size_t i = 0; i + 1 < variable.changes.size(); ++i) {
      if (variable.changes[i].second == number) arrivals[name] = variable.changes[i + 1].first;
    }
  }
  ASSERT_EQ(arrivals.size(), 15u);
  const auto [first, last] = std::ranges::minmax(arrivals | std::views::values);
  EXPECT_LT(first, last);
  EXPECT_TRUE(vcd(copies, "to: packet 1 of node 3") == vcd(copies, "to: " + std::to_string(last)));
}

/// The timer runs from the cycle in which the head leaves the source. The packets come late, and are dropped then.
TEST_F(WaveWindows, of_a_packet_that_its_source_gives_up_end_with_that) {
  const std::string late =
      "{network: {kind: mesh, sides: [4, 4]}, router: {latency: 4}, traffic: {rate: 0.1, flits: 9}, run: {cycles: "
      "300, warmup: 0}, detection: {timeout: 20, retries: 0}";
  std::map<std::uint64_t, std::uint64_t> injected;  // in which cycle, by the number of the packet
  const VcdDump all = dump(late, "to: 300");
  for (const auto& [cycle, number] : all.changes("net.x0.y0.pe.out.packet")) {
    if (number.find('x') == std::string::npos) injected.try_emplace(std::stoull(number, nullptr, 2), cycle);
  }
  std::size_t given_up = 0;
  for (const auto& [number, cycle] : injected) {
    if (number >= 0x80000000) continue;  // an acknowledgement
    const std::string packet = "to: packet " + std::to_string(number);
    const std::uint64_t last = dump(late, packet).times.back() - 1;
    EXPECT_LE(last, cycle + 20) << packet;
    given_up += last == cycle + 20;
  }
  EXPECT_GE(given_up, 2u);
}

TEST_F(WaveWindows, that_no_packet_closes_end_with_the_run_and_that_is_said) {
  const std::string place = "<command line>:1:" + std::to_string(traced().size() + 28);
  EXPECT_EQ(run(traced(), "to: packet 2 of node 2").err,
            place + ": the waveform ends with the run: packet 2 of node 2 was not created\n");
  EXPECT_EQ(read_vcd(directory_.path() / "w.vcd").times.back(), 300u);
  EXPECT_EQ(run(traced(), "to: packet 1 of node 2", {"--set", "run.cycles=95", "--set", "run.drain=false"}).err,
            place + ": the waveform ends with the run: packet 1 of node 2 is neither delivered nor lost\n");
}

TEST_F(WaveWindows, of_a_packet_that_comes_too_late_are_empty_and_said) {
  for (const std::string cycles : {"", " + 7"}) {
    const ToolResult result = run(traced(), "from: packet 1 of node 2" + cycles + ", to: 50");
    EXPECT_EQ(result.status, 0);
    EXPECT_NE(result.err.find("the waveform is empty: packet 1 of node 2 was created too late: waves.from, cycle " +
                              std::string(cycles.empty() ? "90" : "97") + ", is after waves.to\n"),
              std::string::npos)
        << result.err;
  }
}

TEST_F(WaveWindows, are_not_of_acknowledgements) {
  const ToolResult result = run(traced(), "from: packet 34359738368, to: packet 2147483647 of node 3");
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("waves.from: packet 34359738368 is an acknowledgement; name a packet of the traffic\n"),
            std::string::npos)
      << result.err;
  EXPECT_EQ(result.err.find("waves.to"), std::string::npos) << result.err;
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
  const VcdDump plain = dump(kWindowFaults, "from: 90, to: 140");
  const VcdDump clocked = dump(kWindowFaults, "from: 90, to: 140, clock: true");
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

/// Compares each text with the number that stands beside it. Returns how many name packets, and how many
/// acknowledgements.
std::pair<std::size_t, std::size_t> count_words(const VcdDump& words) {
  std::size_t packets = 0;
  std::size_t acknowledgements = 0;
  for (const auto& [name, variable] : words.variables) {
    if (!name.ends_with(".transaction")) continue;
    const VcdChanges& numbers = words.changes(name.substr(0, name.rfind('.')) + ".packet");
    EXPECT_EQ(variable.changes.size(), numbers.size()) << name;
    for (std::size_t i = 0; i < std::min(variable.changes.size(), numbers.size()); ++i) {
      EXPECT_EQ(variable.changes[i].first, numbers[i].first);
      const std::string& text = variable.changes[i].second;
      if (numbers[i].second.find('x') != std::string::npos) {
        EXPECT_EQ(text, "-");
        continue;
      }
      const std::uint64_t number = std::stoull(numbers[i].second, nullptr, 2);
      const std::uint64_t serial = number / 16;
      const bool is_packet = serial < 0x80000000;
      const std::string node = "x" + std::to_string(number % 16 % 4) + ".y" + std::to_string(number % 16 / 4);
      const std::string kind = is_packet ? "#" : "#ack";
      const std::string which = node + kind + std::to_string(is_packet ? serial : serial - 0x80000000) + ">";
      EXPECT_TRUE(text.starts_with(which + "x") || text == which + "*") << text << " is not of " << which;
      ++(is_packet ? packets : acknowledgements);
    }
  }
  return {packets, acknowledgements};
}

TEST_F(WaveWindows, with_transactions_name_the_packet_of_every_flit) {
  const auto [packets, acknowledgements] = count_words(dump(kWindowFaults, "from: 0, to: 400, transactions: true"));
  EXPECT_GT(packets, 150u);
  EXPECT_EQ(acknowledgements, 0u);
}

TEST_F(WaveWindows, with_transactions_number_the_acknowledgements_of_a_node_from_0) {
  const std::string traffic[] = {"traffic: {rate: 0.05}, detection: {}",
                                 "traffic: {rate: 0.05, multicast: {to: all, rate: 0.002}}"};
  for (const std::string& each : traffic) {
    const std::string scenario = "{network: {kind: mesh, sides: [4, 4]}, run: {cycles: 400}, " + each;
    const auto [packets, acknowledgements] = count_words(dump(scenario, "transactions: true"));
    EXPECT_GT(packets, 80u);
    EXPECT_GT(acknowledgements, 80u);
  }
}

TEST_F(WaveWindows, with_the_clock_alone_need_no_other_signal) {
  const ToolResult result = run(traced(), "clock: true, scope: ['*clk']");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(read_vcd(directory_.path() / "w.vcd").order, std::vector<std::string>{"net.clk"});
  EXPECT_NE(directory_.read("w.gtkw").find("\nnet.clk\n"), std::string::npos);
  const ToolResult without = run(traced(), "scope: ['*clk']");
  EXPECT_EQ(without.status, 2);
  EXPECT_NE(without.err.find("no signal matches '*clk'; waves.clock: true adds the clock\n"), std::string::npos)
      << without.err;
}

}  // namespace
}  // namespace kintsugi::test
