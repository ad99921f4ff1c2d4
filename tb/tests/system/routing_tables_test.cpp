// Routing tables in and out: prove --tables and router.table.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "models/registry/families.hpp"
#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

const std::string kTurningRing = "kind: torus, sides: [4]";

class RoutingTables : public testing::Test {
 protected:
  RoutingTables() { std::filesystem::create_directories(directory_.path()); }
  std::string file(const std::string& name) const { return (directory_.path() / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(file(name)) << text;
    return file(name);
  }
  std::string out_of(std::vector<std::string> words) {
    const ToolResult result = run_tool(words);
    EXPECT_EQ(result.status, 0) << result.err << result.out;
    return result.out;
  }
  std::string refusal_of(std::vector<std::string> words, int status = 2) {
    const ToolResult result = run_tool(words);
    EXPECT_EQ(result.status, status) << result.out;
    return status == 2 ? result.err : result.out;
  }
  /// A scenario of a network whose router section is given.
  static std::string scenario(const std::string& network, const std::string& router, const std::string& more = "") {
    return "{network: {" + network + "}, router: {" + router + "}, traffic: {pattern: uniform, rate: 0.1, flits: 3}, " +
           "run: {cycles: 400, warmup: 50}" + more + '}';
  }
  /// Returns what is said of a table of the ring, with the name of the file in place of its path.
  std::string refusal_in(const std::string& name, const std::string& text) {
    const std::string path = write(name, text);
    std::string said = refusal_of({"prove", scenario(kTurningRing, "table: " + path)});
    for (std::size_t at = said.find(path); at != std::string::npos; at = said.find(path))
      said.replace(at, path.size(), name);
    return said;
  }
  /// Runs both and compares their reports and packet logs.
  void expect_the_same(const std::string& by_name, const std::string& by_table, const std::string& what) {
    for (const char* form : {"--json", "--quiet"}) {
      const auto run = [&](const std::string& what_runs, const std::string& log) {
        const ToolResult result =
            run_tool({"run", what_runs, "--set", "run.proof=skip", form, "--packets", file(log), "--route"});
        EXPECT_NE(result.status, 2) << result.err;
        std::string text = std::to_string(result.status) + result.out;
        const std::size_t at = text.find(file(log));
        return at == std::string::npos ? text : text.replace(at, file(log).size(), "LOG");
      };
      ASSERT_EQ(run(by_name, "name.jsonl"), run(by_table, "table.jsonl")) << what;
      ASSERT_EQ(directory_.read("name.jsonl"), directory_.read("table.jsonl")) << what;
    }
    const ToolResult name = run_tool({"prove", by_name, "--json"}), table = run_tool({"prove", by_table, "--json"});
    EXPECT_EQ(name.out, table.out) << what;
    EXPECT_EQ(name.status, table.status) << what;
  }

  TemporaryDirectory directory_;
};

struct OfKind {
  std::string kind;
  std::string network;  ///< of 64 nodes, where the family has one
};

const std::vector<OfKind>& kinds() {
  static const std::vector<OfKind> kKinds = {
      {"srt1d", "kind: srt1d, n: 6"},
      {"srt2d", "kind: srt2d, n: 3"},
      {"srt3d", "kind: srt3d, n: 2"},
      {"mesh", "kind: mesh, sides: [8, 8]"},
      {"torus", "kind: torus, sides: [8, 8]"},
      {"hypercube", "kind: hypercube, n: 6"},
      {"full", "kind: full, nodes: 24"},  // a router has so many ports
      {"rdt", "kind: rdt, side: 9, cardinal: 3, assignment: perfect"},
      {"sse", "kind: sse, n: 6"},
      {"mandala", "kind: mandala, ports: 4, levels: 3"},
      {"graph", "kind: graph, file: " + (source_directory() / "traces/graphs/soc.graphml").string()}};
  return kKinds;
}

class RoutingTablesSlow : public RoutingTables, public testing::WithParamInterface<OfKind> {};

TEST_P(RoutingTablesSlow, read_back_give_the_same_bytes_of_reports_and_packet_logs) {
  const auto& [kind, network] = GetParam();
  const json list = json::parse(out_of({"help", "network", kind, "--json"}));
  std::size_t tried = 0;
  for (const json& routing : list.at("routings")) {
    const std::string name = routing.at("name");
    const std::string by_name = scenario(network, "routing: " + name);
    if (run_tool({"prove", by_name}).status == 2) continue;  // other parameters of the family have it
    ++tried;
    for (const char* table : {"t.csv", "t.json"}) {
      if (std::string(table) == "t.json" && tried > 1) continue;
      run_tool({"prove", by_name, "--tables", file(table)});  // some have a proof only with more channels
      expect_the_same(by_name, scenario(network, "table: " + file(table)), kind + ' ' + name);
    }
  }
  EXPECT_GE(tried, kind == "graph" ? 3u : 4u);
}

INSTANTIATE_TEST_SUITE_P(Kinds, RoutingTablesSlow, testing::ValuesIn(kinds()),
                         [](const auto& test) { return test.param.kind; });

TEST_F(RoutingTables, every_kind_is_among_those_that_are_read_back) {
  for (const Family* family : families()) {
    EXPECT_EQ(std::ranges::count(kinds(), family->kind(), &OfKind::kind), 1) << family->kind();
  }
}

/// All packets of a ring of four nodes turn the same way.
std::string turning() {
  std::string text = "node,destination,port\n";
  for (int at = 0; at < 4; ++at) {
    for (int to = 0; to < 4; ++to) {
      if (at != to) text += std::to_string(at) + ',' + std::to_string(to) + ",e\n";
    }
  }
  return text;
}

TEST_F(RoutingTables, with_a_cycle_are_refused_with_the_cycle) {
  const std::string ring = scenario(kTurningRing, "table: " + write("turning.csv", turning()));
  const json proof = json::parse(refusal_of({"prove", ring, "--json"}, 1));
  EXPECT_EQ(proof.at("routing"), "turning");
  EXPECT_EQ(proof.at("delivered_pairs"), proof.at("pairs"));
  EXPECT_FALSE(proof.at("acyclic").get<bool>());
  EXPECT_EQ(proof.at("cycle"), json::parse(R"(["x0.e vc 0", "x1.e vc 0", "x2.e vc 0", "x3.e vc 0"])"));
  EXPECT_NE(refusal_of({"run", ring}, 1).find("x1.e vc 0"), std::string::npos);
}

TEST_F(RoutingTables, without_a_way_name_the_pair) {
  std::string text = turning();
  text.erase(text.find("1,3,e\n"), 6);
  const std::string ring = scenario(kTurningRing, "table: " + write("t.csv", text));
  const json proof = json::parse(refusal_of({"prove", ring, "--json"}, 1));
  EXPECT_EQ(proof.at("delivered_pairs").get<int>() + 2, proof.at("pairs").get<int>());
  EXPECT_NE(proof.at("first_undelivered").get<std::string>().find("x0 to x3"), std::string::npos) << proof;
}

TEST_F(RoutingTables, of_a_user_are_proved_and_run_and_shown_by_route) {
  std::string text = "node,destination,port\n";
  const char* const ways[4][4] = {{"", "e", "e", "w"}, {"w", "", "e", "e"}, {"w", "w", "", "e"}, {"e", "w", "w", ""}};
  for (int at = 0; at < 4; ++at) {
    for (int to = 0; to < 4; ++to) {
      if (at != to) text += 'x' + std::to_string(at) + ',' + std::to_string(to) + ',' + ways[at][to] + '\n';
    }
  }
  const std::string ring = scenario(kTurningRing, "table: " + write("mine.csv", text));
  EXPECT_NE(out_of({"prove", ring}).find("proof         holds"), std::string::npos) << out_of({"prove", ring});
  const json report = json::parse(out_of({"run", ring, "--json"}));
  EXPECT_EQ(report.at("routing"), "mine");
  EXPECT_EQ(json::parse(out_of({"route", ring, "x0", "x3", "--json"})).at("hops"), 1);
  EXPECT_EQ(json::parse(out_of({"route", ring, "x1", "x3", "--json"})).at("route").at(0).at("port"), "e");
}

TEST_F(RoutingTables, have_detours_where_a_directly_wired_network_has_dead_parts) {
  const std::string mesh = "kind: mesh, sides: [4, 4]";
  out_of({"prove", scenario(mesh, "routing: dimension-order"), "--tables", file("t.csv")});
  const std::string defects = ", defects: {pe: [5]}";
  const std::string by_name = scenario(mesh, "routing: dimension-order", defects);
  const std::string by_table = scenario(mesh, "table: " + file("t.csv"), defects);
  expect_the_same(by_name, by_table, "with a dead node");
  const std::string route = out_of({"route", by_table, "4", "6", "--json"});
  EXPECT_EQ(route, out_of({"route", by_name, "4", "6", "--json"}));
  out_of({"route", by_table, "4", "6", "--svg", file("route.svg")});
}

TEST_F(RoutingTables, of_a_network_with_dead_parts_are_read_back_for_it_alone) {
  const std::string mesh = "kind: mesh, sides: [4, 4]";
  const std::string defects = ", defects: {pe: [5, 15], link: [[0, 1], [8, 9]]}";
  for (const std::string routing : {"routing: dimension-order", "routing: nue, vcs: 3", "routing: around, vcs: 3"}) {
    const std::string by_name = scenario(mesh, routing, defects);
    for (const std::string table : {"t.csv", "t.json"}) {
      out_of({"prove", by_name, "--tables", file(table)});
      expect_the_same(by_name, scenario(mesh, "table: " + file(table), defects), routing + ' ' + table);
    }
  }
  const std::string table = "table: " + file("t.csv");
  EXPECT_NE(refusal_of({"prove", scenario(mesh, table)})
                .find("router.table: the table is of a network with dead nodes or links, which this one does not have"),
            std::string::npos);
  EXPECT_NE(refusal_of({"prove", scenario(mesh, table, ", defects: {pe: [5]}")})
                .find("router.table: the table is of a network in which other nodes or links are dead"),
            std::string::npos);
  EXPECT_NE(refusal_of({"prove", scenario(mesh, table, defects + ", faults: [{pe: 2, cycle: 9}]")})
                .find("router.table: a table of a network with dead nodes or links has no detours around faults"),
            std::string::npos);
  const auto of_ring = [&](const std::string& rows) {
    const std::string path = write("ring.csv", rows + turning());
    return refusal_of({"prove", scenario(kTurningRing, "table: " + path)}).substr(path.size());
  };
  EXPECT_EQ(of_ring("dead,9\n"), ":1:6: node must be 0 to 3, not '9'\n");
  EXPECT_EQ(of_ring("dead,0,2\n"), ":1:6: there is no link between '0' and '2'\n");
  EXPECT_EQ(of_ring("dead,0\ndead,0\n"), ":2:1: line 1 says the same; leave one of them out\n");
  EXPECT_EQ(of_ring("dead,0,1\ndead,1,0\n"), ":2:1: the same is dead by another row; leave one of them out\n");
}

TEST_F(RoutingTables, serve_a_network_on_a_fabric_while_it_is_repaired) {
  const std::string wafer = "kind: torus, sides: [4, 4]";
  const std::string more = ", fabric: {}, faults: [{pe: [2, 2], cycle: 100}]";
  out_of({"prove", scenario(wafer, "routing: dimension-order", ", fabric: {}"), "--tables", file("t.csv")});
  expect_the_same(scenario(wafer, "routing: dimension-order", more), scenario(wafer, "table: " + file("t.csv"), more),
                  "with a fault at run time");
}

TEST_F(RoutingTables, with_adaptive_channels_serve_a_wafer_with_spares) {
  const std::string torus = "kind: torus, sides: [4, 4]";
  const std::string more = ", fabric: {}, defects: {pe: [[2, 3]]}, faults: [{pe: [1, 1], cycle: 100}]";
  run_tool({"prove", scenario(torus, "routing: around, vcs: 3", ", fabric: {}"), "--tables", file("t.csv")});
  expect_the_same(scenario(torus, "routing: around, vcs: 3", more), scenario(torus, "table: " + file("t.csv"), more),
                  "adaptive, on a wafer");
}

TEST_F(RoutingTables, that_cannot_be_written_end_with_status_2) {
  const std::string ring = scenario(kTurningRing, "routing: updown");
  write("file.csv", "routing,updown\nnetwork,x\nchannels,1\n");
  const ToolResult result = run_tool({"prove", ring, "--tables", file("file.csv") + "/t.csv"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("file.csv'"), std::string::npos) << result.err;
}

TEST_F(RoutingTables, are_refused_with_their_places) {
  EXPECT_EQ(refusal_in("a.csv", "node,destination,port\n0,9,e\nx1,x0,up\n"),
            "a.csv:2:3: destination must be 0 to 3, not '9'\n"
            "a.csv:3:7: node x1 has no port 'up', and no one link to a node of that name; its ports are e, w\n");
  EXPECT_EQ(
      refusal_in("b.json", R"({"channels": 40, "columns": ["node", "destination", "port"], "rows": [[0, 9, "e"]]})"),
      "b.json:1:14: channels must be 1 to 32, not '40'\n"
      "b.json:1:75: destination must be 0 to 3, not '9'\n");
  EXPECT_EQ(
      refusal_in("c.json", R"({"columns": ["node"]})"),
      "c.json:1:1: a routing table in JSON has the keys columns and rows; kintsugi prove --tables FILE.json writes "
      "one\n");
  EXPECT_EQ(refusal_in("d.json", R"({"columns": ["node", "destination", "port"], "rows": [[0, [1], "e"]]})"),
            "d.json:1:59: a cell must be text or a number, not a list\n");
  EXPECT_EQ(refusal_in("e.json", R"({"columns": [], "rows": [1]})"),
            "e.json:1:13: columns must be a list of the names of columns, not an empty list\n"
            "e.json:1:25: rows must be a list of lists, a row each\n");
  EXPECT_EQ(refusal_in("f.json", R"({"routing": "a\nb", "columns": ["node", "destination", "port"], "rows": []})"),
            "f.json:1:13: the name of the routing has a character that cannot be printed; give it another\n");
  write("g\nh.csv", turning());
  EXPECT_NE(refusal_of({"prove", scenario(kTurningRing, "table: \"" + file("g\\nh.csv") + "\"")})
                .find("h.csv:1:1: the name of the routing has a character that cannot be printed; name the file "
                      "otherwise, or give a row routing\n"),
            std::string::npos);
  const std::string good = write("good.csv", turning());
  EXPECT_NE(refusal_of({"prove", scenario("kind: mesh, sides: [4, 4]",
                                          "table: " + (source_directory() / "traces/tables/soc.csv").string())})
                .find("the table is of soc, and the network is mesh 4x4"),
            std::string::npos);
  const auto of_router = [&](const std::string& router, const std::string& more = "") {
    return refusal_of({"prove", scenario(kTurningRing, router, more)});
  };
  EXPECT_NE(of_router("table: " + good + ", routing: updown").find("router"), std::string::npos);
  EXPECT_NE(of_router("table: missing.csv").find("cannot read the routing table"), std::string::npos);
  EXPECT_NE(
      of_router("vcs: 1, table: " + write("two.csv", "channels,2\n" + turning())).find("router.vcs must be at least 2"),
      std::string::npos);
  EXPECT_NE(of_router("table: " + good, ", defects: {pe: [1]}, repair: {mode: unstopped}, faults: [{pe: 2, cycle: 9}]")
                .find("unstopped needs two sets of routes, and router.table has one"),
            std::string::npos);
}

TEST_F(RoutingTables, replace_a_file_of_their_own_only) {
  const std::string ring = scenario(kTurningRing, "routing: updown");
  write("mine.csv", "my own\n");
  EXPECT_NE(refusal_of({"prove", ring, "--tables", file("mine.csv")}).find("mine.csv"), std::string::npos);
  EXPECT_EQ(directory_.read("mine.csv"), "my own\n");
  const json report = json::parse(out_of({"prove", ring, "--tables", file("t.csv"), "--json"}));
  EXPECT_EQ(report.at("tables"), file("t.csv"));
  out_of({"prove", ring, "--tables", file("t.csv")});
  EXPECT_EQ(directory_.files(), (std::vector<std::string>{"mine.csv", "t.csv"}));
}

TEST_F(RoutingTables, are_exported_to_rtl_like_any_other_routing) {
  const std::string mesh = "kind: mesh, sides: [3, 3]";
  const std::string by_name = scenario(mesh, "routing: updown, vcs: 2");
  out_of({"prove", by_name, "--tables", file("t.csv")});
  const auto exported = [&](const std::string& what, const std::string& to) {
    out_of({"export", what, "--part", "routers", "--out", file(to)});
    std::ifstream in(file(to) + "/kt_route.sv");
    std::string head;
    for (int line = 0; line < 2; ++line) std::getline(in, head);  // it names the command
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  const std::string route = exported(by_name, "name");
  EXPECT_FALSE(route.empty());
  EXPECT_EQ(route, exported(scenario(mesh, "table: " + file("t.csv")), "table"));
}

TEST_F(RoutingTables, that_are_not_proved_are_not_exported) {
  const auto refused = [&](const std::string& text, const std::string& reason) {
    const std::string ring = scenario(kTurningRing, "table: " + write("t.csv", text));
    const ToolResult result = run_tool({"export", ring, "--part", "routers", "--out", file("rtl")});
    EXPECT_EQ(result.status, 1) << result.err;
    EXPECT_NE(result.out.find(reason), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("\nfiles      none, because the proof failed\n"), std::string::npos) << result.out;
    EXPECT_FALSE(std::filesystem::exists(file("rtl")));
    EXPECT_EQ(run_tool({"export", ring, "--set", "run.proof=skip"}).status, 0);
  };
  refused(turning(), "\ncycle         x0.e vc 0\n");
  std::string text = turning();
  text.erase(text.find("1,3,e\n"), 6);
  refused(text, "x0 to x3");
}

TEST_F(RoutingTables, of_a_chip_are_proved_before_they_are_exported) {
  std::string table = "node,destination,port\n";
  const std::string torus = "kind: torus, sides: [4, 4]";
  for (int at = 0; at < 16; ++at) {
    for (int to = 0; to < 16; ++to) {
      if (at != to) table += std::to_string(at) + ',' + std::to_string(to) + (at % 4 == to % 4 ? ",s\n" : ",e\n");
    }
  }
  const std::string chip = scenario(torus, "table: " + write("t.csv", table), ", fabric: {}");
  EXPECT_EQ(run_tool({"export", chip, "--part", "chip"}).status, 1);
  EXPECT_EQ(run_tool({"export", chip, "--part", "fabric"}).status, 0) << "it has no routers";
}

TEST_F(RoutingTables, pairs_without_a_way_are_counted_in_an_export) {
  const auto exported = [&](const std::string& what) { return out_of({"export", what, "--part", "routers"}); };
  const std::string parts = write("parts.csv", "a,b\na,b\nb,c\nd,e\n");
  const std::string of_parts = exported("{network: {kind: graph, file: " + parts + "}}");
  EXPECT_NE(of_parts.find("\nleft out   12 pairs of live nodes: the routers hold no way for their packets, and the "
                          "bench sends none\n"),
            std::string::npos)
      << of_parts;
  const std::string mesh = exported("{network: {kind: mesh, sides: [4]}, defects: {pe: [1]}}");
  EXPECT_NE(mesh.find("\nleft out   4 pairs of live nodes"), std::string::npos) << mesh;
  EXPECT_EQ(exported("{network: {kind: mesh, sides: [2, 2]}}").find("left out"), std::string::npos);
}

TEST_F(RoutingTables, in_json_are_judged_as_json) {
  EXPECT_EQ(refusal_in("a.json", "// mine\n{}").find("a.json:1:1: not valid JSON: syntax error while parsing value"),
            0u)
      << refusal_in("a.json", "// mine\n{}");
  EXPECT_EQ(refusal_in("b.json", "[[0, 1]]"),
            "b.json:1:1: a routing table in JSON is an object, not a list; kintsugi prove --tables FILE.json writes "
            "one\n");
  const std::string broken =
      refusal_in("c.json", R"({"columns": ["node", "destination", "port"], "rows": [[0 1 "e"]]})");
  EXPECT_EQ(broken.find("c.json:1:58: not valid JSON: "), 0u) << broken;
  EXPECT_EQ(lines_of(broken).size(), 1u) << broken;
  EXPECT_EQ(refusal_in("d.json", R"({"columns": ["node"], "row": [], "rows": [], "rows": [[1]]})"),
            "d.json:1:23: unknown key 'row'; did you mean 'rows'?\n"
            "d.json:1:46: duplicate key 'rows'; the first is in line 1\n");
}

TEST_F(RoutingTables, with_an_empty_cell_say_which) {
  const auto refusal = [&](const std::string& text) {
    const std::string path = write("t.csv", text);
    return refusal_of({"prove", scenario(kTurningRing, "table: " + path)}).substr(path.size());
  };
  EXPECT_EQ(refusal("network,\n" + turning()), ":1:9: network has an empty cell; fill it, or leave network out\n");
  EXPECT_EQ(refusal("node,destination,port\n0,1,\n"), ":2:5: the port is empty; the ports of node x0 are e, w\n");
}

TEST_F(RoutingTables, with_very_many_mistakes_have_at_least_so_many) {
  std::string text = "node,destination,port\n";
  for (int i = 0; i < 2000; ++i) text += "0,99,e\n";
  const std::string said = refusal_of({"prove", scenario(kTurningRing, "table: " + write("t.csv", text))});
  EXPECT_NE(said.find("t.csv: and at least 900 more mistakes\n"), std::string::npos) << said.substr(said.size() - 200);
}

}  // namespace
}  // namespace kintsugi::test
