// The program on graphs of users: whatever works on a network that is wired directly works on them.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

const std::string kSoc = "{kind: graph, file: traces/graphs/soc.graphml}";
const std::string kChords = "{kind: graph, file: traces/graphs/chords.csv}";

json report_of(const std::vector<std::string>& arguments, int status = 0) {
  const ToolResult result = run_tool(with(arguments, {"--json"}));
  EXPECT_EQ(result.status, status) << result.err;
  return json::parse(result.out);
}

/// A directory with a file.
class UserGraphs : public ::testing::Test {
 protected:
  UserGraphs() { std::filesystem::create_directories(directory_.path()); }
  std::string write(const std::string& name, const std::string& text) const {
    const std::string path = (directory_.path() / name).string();
    std::ofstream(path) << text;
    return path;
  }
  std::string folder() const { return directory_.path().string(); }
  std::string read(const std::string& name) const { return directory_.read(name); }

 private:
  TemporaryDirectory directory_;
};

TEST_F(UserGraphs, are_measured_like_any_network) {
  const json soc = report_of({"topo", kSoc, "--routing", "nue"});
  EXPECT_EQ(soc.at("network"), "soc");
  EXPECT_EQ(soc.at("nodes"), 20);
  EXPECT_EQ(soc.at("links"), 32) << "both links between the caches count";
  EXPECT_EQ(soc.at("links_by_kind").at("express 2"), 8);
  EXPECT_EQ(soc.at("links_by_kind").at("express 3"), 1);
  EXPECT_EQ(soc.at("connected"), true);
  EXPECT_EQ(soc.at("routing").at("delivered_pairs"), 380);
}

/// An edge list of nodes in a line or a ring, neighbours joined by so many links.
std::string bundles(unsigned nodes, unsigned links, bool is_ring) {
  std::string text = "a,b\n";
  for (unsigned node = 0; node + (is_ring ? 0 : 1) < nodes; ++node) {
    const std::string ends = std::to_string(node) + ',' + std::to_string((node + 1) % nodes) + '\n';
    for (unsigned link = 0; link < links; ++link) text += ends;
  }
  return text;
}

/// More packets are offered than any number of channels accepts. Three hundredths are the noise of a short
/// run, and of how packets that wait are spread over channels.
TEST_F(UserGraphs, accept_no_less_with_nue_and_more_channels) {
  const auto graph = [](const std::string& file, const std::string& more = "") {
    return "{kind: graph, file: " + file + more + "}";
  };
  const std::string holes =
      "{kind: mesh, sides: [6, 6]}, defects: {link: [[0, 1], [8, 14], [21, 22], [27, 33]], pe: [16]}";
  for (const std::string& network :
       {graph(write("four_pes.csv", bundles(8, 4, true)), ", pes: 4"),
        graph(write("four_pes2.csv", bundles(8, 2, true)), ", pes: 4"), holes,
        graph(write("line.csv", bundles(8, 4, false))), graph(write("line2.csv", bundles(8, 2, false))),
        graph(write("ring.csv", bundles(8, 3, true))), graph(write("ring2.csv", bundles(8, 2, true))),
        graph(write("ring12.csv", bundles(12, 3, true))), kSoc, kChords, std::string("{kind: mesh, sides: [4, 4]}")}) {
    double before = 0;
    for (const char* vcs : {"1", "2", "3", "4", "5", "6", "7", "8", "16"}) {
      const std::string scenario = "{network: " + network + ", router: {routing: nue, vcs: " + vcs +
                                   "}, traffic: {rate: 1, flits: 4}, run: {cycles: 3000, warmup: 1000}}";
      const double accepted = report_of({"run", scenario}).at("throughput").at("accepted");
      EXPECT_GT(accepted, 0.97 * before) << network << ", " << vcs << " channels";
      before = std::max(before, accepted);
    }
  }
}

TEST_F(UserGraphs, have_all_their_links_and_neighbours_apart) {
  const std::string file = write("two.dot", "graph g { a -- b [latency=1]; a -- b [latency=5]; b -- c [latency=1]; }");
  const json measured = report_of({"topo", "{kind: graph, file: " + file + "}"});
  EXPECT_EQ(measured.at("links"), 3);
  EXPECT_EQ(measured.at("links_by_kind"), json({{"link 1", 2}, {"link 5", 1}}));
  EXPECT_EQ(measured.at("degree_max"), 3);
  EXPECT_EQ(measured.at("neighbours_max"), 2);
}

