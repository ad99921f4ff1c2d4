#include "models/graph/graphml_reader.hpp"

#include "tb/tests/unit/models/graph/graph_text.hpp"

namespace kintsugi::graph::test {
namespace {

/// A file of four lines: the keys, the graph, the body, the end.
std::string with_body(const std::string& body) {
  return "<graphml><key id='d0' for='node' attr.name='name'/><key id='d1' for='all' attr.name='latency'/>"
         "<key id='k' for='edge' attr.name='kind'><default>wire</default></key><key id='ps' for='node' "
         "attr.name='ports'/>"
         "<key id='x' for='node' attr.name='x'/><key id='y' for='node' attr.name='y'/>"
         "<key id='c' for='node' attr.name='color'/>"
         "<key id='s' for='graph' attr.name='sides'/><key id='w' for='graph' attr.name='wraps'/>"
         "<key id='ks' for='graph' attr.name='kinds'/>\n<graph id='G' edgedefault='undirected'>\n" +
         body + "\n</graph></graphml>\n";
}

const std::string kTwo = "<node id='a'/><node id='b'/>";

Lines mistakes_of(const std::string& body) {
  return mistakes_in(with_body(body), "graphml");
}

TEST(GraphGraphml, data_counts_by_the_name_of_its_key_and_defaults_hold) {
  const UserNetwork user =
      graph_in(with_body("<node id='1'><data key='d0'>left</data><data key='c'>red</data></node><desc>two</desc>"
                         "<edge source='1' target='2'><data key='d1'> 4 </data></edge>"
                         "<edge source='2' target='1'><data key='k'>twin</data></edge><node id='2'/>"),
               "graphml");
  EXPECT_EQ(user.network.name(), "G");
  EXPECT_EQ(links_of(user.network), (Lines{"left.p0 - 2.p0 wire", "2.p1 - left.p1 twin"}));
  EXPECT_EQ(user.latencies, (std::vector<LinkLatency>{4, 0}));
}

TEST(GraphGraphml, ports_are_read_as_the_standard_has_them) {
  const UserNetwork user =
      graph_in(with_body("<node id='a'><port name='n'/><port name='s'/></node><node id='b'/>"
                         "<edge source='a' target='b' sourceport='s' targetport='up'/><edge source='b' target='a'/>"),
               "graphml");
  EXPECT_EQ(links_of(user.network), (Lines{"a.s - b.up wire", "b.p0 - a.n wire"}));
  EXPECT_EQ(user.network.ports(NodeId{0}), (PortLayout{"n", "s"}));
}

TEST(GraphGraphml, a_graph_without_a_name_has_that_of_the_file) {
  EXPECT_EQ(graph_in("<graphml><graph>" + kTwo + "</graph></graphml>", "graphml").network.name(), "file");
}

TEST(GraphGraphml, xml_that_is_wrong_is_reported_where_it_breaks) {
  EXPECT_EQ(mistakes_in("<graphml>\n<graph>\n</graphml>", "graphml"),
            Lines{"3:3: this is no XML: Start-end tags mismatch"});
  EXPECT_EQ(mistakes_in("", "graphml"), Lines{"1:1: this is no XML: No document element found"});
  EXPECT_EQ(mistakes_in("a,b\n0,1\n", "graphml"), Lines{"3:1: this is no XML: No document element found"});
}

TEST(GraphGraphml, other_documents_are_refused) {
  EXPECT_EQ(mistakes_in("<svg/>", "graphml"), Lines{"1:2: the file has <svg>; a GraphML file has <graphml>"});
  EXPECT_EQ(mistakes_in("<graphml/>", "graphml"), Lines{"1:2: there is no <graph>"});
  EXPECT_EQ(mistakes_in("<graphml>\n<graph>" + kTwo + "</graph>\n<graph/></graphml>", "graphml"),
            Lines{"3:2: a graph too many; a file has one network"});
}

TEST(GraphGraphml, directed_edges_in_opposite_pairs_are_one_link) {
  const UserNetwork user = graph_in(
      "<graphml><graph edgedefault='directed'>" + kTwo +
          "<node id='(0, 0)'/><edge source='a' target='b'/><edge source='b' target='a'/><edge source='a' target='b' "
          "directed='false'/><edge source='(0, 0)' target='a'/></graph></graphml>",
      "graphml");
  EXPECT_EQ(links_of(user.network), (Lines{"a.p0 - b.p0 link", "a.p1 - b.p1 link", "0_0.p0 - a.p2 link"}));
  EXPECT_EQ(user.notes, (Lines{"directed edges: 1 opposite pair is a link; 1 without an opposite, which carry packets "
                               "both ways too",
                               "1 name of nodes mended: '(0, 0)' is 0_0"}));
  EXPECT_EQ(graph_in(with_body(kTwo + "<edge directed='true' source='a' target='b'/>"), "graphml").notes,
            Lines{"directed edges: 1 without an opposite, which carry packets both ways too"});
}

TEST(GraphGraphml, what_has_more_than_two_ends_or_ports_in_ports_is_refused) {
  EXPECT_EQ(mistakes_of(kTwo + "\n<hyperedge/>\n<node id='c'><port name='a'><port name='b'/></port></node>"),
            (Lines{"4:2: a hyperedge; a link joins two nodes: write an edge for each pair, or a node in the middle",
                   "5:30: a port inside a port; a router has single ports"}));
}

TEST(GraphGraphml, nodes_inside_groups_are_nodes_and_groups_are_none_unless_an_edge_ends_there) {
  const std::string inner = "<graph edgedefault='directed'><node id='c'/><node id='d'/><edge source='c' target='d'/>";
  const UserNetwork user =
      graph_in(with_body(kTwo + "<node id='g'>" + inner + "</graph></node><edge source='a' target='c'/>"), "graphml");
  EXPECT_EQ(names_of(user.network), (Lines{"a", "b", "c", "d"}));
  EXPECT_EQ(user.notes, (Lines{"1 group of nodes is no node of the network: the nodes inside are",
                               "directed edges: 1 without an opposite, which carry packets both ways too"}));
  EXPECT_EQ(
      names_of(graph_in(with_body("<node id='g'>" + inner + "</graph></node><edge source='g' target='c'/>"), "graphml")
                   .network),
      (Lines{"g", "c", "d"}));
  std::string deep;
  for (int i = 0; i < 70; ++i) deep += "<node id='n" + std::to_string(i) + "'><graph>";
  for (int i = 0; i < 70; ++i) deep += "</graph></node>";
  EXPECT_EQ(mistakes_of(kTwo + deep).size(), 1u);
}

TEST(GraphGraphml, yed_files_have_their_labels_as_names_and_their_places_in_pixels) {
  const auto node = [](const std::string& id, const std::string& label, int x) {
    return "<node id='" + id + "'><data key='d6'><y:ShapeNode><y:Geometry height='30' width='40' x='" +
           std::to_string(x) + "' y='85'/><y:NodeLabel fontSize='12'>" + label + "<y:LabelModel/></y:NodeLabel>" +
           "</y:ShapeNode></data></node>";
  };
  const UserNetwork user = graph_in(
      "<graphml xmlns:y='http://www.yworks.com/xml/graphml'><key for='node' id='d6' yfiles.type='nodegraphics'/>"
      "<key for='edge' id='d9' attr.name='description'/><key for='edge' id='d10' yfiles.type='edgegraphics'/>"
      "<graph edgedefault='directed' id='G'>" +
          node("n0", " CPU 0 ", 0) + node("n1", "", 120) + node("n2", "CPU 0", 240) +
          "<edge source='n0' target='n1'><data key='d9'/><data key='d10'><y:PolyLineEdge/></data></edge>"
          "<edge source='n1' target='n2'/></graph></graphml>",
      "graphml");
  EXPECT_EQ(names_of(user.network), (Lines{"CPU_0", "n1", "CPU_0_2"}));
  EXPECT_NEAR(user.network.position(NodeId{2}).x - user.network.position(NodeId{0}).x, 2, 0.001);
  EXPECT_EQ(user.notes.back(), "attributes ignored, with how often each is given: edgegraphics 1");
}

TEST(GraphGraphml, cytoscape_files_have_names_and_the_rest_is_named) {
  const UserNetwork user = graph_in(
      "<graphml><key id='name' for='node' attr.name='name'/><key id='sn' for='node' attr.name='shared name'/>"
      "<key id='selected' for='node' attr.name='selected'/><key id='latency' for='edge' attr.name='latency' "
      "attr.type='double'/><graph id='net' edgedefault='undirected'><node id='62'><data key='name'>r0</data><data "
      "key='sn'>r0</data><data key='selected'>false</data></node><node id='63'><data key='name'>r1</data><data "
      "key='sn'>r1</data></node><edge source='62' target='63'><data key='latency'>2.0</data></edge></graph></graphml>",
      "graphml");
  EXPECT_EQ(links_of(user.network), Lines{"r0.p0 - r1.p0 link"});
  EXPECT_EQ(user.latencies, std::vector<LinkLatency>{2});
  EXPECT_EQ(user.notes, Lines{"attributes ignored, with how often each is given: selected 1, shared name 2"});
}

TEST(GraphGraphml, a_direction_that_is_none_is_a_mistake) {
  EXPECT_EQ(mistakes_of(kTwo + "\n<edge directed='maybe' source='a' target='b'/>"),
            Lines{"4:2: directed must be true or false, not 'maybe'"});
  EXPECT_EQ(mistakes_in("<graphml><graph edgedefault='both'><node id='a'/><node id='b'/><edge source='a' "
                        "target='b'/></graph></graphml>",
                        "graphml"),
            Lines{"1:11: edgedefault must be directed or undirected, not 'both'"});
}

TEST(GraphGraphml, all_mistakes_in_elements_are_reported_with_their_places) {
  EXPECT_EQ(mistakes_of(kTwo + "\n<node/><nod id='c'/>\n<node id='a'/>\n<node id='d'/>\n"
                               "<edge source='a' target='e'/>\n<edge source='a'/>\n"
                               "<edge source='a' target='b'><data key='d9'>1</data></edge>"),
            (Lines{"4:2: the node has no id", "4:9: a graph has no <nod>; valid: node, edge, data, desc",
                   "5:2: a node with the id 'a' is there already; give it another", "7:2: there is no node 'e'",
                   "8:2: the edge has no target",
                   "9:30: there is no <key> with the id 'd9' for data of an edge; add it at the top"}));
}

TEST(GraphGraphml, wrong_values_are_reported_with_their_places) {
  EXPECT_EQ(mistakes_of(kTwo + "<data key='s'>2 x</data>\n<data key='w'>yes</data>\n"
                               "<node id='c'><data key='x'>left</data>\n<data key='y'>1e9</data></node>\n"
                               "<edge source='a' target='b'><data key='d1'>1025</data></edge>"),
            (Lines{"3:30: sides holds 'x'; valid are integers from 1, with blanks between them",
                   "4:2: wraps is 'yes'; valid is 0 or 1",
                   "5:15: 'left' is no coordinate; valid is a number of pitches, -2^20 to 2^20",
                   "6:2: '1e9' is no coordinate; valid is a number of pitches, -2^20 to 2^20",
                   "7:30: latency is '1025'; valid is 1 to 1024 cycles"}));
}

TEST(GraphGraphml, keys_without_an_id_or_with_that_of_another_are_refused) {
  EXPECT_EQ(mistakes_in("<graphml><key for='node'/>\n<key id='a' for='node'/>\n<key id='a'/><graph>" + kTwo +
                            "</graph></graphml>",
                        "graphml"),
            (Lines{"1:11: the key has no id", "3:2: the id 'a' of the key is there twice"}));
}

}  // namespace
}  // namespace kintsugi::graph::test
