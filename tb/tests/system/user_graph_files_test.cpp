// Files as other programs write them: the network of each is that of an extraction of its own, which knows no grammar.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <queue>
#include <regex>
#include <set>
#include <sstream>

#include "models/graph/family.hpp"
#include "models/network/metrics.hpp"
#include "models/repair/reconfigurable.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

/// Which nodes are joined, by names as they stand in the file.
struct Extract {
  std::set<std::string> nodes;
  std::vector<std::pair<std::string, std::string>> links;
};

struct Case {
  const char* file;
  std::size_t nodes;
  const char* link;       // each match is a link; its groups 1 and 2 are the nodes
  bool has_both_ways;     // of two matches with the same nodes one counts
  const char* name = "";  // of a node that the links call group 1: group 2
  std::vector<std::string> notes = {};
};

const std::string kIgnored = "attributes ignored, with how often each is given: ";
const std::string kNoHeader = "no header: the first two cells of a row are the nodes of a link";
const std::string kOthers = "; kintsugi topo --names lists all";

const Case kCases[] = {
    {"camera.dot",
     11,
     R"re(^\s*("[^"]+"|\w+)[:\w]* -- ("[^"]+"|\w+))re",
     false,
     "",
     {"3 names of nodes mended: 'h.264 encoder' is h_264_encoder, 'DRAM 0' is DRAM_0, 'DRAM 1' is DRAM_1",
      kIgnored +
          "bgcolor 1, color 1, constraint 1, fillcolor 1, fontname 1, fontsize 1, label 11, penwidth 1, rankdir 1, "
          "shape 3, splines 1, style 3"}},
    {"tiles.dot",
     16,
     R"re(("tile \d+") -> ("tile \d+"))re",
     true,
     "",
     {"directed edges: 20 opposite pairs are a link each",
      "16 names of nodes mended: 'tile 0' is tile_0, 'tile 1' is tile_1, 'tile 2' is tile_2 and 13 more" + kOthers,
      kIgnored + "capacity 40, rank 16, weight 40"}},
    {"grid.graphml",
     20,
     R"re(<edge source="([^"]+)" target="([^"]+)")re",
     true,
     "",
     {"directed edges: 30 opposite pairs are a link each",
      "20 names of nodes mended: '(0, 0)' is 0_0, '(0, 1)' is 0_1, '(0, 2)' is 0_2 and 17 more" + kOthers,
      kIgnored + "weight 60"}},
    {"racks.graphml",
     9,
     R"re(<edge id="\w+" source="([^"]+)" target="([^"]+)")re",
     false,
     R"re(<node id="([^"]+)">(?:(?!</node>|<graph)[^])*?<y:NodeLabel[^>]*>([^<]+))re",
     {"1 group of nodes is no node of the network: the nodes inside are",
      "directed edges: 11 without an opposite, which carry packets both ways too",
      "8 names of nodes mended: 'Backbone A' is Backbone_A, 'Backbone B' is Backbone_B, 'Host 0' is Host_0 and 5 more" +
          kOthers,
      kIgnored + "edgegraphics 11"}},
    {"cores.graphml",
     12,
     R"re(<edge id="\d+" source="(\d+)" target="(\d+)")re",
     false,
     R"re(<node id="(\d+)">[^]*?<data key="name">([^<]+))re",
     {"directed edges: 4 without an opposite, which carry packets both ways too",
      "6 names of nodes mended: 'L1 $I' is L1_I, 'L1 $D' is L1_D, 'L2 cache' is L2_cache and 3 more" + kOthers,
      kIgnored + "SUID 26, interaction 14, selected 12, shared name 12"}},
    {"switches.csv",
     12,
     R"re("(Switch \d+)","(Switch \d+)",)re",
     false,
     "",
     {"12 names of nodes mended: 'Switch 0' is Switch_0, 'Switch 1' is Switch_1, 'Switch 2' is Switch_2 and 9 more" +
          kOthers,
      kIgnored + "Id 16, Weight 16"}},
    {"peers.txt",
     24,
     R"re(^(\d+)\t(\d+))re",
     true,
     "",
     {kNoHeader, "directed edges: 34 opposite pairs are a link each"}},
    {"bridge.edgelist", 11, R"re(^(\w+) (\w+) \{)re", false, "", {kNoHeader, kIgnored + "weight 11"}},
    {"cities.csv",
     5,
     R"re("([A-Z][^"]+)";"([^"]+)";\d)re",
     false,
     "",
     {"1 name of nodes mended: 'Athens; east' is Athens_east"}},
    {"mesh.anynet",
     10,
     "",
     true,
     "",
     {"PEs have the numbers of their routers; 2 nodes of the file have others",
      "each router has 1 PE here; in the file 1 router has several, 1 router none (network.pes: file takes them)",
      kIgnored + "latency of a node 1"}},
};

std::string text_of(const std::string& file) {
  std::ifstream in(source_directory() / "traces/graphs" / file, std::ios::binary);
  EXPECT_TRUE(in) << file;
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string bare(std::string name) {
  if (name.size() > 1 && name.front() == '"') name = name.substr(1, name.size() - 2);
  return name;
}

Extract extract(const Case& wanted) {
  const std::string text = text_of(wanted.file);
  Extract found;
  std::set<std::pair<std::string, std::string>> seen;
  const auto add = [&](std::string a, std::string b) {
    a = bare(a);
    b = bare(b);
    found.nodes.insert({a, b});
    if (wanted.has_both_ways && !seen.insert(std::minmax(a, b)).second) return;
    found.links.emplace_back(a, b);
  };
  const std::regex link(wanted.link, std::regex::ECMAScript | std::regex::multiline);
  for (std::sregex_iterator match(text.begin(), text.end(), link), end; match != end; ++match) {
    add((*match)[1], (*match)[2]);
  }
  return found;
}

/// The routers of a line: the first is joined to all others.
Extract extract_anynet(const std::string& text) {
  Extract found;
  std::set<std::pair<std::string, std::string>> seen;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first;
    for (std::string type, number; words >> type;) {
      if (type != "router" && type != "node") continue;
      words >> number;
      if (type == "node") continue;
      found.nodes.insert(number);
      if (first.empty()) {
        first = number;
      } else if (seen.insert(std::minmax(first, number)).second) {
        found.links.emplace_back(first, number);
      }
    }
  }
  return found;
}

/// The distances from one node, by a search that the project does not use elsewhere: repeated rounds over all links.
std::map<std::string, unsigned> distances_from(const std::string& start, const Extract& graph) {
  std::map<std::string, unsigned> found{{start, 0}};
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const auto& [a, b] : graph.links) {
      for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
        if (!found.contains(from)) continue;
        const unsigned distance = found.at(from) + 1;
        const auto known = found.find(to);
        if (known != found.end() && known->second <= distance) continue;
        found[to] = distance;
        goes_on = true;
      }
    }
  }
  return found;
}

