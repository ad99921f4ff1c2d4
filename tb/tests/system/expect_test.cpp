// The section `expect` of a scenario: each number and each fact, met and not met, in every way to run.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "tb/tests/system/tool.hpp"
#include "tb/tool/features/expect/section.hpp"
#include "tb/tool/run/instrument_checks.hpp"
#include "tb/tool/run/report_numbers.hpp"
#include "tb/tool/scenario/vocabulary.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

struct RunOutcome {
  int status = -1;
  json report;
  const json& expect() const { return report.at("expect"); }
  const json& list() const { return expect().at("expectations"); }
};

/// Runs a scenario, written as a mapping without its last brace, with a section `expect`.
RunOutcome run(const std::string& scenario, const std::string& expect, const std::vector<std::string>& more = {}) {
  const ToolResult result =
      run_tool(with({"run", scenario + ", expect: {" + expect + "}}", "--json", "--quiet"}, more));
  EXPECT_TRUE(result.status == 0 || result.status == 1) << result.err;
  return {result.status, json::parse(result.out)};
}

/// Returns the section for a number with this value: "latency: {mean: {at_least: 0}}".
std::string nested(const std::string& name, const std::string& value) {
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos) return name + ": " + value;
  return name.substr(0, dot) + ": {" + nested(name.substr(dot + 1), value) + "}";
}

/// Scenarios that together report every number; each reports its numbers in full.
const std::string kScenarios[] = {
    "{network: {kind: srt2d, n: 3}, fabric: {}, defects: {pe: [[3, 4]]}, faults: [{cycle: 400, pe: [5, 2]}], traffic: "
    "{rate: 0.05}, energy: {router: 1, wire: 1, switch: 1, leakage: 1, flit_bytes: 4}, run: {cycles: 1000, details: "
    "true}",
    "{network: {kind: mesh, sides: [3, 3]}, traffic: {rate: 0.05, multicast: {rate: 0.001}}, run: {cycles: 1000}",
    "{network: {kind: srt2d, n: 3}, router: {routing: minimal-adaptive}, run: {cycles: 100}",
    "{network: {kind: mesh, sides: [3, 3]}, traffic: {flows: [[0, 5, 0.1]], flits: 4}, run: {cycles: 1000}",
    "{network: {kind: mesh, sides: [3, 3]}, traffic: {rate: 0.1, flits: 4, reply: {}}, run: {cycles: 1000}",
    "{network: {kind: mesh, sides: [3, 3]}, traffic: {rate: 0.1, flits: 4, classes: {}}, run: {cycles: 1000}",
    "{network: {kind: mandala, ports: 4, levels: 2}, router: {routing: hdr}, faults: [{cycle: 400, pe: 3}], traffic: "
    "{rate: 0.02}, run: {cycles: 1000}",
    "{network: {kind: mesh, sides: [3, 3]}, detection: {heartbeat: 10}, router: {routing: nue}, faults: [{cycle: 400, "
    "link: [3, 4]}], traffic: {rate: 0.05}, run: {cycles: 1000}",
    "{network: {kind: srt2d, n: 2}, fabric: {}, faults: [{cycle: 600, pe: [2, 2]}], traffic: {workload: {name: "
    "allreduce, bytes: 32768}}",
    "{network: {kind: sse, n: 3, scheme: sft2}, repair: {diagnosis: observer}, faults: [{cycle: 400, pe: 3}], traffic: "
    "{rate: 0.02}, run: {cycles: 1000}",
    "{network: {kind: sse, n: 3, scheme: sft2}, repair: {diagnosis: exchange}, faults: [{cycle: 400, pe: 3}], traffic: "
    "{rate: 0.02}, run: {cycles: 1000}"};

