// What the exports write is read back to the same network, whatever its family.
#include "models/network/export.hpp"
#include "models/registry/families.hpp"
#include "tb/tests/unit/models/graph/graph_text.hpp"

namespace kintsugi::graph::test {
namespace {

constexpr std::pair<GraphFormat, const char*> kBoth[] = {{GraphFormat::kGraphml, "graphml"},
                                                         {GraphFormat::kDot, "dot"}};

Parameters about_64_nodes_of(const std::string& kind) {
  using List = std::vector<std::int64_t>;
  static const std::map<std::string, Parameters> kParameters = {
      {"srt1d", {{"n", std::int64_t{6}}}},
      {"srt2d", {{"n", std::int64_t{3}}}},
      {"srt3d", {{"n", std::int64_t{2}}}},
      {"mesh", {{"sides", List{8, 8}}}},
      {"torus", {{"sides", List{4, 4, 4}}}},
      {"hypercube", {{"n", std::int64_t{6}}}},
      {"full", {{"nodes", std::int64_t{64}}}},
      {"rdt", {{"side", std::int64_t{16}}}},
      {"sse", {{"n", std::int64_t{6}}}},
      {"mandala", {{"ports", std::int64_t{4}}, {"levels", std::int64_t{3}}}},
      {"graph",
       {{"file",
         ParameterFile{"a.csv",
                       "a,b,kind,latency,latency_back\n0,1,near,1,\n1,2,far,3,4\n2,0,far,5,\n0,0,,,\n0,2,,,9\n"}}}}};
  return kParameters.at(kind);
}

TEST(GraphRoundTrip, what_is_written_of_any_network_is_read_back_to_the_same_network) {
  for (const Family* family : families()) {
    const auto design = family->build(about_64_nodes_of(family->kind()));
    for (const auto& [format, name] : kBoth) {
      SCOPED_TRACE(family->kind() + " as " + name);
      const std::vector<LinkLatency> latencies = design->link_latencies();
      const std::string text = to_graph(design->network(), format, design->node_properties(), latencies);
      const UserNetwork back = graph_in(text, name);
      expect_same(back.network, design->network());
      EXPECT_EQ(back.latencies, latencies);
      EXPECT_EQ(to_graph(back.network, format, design->node_properties(), back.latencies), text);
    }
  }
}

/// Kinds that would make attributes that edges have already, kinds without links, open ports, a loop, a grid.
TEST(GraphRoundTrip, an_awkward_network_is_read_back_too) {
  Network network("a \"b\" & <c> \\ {d}");
  const std::size_t layout = network.add_layout({"e", "w", "x_1"});
  for (const char* name : {"x0.y0", "n-1", "_"}) network.add_node(name, layout, {-0.125, 1e-7});
  std::vector<KindId> kinds;
  for (const char* kind : {"unused", "kind 3", "latency 4", "edge 5", "class 6", "a & \"b\"", "label 7", "\\N"}) {
    kinds.push_back(network.add_kind(kind));
  }
  network.connect({NodeId{2}, PortId{2}}, {NodeId{0}, PortId{0}}, kinds[5]);
  network.connect({NodeId{1}, PortId{0}}, {NodeId{1}, PortId{2}}, kinds[1]);
  network.connect({NodeId{0}, PortId{1}}, {NodeId{2}, PortId{0}}, kinds[2]);
  network.connect({NodeId{0}, PortId{2}}, {NodeId{2}, PortId{1}}, kinds[7]);
  network.set_grid({{1, 3}, true});
  const std::vector<LinkLatency> latencies{0, {7, 9}, {0, 3}, 0, 0, 2, 0, 0};
  for (const auto& [format, name] : kBoth) {
    SCOPED_TRACE(name);
    const UserNetwork back = graph_in(to_graph(network, format, {}, latencies), name);
    expect_same(back.network, network);
    EXPECT_EQ(back.latencies, latencies);
  }
}

/// The comparison is worth something: each change of the text is a difference.
TEST(GraphRoundTrip, a_text_that_is_changed_is_another_network) {
  const auto design = find_family("mesh")->build({{"sides", std::vector<std::int64_t>{2, 2}}});
  const std::string text = to_graph(design->network(), GraphFormat::kDot);
  const auto swapped = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    const std::size_t at = changed.find(from);
    EXPECT_NE(at, std::string::npos) << from << '\n' << text;
    changed.replace(at, from.size(), to);
    return to_graph(graph_in(changed, "dot").network, GraphFormat::kDot);
  };
  EXPECT_EQ(swapped("graph", "graph"), text);
  EXPECT_NE(swapped("ports=\"e w", "ports=\"w e"), text);
  EXPECT_NE(swapped("sides=\"2 2\"", "sides=\"4\""), text);
  EXPECT_NE(swapped("pos=\"1,0!\"", "pos=\"2,0!\""), text);
  EXPECT_NE(swapped("n0 -- n1", "n1 -- n0"), text);
  EXPECT_NE(swapped("class=\"base\"", "class=\"base\", latency=3"), text);
}

}  // namespace
}  // namespace kintsugi::graph::test
