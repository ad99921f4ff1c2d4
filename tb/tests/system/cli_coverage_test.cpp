// kintsugi run --coverage, sweep --coverage and kintsugi coverage, beside counts of their own: of a packet log and of a
// waveform.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tb/tests/system/tool.hpp"
#include "tb/tool/coverage/coverage.hpp"
#include "tb/tool/coverage/fill.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;
using CoverageWords = std::vector<std::string>;

const std::string kCoveredMesh =
    "{network: {kind: mesh, sides: [3, 3]}, traffic: {rate: 0.2, flits: 2}, run: {warmup: 0, cycles: 200}}";
const std::string kCoveredWafer =
    "{network: {kind: torus, sides: [4, 4]}, fabric: {}, traffic: {rate: 0.1, flits: 2}, repair: {plan_cycles: 3}, "
    "defects: {pe: [[1, 1]], track: [[H, 1, 1, 0]]}, faults: [{cycle: 60, pe: [2, 2]}, "
    "{cycle: 150, switch: [H, 1, 3, 0, D1]}], run: {warmup: 0, cycles: 400}}";

class CoverageCommandFiles : public testing::Test {
 protected:
  CoverageCommandFiles() { std::filesystem::create_directories(place_.path()); }

  std::string path(const std::string& name) const { return (place_.path() / name).string(); }

  /// Runs a scenario and returns its coverage.
  json coverage_of(const std::string& scenario, const std::string& name, const CoverageWords& options = {},
                   int status = 0) const {
    const ToolResult result = run_tool(with({"run", scenario, "--quiet", "--coverage", path(name)}, options));
    EXPECT_EQ(result.status, status) << result.err << result.out;
    return json::parse(text_of(path(name)));
  }

  /// Returns the points of a group of the only chip.
  static json points_of(const json& coverage, const std::string& group) {
    EXPECT_EQ(coverage["chips"].size(), 1u);
    return coverage["chips"][0]["groups"][group]["points"];
  }

  static json report_of(const CoverageWords& words, int status = 0) {
    const ToolResult result = run_tool(with({"coverage", "--json", "--quiet"}, words));
    EXPECT_EQ(result.status, status) << result.err;
    return json::parse(result.out);
  }

  const TemporaryDirectory place_;
};

/// Returns the ways of the packets of a log, each with how many packets have it, by node and turn; adds the channels.
std::map<std::string, std::map<std::string, std::uint64_t>> turns_in_log(
    const std::string& text, std::map<std::string, std::map<std::string, std::uint64_t>>& channels) {
  std::map<std::string, std::map<std::string, std::uint64_t>> turns;
  for (const std::string& line : lines_of(text)) {
    const json packet = json::parse(line);
    if (!packet.contains("route")) continue;
    for (const json& hop : packet["route"]) {
      const std::string node = hop[0], in = hop[1], out = hop[2];
      ++turns[node][in + " -> " + out];
      if (out != "local") ++channels[node][out + "." + std::to_string(hop[3].get<int>())];
    }
  }
  return turns;
}

TEST_F(CoverageCommandFiles, count_the_turns_and_channels_of_the_packet_log) {
  const json coverage = coverage_of(kCoveredMesh, "c.json", {"--packets", path("p.jsonl"), "--route"});
  std::map<std::string, std::map<std::string, std::uint64_t>> channels;
  const auto turns = turns_in_log(text_of(path("p.jsonl")), channels);
  ASSERT_GT(turns.size(), 5u);
  const auto expect_counts = [&](const std::string& group, const auto& expected) {
    std::uint64_t compared = 0;
    const json groups = points_of(coverage, group);
    for (const auto& [node, points] : groups.items()) {
      for (const auto& [point, count] : points.items()) {
        const auto found = expected.find(node);
        const bool is_there = found != expected.end() && found->second.contains(point);
        EXPECT_EQ(count, is_there ? found->second.at(point) : 0) << node << ' ' << point;
        compared += is_there ? 1 : 0;
      }
    }
    std::uint64_t all = 0;
    for (const auto& [node, points] : expected) all += points.size();
    EXPECT_EQ(compared, all) << "every one of the log is a point of " << group;
  };
  expect_counts("turns", turns);
  expect_counts("channels", channels);
}

