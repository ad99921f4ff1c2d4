// The lists `at`, `always` and `never` of the section `expect`: compared with what a waveform of the same run shows.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "tb/tests/system/page_data.hpp"
#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/hw/wave/vcd_reader.hpp"

namespace kintsugi::test {
namespace {

using nlohmann::json;

constexpr std::uint64_t kLast = 299;  // cycle of the runs
const std::string kChip =
    "{network: {kind: srt2d, n: 2}, fabric: {}, defects: {pe: [[1, 2]]}, traffic: {rate: 0.3, flits: 3}, router: {vcs: "
    "2}, faults: [{cycle: 150, pe: [2, 2]}], run: {cycles: 300, warmup: 0, drain: false}";

/// The waveform of kChip: the values of each signal in each cycle.
class Waves {
 public:
  Waves() {
    const ToolResult result =
        run_tool({"run", kChip + ", waves: {file: w.vcd}}", "--quiet", "--out", directory_.path().string()});
    EXPECT_EQ(result.status, 0) << result.err;
    dump_ = read_vcd(directory_.path() / "w.vcd");
  }
  std::string at(const std::string& signal, std::uint64_t cycle) const {
    std::string value;
    for (const auto& [time, text] : dump_.changes(signal)) {
      if (time <= cycle) value = text;
    }
    return value;
  }
  /// Returns the first cycle in which the signal has one of the values; kLast + 1 if there is none.
  std::uint64_t first(const std::string& signal, const std::vector<std::string>& values, std::uint64_t from = 0) const {
    std::uint64_t cycle = from;
    while (cycle <= kLast && std::ranges::find(values, at(signal, cycle)) == values.end()) ++cycle;
    return cycle;
  }
  std::uint64_t count(const std::string& signal, const std::vector<std::string>& values, std::uint64_t from,
                      std::uint64_t to) const {
    std::uint64_t count = 0;
    for (std::uint64_t cycle = from; cycle <= to; ++cycle) {
      count += std::ranges::find(values, at(signal, cycle)) != values.end() ? 1 : 0;
    }
    return count;
  }
  std::vector<std::string> signals_ending(const std::string& end) const {
    std::vector<std::string> names;
    for (const std::string& name : dump_.order) {
      if (name.ends_with(end)) names.push_back(name);
    }
    return names;
  }

