// Wherever a scenario means a node of a user's graph it takes a name or a number, the name wins, and a word that is
// neither is refused by that word.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "models/random/random.hpp"
#include "tb/tests/unit/tool/scenario/mistakes.hpp"
#include "tb/tool/features/expect/section.hpp"
#include "tb/tool/features/waves/section.hpp"

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;

/// A ring of four nodes; the last one is joined to the third.
struct NamedRing {
  const char* links;
  std::string third;
  std::string last;
  std::string first;
  std::string none;      // a word that is no node
  std::string what_are;  // said about it
};

const NamedRing kNumbers{"1,2\n2,3\n3,4\n4,1\n", "3", "4", "1", "0", "a name such as 1"};
const NamedRing kWords{"leaf01,leaf02\nleaf02,spine01\nspine01,spine02\nspine02,leaf01\n",
                       "spine01",
                       "spine02",
                       "leaf01",
                       "spine09",
                       "0 to 3, or a name such as leaf01"};
/// The names are positions of other nodes, so that a wrong rule is not noticed by the range.
const NamedRing kOthers{"10,20\n20,30\n30,40\n40,10\n", "30", "40", "10", "3", "a name such as 10"};

constexpr NodeId kThird{2};
constexpr NodeId kLast{3};

/// Where a node is meant: `text` has NODE for the node, THIRD and FIRST for its neighbours; `found` is what it became.
struct Use {
  std::string name;
  std::string text;
  std::function<NodeId(const Setup&)> found;
};

NodeId sender(const Setup& setup) {
  const TrafficPattern& pattern = *setup.traffic->drawn->pattern;
  EXPECT_TRUE(pattern.sends(kThird));
  return pattern.sends(kLast) && !pattern.sends(NodeId{0}) && !pattern.sends(NodeId{1}) ? kLast : kNoNode;
}

NodeId hot_node(const Setup& setup) {
  RandomStream random(1, 1);
  return setup.traffic->drawn->pattern->destination(kThird, random);
}

NodeId member(const Setup& setup) {
  RandomStream random(1, 1);
  MulticastSet set;
  setup.traffic->multicasts->addressees(NodeId{0}, random, set);
  return set.members.at(0);
}

/// The end of a link that is not the third node.
NodeId far_end(const LinkDefect& link) {
  EXPECT_TRUE(link.a.value == kThird.value || link.b.value == kThird.value);
  return NodeId{link.a.value == kThird.value ? link.b.value : link.a.value};
}