/// A link from a node to itself takes no track; links are counted with it everywhere else.
TEST_F(UserGraphs, have_the_links_that_a_layout_leaves_out_named) {
  const std::string file = write("loops.dot", "graph g { a -- a; a -- b; b -- c; c -- c; c -- c; }");
  const std::string graph = "{kind: graph, file: " + file + "}";
  const json measured = report_of({"topo", graph, "--layout"});
  EXPECT_EQ(measured.at("links"), 5);
  EXPECT_EQ(measured.at("layout").at("links"), 2);
  EXPECT_EQ(measured.at("layout").at("loops"), 3);
  const std::string text = run_tool({"topo", graph, "--layout"}).out;
  EXPECT_NE(text.find("left out      3 links from a node to itself, which takes no track"), std::string::npos) << text;
  run_tool({"topo", graph, "--layout", "--svg", folder() + "/line.svg"});
  EXPECT_NE(read("line.svg").find("1 track for 2 links, without 3 links from a node to itself; 1 wire"),
            std::string::npos);
  const std::string row = write("row.dot", "graph g { a -- b; b -- c; }");
  EXPECT_EQ(report_of({"topo", "{kind: graph, file: " + row + "}", "--layout"}).at("layout").at("loops"), 0);
  EXPECT_EQ(run_tool({"topo", "{kind: graph, file: " + row + "}", "--layout"}).out.find("left out"), std::string::npos);
}

TEST_F(UserGraphs, that_topo_writes_are_read_back_to_the_same_network) {
  for (const std::string& network : {kSoc, kChords, std::string("{kind: rdt, side: 16}")}) {
    for (const std::string format : {"dot", "graphml"}) {
      const std::string written = run_tool({"topo", network, "--" + format}).out;
      const std::string again = "{kind: graph, file: " + write("again." + format, written) + '}';
      json first = report_of({"topo", network, "--layout"});
      json second = report_of({"topo", again, "--layout"});
      // The exports hold properties of nodes and numbers of kinds for other programs.
      for (const json& note : second.value("notes", json::array())) {
        EXPECT_TRUE(note.get<std::string>().starts_with("attributes ignored")) << note;
      }
      second.erase("notes");
      EXPECT_EQ(second, first) << network << format;
      if (network != kSoc && network != kChords) continue;
      EXPECT_EQ(run_tool({"topo", again, "--" + format}).out, written);
    }
  }
}

TEST_F(UserGraphs, are_proved_with_every_general_routing) {
  for (const std::string& network : {kSoc, kChords}) {
    for (const std::string routing : {"updown", "nue", "around"}) {
      for (const std::string vcs : {"1", "3"}) {
        const json proof =
            report_of({"prove", "{network: " + network + ", router: {routing: " + routing + ", vcs: " + vcs + "}}"});
        EXPECT_EQ(proof.at("delivered_pairs"), 380) << network << routing << vcs;
        EXPECT_EQ(proof.at("acyclic"), true) << network << routing << vcs;
      }
    }
  }
}

TEST_F(UserGraphs, are_run_with_their_latencies_and_with_waveforms) {
  const std::string row = write("row.csv", "a,b,latency\nx,y,1\ny,z,50\n");
  const auto latency = [&](const std::string& link) {
    return report_of({"run",
                      "{network: {kind: graph, file: " + row + "}, traffic: {rate: 0.001}" + link +
                          ", run: {cycles: 20000}, waves: {file: row.vcd, to: 100}}",
                      "--out", folder()})
        .at("latency")
        .at("mean")
        .get<double>();
  };
  EXPECT_GT(latency(""), 100);
  EXPECT_LT(latency(", link: {latency: 1}"), 30);
  const std::string waves = read("row.vcd");
  for (const std::string scope : {"$scope module x $end", "$scope module z $end"}) {
    EXPECT_NE(waves.find(scope), std::string::npos) << scope;
  }
}

TEST_F(UserGraphs, have_routes_by_the_names_of_nodes_and_ports) {
  const ToolResult route =
      run_tool({"route", kSoc, "gpu1", "cpu4", "--routing", "updown", "--svg", folder() + "/r.svg"});
  EXPECT_EQ(route.status, 0) << route.err;
  EXPECT_NE(route.out.find("gpu1"), std::string::npos) << route.out;
  EXPECT_NE(read("r.svg").find("<title>gpu1"), std::string::npos);
}

/// A ring of four nodes: the name of the last one, whose number is 3, and of its neighbour, and a word that is no node.
struct NamedRing {
  const char* links;
  std::string last;
  std::string other;
  std::string none;
};