/// Returns the messages about a scenario; empty if it is right.
std::string mistakes(const std::string& scenario) {
  try {
    load_scenario(scenario, {}, families(), {}, check_instruments);
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

/// Returns all names, with that of the only collective of kScenarios in place of GROUP.
std::vector<std::string> all_names() {
  const std::string group = ".GROUP.";
  std::vector<std::string> names;
  for (const Term& term : expectable_numbers()) {
    names.push_back(term.name);
    const std::size_t place = term.name.find(group);
    if (place != std::string::npos) names.back().replace(place, group.size(), ".allreduce.");
  }
  return names;
}

/// Returns the numbers that a scenario can expect.
std::vector<std::string> numbers_of(const std::string& scenario) {
  std::vector<std::string> names;
  for (const std::string& name : all_names()) {
    const std::string wrong = mistakes(scenario + ", expect: {" + nested(name, "1") + "}}");
    if (wrong.empty()) names.push_back(name);
  }
  return names;
}

/// Returns --set for each name: every number is to be `value`.
std::vector<std::string> overrides(const std::vector<std::string>& names, const std::string& value) {
  std::vector<std::string> words;
  for (const std::string& name : names) words.insert(words.end(), {"--set", "expect." + name + "=" + value});
  return words;
}

TEST(Expect, every_number_is_met_by_what_the_run_reports_and_not_by_another_value) {
  std::set<std::string> seen;
  for (const std::string& scenario : kScenarios) {
    const std::vector<std::string> names = numbers_of(scenario);
    ASSERT_FALSE(names.empty());
    const RunOutcome met = run(scenario, "", overrides(names, "{at_least: 0}"));
    EXPECT_EQ(met.status, 0) << met.expect();
    EXPECT_EQ(met.expect()["met"], true);
    std::vector<std::string> wrong;
    for (const json& each : met.list()) {
      EXPECT_EQ(each["met"], true) << each;
      seen.insert(each["name"].get<std::string>());
    }
    const RunOutcome unmet = run(scenario, "", overrides(names, "{at_least: 999999999}"));
    EXPECT_EQ(unmet.status, 1);
    EXPECT_EQ(unmet.expect()["met"], false);
    EXPECT_EQ(unmet.list().size(), names.size());
    for (std::size_t i = 0; i < unmet.list().size(); ++i) {
      EXPECT_EQ(unmet.list()[i]["met"], false) << unmet.list()[i];
      EXPECT_EQ(unmet.list()[i]["found"], met.list()[i]["found"]) << "what is expected changes nothing";
    }
  }
  for (const std::string& name : all_names()) EXPECT_TRUE(seen.contains(name)) << name;
}

TEST(Expect, one_number_that_is_not_met_fails_the_run) {
  for (const std::string& scenario : kScenarios) {
    const std::vector<std::string> names = numbers_of(scenario);
    std::vector<std::string> words = overrides(names, "{at_least: 0}");
    words.insert(words.end(), {"--set", "expect." + names.back() + "=999999999"});
    const RunOutcome outcome = run(scenario, "", words);
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(std::ranges::count_if(outcome.list(), [](const json& each) { return each["met"] == false; }), 1);
  }
}

const std::string kSmall = "{network: {kind: srt1d, n: 4}, traffic: {rate: 0.05}, run: {cycles: 1000}";

TEST(Expect, a_value_is_met_exactly_and_a_range_up_to_its_ends) {
  const json found = run(kSmall, "cycles: {at_least: 0}").report;
  const auto created = found["packets"]["created"].get<int>();
  const auto status = [&](const std::string& value) { return run(kSmall, "packets: {created: " + value + "}").status; };
  const std::string exact = std::to_string(created), less = std::to_string(created - 1),
                    more = std::to_string(created + 1);
  EXPECT_EQ(status(exact), 0);
  EXPECT_EQ(status(less), 1);
  EXPECT_EQ(status(more), 1);
  EXPECT_EQ(status("{at_least: " + exact + "}"), 0);
  EXPECT_EQ(status("{at_least: " + more + "}"), 1);
  EXPECT_EQ(status("{at_most: " + exact + "}"), 0);
  EXPECT_EQ(status("{at_most: " + less + "}"), 1);
  EXPECT_EQ(status("{at_least: " + less + ", at_most: " + exact + "}"), 0);
  EXPECT_EQ(status("{at_least: " + more + ", at_most: " + more + "}"), 1);
  const std::string mean = found["latency"]["mean"].dump();
  EXPECT_EQ(run(kSmall, "latency: {mean: " + mean + "}").status, 0) << "a mean as it is printed is the mean";
}

/// Packet 0 of node 1 in the trace of traces/reduction.yaml.
const std::string kReduction =
    "{network: {kind: srt2d, n: 2}, router: {preset: paper}, traffic: {trace: traces/reduction.csv}, run: {cycles: "
    "400, "
    "warmup: 0}";

std::string of_packet(const std::string& facts, const std::string& source = "1", const std::string& number = "0") {
  return "single_packets: [{source: " + source + ", number: " + number + ", " + facts + "}]";
}

TEST(Expect, every_fact_of_a_packet_is_met_and_not_met) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> facts = {
      {"delivered", {"true", "false"}},
      {"lost", {"false", "true"}},
      {"destination", {"0", "1"}},
      {"flits", {"16", "{at_most: 15}"}},
      {"created", {"0", "1"}},
      {"injected", {"0", "{at_least: 1}"}},
      {"latency", {"{at_least: 16, at_most: 30}", "{at_least: 31}"}},
      {"network_latency", {"{at_least: 16, at_most: 30}", "{at_most: 15}"}},
      {"hops", {"1", "2"}}};
  ASSERT_EQ(facts.size(), packet_facts().size());
  std::string all;
  for (const auto& [name, values] : facts) {
    EXPECT_TRUE(std::ranges::any_of(packet_facts(), [&](const PacketFact& fact) { return fact.term.name == name; }));
    all += (all.empty() ? "" : ", ") + name + ": " + values[0];
    const RunOutcome unmet = run(kReduction, of_packet(name + ": " + values[1]));
    EXPECT_EQ(unmet.status, 1) << name;
    ASSERT_EQ(unmet.list().size(), 1u);
    EXPECT_EQ(unmet.list()[0]["name"], "packet 0 of node 1, " + name);
    EXPECT_EQ(unmet.list()[0]["met"], false);
    EXPECT_NE(unmet.list()[0]["found"], nullptr);
  }
  const RunOutcome met = run(kReduction, of_packet(all));
  EXPECT_EQ(met.status, 0) << met.expect();
  EXPECT_EQ(met.list().size(), facts.size());
}

/// Positions of other nodes are names here: node 0 is called 20, node 2 is called 0.
TEST(Expect, a_destination_is_a_node_by_its_name_and_is_called_so) {
  TemporaryDirectory directory;
  std::filesystem::create_directories(directory.path());
  const std::string graph = (directory.path() / "row.csv").string(), trace = (directory.path() / "one.csv").string();
  std::ofstream(graph) << "a,b\n20,spine\nspine,0\n";
  std::ofstream(trace) << "0,20,0,4\n";
  const std::string scenario =
      "{network: {kind: graph, file: " + graph + "}, traffic: {trace: " + trace + "}, run: {cycles: 50}";
  const RunOutcome met = run(scenario, of_packet("destination: 0", "20"));
  EXPECT_EQ(met.status, 0) << met.expect();
  EXPECT_EQ(met.list()[0]["found"], "0");
  const RunOutcome unmet = run(scenario, of_packet("destination: spine", "20"));
  EXPECT_EQ(unmet.status, 1);
  EXPECT_EQ(
      unmet.list()[0],
      json({{"name", "packet 0 of node 20, destination"}, {"expected", "spine"}, {"found", "0"}, {"met", false}}));
  const ToolResult range =
      run_tool({"run", scenario + ", expect: {" + of_packet("destination: {at_least: 0}", "20") + "}}"});
  EXPECT_EQ(range.status, 2);
  EXPECT_NE(range.err.find("destination must be the name or the number of a node"), std::string::npos) << range.err;
}

TEST(Expect, the_facts_of_all_packets_have_the_means_of_the_report) {
  std::string packets;
  for (int source = 1; source < 16; source += 2) {
    packets += (source == 1 ? "{source: " : ", {source: ") + std::to_string(source) +
               ", number: 0, latency: {at_least: 0}, network_latency: {at_least: 0}, hops: {at_least: 0}}";
  }
  const RunOutcome outcome =
      run(kReduction, "packets: {created: 8}, single_packets: [" + packets + "]", {"--set", "run.cycles=30"});
  ASSERT_EQ(outcome.status, 0) << outcome.expect();
  ASSERT_EQ(outcome.list().size(), 25u);
  for (const std::size_t fact : {0u, 1u, 2u}) {
    double sum = 0;
    for (std::size_t i = 1 + fact; i < 25; i += 3) sum += outcome.list()[i]["found"].get<double>();
    const std::string section = fact == 0 ? "latency" : fact == 1 ? "network_latency" : "hops";
    EXPECT_EQ(sum / 8, outcome.report[section]["mean"].get<double>()) << section;
  }
}

TEST(Expect, a_lost_packet_is_found_in_the_queue_of_a_dead_pe_and_on_its_way) {
  const std::string dead =
      "{network: {kind: mandala, ports: 4, levels: 2}, router: {routing: hdr}, faults: [{cycle: "
      "300, pe: 5}], traffic: {rate: 0.5}, run: {cycles: 600}";
  const json lost = run(dead, "cycles: {at_least: 0}").report.at("lost_packets");
  std::set<std::string> reasons;
  for (const json& packet : lost) {
    if (!reasons.insert(packet["reason"]).second) continue;
    const std::string source = packet["source"].dump(), number = packet["number"].dump();
    const std::string facts = ", destination: " + packet["destination"].dump() + ", flits: " + packet["flits"].dump() +
                              ", created: " + packet["created"].dump();
    EXPECT_EQ(run(dead, of_packet("lost: true, delivered: false" + facts, source, number)).status, 0) << packet;
    const RunOutcome unmet = run(dead, of_packet("latency: {at_least: 0}, hops: {at_least: 0}", source, number));
    EXPECT_EQ(unmet.status, 1);
    EXPECT_EQ(unmet.list()[0]["missing"], "the packet was dropped");
    const bool queued = packet["reason"] == "in the source queue of a PE that died";
    EXPECT_EQ(run(dead, of_packet("injected: {at_least: 0}", source, number)).status, queued ? 1 : 0) << packet;
  }
  EXPECT_GE(reasons.size(), 2u);
}

TEST(Expect, a_packet_that_was_not_created_or_is_under_way_is_no_lost_packet) {
  const RunOutcome absent = run(kSmall, of_packet("lost: false, delivered: false", "3", "900"));
  EXPECT_EQ(absent.status, 1);
  for (const json& each : absent.list()) EXPECT_EQ(each["missing"], "there was no such packet");
  const std::string crowded =
      "{network: {kind: srt1d, n: 4}, traffic: {rate: 1, flits: 16}, run: {cycles: 300, drain: false}";
  const RunOutcome queued = run(crowded, of_packet("delivered: false, injected: {at_least: 0}", "3", "12"));
  EXPECT_EQ(queued.list()[0]["met"], true);
  EXPECT_EQ(queued.list()[1]["missing"], "the packet is in its source queue");
  const RunOutcome on_its_way = run(crowded, of_packet("delivered: false, hops: {at_least: 0}", "3", "7"));
  EXPECT_EQ(on_its_way.list()[0]["met"], true);
  EXPECT_EQ(on_its_way.list()[1]["missing"], "the packet is in flight");
}

TEST(Expect, a_multicast_is_no_single_packet) {
  const RunOutcome outcome =
      run("{network: {kind: mesh, sides: [3, 3]}, traffic: {rate: 0, multicast: {rate: 0.01}}, "
          "run: {cycles: 1000}",
          "multicast: {created: {at_least: 1}}");
  EXPECT_EQ(outcome.status, 0);
  const RunOutcome first =
      run("{network: {kind: mesh, sides: [3, 3]}, traffic: {rate: 0.0001, multicast: {rate: 0.01}}, "
          "run: {cycles: 1000}",
          of_packet("delivered: true"));
  EXPECT_EQ(first.status, 1);
  EXPECT_EQ(first.list()[0]["missing"], "it is a multicast");
}

TEST(Expect, each_reconfiguration_must_meet_what_is_expected_and_one_that_is_not_complete_does_not) {
  const std::string twice =
      "{network: {kind: sse, n: 4, scheme: ksft2, k: 2}, repair: {plan_cycles: 20}, faults: "
      "[{cycle: 300, pe: 4}, {cycle: 600, pe: 7}], traffic: {rate: 0.05}, run: {cycles: 1000}";
  const RunOutcome met = run(twice, "reconfigurations: {count: 2, plan: 20, cycle: {at_least: 300, at_most: 600}}");
  EXPECT_EQ(met.status, 0) << met.expect();
  EXPECT_EQ(met.list()[2]["found"], json({300, 600}));
  const RunOutcome unmet = run(twice, "reconfigurations: {cycle: {at_most: 599}}");
  EXPECT_EQ(unmet.status, 1) << "the second is too late";
  const RunOutcome cut =
      run(twice, "reconfigurations: {plan: 20}", {"--set", "run.cycles=602", "--set", "run.drain=false"});
  EXPECT_EQ(cut.status, 1);
  EXPECT_EQ(cut.list()[0]["found"], json({20, nullptr}));
}

const std::string kTwoSums =
    "{network: {kind: mesh, sides: [2, 2]}, traffic: {workload: {name: allreduce, bytes: 4096, times: 2}}";

TEST(Expect, a_collective_is_named_by_its_group_and_each_has_numbers_of_its_own) {
  const json found = run(kTwoSums, "cycles: {at_least: 0}").report.at("workload").at("collectives");
  ASSERT_EQ(found.size(), 2u);
  ASSERT_EQ(found[1]["name"], "allreduce2");
  const auto of_second = [](const std::string& key, const std::string& value) {
    return "workload: {collectives: {allreduce2: {" + key + ": " + value + "}}}";
  };
  for (const std::string key : {"cycles", "end", "algorithm_bandwidth"}) {
    const std::string first = found[0][key].dump(), second = found[1][key].dump();
    const RunOutcome met = run(kTwoSums, of_second(key, second));
    EXPECT_EQ(met.status, 0) << met.expect();
    EXPECT_EQ(met.list()[0]["name"], "workload.collectives.allreduce2." + key);
    const RunOutcome more = run(kTwoSums, of_second(key, "{at_least: 100000}"));
    EXPECT_EQ(more.status, 1) << key;
    EXPECT_EQ(more.list()[0]["found"], found[1][key]);
  }
  EXPECT_LT(found[0]["end"], found[1]["end"]);
  EXPECT_EQ(run(kTwoSums, of_second("end", found[0]["end"].dump())).status, 1) << "the end of the first";
}

TEST(Expect, a_collective_that_has_not_ended_has_no_time_to_be_met) {
  const RunOutcome cut = run(kTwoSums, "workload: {collectives: {allreduce: {cycles: {at_least: 0}, begin: 0}}}",
                             {"--set", "run.cycles=20"});
  EXPECT_EQ(cut.status, 1);
  EXPECT_EQ(cut.list()[0]["missing"], "the run has no such number");
  EXPECT_EQ(cut.list()[1]["met"], true);
}

/// Returns the packet as the scenario writes it, with one fact.
std::string packet_text(const ExpectedPacket& packet, const Expectation& fact, const std::string& value) {
  return "expect.single_packets=[{source: " + packet.source.word + ", number: " + std::to_string(packet.number) + ", " +
         fact.name + ": " + value + "}]";
}

std::string other_than(const decltype(Expectation::wanted)& wanted) {
  if (const bool* flag = std::get_if<bool>(&wanted)) return *flag ? "false" : "true";
  if (const auto* node = std::get_if<WrittenNode>(&wanted)) return node->word == "0" ? "1" : "0";
  return "999999999";
}

TEST(Expect, each_line_of_the_shipped_scenario_fails_it_when_another_value_is_expected) {
  const std::string file = "traces/expectations.yaml";
  const Scenario scenario = load_scenario((source_directory() / file).string(), {}).scenario;
  const ExpectSection& expect = *scenario.features.find<ExpectSection>();
  ASSERT_GE(expect.numbers.size(), 6u);
  ASSERT_EQ(expect.packets.size(), 2u);
  EXPECT_EQ(run_tool({"run", file}).status, 0);
  for (const Expectation& number : expect.numbers) {
    EXPECT_EQ(run_tool({"run", file, "--set", "expect." + number.name + "=999999999"}).status, 1) << number.name;
  }
  for (const ExpectedPacket& packet : expect.packets) {
    for (const Expectation& fact : packet.facts) {
      const std::string other = other_than(fact.wanted);
      EXPECT_EQ(run_tool({"run", file, "--set", packet_text(packet, fact, other)}).status, 1) << fact.name;
    }
  }
}

TEST(Expect, without_a_window_there_is_no_latency_to_be_met) {
  const RunOutcome outcome = run("{network: {kind: srt1d, n: 4}, traffic: {rate: 0.0001}, run: {cycles: 3, warmup: 2}",
                                 "latency: {mean: {at_least: 0}}");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.list()[0]["found"], nullptr);
  EXPECT_EQ(outcome.list()[0]["missing"], "the run has no such number");
}

