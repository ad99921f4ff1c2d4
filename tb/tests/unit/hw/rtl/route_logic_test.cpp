// Routing as logic: the modules written by hand give the answer of the relation to every query that packets can cause.
#include <gtest/gtest.h>

#include "hw/rtl/routing_table.hpp"
#include "hw/rtl/verilog_text.hpp"
#include "models/registry/families.hpp"
#include "tb/tests/unit/hw/rtl/rtl_project.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::test {
namespace {

using List = std::vector<std::int64_t>;

struct LogicCase {
  std::string name;
  std::string module;
  std::string parameters;
  std::string inputs;  ///< that the module has beside node and destination
  std::string kind;
  Parameters network;
  std::string routing;
  unsigned vcs;
};

const std::string kArrival = ".injected_i(injected), .port_i(port[PortW-1:0]), .vc_i(vc[VcW-1:0]), ";

std::vector<LogicCase> cases() {
  const std::string order = "kt_route_dimension_order", srt = "kt_route_srt_monotone";
  return {
      {"mesh",
       order,
       ".SideX(3), .SideY(5), .NodeW(4), .Vcs(2)",
       kArrival,
       "mesh",
       {{"sides", List{3, 5}}},
       "dimension-order",
       2},
      {"mesh_of_three_dimensions",
       order,
       ".Dimensions(3), .SideX(2), .SideY(3), .SideZ(4), .NodeW(5), .Vcs(1)",
       kArrival,
       "mesh",
       {{"sides", List{2, 3, 4}}},
       "dimension-order",
       1},
      {"torus",
       order,
       ".SideX(8), .SideY(4), .NodeW(5), .Wraps(1), .Vcs(3)",
       kArrival,
       "torus",
       {{"sides", List{8, 4}}},
       "dimension-order",
       3},
      {"torus_of_odd_and_short_sides",
       order,
       ".Dimensions(3), .SideX(5), .SideY(2), .SideZ(3), .NodeW(5), .Wraps(1), .Vcs(2)",
       kArrival,
       "torus",
       {{"sides", List{5, 2, 3}}},
       "dimension-order",
       2},
      {"hypercube",
       "kt_route_ecube",
       ".Dimensions(5), .Vcs(2)",
       "",
       "hypercube",
       {{"n", std::int64_t{5}}},
       "e-cube",
       2},
      {"srt_standard", srt, ".N(2), .T(2), .Vcs(2)", kArrival, "srt2d", {{"n", std::int64_t{2}}}, "monotone", 2},
      {"srt_long_uniform",
       srt,
       ".N(3), .T(1), .Shift(3), .Inverse(3), .Vcs(3)",
       kArrival,
       "srt2d",
       {{"n", std::int64_t{3}}, {"variant", std::string("long")}, {"shift", std::string("uniform")}},
       "monotone",
       3},
      {"srt_short",
       srt,
       ".N(3), .T(0), .Shift(5), .Inverse(5), .Vcs(2)",
       kArrival,
       "srt2d",
       {{"n", std::int64_t{3}}, {"variant", std::string("short")}, {"shift", std::int64_t{5}}},
       "monotone",
       2},
      {"srt_of_256", srt, ".N(4), .T(4), .Vcs(2)", kArrival, "srt2d", {{"n", std::int64_t{4}}}, "monotone", 2},
  };
}

/// A line of $readmemh: node, destination, port, channel, whether injected, and the channels of the one candidate.
std::string line(const rtl::RoutingTable& table, const rtl::RoutingTable::Row& row) {
  const Candidate& only = table.answers[row.answer].front();
  const bool injected = row.key.arrival.value == table.ports;
  const std::uint32_t channels = only.vcs << only.port.value * table.vcs;
  return rtl::hex_word(row.key.at.value) + rtl::hex_word(row.key.destination.value) +
         rtl::hex_word(injected ? 0 : row.key.arrival.value) + rtl::hex_word(row.key.vc.value) +
         rtl::hex_word(injected) + rtl::hex_word(channels) + '\n';
}

std::string bench(const LogicCase& each, const rtl::RoutingTable& table) {
  return "module bench;\n  localparam int Rows = " + std::to_string(table.rows.size()) +
         ";\n  localparam int PortW = " + std::to_string(rtl::bits_for(table.ports - 1)) +
         ";\n  localparam int VcW = " + std::to_string(rtl::bits_for(table.vcs - 1)) +
         ";\n  logic [191:0] rows [0:Rows-1];\n  logic [31:0] node, destination, port, vc, injected_word, expected;\n"
         "  wire injected = injected_word[0];\n  logic [" +
         std::to_string(table.ports * table.vcs - 1) + ":0] channels;\n  integer i, wrong = 0;\n  " + each.module +
         " #(" + each.parameters + ") route (.node_i(node[" + std::to_string(table.node_bits() - 1) + ":0]), " +
         each.inputs + ".destination_i(destination[" + std::to_string(table.node_bits() - 1) +
         ":0]), .channels_o(channels));\n  initial begin\n    $readmemh(\"rows.memh\", rows);\n"
         "    for (i = 0; i < Rows; i = i + 1) begin\n"
         "      {node, destination, port, vc, injected_word, expected} = rows[i];\n      #1;\n"
         "      if (channels !== expected[" +
         std::to_string(table.ports * table.vcs - 1) +
         ":0]) begin\n        wrong = wrong + 1;\n        if (wrong < 5) $display(\"node %0d to %0d, port %0d, channel "
         "%0d: %h, not %h\", node, destination, port, vc, channels, expected);\n      end\n    end\n"
         "    $display(\"%0d of %0d wrong\", wrong, Rows);\n  end\nendmodule\n";
}

std::vector<RtlFile> files_of(const LogicCase& each, const rtl::RoutingTable& table) {
  std::string rows;
  for (const rtl::RoutingTable::Row& row : table.rows) rows += line(table, row);
  std::vector<RtlFile> files{{"rows.memh", rows}, {"bench.sv", bench(each, table)}};
  for (const RtlFile& file : rtl_library()) {
    if (file.name == each.module + ".sv") files.push_back(file);
  }
  return files;
}

rtl::RoutingTable queries(const LogicCase& each) {
  const auto design = find_family(each.kind)->build(each.network);
  rtl::RoutingTable table{all_queries(design->network(), *design->routing(each.routing, each.vcs))};
  // of a large network a part: an odd step meets all nodes
  const std::size_t every = table.rows.size() > 100'000 ? part_of(9, 1) : 1;
  std::size_t place = 0;
  std::erase_if(table.rows, [&](const auto&) { return place++ % every != 0; });
  return table;
}

std::string simulate(const RtlProject& project, const std::string& module) {
  return project.run("iverilog -g2012 -Wall -o b.vvp bench.sv " + module + ".sv && vvp -n b.vvp | sed '/timescale/d'");
}

class RouteLogic : public testing::TestWithParam<LogicCase> {};
INSTANTIATE_TEST_SUITE_P(All, RouteLogic, testing::ValuesIn(cases()), [](const auto& each) { return each.param.name; });

TEST_P(RouteLogic, answers_every_query_as_the_relation_does) {
  const LogicCase& each = GetParam();
  const rtl::RoutingTable table = queries(each);
  const RtlProject project(files_of(each, table));
  EXPECT_EQ(simulate(project, each.module), "0 of " + std::to_string(table.rows.size()) + " wrong\n");
}

TEST_P(RouteLogic, lint_and_synthesis_have_no_message) {
  const LogicCase& each = GetParam();
  const RtlProject project(files_of(each, queries(each)));
  EXPECT_EQ(project.run("verilator --lint-only -Wall " + each.module + ".sv > /dev/null"), "");
  EXPECT_EQ(project.run("iverilog -g2012 -Wall -tnull " + each.module + ".sv"), "");
  EXPECT_EQ(project.run("yosys -q -p 'read_verilog -sv " + each.module + ".sv; synth -top " + each.module +
                        "; check -assert'"),
            "");
}

TEST(RouteLogicMistake, another_first_dimension_is_seen) {
  const LogicCase each = cases().front();
  std::vector<RtlFile> files = files_of(each, queries(each));
  std::string& text = files.back().text;
  const std::string first = "assign first = differs & (~differs + 1)";
  ASSERT_NE(text.find(first), std::string::npos);
  text.replace(text.find(first), first.size(), "assign first = differs == 3 ? 2 : differs");
  const std::string said = simulate(RtlProject(files), each.module);
  EXPECT_NE(said.find("node 0 to "), std::string::npos) << said;
}

}  // namespace
}  // namespace kintsugi::test