/// The keys of a scenario are in named_nodes_test.cpp.
TEST_F(UserGraphs, are_called_by_their_names_in_every_command) {
  using Words = std::vector<std::string>;
  const NamedRing numbers{"a,b\n1,2\n2,3\n3,4\n4,1\n", "4", "3", "0"};
  const NamedRing words{"a,b\na1,a2\na2,b1\nb1,b2\nb2,a1\n", "b2", "b1", "b9"};
  for (const NamedRing& ring : {numbers, words}) {
    const std::string network = "{kind: graph, file: " + write("ring.csv", ring.links) + "}";
    const std::string run = "{network: " + network + ", run: {cycles: 200}, traffic: {rate: 0.3, flits: 1}}";
    const std::string log = folder() + "/log.jsonl";
    ASSERT_EQ(run_tool({"run", run, "--packets", folder() + "/all.jsonl", "--route"}).status, 0);
    const std::vector<std::function<Words(const std::string&)>> uses = {
        [&](const std::string& node) {
          return Words{"route", network, node, ring.other};
        },
        [&](const std::string& node) {
          return Words{"route", network, ring.other, node};
        },
        [&](const std::string& node) { return Words{"run", run, "--packets", log, "--source", node}; },
        [&](const std::string& node) { return Words{"run", run, "--packets", log, "--destination", node}; },
        [&](const std::string& node) {
          return Words{"run", run, "--set", "traffic.pattern=hotspot", "--set", "traffic.node=" + node};
        },
        [&](const std::string& node) {
          return Words{"packets", folder() + "/all.jsonl", "--between", node + ',' + ring.other};
        },
        [&](const std::string& node) {
          return Words{"packets", folder() + "/all.jsonl", "--between", ring.other + ',' + node};
        },
        [&](const std::string& node) {
          return Words{"packets", folder() + "/all.jsonl", "--through", node};
        },
    };
    for (const auto& use : uses) {
      const ToolResult last = run_tool(use(ring.last));
      EXPECT_EQ(last.status, 0) << use(ring.last).at(0) << '\n' << last.err;
      const ToolResult none = run_tool(use(ring.none));
      EXPECT_EQ(none.status, 2) << use(ring.none).at(0);
      EXPECT_NE(none.err.find("'" + ring.none + "' is not a node; valid is "), std::string::npos) << none.err;
    }
    EXPECT_EQ(run_tool(uses[2](ring.last)).status, 0);
    const std::vector<std::string> lines = lines_of(text_of(log));
    ASSERT_GT(lines.size(), 1u);
    EXPECT_EQ(json::parse(lines[1])["source"], 3);
    const json between = report_of(uses[5](ring.last));
    ASSERT_FALSE(between.at("list").empty());
    EXPECT_EQ(between["list"][0]["source"], 3);
    EXPECT_EQ(between["list"][0]["destination"], 2);
  }
}

/// Where packets of a node are meant, a router that sends none is refused.
TEST_F(UserGraphs, have_routers_without_a_pe_refused_where_a_source_or_destination_is_meant) {
  const std::string network = "network: {kind: graph, file: " + write("ring.csv", "a,b\n1,2\n2,3\n3,1\n") +
                              ", pes: 2}, router: {routing: nue}, traffic: {rate: 0.1}, run: {cycles: 100}";
  const std::string log = folder() + "/log.jsonl";
  const std::string refusal = "'1' is a router without a PE; name a node with one, such as 1_pe0\n";
  const auto said = [](const std::vector<std::string>& words) {
    const ToolResult result = run_tool(words);
    EXPECT_EQ(result.status, 2);
    return result.err;
  };
  for (const std::string option : {"--source", "--destination"}) {
    EXPECT_EQ(said({"run", "{" + network + "}", "--packets", log, option, "1"}), option + ": " + refusal);
    EXPECT_FALSE(std::filesystem::exists(log));
    EXPECT_EQ(run_tool({"run", "{" + network + "}", "--packets", log, option, "1_pe1"}).status, 0);
    std::filesystem::remove(log);
  }
  for (const std::string key : {"waves: {file: w.vcd, from: packet 0 of node 1}",
                                "expect: {single_packets: [{source: 1, number: 0, hops: 3}]}"}) {
    const std::string text = said({"run", "{" + network + ", " + key + "}", "--out", folder()});
    EXPECT_NE(text.find(refusal), std::string::npos) << text;
  }
}

TEST(AddedNodes, are_taken_by_name_or_number) {
  const auto grown = [](const std::string& added) {
    return report_of({"topo", "{kind: mandala, ports: 4, levels: 3, nodes: 16, added: " + added + "}", "--names"});
  };
  const json by_number = grown("[16, 17, 48]");
  EXPECT_EQ(by_number.at("names").back(), "n48");
  EXPECT_EQ(grown("[n48, 17, n16]"), by_number);
  EXPECT_EQ(run_tool({"topo", "{kind: mandala, ports: 4, levels: 3, nodes: 16, added: [n16, x]}"}).err,
            "<command line>:1:56: network.added: 'x' is not a missing node; valid is 16 to 63, or a name such as "
            "n16\n");
}