const Use kUses[] = {
    {"hotspot", "traffic: {pattern: hotspot, share: 1, node: NODE}", hot_node},
    {"hotspot among", "traffic: {pattern: hotspot, share: 1, node: NODE, among: [THIRD, NODE]}", hot_node},
    {"list of hotspots", "traffic: {pattern: hotspot, hotspots: [{node: NODE, share: 1}, [THIRD, 0]]}", hot_node},
    {"rates", "traffic: {rates: [[THIRD, 0.1], [NODE, 0.3]]}",
     [](const Setup& setup) { return setup.traffic->drawn->rate_of(kLast) == 0.3 ? kLast : kNoNode; }},
    {"among", "traffic: {among: [THIRD, NODE]}", sender},
    {"multicast", "traffic: {multicast: {to: list, nodes: [NODE]}}", member},
    {"source of a trace", "traffic: {trace: from.csv}",
     [](const Setup& setup) { return setup.traffic->trace.at(0).source; }},
    {"destination of a trace", "traffic: {trace: to.csv}",
     [](const Setup& setup) { return setup.traffic->trace.at(0).order.destination; }},
    {"place", "traffic: {workload: {name: barrier, ranks: 2}, place: [NODE, THIRD]}",
     [](const Setup& setup) { return setup.traffic->workload->node_of.at(0); }},
    {"file of places", "traffic: {workload: {name: barrier, ranks: 2}, place: places.txt}",
     [](const Setup& setup) { return setup.traffic->workload->node_of.at(0); }},
    {"defective PE", "defects: {pe: [NODE]}",
     [](const Setup& setup) { return NodeId{setup.defects.sites.at(0).value}; }},
    {"defective link", "defects: {link: [[NODE, THIRD]]}",
     [](const Setup& setup) { return far_end(setup.defects.links.at(0)); }},
    {"defective link from its other end", "defects: {link: [[THIRD, NODE]]}",
     [](const Setup& setup) { return far_end(setup.defects.links.at(0)); }},
    {"defect map", "defects: {file: map.yaml}",
     [](const Setup& setup) { return NodeId{setup.defects.sites.at(0).value}; }},
    {"fault of a PE", "traffic: {}, faults: [{cycle: 9, pe: NODE}]",
     [](const Setup& setup) { return NodeId{std::get<SiteId>(setup.faults.at(0)).value}; }},
    {"fault of a link", "traffic: {}, faults: [{cycle: 9, link: [NODE, THIRD]}]",
     [](const Setup& setup) { return far_end(std::get<LinkDefect>(setup.faults.at(0))); }},
    {"link that corrupts", "traffic: {}, detection: {}, faults: [{cycle: 9, link: [THIRD, NODE], corrupt: 0.1}]",
     [](const Setup& setup) { return far_end(setup.corruptions.at(0).link); }},
    {"begin of a waveform", "traffic: {}, waves: {file: w.vcd, from: packet 3 of node NODE + 5}",
     [](const Setup& setup) { return NodeId{*setup.features.find<WindowPackets>()->from->source}; }},
    {"end of a waveform", "traffic: {}, waves: {file: w.vcd, to: packet 3 of node NODE}",
     [](const Setup& setup) { return NodeId{*setup.features.find<WindowPackets>()->to->source}; }},
    {"expected packet", "traffic: {}, expect: {single_packets: [{source: NODE, number: 0, lost: false}]}",
     [](const Setup& setup) { return setup.features.find<ExpectedNodes>()->sources.at(0); }},
    {"destination of an expected packet",
     "traffic: {}, expect: {single_packets: [{source: THIRD, number: 0, destination: NODE}]}",
     [](const Setup& setup) { return setup.features.find<ExpectedNodes>()->destinations.at(0); }},
};

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