TEST(Expect, a_run_that_does_not_begin_meets_nothing) {
  const ToolResult result =
      run_tool({"run", "traces/irreparable.yaml", "--set", "expect.cycles.at_least=0", "--set", "traffic={}"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.out.find("\nexpect  not met: cycles at least 0, found none: the run did not begin\n"),
            std::string::npos)
      << result.out;
}

TEST(Expect, the_text_report_has_a_line_for_each) {
  const std::string expect = ", expect: {cycles: {at_least: 1, at_most: 2}, packets: {lost: 0}, " +
                             of_packet("delivered: true, lost: true", "3", "0") + "}}";
  const ToolResult result = run_tool({"run", kSmall + expect});
  EXPECT_EQ(result.status, 1);
  const std::size_t begin = result.out.find("\nexpect ");
  ASSERT_NE(begin, std::string::npos) << result.out;
  const std::vector<std::string> lines = lines_of(result.out.substr(begin + 1));
  ASSERT_EQ(lines.size(), 4u) << result.out;
  EXPECT_TRUE(lines[0].find("not met: cycles 1 to 2, found 10") != std::string::npos) << lines[0];
  EXPECT_TRUE(lines[1].ends_with("met:     packets.lost 0, found 0")) << lines[1];
  EXPECT_TRUE(lines[2].ends_with("met:     packet 0 of node 3, delivered true, found true")) << lines[2];
  EXPECT_TRUE(lines[3].ends_with("not met: packet 0 of node 3, lost true, found false")) << lines[3];
}

TEST(Expect, is_the_same_in_every_way_to_run_and_with_a_waveform) {
  const std::string scenario = kSmall + ", expect: {latency: {mean: {at_most: 40}}, " +
                               of_packet("delivered: true, latency: {at_least: 0}, hops: {at_least: 0}", "3") + "}}";
  const ToolResult one = run_tool({"run", scenario, "--json"});
  EXPECT_EQ(one.status, 0) << one.out;
  for (const auto& way : other_ways_to_run()) EXPECT_EQ(run_tool(with({"run", scenario, "--json"}, way)).out, one.out);
  const TemporaryDirectory out;
  const ToolResult waved =
      run_tool({"run", scenario, "--json", "--set", "waves.file=w.vcd", "--out", out.path().string()});
  EXPECT_EQ(json::parse(waved.out)["expect"], json::parse(one.out)["expect"]);
}

TEST(Expect, nothing_of_a_run_without_expectations_changes) {
  const json with_them = run(kSmall, "cycles: {at_least: 0}, " + of_packet("lost: false")).report;
  json without = json::parse(run_tool({"run", kSmall + "}", "--json"}).out);
  EXPECT_FALSE(without.contains("expect"));
  without["expect"] = with_them["expect"];
  EXPECT_EQ(without, with_them);
}

TEST(Expect, an_override_sets_an_end_or_the_whole) {
  const std::vector<std::string> command = {"run", kSmall + ", expect: {latency: {mean: {at_most: 1}}}}", "--quiet"};
  EXPECT_EQ(run_tool(command).status, 1);
  EXPECT_EQ(run_tool(with(command, {"--set", "expect.latency.mean.at_most=1000"})).status, 0);
  EXPECT_EQ(run_tool(with(command, {"--set", "expect={}"})).status, 0);
  EXPECT_EQ(run_tool(with(command, {"--set", "expect.latency.mena=3"})).err,
            "--set expect.latency.mena=3: expect.latency.mena: the report has no number of this name; did you mean "
            "'latency.mean'?\n");
}

TEST(Expect, a_packet_that_the_trace_does_not_have_is_a_mistake) {
  const auto error_of = [](const std::string& expect, const std::string& cycles) {
    const ToolResult result =
        run_tool({"run", kReduction + ",\nexpect: {" + expect + "}}", "--set", "run.cycles=" + cycles});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    return result.err;
  };
  EXPECT_EQ(error_of(of_packet("lost: true", "0"), "20"),
            "<command line>:2:36: expect.single_packets: node 0 sends no packet of the trace before run.cycles; name "
            "another source\n");
  EXPECT_EQ(error_of(of_packet("lost: true", "1", "1"), "400"),
            "<command line>:2:47: expect.single_packets: until run.cycles node 1 sends at most 1 packet; their numbers "
            "begin with 0\n");
}

TEST(Expect, a_sweep_names_what_a_point_does_not_meet) {
  const ToolResult result = run_tool({"sweep",
                                      "{base: " + kSmall +
                                          ", expect: {packets: {lost: 0, in_flight: 1, queued: 1, created: 1, "
                                          "delivered: 1}}}, axes: {run.seed: [1]}}",
                                      "--quiet", "--json"});
  EXPECT_EQ(result.status, 1);
  const json point = json::parse(result.out)["results"][0];
  EXPECT_EQ(point["figures"]["expect.met"], false);
  const std::string created = point["figures"]["packets.created"].dump();
  const std::string failure =
      "not met: packets.in_flight 1, found 0; packets.queued 1, found 0; packets.created 1, found " + created +
      "; and 1 more";
  EXPECT_EQ(point["failure"], failure);
  EXPECT_EQ(result.err, "kintsugi: point 1 (run.seed=1) failed: exit status 1: " + failure + "\n");
}

TEST(Expect, a_sweep_whose_points_meet_all_succeeds) {
  const ToolResult result = run_tool(
      {"sweep", "{base: " + kSmall + "}, axes: {expect.packets.lost: [0, {at_most: 3}]}}", "--quiet", "--json"});
  EXPECT_EQ(result.status, 0) << result.err;
  const json document = json::parse(result.out);
  for (const json& point : document["results"]) EXPECT_EQ(point["figures"]["expect.met"], true);
}

TEST(Expect, a_search_for_the_saturation_expects_nothing) {
  const ToolResult result =
      run_tool({"saturate", kSmall + ", expect: {latency: {mean: {at_most: 1}}}}", "--tolerance", "0.25", "--quiet"});
  EXPECT_EQ(result.status, 0) << result.out;
}

TEST(Expect, every_command_that_reads_a_scenario_checks_the_names) {
  const std::string scenario = "{network: {kind: srt2d, n: 2}, fabric: {}, expect: {wibble: 1}}";
  for (const std::string command : {"run", "prove", "repair", "topo"}) {
    const ToolResult result = run_tool({command, scenario});
    EXPECT_EQ(result.status, 2) << command;
    EXPECT_NE(result.err.find("expect.wibble: the report has no number of this name"), std::string::npos) << command;
  }
}

TEST(Expect, the_help_says_that_a_run_can_fail_it) {
  EXPECT_NE(run_tool({"help", "run"}).out.find("what the scenario expects"), std::string::npos);
  const json list = json::parse(run_tool({"list", "--json"}).out);
  EXPECT_EQ(list["numbers"].size(), expectable_numbers().size());
  EXPECT_EQ(list["packet_facts"].size(), packet_facts().size());
}

}  // namespace
}  // namespace kintsugi::test