TEST_F(UserGraphs, have_a_table_of_numbers_and_names) {
  const std::string network = "{kind: graph, file: " + write("ring.csv", "a,b\n1,2\n2,spine\nspine,1\n") + "}";
  const std::string text = run_tool({"topo", network, "--names"}).out;
  EXPECT_NE(text.find("\n\nnumber  name\n0       1\n1       2\n2       spine\n"), std::string::npos) << text;
  EXPECT_EQ(report_of({"topo", network, "--names"}).at("names"), json({"1", "2", "spine"}));
  EXPECT_FALSE(report_of({"topo", network}).contains("names"));
}

TEST_F(UserGraphs, are_drawn_with_the_numbers_that_are_their_names) {
  const std::string graph = "{kind: graph, file: " + write("g.csv", "a,b\n10,20\n20,30\n30,10\n") + "}";
  const std::string svg = folder() + "/p.svg";
  const std::vector<std::vector<std::string>> commands = {
      {"topo", graph}, {"topo", graph, "--layout"}, {"route", graph, "10", "30"}};
  for (const std::vector<std::string>& command : commands) {
    ASSERT_EQ(run_tool(with(command, {"--svg", svg})).status, 0) << command.back();
    const std::string drawn = read("p.svg");
    for (const std::string name : {"10", "20", "30"}) {
      EXPECT_NE(drawn.find(">" + name + "</text>"), std::string::npos) << command.back();
    }
    EXPECT_EQ(drawn.find("class=\"node\">0<"), std::string::npos) << command.back();
  }
  ASSERT_EQ(run_tool({"topo", kChords, "--svg", svg}).status, 0);
  EXPECT_NE(read("p.svg").find(">0</text>"), std::string::npos) << "names that are no numbers have their titles";
}

TEST_F(UserGraphs, have_their_names_in_what_a_run_says_of_faults) {
  const std::string network = "{kind: graph, file: " + write("ring.csv", "a,b\n1,2\n2,3\n3,4\n4,1\n") + "}";
  const std::string out = run_tool({"run", "{network: " + network +
                                               ", traffic: {rate: 0.5}, run: {cycles: 400, warmup: 0}, "
                                               "faults: [{cycle: 100, pe: 4}, {cycle: 300, link: [2, 3]}]}"})
                              .out;
  EXPECT_NE(out.find("PE 4 dead since cycle 100"), std::string::npos) << out;
  EXPECT_NE(out.find("the link from 2 to 3 dead since cycle 300"), std::string::npos) << out;
  EXPECT_NE(out.find(" to node 4, "), std::string::npos) << out;
  EXPECT_EQ(out.find("node 0"), std::string::npos) << out;
}

/// Both links between a and b die: a packet has the way over c left.
TEST_F(UserGraphs, lose_all_parallel_links_between_two_nodes_at_once_and_all_are_counted) {
  const std::string file = write("two.dot", "graph g { a -- b [latency=1]; a -- b [latency=5]; b -- c; c -- a; }");
  const std::string begin = "{network: {kind: graph, file: " + file + "}, router: {routing: around}, ";
  const std::string dead = begin + "defects: {link: [[b, a], [b, c]]}";
  EXPECT_EQ(report_of({"route", begin + "defects: {link: [[a, b]]}}", "a", "b"}).at("hops"), 2);
  const std::string map = folder() + "/map.yaml";
  const std::string text = run_tool({"run", dead + ", traffic: {}, run: {cycles: 50}}", "--defects", map}).out;
  EXPECT_NE(text.find(" 3: the 2 links from a to b, the link from b to c\n"), std::string::npos) << text;
  EXPECT_EQ(text_of(map).rfind("# 3 defects of g, ", 0), 0u) << text_of(map);
  const std::string fault = begin + "traffic: {rate: 0.1}, faults: [{cycle: 20, link: [a, b]}], run: {cycles: 80}}";
  const std::string later = run_tool({"run", fault}).out;
  EXPECT_NE(later.find("for the 2 links from a to b dead since cycle 20"), std::string::npos) << later;
}

