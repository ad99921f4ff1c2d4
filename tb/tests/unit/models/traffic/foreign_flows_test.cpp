// Flows of VPR and tables of Noxim: what they become, beside numbers counted by hand, and what is said of wrong ones.
#include <gtest/gtest.h>

#include <algorithm>

#include "models/traffic/flow_file.hpp"
#include "models/traffic/noxim_table.hpp"
#include "models/traffic/vtr_flows.hpp"

namespace kintsugi::foreign_flows_test {
namespace {

using Read = std::variant<ForeignFlows, std::vector<FileMistake>>;

ForeignFlows flows_of(const Read& read) {
  if (const auto* mistakes = std::get_if<1>(&read)) {
    for (const FileMistake& each : *mistakes) ADD_FAILURE() << each.line << ':' << each.column << ": " << each.message;
    return {};
  }
  return std::get<0>(read);
}

/// Returns the mistakes as lines "line:column: message".
std::string refusal_of(const Read& read) {
  const auto* mistakes = std::get_if<1>(&read);
  if (mistakes == nullptr) return "none";
  std::string lines;
  for (const auto& [line, column, message] : *mistakes) {
    lines += std::to_string(line) + ':' + std::to_string(column) + ": " + message + '\n';
  }
  return lines;
}

std::string vtr(const std::string& flows) {
  return "<traffic_flows>\n" + flows + "</traffic_flows>\n";
}
std::string flow(const std::string& attributes) {
  return vtr("<single_flow " + attributes + "/>\n");
}
std::string vtr_refusal(const std::string& text) {
  return refusal_of(read_vtr_flows(text, {}));
}
std::string noxim_refusal(const std::string& text, const NoximOptions& options = {}) {
  return refusal_of(read_noxim_table(text, options));
}

TEST(VtrFlows, a_bandwidth_becomes_flits_per_cycle) {
  // 128 bits at 1 GHz are 1.28e11 bits/s: 3.2e10 is a quarter of that
  const auto read = flows_of(read_vtr_flows(flow("src='a' dst='b' bandwidth='3.2e10'"), {}));
  EXPECT_EQ(read.flows, (std::vector<ForeignFlow>{{"a", "b", 0.25, std::nullopt, 0, Flow::kNoEnd}}));
  EXPECT_TRUE(read.notes.empty());
}

TEST(VtrFlows, options_say_the_width_the_clock_and_bytes) {
  const auto rate = [](const VtrOptions& options) {
    return flows_of(read_vtr_flows(flow("src='a' dst='b' bandwidth='+1000000000'"), options)).flows.at(0).rate;
  };
  EXPECT_DOUBLE_EQ(rate({.flit_bits = 64, .clock_hz = 250e6}), 1e9 / 64 / 250e6);
  EXPECT_DOUBLE_EQ(rate({.flit_bits = 64, .clock_hz = 250e6, .bytes = true}), 0.5);
}

TEST(VtrFlows, expressions_with_open_ends_become_names) {
  const auto read = flows_of(
      read_vtr_flows(flow("src='.*noc\\.dma.*' dst=' ddr_0:x ' bandwidth='0' latency_cons='4e-9' priority='2'"), {}));
  EXPECT_EQ(read.flows.at(0).source, "noc.dma");
  EXPECT_EQ(read.flows.at(0).destination, "ddr_0:x");
  EXPECT_EQ(read.notes, (std::vector<std::string>{"1 name of routers mended: .* at the ends and \\ left out",
                                                  "latency_cons of 1 flow ignored", "priority of 1 flow ignored"}));
}

TEST(VtrFlows, each_mistake_has_its_place) {
  EXPECT_EQ(
      vtr_refusal(vtr("<single_flow src='a' dst='a' bandwidth='1'/>\n"
                      "  <single_flow src='a[01]' dst='b' bandwidth='1'/>\n"
                      "<single_flow src='' dst='.*' bandwidth='-1'/>\n"
                      "<single_flow src='a' dst='b'/>\n"
                      "<single_flow src='a' dst='b' bandwidth='2e11' latency_cons='x'/>\n"
                      "<single_flow src='a' dst='b' bandwidth='nan' speed='1'>x</single_flow>\n"
                      "<flow/>text\n")),
      "2:2: src and dst name one router, 'a'; a flow has two\n"
      "3:4: src 'a[01]' is a regular expression; write the name of one router, with .* at its ends at most\n"
      "4:2: <single_flow> has no src, the name of a router\n"
      "4:2: <single_flow> has no dst, the name of a router\n"
      "4:2: bandwidth must be a number of bits/s, not '-1'\n"
      "5:2: <single_flow> has no bandwidth, a number of bits/s\n"
      "6:2: bandwidth 2e+11 bits/s is 1.5625 flits/cycle for flits of 128 bits at 1e+09 Hz; a flow has at most 1: "
      "take wider flits or a faster clock\n"
      "6:2: latency_cons must be a number from 0 on, not 'x'\n"
      "7:2: <single_flow> has an attribute 'speed'; it can have src, dst, bandwidth, latency_cons and priority\n"
      "7:2: <single_flow> has something inside; it must be empty\n"
      "7:2: bandwidth must be a number of bits/s, not 'nan'\n"
      "8:2: <flow> is no <single_flow>; <traffic_flows> has no others\n"
      "8:8: there is text between the flows; leave it out\n");
}

TEST(VtrFlows, hostile_files_are_refused_with_a_place) {
  std::string deep;
  for (int i = 0; i < 200'000; ++i) deep += "<traffic_flows>";
  EXPECT_EQ(vtr_refusal(deep).substr(0, 2), "1:");
  EXPECT_EQ(vtr_refusal("<!DOCTYPE f [\n<!ENTITY a \"aaaa\">]><traffic_flows/>"),
            "2:1: entities are not read; write what they stand for, and leave them out\n");
  EXPECT_EQ(vtr_refusal(flow("src='&a;' dst='b' bandwidth='1'")),
            "2:19: entities are not read; write what they stand for, and leave them out\n");
  EXPECT_EQ(vtr_refusal("<svg/>"), "1:2: the file has <svg>; a flows file of VPR has <traffic_flows>\n");
  EXPECT_EQ(vtr_refusal("<traffic_flows/>"), "1:2: there is no <single_flow> in <traffic_flows>\n");
  EXPECT_EQ(vtr_refusal(std::string("<traffic\0flows/>", 16)),
            "1:9: this character is not UTF-8; save the file in this encoding\n");
  EXPECT_EQ(vtr_refusal("\xFF\xFE<"), "1:1: this character is not UTF-8; save the file in this encoding\n");
  EXPECT_NE(vtr_refusal(flow("src='a&#10;b' dst='b' bandwidth='1'")).find("is a regular expression"),
            std::string::npos);
  const std::string whole = flow("src='a' dst='b' bandwidth='1'");
  for (std::size_t end = 0; end + 1 < whole.size(); ++end) {
    EXPECT_NE(vtr_refusal(whole.substr(0, end)), "none") << end;
  }
}

TEST(NoximTables, lines_become_flows_of_packets) {
  const auto read =
      flows_of(read_noxim_table("\xEF\xBB\xBF% src dst pir\n\n0 5 0.02\n 3\t12 0.125 0.125 10 20 % late\r\n"
                                "7 7 0 .0 99\n",
                                {}));
  EXPECT_EQ(read.flows,
            (std::vector<ForeignFlow>{
                {"0", "5", 0.16, 8, 0, Flow::kNoEnd}, {"3", "12", 1, 8, 11, 20}, {"7", "7", 0, 8, 100, Flow::kNoEnd}}));
  EXPECT_TRUE(read.notes.empty());
}

TEST(NoximTables, a_period_becomes_a_flow_for_each_of_its_times) {
  const auto read =
      flows_of(read_noxim_table("1 2 0.1 0.3 2 5 10\n1 2 0.1 0.1 2 3 10\n", {.flits = 4, .cycles = Cycle{24}}));
  EXPECT_EQ(read.flows, (std::vector<ForeignFlow>{
                            {"1", "2", 0.4, 4, 3, 5}, {"1", "2", 0.4, 4, 13, 15}, {"1", "2", 0.4, 4, 23, 24}}));
  EXPECT_EQ(read.notes,
            (std::vector<std::string>{"por of 1 line ignored, which differs from pir: the flow has pir in all cycles",
                                      "1 line with a period written as a flow for each of its times",
                                      "1 line left out, with no cycle between t_on and t_off"}));
  // A cycle sends as Noxim has it: its rest by the period is more than t_on and less than t_off.
  for (Cycle cycle = 0; cycle < 24; ++cycle) {
    const bool sends = std::ranges::any_of(
        read.flows, [cycle](const ForeignFlow& each) { return cycle >= each.from && cycle < each.to; });
    EXPECT_EQ(sends, cycle % 10 > 2 && cycle % 10 < 5) << cycle;
  }
}

TEST(NoximTables, a_line_without_a_rate_has_that_of_the_options) {
  EXPECT_EQ(flows_of(read_noxim_table("1 2\n", {.flits = 2, .pir = 0.25})).flows.at(0).rate, 0.5);
  EXPECT_EQ(noxim_refusal("1 2\n"),
            "1:1: the line has no pir; Noxim takes that of its configuration: say it by --pir\n");
}

TEST(NoximTables, each_mistake_has_its_place) {
  EXPECT_EQ(
      noxim_refusal("1\n1 2 3 4 5 6 7 8\n-1 x 0.1\n0 1 1.5\n0 1 0.1 nan\n0 1 0.2\n0 1 0.1 0.1 5 5\n"
                    "0 1 0.1 0.1 5 6 6\n0 1 0.1 0.1 5 6 7\n0 1 0.1 0.1 1000000000001\n2147483648 1 0.1\n"),
      "1:1: the line has 1 cell; a flow is src dst and, if wanted, pir por t_on t_off t_period\n"
      "2:1: the line has 8 cells; a flow is src dst and, if wanted, pir por t_on t_off t_period\n"
      "3:1: src must be 0 to 2^31 - 1, not '-1'\n"
      "3:4: dst must be 0 to 2^31 - 1, not 'x'\n"
      "4:5: pir must be 0 to 1 packets/cycle, not '1.5'\n"
      "5:9: por must be 0 to 1 packets/cycle, not 'nan'\n"
      "6:5: a pir of 0.2 with packets of 8 flits is more than 1 flit/cycle, the most that a node sends; lower it, or "
      "take shorter packets\n"
      "7:15: t_off must be more than t_on, 5, not '5'\n"
      "8:17: t_period must be more than t_off, 6, not '6'\n"
      "9:17: a flow with a period becomes one for each of its times; say by --cycles how long the traffic is\n"
      "10:13: t_on must be 0 to 10^12, not '1000000000001'\n"
      "11:1: src must be 0 to 2^31 - 1, not '2147483648'\n");
}

TEST(NoximTables, hostile_files_are_refused_with_a_place) {
  EXPECT_EQ(noxim_refusal(""),
            "1:1: the table has no flow; a line is src dst and, if wanted, pir por t_on t_off t_period\n");
  EXPECT_EQ(noxim_refusal("% nothing\n").substr(0, 4), "1:1:");
  EXPECT_EQ(noxim_refusal("0 1 0.1 0.1 4 5\n"),
            "1:1: no line of the table sends in any cycle; see t_on, t_off and --cycles\n");
  EXPECT_EQ(noxim_refusal("0 1 0.1\n\xE4"), "2:1: this character is not UTF-8; save the file in this encoding\n");
  const std::string endless = noxim_refusal("0 1 0.1 0.1 0 2 3\n", {.cycles = static_cast<Cycle>(kMaxCycles)});
  EXPECT_EQ(endless.substr(0, 25), "1:1: more than 1048576 fl");
  const std::string whole = "10 11 0.01 0.02 3 4000 5000";
  for (std::size_t end = 0; end < whole.size(); ++end) {  // no cut has another outcome than flows or a place
    const std::string refusal = noxim_refusal(whole.substr(0, end), {.pir = 0.1, .cycles = Cycle{5000}});
    EXPECT_TRUE(refusal == "none" || refusal.starts_with("1:")) << end << refusal;
  }
}

class FlowTables : public testing::Test {
 protected:
  /// Returns what read_flows() makes of the table, in a network with these nodes.
  std::vector<Flow> read_back(const std::vector<ForeignFlow>& flows, const std::vector<std::string>& nodes) {
    Network network("test");
    const std::size_t layout = network.add_layout({"a"});
    for (const std::string& name : nodes) network.add_node(name, layout);
    const auto read = kintsugi::read_flows(write_flow_table(flows), NodeNames(network));
    if (const auto* mistakes = std::get_if<1>(&read)) {
      for (const FileMistake& each : *mistakes) ADD_FAILURE() << each.line << ": " << each.message;
      return {};
    }
    return std::get<0>(read).flows;
  }
};

TEST_F(FlowTables, are_read_back_to_the_same_flows) {
  const std::vector<std::string> names = {"a, b", "#c", "say \"d\"", "e;f"};
  const std::vector<ForeignFlow> flows = {{names[0], names[1], 0.1 + 0.2, 4, 0, Flow::kNoEnd},
                                          {names[2], names[3], 1.0 / 3, std::nullopt, 5, 9},
                                          {names[3], names[0], 1e-9, std::nullopt, 0, Flow::kNoEnd}};
  const std::vector<Flow> wanted = {{NodeId{0}, NodeId{1}, 0.1 + 0.2, std::uint16_t{4}, 0, Flow::kNoEnd},
                                    {NodeId{2}, NodeId{3}, 1.0 / 3, std::nullopt, 5, 9},
                                    {NodeId{3}, NodeId{0}, 1e-9, std::nullopt, 0, Flow::kNoEnd}};
  EXPECT_EQ(read_back(flows, names), wanted);
}

TEST_F(FlowTables, have_only_the_columns_that_are_needed) {
  EXPECT_EQ(write_flow_table({{"a", "b", 0.5, std::nullopt, 0, Flow::kNoEnd}}), "source,destination,rate\na,b,0.5\n");
}

TEST_F(FlowTables, nodes_get_numbers_in_the_order_in_which_they_come) {
  std::vector<ForeignFlow> flows = {{"x", "y", 0.5, std::nullopt, 0, Flow::kNoEnd},
                                    {"y", "z", 0.5, std::nullopt, 0, Flow::kNoEnd}};
  EXPECT_EQ(number_nodes(flows), (std::vector<std::string>{"x", "y", "z"}));
  EXPECT_EQ(flows[1].source, "1");
  EXPECT_EQ(flows[1].destination, "2");
}

}  // namespace
}  // namespace kintsugi::foreign_flows_test