TEST_F(CoverageCommandFiles, have_the_turns_of_dimension_order_as_their_goal) {
  const json turns = points_of(coverage_of(kCoveredMesh, "c.json"), "turns");
  EXPECT_EQ(turns.size(), 9u);
  EXPECT_TRUE(turns["x1.y1"].contains("w -> n"));
  EXPECT_FALSE(turns["x1.y1"].contains("n -> w")) << "no packet turns from y to x";
  EXPECT_EQ(turns["x0.y0"].size(), 2u + 2u + 1u) << "from and to the PE, and from e to s";
}

/// Reads the changes of the states of switches from a waveform: by switch, those that come one after the other.
std::map<std::string, std::vector<std::string>> states_in_wave(const std::string& text) {
  std::map<std::string, std::string> switch_of;  // by identifier
  std::map<std::string, std::vector<std::string>> states;
  std::vector<std::string> scopes;
  for (const std::string& line : lines_of(text)) {
    std::istringstream words(line);
    std::string first;
    words >> first;
    if (first == "$scope") {
      std::string kind, name;
      words >> kind >> name;
      scopes.push_back(name);
    } else if (first == "$upscope") {
      scopes.pop_back();
    } else if (first == "$var") {
      std::string kind, width, id, name;
      words >> kind >> width >> id >> name;
      std::string full;
      for (const std::string& scope : scopes) full += (full.empty() ? "" : ".") + scope;
      if (name == "state") switch_of[id] = full;
    } else if (first.starts_with("s") && first.size() > 1) {
      std::string id;
      words >> id;
      const auto found = switch_of.find(id);
      if (found != switch_of.end()) states[found->second].push_back(first.substr(1));
    }
  }
  return states;
}

TEST_F(CoverageCommandFiles, count_the_states_and_transitions_of_the_waveform) {
  std::string scenario = kCoveredWafer;
  scenario.pop_back();
  const json coverage = coverage_of(scenario + ", waves: {file: w.vcd, scope: ['wafer.*.state']}}", "c.json",
                                    {"--out", place_.path().string()});
  const auto waves = states_in_wave(text_of(path("w.vcd")));
  ASSERT_GT(waves.size(), 100u);
  const json states = points_of(coverage, "states"), transitions = points_of(coverage, "transitions");
  ASSERT_EQ(states.size(), waves.size());
  std::size_t changes = 0;
  for (const auto& [name, seen] : waves) {
    const std::set<std::string> reached(seen.begin(), seen.end());
    for (const auto& [state, count] : states[name].items()) {
      EXPECT_EQ(count.get<int>() != 0, reached.contains(state)) << name << ' ' << state;
    }
    std::map<std::string, int> made;
    for (std::size_t i = 1; i < seen.size(); ++i)
      made[seen[i - 1] + " -> " + seen[i]] += seen[i] != seen[i - 1] ? 1 : 0;
    for (const auto& [change, count] : transitions[name].items()) EXPECT_EQ(count, made[change]) << name << change;
    changes += made.size();
  }
  EXPECT_GT(changes, 100u);
}

TEST_F(CoverageCommandFiles, count_the_configurations_in_which_a_state_was_in_force) {
  const json coverage = coverage_of(kCoveredWafer, "c.json");
  const json of_switches = points_of(coverage, "states");
  for (const auto& [name, states] : of_switches.items()) {
    int configurations = 0;
    for (const auto& [state, count] : states.items()) configurations += count.get<int>();
    EXPECT_EQ(configurations, 4) << name << ": after power-up, the first load and two reconfigurations";
  }
  const json phases = points_of(coverage, "phases");
  EXPECT_EQ(phases["wafer.controller"]["plan"], 2);
  EXPECT_EQ(phases["wafer.controller"]["load"], 2);
  EXPECT_EQ(phases["wafer.controller"]["failed"], 0);
  EXPECT_EQ(phases["wafer.config_chain"]["active"], 3);
  EXPECT_EQ(phases["wafer.config_chain"]["refused"], 0);
  const json defects = points_of(coverage, "defects");
  EXPECT_EQ(defects["PE"]["dead"], 2);
  EXPECT_EQ(defects["track switch"]["a wire cut"], 1);
  EXPECT_EQ(defects["track switch"]["stuck in D1"], 1);
  EXPECT_EQ(defects["track switch"]["stuck in D2"], 0);
}