/// A link of 100 cycles beside two of 1: a hop takes a cycle in the router too.
TEST_F(UserGraphs, with_latencies_have_the_fastest_routes_and_with_hops_the_shortest) {
  const std::string links = "a,b,latency\na,c,100\na,b,1\nb,c,1\n";
  write("one.csv", "0,a,c,1\n");
  const std::string network = "network: {kind: graph, file: " + write("slow.csv", links) + "}, ";
  write("even.csv", "a,b\na,c\na,b\nb,c\n");
  const std::string even = "network: {kind: graph, file: " + folder() + "/even.csv}, link: {latency: {link: 3}}, ";
  for (const std::string routing : {"updown", "nue", "around"}) {
    const auto hops = [&](const std::string& scenario, const std::string& weight) {
      const std::string text = "{" + scenario + "router: {routing: " + routing + weight + "}}";
      return report_of({"route", text, "a", "c"}).at("hops").get<int>();
    };
    EXPECT_EQ(hops(network, ""), 2) << routing;
    EXPECT_EQ(hops(network, ", weight: latency"), 2) << routing;
    EXPECT_EQ(hops(network, ", weight: hops"), 1) << routing;
    EXPECT_EQ(hops(network, ", latency: 64"), 2) << "130 cycles and 164, " << routing;
    EXPECT_EQ(hops("link: {latency: 1}, " + network, ""), 1) << "what the scenario says comes first, " << routing;
    EXPECT_EQ(hops(even, ""), 1) << "without latencies in the file, " << routing;
    const auto latency = [&](const std::string& weight) {
      const std::string run = "{" + network + "router: {routing: " + routing + weight +
                              "}, traffic: {trace: " + folder() + "/one.csv}, run: {cycles: 300, warmup: 0}}";
      return report_of({"run", run, "--quiet"}).at("latency").at("mean").get<double>();
    };
    EXPECT_EQ(latency(", weight: hops") - latency(""), 100 - 1 - 1 - 1) << "less two links and a router, " << routing;
  }
}

/// There and back a packet takes the cycles of its direction, and the way over a third node where that is shorter.
TEST_F(UserGraphs, have_latencies_by_direction_in_reports_runs_routes_and_hardware) {
  const std::string file = write("ways.dot",
                                 "digraph { a -> b [latency=2]; b -> a [latency=9]; b -> c [latency=3]; c -> b "
                                 "[latency=3]; c -> a [latency=4]; a -> c [latency=40] }");
  const std::string network = "{network: {kind: graph, file: " + file + "}, router: {buffer: 16}";
  EXPECT_EQ(report_of({"topo", network + "}"}).at("links_by_kind"),
            (json{{"link 2/9", 1}, {"link 3", 1}, {"link 4/40", 1}}));
  EXPECT_EQ(report_of({"route", network + "}", "a", "c"}).at("hops"), 2) << "5 cycles and a router, not 40";
  EXPECT_EQ(report_of({"route", network + "}", "c", "a"}).at("hops"), 1);
  const auto latency = [&](const std::string& from, const std::string& to) {
    write("one.csv", "0," + from + ',' + to + ",3\n");
    return report_of({"run", network + ", traffic: {trace: " + folder() + "/one.csv}, run: {cycles: 300}}", "--quiet"})
        .at("latency")
        .at("mean");
  };
  const auto formula = [](unsigned hops, unsigned links) { return 1 + (hops + 1) * 1.0 + links + 1 + 2; };
  EXPECT_EQ(latency("a", "b"), formula(1, 2));
  EXPECT_EQ(latency("b", "a"), formula(1, 9));
  EXPECT_EQ(latency("a", "c"), formula(2, 2 + 3));
  EXPECT_EQ(latency("c", "a"), formula(1, 4));
  const std::string rtl = folder() + "/rtl";
  EXPECT_EQ(run_tool({"export", network + "}", "--out", rtl}).status, 0);
  EXPECT_EQ(run_program({"make", "-s", "-C", rtl, "sim"}).out.find("6 packets in "), 0u);
  const std::string netlist = read("rtl/kt_routers.sv");
  for (const char* stages : {"1)\n  ) link_0_a (", "8)\n  ) link_0_b (", "39)\n  ) link_2_b ("}) {
    EXPECT_NE(netlist.find(std::string(".Stages(") + stages), std::string::npos) << stages;
  }
}

TEST_F(UserGraphs, say_in_topo_that_latency_is_weighed) {
  const auto weight = [](const std::string& network, const std::string& routing) {
    return report_of({"topo", network, "--routing", routing}).at("routing").value("weight", "hops");
  };
  for (const std::string routing : {"updown", "nue", "around"}) {
    EXPECT_EQ(weight(kSoc, routing), "latency");
    EXPECT_EQ(weight("{kind: mesh, sides: [3, 3]}", routing), "hops");
  }
  const std::string text = run_tool({"topo", kSoc, "--routing", "nue"}).out;
  EXPECT_NE(text.find("nue, by latency\n"), std::string::npos) << text;
}