class NamedNodes : public testing::Test {
 protected:
  NamedNodes() : folder_(fs::temp_directory_path() / ("kintsugi_names_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~NamedNodes() override { fs::remove_all(folder_); }

  /// Writes the scenario and the files that uses name; returns its path.
  std::string write(const NamedRing& ring, const std::string& text, const std::string& node) const {
    const auto plain = [](const std::string& word) { return replaced(word, "'", ""); };
    write("ring.csv", std::string("a,b\n") + ring.links);
    write("from.csv", "0," + plain(node) + ',' + ring.third + ",1\n");
    write("to.csv", "0," + ring.third + ',' + plain(node) + ",1\n");
    write("places.txt", plain(node) + '\n' + ring.third + '\n');
    write("map.yaml", "defects: {pe: [" + node + "]}\n");
    const std::string whole = "{network: {kind: graph, file: ring.csv}, " + text + "}\n";
    return write("scenario.yaml", replaced(replaced(whole, "NODE", node), "THIRD", ring.third));
  }

 private:
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }

  fs::path folder_;
};

TEST_F(NamedNodes, are_taken_wherever_a_node_is_meant_and_the_name_wins) {
  for (const NamedRing& ring : {kNumbers, kWords, kOthers}) {
    for (const Use& use : kUses) {
      const bool in_text = use.name.ends_with("waveform");  // of which no part can be quoted
      for (const std::string& word : {ring.last, in_text ? ring.last : "'" + ring.last + "'"}) {
        const std::string scenario = write(ring, use.text, word);
        EXPECT_EQ(use.found(load_scenario(scenario, {}).setup), kLast) << use.name << ' ' << word;
      }
    }
  }
}

TEST_F(NamedNodes, are_taken_by_number_where_names_are_none) {
  for (const Use& use : kUses) {
    EXPECT_EQ(use.found(load_scenario(write(kWords, use.text, "3"), {}).setup), kLast) << use.name;
  }
}

TEST_F(NamedNodes, that_there_are_not_are_refused_by_the_word) {
  for (const NamedRing& ring : {kNumbers, kWords, kOthers}) {
    for (const Use& use : kUses) {
      const Lines lines = mistakes_in(write(ring, use.text, ring.none));
      ASSERT_FALSE(lines.empty()) << use.name << ' ' << ring.none;
      EXPECT_NE(lines.front().find("'" + ring.none + "'"), std::string::npos) << lines.front();
      EXPECT_NE(lines.front().find(ring.what_are), std::string::npos) << lines.front();
    }
  }
}

/// A number of a node that is a place in the list too, and one that is neither.
TEST_F(NamedNodes, that_are_hot_are_found_in_the_network_and_then_among_those_that_send) {
  const auto text = [](const std::string& node) {
    return "traffic: {pattern: hotspot, share: 1, node: " + node + ", among: [3, 1, 2]}";
  };
  EXPECT_EQ(hot_node(load_scenario(write(kWords, text("1"), ""), {}).setup), NodeId{1})
      << "node 1 is the second of the list, and the place 1 is that of node 1";
  EXPECT_EQ(hot_node(load_scenario(write(kWords, text("3"), ""), {}).setup), NodeId{3});
  const std::string path = write(kWords, text("0"), "");
  const std::string where = path + ":1:86: traffic.node: '";
  const std::string what = "' is not among the nodes of traffic.among; name one of them, or add it there";
  EXPECT_EQ(mistakes_in(path), Lines{where + "0" + what});
  EXPECT_EQ(mistakes_in(write(kWords, text("leaf01"), "")), Lines{where + "leaf01" + what});
}

/// A number in quotes is the same number where PEs have addresses, and not names.
TEST(QuotedNumbers, are_addresses_of_a_row_and_of_an_array_too) {
  const auto sites = [](const std::string& text) { return load_scenario(text, {}).setup.defects; };
  const std::string row = "{network: {kind: srt1d, n: 3}, fabric: {}, defects: {pe: [";
  EXPECT_EQ(sites(row + "'3']}}"), sites(row + "3]}}"));
  const std::string array = "{network: {kind: sse, n: 3, scheme: sft2}, defects: ";
  EXPECT_EQ(sites(array + "{pe: ['3'], link: [['1', 2]]}}"), sites(array + "{pe: [3], link: [[1, 2]]}}"));
  EXPECT_FALSE(sites(array + "{pe: ['3']}}").empty());
}

/// What is wrong with nodes that there are is said by the words of the user.
TEST_F(NamedNodes, are_called_in_messages_as_the_user_calls_them) {
  const auto message = [&](const std::string& text) { return mistakes_in(write(kNumbers, text, "4")); };
  const std::string place = write(kNumbers, "", "4");
  EXPECT_EQ(message("defects: {link: [[2, NODE]]}"), Lines{place + ":1:59: there is no link between 2 and 4"});
  EXPECT_EQ(message("defects: {pe: [NODE, 4]}"),
            Lines{place + ":1:60: the PE at 4 is named twice; first at " + place + ":1:57"});
  EXPECT_EQ(message("traffic: {among: [1, NODE, 4]}"),
            Lines{place + ":1:66: traffic.among: 4 comes twice; leave one out"});
  EXPECT_EQ(message("traffic: {workload: {name: barrier, ranks: 2}, place: [NODE, 4]}"),
            Lines{place + ":1:100: traffic.place: 4 comes twice; leave one out"});
  EXPECT_EQ(message("defects: {pe: [NODE]}, traffic: {workload: {name: barrier, ranks: 2}, place: [NODE, 1]}"),
            Lines{place + ":1:117: traffic.place: node 4 is dead; name a live one"});
  EXPECT_EQ(message("defects: {pe: [NODE]}, traffic: {workload: {name: barrier, ranks: 2}, place: places.txt}"),
            Lines{place + ":1:116: " + fs::path(place).parent_path().string() +
                  "/places.txt: node 4 is dead; name a live one"});
  EXPECT_EQ(message("defects: {pe: [NODE]}, traffic: {}, "
                    "expect: {single_packets: [{source: 4, number: 0, lost: true}]}"),
            Lines{place + ":1:110: expect.single_packets: node 4 is among the defects; name another source"});
}

}  // namespace
}  // namespace kintsugi::test