/// The controller is idle at the start and after each reconfiguration that it completes: here after one of two.
TEST_F(CoverageCommandFiles, do_not_count_the_controller_as_idle_after_a_reconfiguration_that_is_not_completed) {
  const auto idle = [&](const std::string& last) {
    const json covered = coverage_of(
        "{network: {kind: torus, sides: [4, 4]}, fabric: {}, traffic: {rate: 0.1, flits: 2}, "
        "repair: {plan_cycles: 50}, faults: [{cycle: 60, pe: [2, 2]}, {cycle: " +
            last + ", pe: [3, 3]}], run: {warmup: 0, cycles: 300, drain: false}}",
        "idle" + last + ".json");
    return points_of(covered, "phases")["wafer.controller"]["idle"];
  };
  EXPECT_EQ(idle("150"), 3) << "start, first and second";
  EXPECT_EQ(idle("290"), 2);
}

/// A trace ends by itself, before the second link begins to corrupt.
TEST_F(CoverageCommandFiles, count_links_that_corrupt_before_the_end_alone) {
  std::ofstream(path("trace.csv")) << "0,0,8,4\n500,3,4,4\n";
  const auto corrupting = [&](const std::string& second) {
    const json covered = coverage_of(
        "{network: {kind: mesh, sides: [3, 3]}, router: {routing: updown}, detection: {}, traffic: {trace: " +
            path("trace.csv") + "}, faults: [{cycle: 50, link: [0, 1], corrupt: 0.01}, {cycle: " + second +
            ", link: [4, 5], corrupt: 0.01}]}",
        "corrupting" + second + ".json");
    return points_of(covered, "defects")["link"]["corrupts flits"];
  };
  EXPECT_EQ(corrupting("100"), 2);
  EXPECT_EQ(corrupting("900"), 1);
}

TEST_F(CoverageCommandFiles, count_a_fault_once_although_it_ends) {
  const json coverage = coverage_of(
      "{network: {kind: torus, sides: [4, 4]}, fabric: {}, traffic: {rate: 0.1}, defects: {pe: [[1, 1]]}, "
      "faults: [{cycle: 60, until: 200, pe: [2, 2]}], run: {warmup: 0, cycles: 400}}",
      "c.json");
  EXPECT_EQ(points_of(coverage, "defects")["PE"]["dead"], 2) << "one from the start, and one at run time";
  const json phases = points_of(coverage, "phases");
  EXPECT_EQ(phases["wafer.controller"]["plan"], 0) << "a plan takes no cycles";
  EXPECT_EQ(phases["wafer.controller"]["load"], 2) << "for the fault and for its end";
}

TEST_F(CoverageCommandFiles, are_the_same_for_every_schedule_and_number_of_threads) {
  coverage_of(kCoveredMesh, "mesh.json");
  coverage_of(kCoveredWafer, "wafer.json");
  for (const CoverageWords& way : other_ways_to_run()) {
    coverage_of(kCoveredMesh, "other.json", way);
    EXPECT_EQ(text_of(path("other.json")), text_of(path("mesh.json"))) << way[0] << way[1];
    coverage_of(kCoveredWafer, "other.json", way);
    EXPECT_EQ(text_of(path("other.json")), text_of(path("wafer.json"))) << way[0] << way[1];
  }
}

TEST_F(CoverageCommandFiles, are_added_in_any_order) {
  coverage_of(kCoveredMesh, "a.json");
  coverage_of(kCoveredWafer, "b.json");
  std::string other = kCoveredMesh;
  other.replace(other.find("rate: 0.2"), 9, "rate: 0.4");
  coverage_of(other, "c.json");
  const json sum = report_of({path("a.json"), path("b.json"), path("c.json"), "--out", path("abc.json")});
  report_of({path("c.json"), path("a.json"), "--out", path("ca.json")});
  report_of({path("b.json"), path("ca.json"), "--out", path("bca.json")});
  EXPECT_EQ(text_of(path("abc.json")), text_of(path("bca.json")));
  ASSERT_EQ(sum["chips"].size(), 2u);
  EXPECT_EQ(sum["chips"][0]["runs"], 2) << "of the mesh";
  EXPECT_GE(sum["groups"]["turns"]["reached"], report_of({path("a.json")})["groups"]["turns"]["reached"]);
}