/// The weight, the patience and the channels of a scenario are judged by the routing that is asked for, not by its own.
TEST_F(UserGraphs, are_routed_by_another_routing_than_that_of_their_scenario) {
  const auto scenario = [](const std::string& router) {
    return "{router: {" + router +
           "}, link: {latency: {x: 1, y: 4}}, network: {kind: mesh, sides: [3, 3], link_kinds: "
           "dimension}}";
  };
  const std::vector<std::vector<std::string>> commands = {{"topo"}, {"route", "0", "8"}};
  for (const std::vector<std::string>& command : commands) {
    const auto ask = [&](const std::string& router, const std::string& routing) {
      std::vector<std::string> words = command;
      words.insert(words.begin() + 1, scenario(router));
      words.insert(words.end(), {"--routing", routing});
      return run_tool(words);
    };
    EXPECT_EQ(ask("weight: latency", "nue").status, 0);
    EXPECT_EQ(ask("routing: dimension-order, vcs: 1", "around").status, 0);
    EXPECT_EQ(ask("routing: nue, weight: latency", "dimension-order").err,
              "<command line>:1:33: router.weight: routing 'dimension-order' does not weigh links; choose updown, nue "
              "or around, or "
              "leave the key out\n");
  }
}

TEST_F(UserGraphs, say_by_what_a_routing_weighs_wherever_the_file_states_latencies) {
  const std::string slow = "network: {kind: graph, file: " + write("slow.csv", "a,b,latency\na,c,100\na,b,1\nb,c,1\n");
  const std::string even = "network: {kind: graph, file: " + write("even.csv", "a,b\na,c\na,b\nb,c\n");
  for (const std::string command : {"route", "run", "prove", "saturate", "topo"}) {
    const auto arguments = [&](const std::string& network, const std::string& router) {
      const std::string text =
          "{" + network + "}, router: {routing: updown" + router + "}" + ", traffic: {}, run: {cycles: 50}}";
      std::vector<std::string> all = {command, text};
      if (command == "route") all.insert(all.end(), {"a", "c"});
      if (command == "topo") all.insert(all.end(), {"--routing", "updown"});
      if (command == "saturate") all.insert(all.end(), {"--tolerance", "0.5", "--quiet"});
      return all;
    };
    const auto weight = [&](const std::string& network, const std::string& router) {
      const json report = report_of(arguments(network, router));
      return (command == "topo" ? report.at("routing") : report).value("weight", "none");
    };
    const auto says = [&](const std::string& router, const std::string& by) {
      return run_tool(arguments(slow, router)).out.find("updown, by " + by) != std::string::npos;
    };
    EXPECT_EQ(weight(slow, ""), "latency") << command;
    EXPECT_EQ(weight(slow, ", weight: hops"), "hops") << command;
    EXPECT_EQ(weight(even, ""), "none") << command;
    EXPECT_EQ(weight(even, ", weight: latency"), "latency") << command;
    EXPECT_TRUE(says("", "latency") && says(", weight: hops", "hops")) << command;
  }
}

TEST_F(UserGraphs, give_the_same_bytes_on_every_schedule) {
  for (const std::string scenario : {"traces/graph_soc.yaml", "traces/graph_chords.yaml"}) {
    const std::vector<std::string> arguments{"run", scenario, "--json"};
    const ToolResult domain = run_tool(arguments);
    EXPECT_EQ(domain.status, 0) << domain.err;
    for (const auto& way : kOtherWaysToRun) EXPECT_EQ(run_tool(with(arguments, way)).out, domain.out) << way.back();
  }
}

TEST_F(UserGraphs, say_in_every_report_what_was_mended_and_ignored) {
  const std::string file = write("own.dot", "graph { \"core 0\" -- \"core 1\" [color=red]; \"core 0\" -- x; }");
  const std::string network = "{kind: graph, file: " + file + "}";
  const json notes{"2 names of nodes mended: 'core 0' is core_0, 'core 1' is core_1",
                   "attributes ignored, with how often each is given: color 1"};
  const std::string scenario =
      "{network: " + network + ", traffic: {rate: 0.1}, run: {cycles: 200, warmup: 0}, router: {routing: nue}}";
  for (const std::vector<std::string>& command : {std::vector<std::string>{"topo", network},
                                                  {"prove", scenario},
                                                  {"run", scenario},
                                                  {"route", network, "core_0", "x"}}) {
    EXPECT_EQ(report_of(command).at("notes"), notes) << command[0];
    const std::string text = run_tool(command).out;
    EXPECT_NE(text.find("mended: 'core 0' is core_0"), std::string::npos) << text;
    EXPECT_NE(text.find("color 1\n"), std::string::npos) << text;
  }
  const json names = report_of({"topo", network, "--names"});
  EXPECT_EQ(names.at("names"), json({"core_0", "core_1", "x"}));
  EXPECT_EQ(names.at("original_names"), json({"core 0", "core 1", "x"}));
  EXPECT_NE(run_tool({"topo", network, "--names"}).out.find("core_1  core 1"), std::string::npos);
  EXPECT_FALSE(report_of({"topo", kSoc}).contains("notes")) << "nothing was changed";
  EXPECT_FALSE(report_of(std::vector<std::string>{"topo", "{kind: mesh, sides: [2, 2]}"}).contains("notes"));
}