 private:
  TemporaryDirectory directory_;
  VcdDump dump_;
};

const Waves& waves() {
  static const Waves waves;
  return waves;
}

/// The entries of the report, of a run of kChip with these lists.
json run_with(const std::string& lists, const std::vector<std::string>& more = {}) {
  const ToolResult result = run_tool(with({"run", kChip + ", expect: {" + lists + "}}", "--json", "--quiet"}, more));
  EXPECT_TRUE(result.status == 0 || result.status == 1) << result.err;
  const json expect = json::parse(result.out).at("expect");
  EXPECT_EQ(expect["met"], result.status == 0);
  return expect["expectations"];
}

json only(const std::string& lists) {
  const json list = run_with(lists);
  EXPECT_EQ(list.size(), 1u);
  return list.front();
}

void expect_met(const std::string& lists) {
  const json entry = only(lists);
  EXPECT_EQ(entry["met"], true) << entry;
}

void expect_unmet(const std::string& lists, std::uint64_t cycle, const std::string& found) {
  const json entry = only(lists);
  EXPECT_EQ(entry["met"], false) << entry;
  EXPECT_EQ(entry.value("cycle", std::uint64_t{0}), cycle) << entry;
  EXPECT_EQ(entry["found"], found) << entry;
}

std::string text(std::uint64_t number) {
  return std::to_string(number);
}

/// Returns a switch whose state is another one after the fault, and the cycle in which it becomes so.
std::pair<std::string, std::uint64_t> moved_switch() {
  for (const std::string& signal : waves().signals_ending(".state")) {
    for (std::uint64_t cycle = 151; cycle <= kLast; ++cycle) {
      if (waves().at(signal, cycle) == waves().at(signal, cycle - 1)) continue;
      return {signal.substr(0, signal.size() - std::string(".state").size()), cycle};
    }
  }
  ADD_FAILURE() << "no switch moves";
  return {};
}

TEST(ExpectInCycles, a_switch_has_its_state_in_the_cycle_in_which_it_changes_and_not_in_the_one_before) {
  const auto [name, cycle] = moved_switch();
  const std::string before = waves().at(name + ".state", cycle - 1), after = waves().at(name + ".state", cycle);
  const std::string head = "at: [{switch: " + name + ", state: ";
  expect_met(head + after + ", cycle: " + text(cycle) + "}]");
  expect_unmet(head + after + ", cycle: " + text(cycle - 1) + "}]", cycle - 1, before);
  expect_met(head + before + ", cycle: " + text(cycle - 1) + "}]");
  expect_unmet(head + before + ", cycle: " + text(cycle) + "}]", cycle, after);
  expect_met(head + "[" + before + ", " + after + "], cycle: " + text(cycle) + "}]");
  const std::string always = "always: [{switch: " + name + ", state: " + after + ", from: ";
  expect_met(always + text(cycle) + "}]");
  expect_unmet(always + text(cycle - 1) + "}]", cycle - 1, before);
  expect_met(always + "'fault + " + text(cycle - 150) + "'}]");
  expect_unmet(always + "'fault + " + text(cycle - 151) + "'}]", cycle - 1, before);
  const std::string never = "never: [{switch: " + name + ", state: " + before + ", from: ";
  expect_met(never + text(cycle) + "}]");
  expect_unmet(never + text(cycle - 1) + "}]", cycle - 1, before);
}

TEST(ExpectInCycles, stable_finds_the_cycle_of_a_change) {
  const auto [name, cycle] = moved_switch();
  expect_unmet("always: [{switch: " + name + ", stable: true, from: 100}]", cycle, waves().at(name + ".state", cycle));
  expect_met("always: [{switch: " + name + ", stable: true, from: 100, to: " + text(cycle - 1) + "}]");
  expect_met("always: [{switch: " + name + ", stable: true, from: " + text(cycle) + "}]");
  expect_met(
      "always: [{switch: wafer.*, stable: true, from: 100, while: {controller: wafer.controller, phase: idle}, "
      "to: 149}]");
}

TEST(ExpectInCycles, a_node_leaves_its_site_with_the_repair) {
  const std::string site = "wafer.r2.c2";
  const std::string node = waves().at(site + ".pe.logical", 149);
  ASSERT_NE(node, "idle");
  const std::uint64_t cycle = waves().first(site + ".pe.logical", {"idle"}, 150);
  ASSERT_LE(cycle, kLast);
  expect_met("at: [{site: " + site + ", node: " + node + ", cycle: 149}]");
  expect_met("always: [{site: " + site + ", node: idle, from: " + text(cycle) + "}]");
  expect_unmet("always: [{site: " + site + ", node: idle, from: " + text(cycle - 1) + "}]", cycle - 1, node);
}

TEST(ExpectInCycles, a_phase_lasts_as_many_cycles_as_the_waveform_shows) {
  const std::string signal = "wafer.controller.phase";
  const std::uint64_t begin = waves().first(signal, {"load"}, 150);
  const std::uint64_t length = waves().count(signal, {"load"}, begin, kLast);
  ASSERT_GT(length, 2u);
  const std::string head = "always: [{controller: wafer.controller, phase: load, lasts: ";
  expect_met(head + text(length) + "}]");
  expect_met(head + "{at_most: " + text(length) + "}}]");
  expect_unmet(head + "{at_most: " + text(length - 1) + "}}]", begin + length - 1, text(length) + " cycles or more");
  expect_unmet(head + "{at_least: " + text(length + 1) + "}}]", begin + length, text(length) + " cycles");
}

/// A port of a router that sends heads, and its signals.
std::string busy_port() {
  for (const std::string& signal : waves().signals_ending(".kind")) {
    const bool of_router = signal.find(".router.out_") != std::string::npos;
    if (of_router && waves().count(signal, {"head"}, 60, 140) > 3) return signal.substr(0, signal.size() - 5);
  }
  ADD_FAILURE() << "no port is busy";
  return "";
}

TEST(ExpectInCycles, flits_leave_a_port_in_the_cycles_of_the_waveform) {
  const std::string port = busy_port();
  const std::uint64_t head = waves().first(port + ".kind", {"head"}, 60);
  const std::string packet = waves().at(port + ".packet", head), vc = waves().at(port + ".vc", head);
  const auto binary = [](const std::string& bits) { return text(std::stoull(bits, nullptr, 2)); };
  const std::string at = "at: [{port: " + port + ", ";
  expect_met(at + "flit: head, cycle: " + text(head) + "}]");
  expect_met(at + "flit: head, packet: " + binary(packet) + ", vc: " + binary(vc) + ", cycle: " + text(head) + "}]");
  const json other =
      only(at + "packet: " + text(std::stoull(packet, nullptr, 2) + 1) + ", cycle: " + text(head) + "}]");
  EXPECT_EQ(other["met"], false);
  EXPECT_EQ(other["found"], "kind head, packet " + binary(packet));
  const std::uint64_t number = std::stoull(packet, nullptr, 2);
  const std::string words = "packet " + text(number / 16) + " of node " + text(number % 16);
  expect_met(at + "flit: head, packet: " + words + ", cycle: " + text(head) + "}]");
  expect_met(at + "packet: " + words + ", from: " + words + "}]");
  const std::uint64_t heads = waves().count(port + ".kind", {"head", "single"}, 60, 140);
  expect_met(at + "flit: head, from: 60, to: 140, count: " + text(heads) + "}]");
  const json fewer = only(at + "flit: head, from: 60, to: 140, count: {at_most: " + text(heads - 1) + "}}]");
  EXPECT_EQ(fewer["met"], false);
  std::uint64_t last = 140;
  while (waves().at(port + ".kind", last) != "head") --last;
  EXPECT_EQ(fewer["cycle"], last) << "it is found in the cycle in which it is one too many";
  const json more = only(at + "flit: head, from: 60, to: 140, count: {at_least: " + text(heads + 1) + "}}]");
  EXPECT_EQ(more["met"], false);
  EXPECT_EQ(more["found"], text(heads));
  expect_met("never: [{port: " + port + ", flit: head, from: " + text(head + 1) + ", to: " + text(head + 1) + "}]");
  expect_unmet("never: [{port: " + port + ", flit: head, from: 60}]", head, "head");
}

TEST(ExpectInCycles, buffers_never_hold_more_than_the_waveform_shows) {
  std::uint64_t most = 0, first = 0;
  const std::vector<std::string> buffers = waves().signals_ending(".occupancy");
  ASSERT_FALSE(buffers.empty());
  for (std::uint64_t cycle = 0; cycle <= kLast; ++cycle) {
    for (const std::string& each : buffers) {
      const std::uint64_t flits = std::stoull(waves().at(each, cycle), nullptr, 2);
      if (flits > most) first = cycle;
      most = std::max(most, flits);
    }
  }
  ASSERT_GT(most, 1u);
  expect_met("always: [{buffer: 'wafer.*', occupancy: {at_most: " + text(most) + "}}]");
  expect_unmet("always: [{buffer: 'wafer.*', occupancy: {at_most: " + text(most - 1) + "}}]", first, text(most));
  expect_met("at: [{buffer: 'wafer.*', occupancy: " + text(most) + ", some: true}]");
}

/// What an output channel has spent in credits is in the buffer behind it, on the way there, or on the way back.
TEST(ExpectInCycles, credits_are_those_of_the_buffer_while_nothing_is_under_way) {
  expect_met("always: [{channel: 'wafer.*.pe.out.vc?', credits: {at_most: 4}}]");
  const std::string idle =
      "{network: {kind: torus, sides: [3, 3]}, router: {buffer: 5}, run: {cycles: 50, warmup: 0}, "
      "traffic: {rate: 0}, expect: {always: [{channel: 'net.*', credits: ";
  EXPECT_EQ(run_tool({"run", idle + "5}]}}", "--quiet"}).status, 0);
  EXPECT_EQ(run_tool({"run", idle + "4}]}}", "--quiet"}).status, 1);
  const std::string busy =
      "{network: {kind: torus, sides: [3, 3]}, router: {buffer: 5}, run: {cycles: 200, warmup: 0}, "
      "traffic: {rate: 0.8}, expect: {always: [{channel: 'net.*', credits: 5}]}}";
  EXPECT_EQ(run_tool({"run", busy, "--quiet"}).status, 1);
}

TEST(ExpectInCycles, one_event_comes_before_another) {
  const auto [name, cycle] = moved_switch();
  const std::string moved = "switch: " + name + ", state: " + waves().at(name + ".state", cycle);
  const std::string load = "controller: wafer.controller, phase: load";
  expect_met("at: [{" + load + ", before: {" + moved + "}, from: 100}]");
  const json entry = only("at: [{" + moved + ", before: {" + load + "}, from: 100}]");
  EXPECT_EQ(entry["met"], false);
  EXPECT_EQ(entry["found"], "the other came first");
  EXPECT_EQ(entry["cycle"], waves().first("wafer.controller.phase", {"load"}, 100));
}

TEST(ExpectInCycles, never_two_counts_places_in_one_cycle) {
  std::uint64_t most = 0, first = 0;
  for (std::uint64_t cycle = 60; cycle <= 100; ++cycle) {
    std::uint64_t heads = 0;
    for (const std::string& signal : waves().signals_ending(".kind")) {
      heads += signal.find(".router.out_") != std::string::npos && waves().at(signal, cycle) == "head" ? 1 : 0;
    }
    if (heads > most) first = cycle;
    most = std::max(most, heads);
  }
  ASSERT_GT(most, 1u);
  const std::string head = "never: [{port: 'wafer.*.router.out_*', flit: head, from: 60, to: 100, more_than: ";
  expect_met(head + text(most) + "}]");
  expect_unmet(head + text(most - 1) + "}]", first, "head");
}

TEST(ExpectInCycles, load_is_the_cycle_in_which_states_come_into_force) {
  const std::uint64_t loaded = waves().first("wafer.config_chain.phase", {"active"});
  const std::string signal = "always: [{signal: wafer.config_chain.phase, value: active, from: load, to: 'load + ";
  expect_met(signal + text(148 - loaded) + "'}]");
  expect_unmet("at: [{signal: wafer.config_chain.phase, value: shift, cycle: load}]", loaded, "active");
  const auto [name, cycle] = moved_switch();
  expect_met("at: [{switch: " + name + ", state: " + waves().at(name + ".state", cycle) + ", cycle: load 2}]");
  const json third =
      only("at: [{switch: " + name + ", state: " + waves().at(name + ".state", cycle) + ", cycle: load 3}]");
  EXPECT_EQ(third["missing"], "load 3 did not come into force");
}

/// The second stream begins in the cycle in which the first one has come into force: no cycle shows the chain active.
TEST(ExpectInCycles, loads_are_counted_that_follow_each_other_at_once) {
  const TemporaryDirectory directory;
  const std::string chip = "network: {kind: srt2d, n: 2}, fabric: {}";
  const std::string states = (directory.path() / "states.csv").string();
  ASSERT_EQ(run_tool({"repair", '{' + chip + '}', "--states", states, "--quiet"}).status, 0);
  const std::string entry = "{cycle: 100, states: '" + states + "', drain: false}";
  const ToolResult result = run_tool({"run",
                                      '{' + chip + ", traffic: {rate: 0.02}, run: {cycles: 200, warmup: 0}, " +
                                          "reconfigurations: [" + entry + ", " + entry +
                                          "], expect: {at: [{controller: wafer.config_chain, phase: shift, cycle: "
                                          "load 2}, {controller: wafer.config_chain, phase: active, cycle: load 3}]}}",
                                      "--json", "--quiet"});
  ASSERT_EQ(result.status, 0) << result.out << result.err;
  const json report = json::parse(result.out);
  EXPECT_EQ(report["reconfigurations"][1]["cycle"].get<int>() - report["reconfigurations"][0]["cycle"].get<int>(),
            report["reconfigurations"][0]["load"].get<int>() + report["reconfigurations"][0]["switch"].get<int>());
}

TEST(ExpectInCycles, a_window_that_ends_before_it_begins_is_not_met_and_said_to_be_empty) {
  const std::uint64_t loaded = waves().first("wafer.config_chain.phase", {"active"});
  const json entry = only("always: [{signal: wafer.config_chain.phase, value: active, from: 100, to: load}]");
  EXPECT_EQ(entry["met"], false);
  EXPECT_EQ(entry["missing"],
            "the window is empty: it begins in cycle 100, and ends before that, in cycle " + text(loaded));
}

TEST(ExpectInCycles, a_window_that_the_run_does_not_reach_is_not_met) {
  const json entry = only("always: [{signal: wafer.config_chain.phase, value: active, from: 5000}]");
  EXPECT_EQ(entry["met"], false);
  EXPECT_EQ(entry["missing"], "the run ended after 300 cycles, before the window");
  const json packet = only("at: [{signal: wafer.config_chain.phase, value: active, from: packet 100000 of node 3}]");
  EXPECT_EQ(packet["missing"], "packet 100000 of node 3 was not created");
}

/// Returns the message about lists that cannot be watched, without the place.
std::string mistake_in(const std::string& lists) {
  const ToolResult result = run_tool({"run", kChip + ", expect: {" + lists + "}}", "--quiet"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  return result.err.substr(std::min(result.err.find("expect."), result.err.size()));
}

TEST(ExpectInCycles, names_that_are_no_signals_and_states_that_cannot_be_are_refused) {
  EXPECT_EQ(mistake_in("at: [{switch: wafer.r1.c1.no, state: D1, cycle: 3}]"),
            "expect.at.0: no signal is named 'wafer.r1.c1.no.state'; wafer.r1.c1 has router, pe, bunch_ew, bunch_ns\n");
  EXPECT_NE(mistake_in("at: [{switch: 'wafer.x*', state: D1}]").find("no signal matches 'wafer.x*.state'; wafer has "),
            std::string::npos);
  EXPECT_EQ(mistake_in("at: [{switch: wafer.r1.c1.bunch_ew, state: D3}]"),
            "expect.at.0: wafer.r1.c1.bunch_ew.state has no state 'D3'; it has cross, connect_0, connect_0_1\n");
  EXPECT_EQ(mistake_in("at: [{signal: wafer.config_chain.valid, value: 2}]"),
            "expect.at.0: wafer.config_chain.valid is a number of 1 bit, and cannot be 2\n");
  EXPECT_EQ(mistake_in("at: [{signal: wafer.config_chain.valid, value: high}]"),
            "expect.at.0: wafer.config_chain.valid is a number of 1 bit, not 'high'; give a number or a range\n");
  EXPECT_EQ(mistake_in("at: [{state: D1}]").substr(0, 36), "expect.at.0 names no place; give one");
  EXPECT_NE(mistake_in("never: [{port: a, switch: b}]").find("exclude each other"), std::string::npos);
  EXPECT_NE(mistake_in("always: [{switch: a}]").find("state is missing; give it, or stable: true"), std::string::npos);
  EXPECT_NE(mistake_in("at: [{switch: a, state: D1, cycle: soon}]").find("'load [NUMBER] [+ CYCLES]', not 'soon'"),
            std::string::npos);
  EXPECT_NE(mistake_in("at: [{switch: a, state: D1, cycle: fault 2}]").find("there is no fault 2"), std::string::npos);
  EXPECT_NE(mistake_in("always: [{switch: a, state: D1, from: 9, to: 8}]").find("must not be after"),
            std::string::npos);
}

TEST(ExpectInCycles, is_the_same_on_every_schedule_and_number_of_threads) {
  const std::string lists =
      "always: [{buffer: 'wafer.*', occupancy: {at_most: 1}}, {switch: 'wafer.*', stable: true, from: 100}], never: "
      "[{port: 'wafer.*.router.out_*', flit: head, more_than: 3}], at: [{port: 'wafer.*.router.out_*', packet: packet "
      "3 "
      "of node 5, from: packet 3 of node 5, to: packet 3 of node 5, some: true}]";
  const json expected = run_with(lists);
  for (const std::vector<std::string>& way : other_ways_to_run()) EXPECT_EQ(run_with(lists, way), expected) << way[1];
}

TEST(ExpectInCycles, the_waveform_marks_the_cycles_in_which_one_is_not_met) {
  const TemporaryDirectory directory;
  const auto [name, cycle] = moved_switch();
  const std::string lists = "expect: {at: [{switch: " + name + ", state: " + waves().at(name + ".state", cycle) +
                            ", from: 100}], never: [{controller: wafer.controller, phase: load, from: 100}]}";
  const ToolResult result = run_tool({"run", kChip + ", " + lists + ", waves: {file: w.vcd, scope: [expectations.*]}}",
                                      "--quiet", "--out", directory.path().string()});
  EXPECT_EQ(result.status, 1) << result.err;
  const VcdDump dump = read_vcd(directory.path() / "w.vcd");
  const std::uint64_t begin = waves().first("wafer.controller.phase", {"load"}, 100);
  const std::uint64_t end = begin + waves().count("wafer.controller.phase", {"load"}, begin, kLast);
  EXPECT_EQ(dump.changes("expectations.never0"),
            (VcdChanges{{0, "outside"}, {100, "holds"}, {begin, "fails"}, {end, "holds"}}));
  EXPECT_EQ(dump.changes("expectations.at0"), (VcdChanges{{0, "outside"}, {100, "pending"}, {cycle, "holds"}}));
}

TEST(ExpectInCycles, a_page_marks_the_first_cycle_in_which_one_is_not_met) {
  const TemporaryDirectory directory;
  const std::string page = (directory.path() / "p.html").string();
  const std::uint64_t begin = waves().first("wafer.controller.phase", {"load"}, 100);
  const std::string lists =
      "never: [{controller: wafer.controller, phase: load}, {controller: wafer.controller, phase: failed}]";
  EXPECT_EQ(run_tool({"run", kChip + ", expect: {" + lists + "}}", "--quiet", "--page", page}).status, 1);
  const json unmet = data_of_page(text_of(page)).at("unmet");
  ASSERT_EQ(unmet.size(), 1u);
  EXPECT_EQ(unmet[0]["cycle"], begin);
  EXPECT_EQ(unmet[0]["text"].get<std::string>().substr(0, 39), "never.0 wafer.controller.phase load, fo");
  EXPECT_EQ(run_tool({"run", kChip + "}", "--quiet", "--page", page}).status, 0);
  EXPECT_FALSE(data_of_page(text_of(page)).contains("unmet"));
}

}  // namespace
}  // namespace kintsugi::test