TEST_F(CoverageCommandFiles, end_with_status_1_below_what_is_needed) {
  coverage_of(kCoveredMesh, "c.json");
  const json report = report_of({path("c.json")});
  const double least =
      std::min({report["groups"]["ports"]["percent"].get<double>(), report["groups"]["turns"]["percent"].get<double>(),
                report["groups"]["channels"]["percent"].get<double>()});
  EXPECT_GT(least, 50);
  report_of({path("c.json"), "--need", std::to_string(static_cast<int>(least))}, 0);
  const json wafer = coverage_of(kCoveredWafer, "w.json");
  EXPECT_FALSE(report_of({path("w.json"), "--need", "95"}, 1)["below"].empty());
  EXPECT_EQ(run_tool({"coverage", path("w.json"), "--need", "101"}).status, 2);
}

TEST_F(CoverageCommandFiles, that_are_cut_or_changed_are_refused_and_nothing_is_written) {
  coverage_of(kCoveredMesh, "c.json");
  const std::string text = text_of(path("c.json"));
  std::ofstream(path("cut.json")) << text.substr(0, text.size() / 2);
  const ToolResult cut = run_tool({"coverage", path("c.json"), path("cut.json"), "--out", path("sum.json")});
  EXPECT_EQ(cut.status, 2);
  EXPECT_NE(cut.err.find("cut.json:"), std::string::npos) << cut.err;
  EXPECT_FALSE(std::filesystem::exists(path("sum.json")));
  std::string changed = text;
  changed.replace(changed.find("\"reached\": "), 11, "\"reached\": 1");
  std::ofstream(path("changed.json")) << changed;
  const ToolResult refused = run_tool({"coverage", path("changed.json")});
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("it has been changed"), std::string::npos) << refused.err;
  EXPECT_EQ(run_tool({"coverage", path("none.json")}).status, 2);
  EXPECT_EQ(run_tool({"coverage", "traces/golden/demo.json"}).status, 2) << "a report is no coverage";
}

TEST_F(CoverageCommandFiles, are_drawn_on_a_page_with_what_is_missing) {
  coverage_of(kCoveredWafer, "c.json");
  report_of({path("c.json"), "--page", path("c.html")});
  const std::string page = text_of(path("c.html"));
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>\n<!-- Written by kintsugi -->"));
  EXPECT_NE(page.find("<title>wafer.r1.c1.router: 0 of 5 reached\nmissing ports: e, local, n, s, w</title>"),
            std::string::npos)
      << "a dead PE carries nothing";
  EXPECT_NE(page.find("<circle"), std::string::npos);
}

TEST_F(CoverageCommandFiles, of_the_points_of_a_sweep_are_added_in_its_directory) {
  const std::string sweep = "{base: " + kCoveredMesh + ", axes: {traffic.rate: [0.05, 0.3]}}";
  const ToolResult result =
      run_program({program_path(), "sweep", sweep, "--coverage", "--out", path("sweep"), "--quiet", "--jobs", "2"});
  ASSERT_EQ(result.status, 0) << result.err;
  for (const std::string rate : {"0.05", "0.3"}) {
    std::string scenario = kCoveredMesh;
    scenario.replace(scenario.find("0.2"), 3, rate);
    coverage_of(scenario, rate + ".json");
  }
  report_of({path("0.05.json"), path("0.3.json"), "--out", path("sum.json")});
  const json swept = json::parse(text_of(path("sweep/coverage.json"))), sum = json::parse(text_of(path("sum.json")));
  EXPECT_EQ(swept["chips"][0]["groups"], sum["chips"][0]["groups"]);
  EXPECT_EQ(swept["chips"][0]["runs"], 2);
  EXPECT_EQ(run_tool({"sweep", sweep, "--coverage"}).status, 2) << "without --out there is no place for them";
}