TEST_F(UserGraphs, with_mistakes_are_told_with_file_line_and_column) {
  const std::string file = write("wrong.csv", "a,b,latency\nx,y,0\ny,\n\"z,x,1\n");
  const ToolResult result = run_tool({"topo", "{kind: graph, file: " + file + '}'});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err,
            file + ":2:5: latency is '0'; valid is 1 to 1024 cycles\n" + file +
                ":3:1: the row has 2 cells; the header has 3 columns; a cell without a value stays empty: x,y,\n" +
                file + ":4:1: the quote is not closed\n");
  const std::string text = write("wrong.list", "a,b\n");
  EXPECT_NE(run_tool({"topo", "{kind: graph, file: " + text + '}'}).err.find("say it by network.format"),
            std::string::npos);
  EXPECT_NE(run_tool({"topo", "{kind: graph, file: /no/such/graph.dot}"})
                .err.find("cannot read /no/such/graph.dot: No such file or directory"),
            std::string::npos);
}

TEST_F(UserGraphs, of_two_parts_are_reported_and_simulated_without_the_pairs_that_have_no_way) {
  const std::string parts = "{kind: graph, file: " + write("parts.csv", "a,b\n0,1\n1,2\n3,4\n") + '}';
  const ToolResult topo = run_tool({"topo", parts});
  EXPECT_EQ(topo.status, 0) << topo.err;
  EXPECT_NE(topo.out.find("no; distances are over the connected pairs"), std::string::npos) << topo.out;
  const json proof = report_of({"prove", "{network: " + parts + ", router: {routing: nue}}"}, 1);
  EXPECT_EQ(proof.at("delivered_pairs"), 8);
  EXPECT_EQ(proof.at("pairs"), 20);
  const std::vector<std::string> run = {
      "run", "{network: " + parts + ", router: {routing: nue}, traffic: {rate: 0.05}, run: {cycles: 1000, warmup: 0}}"};
  const json report = report_of(run, 1);
  EXPECT_EQ(report.at("conserved"), true);
  EXPECT_EQ(report.at("deadlock"), false);
  const auto& packets = report.at("packets");
  EXPECT_GT(packets.at("delivered"), 0);
  EXPECT_GT(packets.at("lost"), 0);
  EXPECT_NE(run_tool(run).out.find("what to do       add links between the parts of the network"), std::string::npos);
}

