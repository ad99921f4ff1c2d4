#include "models/graph/family.hpp"
#include "models/repair/reconfigurable.hpp"

#include <gtest/gtest.h>

#include "tb/tests/unit/models/family/family_checks.hpp"

namespace kintsugi::graph {
namespace {

using namespace kintsugi::test;

const std::string kRow = "a,b,kind,latency\nx,y,,\ny,z,long,4\n";

TEST(GraphFamily, the_end_of_the_name_says_the_format_and_the_name_is_that_of_the_network) {
  const GraphFamily graph;
  EXPECT_EQ(network_name(graph, {{"file", ParameterFile{"some.dir/my.row.csv", kRow}}}), "my.row");
  EXPECT_EQ(network_name(graph, {{"file", ParameterFile{"a.gv", "graph { a -- b }"}}}), "a");
  EXPECT_EQ(network_name(graph, {{"file", ParameterFile{"a.dot", "graph ring { a -- b }"}}}), "ring");
  for (const char* path : {"a.xml", "a.graphml"}) {
    EXPECT_EQ(network_name(graph, {{"file", ParameterFile{path,
                                                          "<graphml><graph id='two'><node id='a'/><node id='b'/>"
                                                          "</graph></graphml>"}}}),
              "two");
  }
  EXPECT_EQ(network_name(graph, {{"file", ParameterFile{"row.txt", "0 1\n"}}}), "row");
  EXPECT_EQ(network_name(graph, {{"file", ParameterFile{"anynet_file", "router 0 router 1\n"}}}), "anynet_file");
  EXPECT_EQ(network_name(graph, {{"file", ParameterFile{"/dev/stdin", kRow}}, {"format", "csv"}}), "stdin");
}

TEST(GraphFamily, wrong_parameters_are_refused_with_what_is_valid) {
  const GraphFamily graph;
  EXPECT_EQ(refusal(graph, {}), "file: file is missing: the graph");
  EXPECT_EQ(
      refusal(graph, {{"file", ParameterFile{"row.list", kRow}}}),
      "file: row.list does not say its format by its end, such as .graphml, .dot, .csv, .txt or .anynet; say it by "
      "network.format: graphml, dot, csv or anynet");
}

TEST(GraphFamily, mistakes_of_a_file_come_with_its_name_and_their_places) {
  try {
    GraphFamily().build({{"file", ParameterFile{"row.csv", "a,b\nx,y\ny,\n"}}});
    FAIL() << "nothing was thrown";
  } catch (const ParameterFileError& error) {
    EXPECT_EQ(error.parameter(), "file");
    EXPECT_EQ(error.path(), "row.csv");
    ASSERT_EQ(error.mistakes().size(), 1u);
    EXPECT_EQ(error.mistakes()[0].line, 3);
    EXPECT_EQ(error.mistakes()[0].column, 3);
  }
}

TEST(GraphFamily, a_graph_has_its_latencies_and_no_routing_or_fabric_of_its_own) {
  const auto design = GraphFamily().build({{"file", ParameterFile{"row.csv", kRow}}});
  EXPECT_EQ(design->link_latencies(), (std::vector<LinkLatency>{0, 4}));
  EXPECT_TRUE(design->routings().empty());
  EXPECT_EQ(routing_refusal(*design, "updown", 2), "row has no routing 'updown' of its own");
  EXPECT_EQ(design->fabric({}), nullptr);
}

}  // namespace
}  // namespace kintsugi::graph