TEST_F(CoverageCommandFiles, are_completed_by_the_scenarios_of_fill) {
  const std::string mesh =
      "{network: {kind: mesh, sides: [3, 3]}, traffic: {rate: 0.001}, run: {warmup: 0, cycles: 20}}";
  coverage_of(mesh, "before.json");
  const json report = report_of({path("before.json"), "--fill", path("fill")});
  CoverageWords files = {path("before.json"), "--need", "100"};
  EXPECT_EQ(report["fill"]["scenarios"], json::array({"turns.yaml", "channels.yaml"}));
  for (const json& scenario : report["fill"]["scenarios"]) {
    const std::string name = scenario.get<std::string>();
    coverage_of(path("fill/" + name), name + ".json");
    files.push_back(path(name + ".json"));
  }
  EXPECT_EQ(report_of(files)["below"], json::array());
}

/// Fills, runs what it has written, and returns the report of the sum.
json completed(const std::string& scenario, const std::filesystem::path& place) {
  const auto run = [&](const std::string& what, const std::string& name) {
    const std::string file = (place / name).string();
    const ToolResult result = run_tool({"run", what, "--quiet", "--coverage", file});
    EXPECT_EQ(result.status, 0) << what << result.err << result.out;
    return file;
  };
  const std::string first = run(scenario, "first.json"), into = (place / "fill").string();
  const ToolResult filled = run_tool({"coverage", first, "--fill", into, "--json", "--quiet"});
  EXPECT_EQ(filled.status, 0) << filled.err;
  CoverageWords words = {"coverage", "--json", "--quiet", first};
  if (std::filesystem::exists(into + "/unreachable.json")) words.push_back(into + "/unreachable.json");
  const json report = json::parse(filled.out);
  for (const json& each : report["fill"]["scenarios"]) {
    const std::string name = each.get<std::string>();
    words.push_back(run(into + '/' + name, name + ".json"));
  }
  const ToolResult sum = run_tool(words);
  EXPECT_EQ(sum.status, 0) << sum.err << "what is said to be unreachable is not reached";
  return json::parse(sum.out);
}

/// Numbered files are in the way too. A report that has groups would have been made after the search.
TEST_F(CoverageCommandFiles, of_fill_that_are_in_the_way_are_named_before_the_search_and_nothing_is_written) {
  coverage_of("{network: {kind: torus, sides: [2, 2]}, fabric: {}, traffic: {rate: 0.1}, run: {cycles: 100}}",
              "before.json");
  for (const std::string name : {"channels.yaml", "states_1.yaml", "states_2.yaml", "configuration_001.yaml",
                                 "configuration_002.yaml", "defects_1.yaml", "unreachable.json", "plans_none.yaml"}) {
    const std::string into = path("fill of " + name), file = into + '/' + name;
    std::filesystem::create_directories(into);
    std::ofstream(file) << "mine\n";
    const json report = report_of({path("before.json"), "--fill", into, "--out", path("sum.json")}, 2);
    ASSERT_TRUE(report.contains("errors")) << name;
    EXPECT_NE(report["errors"][0]["message"].get<std::string>().find("is there already"), std::string::npos) << report;
    EXPECT_FALSE(report.contains("groups")) << name << ": it was said after the search";
    EXPECT_EQ(text_of(file), "mine\n");
    EXPECT_FALSE(std::filesystem::exists(path("sum.json"))) << name << ": the sum was written beside a failure";
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(into), std::filesystem::directory_iterator()), 1);
  }
}

TEST_F(CoverageCommandFiles, of_fill_have_the_names_that_are_looked_at_before) {
  for (const std::string chip :
       {"network: {kind: torus, sides: [2, 2]}, fabric: {}", "network: {kind: srt1d, n: 3}, fabric: {}",
        "network: {kind: sse, n: 4, scheme: ksft2, k: 2}", "network: {kind: mesh, sides: [3, 3]}"}) {
    coverage_of('{' + chip + ", traffic: {rate: 0.001}, run: {warmup: 0, cycles: 20}}", "one.json");
    const coverage::Coverage coverage = coverage::read_coverage(path("one.json"));
    std::vector<std::string> names;
    for (const coverage::FillFile& file : coverage::fill(coverage, "fill").files) names.push_back(file.name);
    const std::vector<std::string> possible = coverage::possible_names(coverage, names);
    for (const std::string& name : names) EXPECT_NE(std::ranges::find(possible, name), possible.end()) << chip << name;
  }
}