/// A copy for a member without a way cannot be dropped alone.
TEST_F(UserGraphs, of_two_parts_take_no_multicasts) {
  const std::string parts =
      "network: {kind: graph, file: " + write("parts.dot", "graph g { a -- b; b -- c; d -- e; }") + '}';
  const std::string why =
      ": multicast is not supported where the network has parts: no way leads from a to d; add links between the "
      "parts, or leave out ";
  for (const std::string to : {"all", "random, size: 2", "list, nodes: [b]", "list, nodes: [a, d]"}) {
    for (const std::string command : {"run", "prove"}) {
      const std::string traffic = "traffic: {rate: 0, multicast: {rate: 0.01, to: " + to + "}}";
      const ToolResult result = run_tool({command, "{" + parts + ", " + traffic + "}"});
      EXPECT_EQ(result.status, 2) << command << to;
      EXPECT_EQ(result.out, "");
      EXPECT_TRUE(result.err.ends_with(": traffic.multicast" + why + "traffic.multicast\n")) << result.err;
    }
  }
  const std::string program =
      "traffic: {workload: {name: broadcast, ranks: 2, bytes: 64, algorithm: multicast}, hardware_multicast: true}";
  const ToolResult result = run_tool({"run", "{" + parts + ", " + program + "}"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("traffic.hardware_multicast" + why), std::string::npos) << result.err;
}

/// The same rule for latencies of a scenario, and for networks that give none.
TEST(LinkWeights, are_latencies_where_a_scenario_gives_latencies_by_kind) {
  const std::string ring = "network: {kind: torus, sides: [6]}, ";
  const std::string slow = ring + "link: {latency: {wrap: 50}}, ";
  for (const std::string routing : {"updown", "nue", "around"}) {
    const auto route = [&](const std::string& scenario, const std::string& weight) {
      return report_of({"route", "{" + scenario + "router: {routing: " + routing + weight + "}}", "0", "5"});
    };
    EXPECT_EQ(route(slow, "").at("hops"), 5) << routing;
    EXPECT_EQ(route(slow, "").at("weight"), "latency") << routing;
    EXPECT_EQ(route(slow, ", weight: hops").at("hops"), 1) << routing;
    EXPECT_EQ(route(slow, ", weight: hops").at("weight"), "hops") << routing;
    EXPECT_EQ(route(ring + "link: {latency: 50}, ", "").at("hops"), 1) << "one for all links, " << routing;
    EXPECT_FALSE(route(ring + "link: {latency: 50}, ", "").contains("weight")) << routing;
  }
  const std::string text =
      run_tool({"run", "{" + slow + "router: {routing: nue}, traffic: {}, run: {cycles: 50}}"}).out;
  EXPECT_NE(text.find("nue, by latency, "), std::string::npos) << text;
  EXPECT_EQ(report_of({"route", "{" + slow + "defects: {pe: [2]}}", "1", "3"}).at("hops"), 4) << "a detour";
}

TEST_F(UserGraphs, with_names_that_a_terminal_would_obey_are_printed_as_escapes_there) {
  const std::string file = write("a\u202Eb.csv", "a,b\n0,1\n");
  const std::string network = "{kind: graph, file: \"" + file + "\"}";
  EXPECT_NE(run_tool({"topo", network}).out.find("network           a\u202Eb\n"), std::string::npos)
      << "a file gets the name as it is";
  const std::string line = std::string(program_path()) + " topo '" + network + "'";
  const ToolResult terminal = run_program({"script", "-qec", line, "/dev/null"});
  EXPECT_EQ(terminal.status, 0) << terminal.out << terminal.err;
  EXPECT_NE(terminal.out.find("network           a\\u202eb\r\n"), std::string::npos) << terminal.out;
  EXPECT_EQ(terminal.out.find("\u202E"), std::string::npos);
}

/// A chain of stars: every 50th node of 8193 has links to the 49 after it, and to the next of its kind.
std::string large_graph() {
  constexpr int kNodes = 8193;
  std::string text = "a,b\n";
  for (int node = 1; node < kNodes; ++node) {
    const int hub = node % 50 == 0 ? node - 50 : node / 50 * 50;
    text += std::to_string(hub) + ',' + std::to_string(node) + '\n';
  }
  return text;
}

TEST_F(UserGraphs, that_are_too_large_for_the_tables_of_a_routing_are_measured_and_written) {
  const std::string network = "{kind: graph, file: " + write("large.csv", large_graph()) + "}";
  EXPECT_EQ(report_of({"topo", network, "--quiet"}).at("nodes"), 8193);
  EXPECT_EQ(run_tool({"topo", network, "--dot", "--graphml", "--out", folder(), "--quiet"}).status, 0);
  EXPECT_NE(read("network.dot").find("  n8192 [label=\"8192\""), std::string::npos);
  EXPECT_NE(read("network.graphml").find("<node id=\"n8192\">"), std::string::npos);
  const std::string refusal =
      "routing 'updown' needs tables, for at most 8192 nodes, not 8193; no other routing is known for this network: "
      "take a smaller one\n";
  const ToolResult topo = run_tool({"topo", network, "--routing", "updown", "--quiet"});
  EXPECT_EQ(topo.status, 2);
  EXPECT_EQ(topo.err, "--routing: router.routing: " + refusal);
  EXPECT_EQ(run_tool({"route", network, "0", "5", "--quiet"}).err, "<command line>: router.routing: " + refusal);
  const ToolResult run = run_tool({"prove", "{network: " + network + "}", "--quiet"});
  EXPECT_EQ(run.status, 2);
  EXPECT_EQ(run.err, "<command line>: router.routing: " + refusal);
}

TEST(LargeNetworks, with_dead_nodes_are_measured_although_no_detours_are_made_for_them) {
  const std::string dead = "{network: {kind: mesh, sides: [100, 100]}, defects: {pe: [505]}}";
  EXPECT_EQ(report_of({"topo", dead, "--quiet"}).at("nodes"), 10000);
  const ToolResult routed = run_tool({"topo", dead, "--routing", "dimension-order", "--quiet"});
  EXPECT_EQ(routed.status, 2) << "it would be routed through the dead node";
  EXPECT_EQ(routed.err,
            "--routing: router.routing: routing 'dimension-order' needs tables, for at most 8192 nodes, not 10000; "
            "choose a routing of "
            "the network's own, without defects\n");
}

}  // namespace
}  // namespace kintsugi::test