class UserGraphFiles : public ::testing::TestWithParam<Case> {
 protected:
  static std::unique_ptr<Design> read(const std::string& file) {
    return graph::GraphFamily().build({{"file", ParameterFile{file, text_of(file)}}});
  }
};

TEST_P(UserGraphFiles, nodes_degrees_distances_and_reachable_pairs_are_those_of_the_file) {
  const Case& wanted = GetParam();
  const Extract graph =
      std::string_view(wanted.file).ends_with(".anynet") ? extract_anynet(text_of(wanted.file)) : extract(wanted);
  ASSERT_EQ(graph.nodes.size(), wanted.nodes) << "the extraction itself is right";
  const auto design = read(wanted.file);
  const Network& network = design->network();
  ASSERT_EQ(network.nodes(), wanted.nodes);
  EXPECT_EQ(network.links().size(), graph.links.size());
  EXPECT_EQ(design->notes(), wanted.notes);

  std::vector<std::string> names = design->original_names();
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    if (names.size() < network.nodes()) names.push_back(network.node_name(node));
  }
  std::map<std::string, std::string> label_of;  // of the name in the links
  if (*wanted.name != '\0') {
    const std::string text = text_of(wanted.file);
    const std::regex name(wanted.name);
    for (std::sregex_iterator match(text.begin(), text.end(), name), end; match != end; ++match) {
      label_of.emplace((*match)[1], (*match)[2]);
    }
  }
  // Nodes with equal labels are told apart by their order in the file.
  std::map<std::string, std::vector<NodeId>> nodes_of;
  for (const NodeId node : ids<NodeId>(network.nodes())) nodes_of[names.at(node.value)].push_back(node);
  std::map<std::string, NodeId> node_of;
  std::map<std::string, std::size_t> taken;
  for (const std::string& id : graph.nodes) {
    const std::string name = label_of.empty() ? id : label_of.at(id);
    ASSERT_LT(taken[name], nodes_of[name].size()) << name;
    node_of.emplace(id, nodes_of[name][taken[name]++]);
  }

  std::map<std::string, std::size_t> degrees;
  for (const auto& [a, b] : graph.links) {
    ++degrees[a];
    ++degrees[b];
  }
  std::vector<std::size_t> found_degrees(network.nodes());
  std::vector<std::vector<NodeId>> neighbors(network.nodes());
  for (const Link& link : network.links()) {
    ++found_degrees[link.a.node.value];
    ++found_degrees[link.b.node.value];
    neighbors[link.a.node.value].push_back(link.b.node);
    neighbors[link.b.node.value].push_back(link.a.node);
  }
  std::size_t reachable = 0, largest = 0, sum = 0;
  for (const auto& [id, node] : node_of) {
    EXPECT_EQ(found_degrees[node.value], degrees[id]) << id;
    const auto distances = distances_from(id, graph);
    reachable += distances.size() - 1;
    for (const auto& [other, distance] : distances) {
      largest = std::max<std::size_t>(largest, distance);
      sum += distance;
    }
    std::map<unsigned, unsigned> found{{node.value, 0}};
    std::queue<NodeId> waiting;
    for (waiting.push(node); !waiting.empty(); waiting.pop()) {
      for (const NodeId next : neighbors[waiting.front().value]) {
        if (found.emplace(next.value, found.at(waiting.front().value) + 1).second) waiting.push(next);
      }
    }
    std::map<unsigned, unsigned> expected;
    for (const auto& [other, distance] : distances) expected.emplace(node_of.at(other).value, distance);
    EXPECT_EQ(found, expected) << "distances from " << id;
  }
  const Metrics metrics = measure(network);
  EXPECT_EQ(metrics.connected, reachable == wanted.nodes * (wanted.nodes - 1));
  if (metrics.connected) {
    EXPECT_EQ(metrics.diameter, largest);
    EXPECT_NEAR(metrics.average_distance, static_cast<double>(sum) / static_cast<double>(reachable), 1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(Shipped, UserGraphFiles, ::testing::ValuesIn(kCases), [](const auto& info) {
  std::string name = info.param.file;
  std::ranges::replace(name, '.', '_');
  return name;
});

}  // namespace
}  // namespace kintsugi::test