TEST_F(CoverageCommandFiles, of_others_with_names_of_fill_are_in_no_way_where_nothing_of_the_kind_is_missing) {
  coverage_of("{network: {kind: mesh, sides: [2, 2]}, traffic: {rate: 0.001}, run: {warmup: 0, cycles: 20}}",
              "before.json");
  std::filesystem::create_directories(path("fill"));
  for (const std::string name : {"states_1.yaml", "states_of_mine.yaml", "unreachable.json", "plans_none.yaml"}) {
    std::ofstream(path("fill/" + name)) << "mine\n";
  }
  EXPECT_EQ(report_of({path("before.json"), "--fill", path("fill")})["fill"]["scenarios"].size(), 2u);
}

TEST_F(CoverageCommandFiles, of_fill_replace_no_other_output) {
  coverage_of("{network: {kind: torus, sides: [2, 2]}, fabric: {}, traffic: {rate: 0.1}, run: {cycles: 100}}",
              "before.json");
  const ToolResult refused =
      run_tool({"coverage", path("before.json"), "--fill", path("fill"), "--out", path("fill/unreachable.json")});
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("unreachable.json' is written for --out too"), std::string::npos) << refused.err;
  EXPECT_FALSE(std::filesystem::exists(path("fill")));
}

/// The stored scenario of a chip names the file of its graph, the table of its routing and its channels, and the files
/// of --fill name nodes: in a graph whose nodes have numbers as names, and another order, a number is a name.
TEST_F(CoverageCommandFiles, of_a_graph_of_a_file_are_completed) {
  const std::string graph = path("four nodes, a ring.dot"), table = path("its routing.csv");
  std::ofstream(graph) << "graph g { \"3\"; \"1\"; \"2\"; \"0\"; \"3\" -- \"1\" -- \"2\" -- \"0\" -- \"3\"; }\n";
  const std::string network = "network: {kind: graph, file: '" + graph + "'}";
  ASSERT_EQ(run_tool({"prove", '{' + network + "}", "--tables", table}).status, 0);
  const std::string little = ", traffic: {flows: [[3, 1, 0.1]]}, run: {warmup: 0, cycles: 60}}";
  const CoverageWords routers = {"", ", router: {table: '" + table + "'}", ", router: {preset: booksim, routing: nue}",
                                 ", router: {routing: nue}, link: {latency: {link: 3}}"};
  for (const std::string& router : routers) {
    const TemporaryDirectory place;
    std::filesystem::create_directories(place.path());
    const json report = completed('{' + network + router + little, place.path());
    EXPECT_EQ(report["chips"].size(), 1u) << router << ": the scenarios have the chip whose coverage they complete";
    for (const std::string group : {"ports", "channels", "turns"}) {
      EXPECT_EQ(report["groups"][group]["percent"], 100) << router << group << '\n' << report["missing"].dump(1);
    }
  }
}

TEST_F(CoverageCommandFiles, of_a_graph_are_completed_from_another_directory) {
  std::ofstream(path("ring.csv")) << "a,b\nx,y\ny,z\nz,x\n";
  coverage_of("{network: {kind: graph, file: '" +
                  std::filesystem::proximate(path("ring.csv"), source_directory()).string() +
                  "'}, traffic: {rate: 0.001}, run: {warmup: 0, cycles: 20}}",
              "before.json");
  const std::string page = path("page.html");
  ASSERT_EQ(run_tool({"coverage", path("before.json"), "--page", page, "--quiet"}).status, 0);
  EXPECT_NE(text_of(page).find("<svg"), std::string::npos) << "the chip is drawn";
  report_of({path("before.json"), "--fill", path("deep/fill")});
  EXPECT_EQ(run_tool({"run", path("deep/fill/turns.yaml"), "--quiet"}).status, 0);
}

void expect_all_states(const json& report) {
  for (const std::string group : {"states", "transitions", "channels", "turns", "refusals", "plans", "defects"}) {
    EXPECT_EQ(report["groups"][group]["percent"], 100) << group << '\n' << report["missing"].dump(1);
  }
  EXPECT_EQ(report["missing"]["phases"][0]["points"], json::array({"failed"}));
}

TEST_F(CoverageCommandFiles, of_a_small_wafer_are_completed_to_every_state_and_transition) {
  expect_all_states(
      completed("{network: {kind: torus, sides: [2, 2]}, fabric: {}, traffic: {rate: 0.1, flits: 2}, "
                "run: {warmup: 0, cycles: 100}}",
                place_.path()));
}

TEST(CoverageFillSlow, brings_a_wafer_of_4_by_4_to_every_state_and_transition) {
  const TemporaryDirectory place;
  std::filesystem::create_directories(place.path());
  expect_all_states(
      completed("{network: {kind: torus, sides: [4, 4]}, fabric: {}, traffic: {rate: 0.1, flits: 2}, "
                "run: {warmup: 0, cycles: 300}}",
                place.path()));
}

TEST_F(CoverageCommandFiles, refusals_of_every_kind_are_reached_by_the_scenario_of_fill) {
  coverage_of("{network: {kind: srt1d, n: 3}, fabric: {}, traffic: {rate: 0.05}, run: {warmup: 0, cycles: 100}}",
              "before.json");
  const json report = report_of({path("before.json"), "--fill", path("fill")});
  const json refusals = coverage_of(path("fill/refusals.yaml"), "refusals.json")["chips"][0]["groups"]["refusals"];
  EXPECT_EQ(refusals["reached"], refusals["goal"]) << refusals.dump(1);
  EXPECT_GE(refusals["goal"], 2) << refusals.dump(1);
}

/// The PEs of an array do not inspect the states of a file, so that no stream of a file is refused by them.
TEST_F(CoverageCommandFiles, refusals_of_an_array_are_reached_by_the_scenario_of_fill) {
  coverage_of("{network: {kind: sse, n: 4, scheme: ksft2, k: 2}, traffic: {rate: 0.05}, run: {warmup: 0, cycles: 100}}",
              "before.json");
  const json report = report_of({path("before.json"), "--fill", path("fill")});
  const json refusals = coverage_of(path("fill/refusals.yaml"), "refusals.json")["chips"][0]["groups"]["refusals"];
  EXPECT_EQ(refusals["reached"], refusals["goal"]) << refusals.dump(1);
  const json defects = coverage_of(path("fill/defects_1.yaml"), "defects.json")["chips"][0]["groups"]["defects"];
  EXPECT_EQ(defects["reached"], 2) << "a dead PE and a dead link: " << defects.dump(1);
}

/// The second stream begins in the cycle in which the first one is refused: no cycle shows that.
TEST_F(CoverageCommandFiles, count_refusals_that_follow_each_other_at_once) {
  const std::string chip = "network: {kind: srt2d, n: 2}, fabric: {}";
  ASSERT_EQ(run_tool({"repair", '{' + chip + '}', "--states", path("states.csv"), "--quiet"}).status, 0);
  const std::string entry = "{cycle: 100, states: '" + path("states.csv") + "', damage: [3], drain: false}";
  const json covered = coverage_of('{' + chip + ", traffic: {rate: 0.02}, run: {cycles: 200, warmup: 0}, " +
                                       "reconfigurations: [" + entry + ", " + entry + "]}",
                                   "refused.json");
  const json& refusals = covered["chips"][0]["groups"]["refusals"]["points"]["wafer.config_chain"];
  EXPECT_EQ(refusals["checksum"], 2) << refusals;
}

/// The coverage that the pages and the help begin with.
TEST_F(CoverageCommandFiles, of_traces_is_that_of_its_run) {
  coverage_of("{network: {kind: torus, sides: [4, 4]}, fabric: {}, traffic: {rate: 0.1}, run: {cycles: 1000}}",
              "torus.json");
  EXPECT_EQ(text_of(path("torus.json")), text_of("traces/coverage/torus.json"));
}

}  // namespace
}  // namespace kintsugi::test
