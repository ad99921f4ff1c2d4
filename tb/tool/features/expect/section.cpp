#include "tb/tool/features/expect/section.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "tb/tool/features/expect/section_range.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/scenario/vocabulary.hpp"

namespace kintsugi {

namespace {

constexpr RealRange kAnyValue{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
constexpr IntegerRange kNumber{0, std::numeric_limits<std::int32_t>::max()};
constexpr const char* kPackets = "single_packets";

void read_numbers(MapReader& map, const std::string& section, std::vector<Expectation>& numbers);

/// Reads what stands under one key: a section, a number or a range. Its path in the report is `name`.
void read_number(MapReader& map, const Value::Entry& entry, const std::string& name,
                 std::vector<Expectation>& numbers) {
  if (entry.value.type == Value::Type::kMap && !is_written_range(entry.value)) {
    map.section(entry.key, [&](MapReader& inner) { read_numbers(inner, name + '.', numbers); });
    return;
  }
  RealRange range = kAnyValue;
  if (read_written_range(map, entry.key, range)) numbers.push_back({name, range, entry.value.where});
}

void read_numbers(MapReader& map, const std::string& section, std::vector<Expectation>& numbers) {
  Diagnostics& errors = map.context().errors;
  if (map.value().entries.empty() && !section.empty()) {
    map.complain_of_all(" is empty: name a number of this section, or give at_least, at_most or both");
  }
  for (const Value::Entry& entry : map.value().entries) {
    if (map.find(entry.key) != &entry.value) continue;  // a key that is given twice has been reported
    const bool is_other = entry.key == kPackets || entry.key == kGoldenKey || is_cycle_list(entry.key);
    if (section.empty() && is_other) continue;
    if (entry.key.find('.') == std::string::npos) {
      read_number(map, entry, section + entry.key, numbers);
    } else {
      errors.add(entry.where, "expect: '", entry.key,
                 "' must be written as a mapping in a mapping: {latency: {mean: ...}}");
    }
  }
}

std::string type_of(const PacketFact& fact) {
  if (fact.type == PacketFact::Type::kFlag) return "true or false";
  return fact.type == PacketFact::Type::kNode ? "node" : "number or range";
}

std::optional<decltype(Expectation::wanted)> read_wanted(MapReader& map, const PacketFact& fact) {
  const std::string& name = fact.term.name;
  bool flag = false;
  WrittenNode node;
  RealRange range = kAnyValue;
  if (fact.type == PacketFact::Type::kFlag && map.flag(name, flag)) return flag;
  if (fact.type == PacketFact::Type::kNode && map.node(name, node)) return node;
  if (fact.type == PacketFact::Type::kNumber && read_written_range(map, name, range)) return range;
  return std::nullopt;
}

void read_facts(MapReader& map, ExpectedPacket& packet) {
  for (const PacketFact& fact : packet_facts()) {
    const std::string& name = fact.term.name;
    if (const auto wanted = read_wanted(map, fact)) packet.facts.push_back({name, *wanted, map.find(name)->where});
    map.specify(name, {.type = type_of(fact), .help = fact.term.summary});
  }
}

void read_packet(MapReader& map, std::vector<ExpectedPacket>& packets) {
  ExpectedPacket packet;
  Diagnostics& errors = map.context().errors;
  const std::size_t errors_before = errors.size();
  map.require("source", ": the node that sends the packet");
  map.require("number", ": its number among the packets of its source, from 0");
  const bool named = map.node("source", packet.source, {.help = "the node that sends the packet, by name or number"});
  map.integer("number", kNumber, packet.number, {.help = "the number of the packet among those of its source, from 0"});
  read_facts(map, packet);
  if (errors.size() != errors_before) {
    if (named) packets.push_back(std::move(packet));  // its nodes are judged, and nothing else
    return;
  }
  packet.where_number = map.find("number")->where;
  if (map.value().entries.size() == 2) {
    map.complain_of_all(" expects nothing of its packet; add delivered: true or another fact");
  }
  packets.push_back(std::move(packet));
}

/// Reads the key; nullopt if it is not given, or wrong.
std::optional<GoldenRun> read_golden(MapReader& map) {
  GoldenRun golden;
  const bool is_right =
      map.file(kGoldenKey, golden.file,
               {.help = "a report (--json) or packet log (--packets) of an earlier run, to which this "
                        "one must be equal",
                .otherwise = "none",
                .example = "golden.json"});
  if (!is_right) return std::nullopt;
  const Value& value = *map.find(kGoldenKey);
  golden.where = value.where;
  if (value.text != "-") return golden;
  map.complain(kGoldenKey, " must be the name of a file, not '-'");
  return std::nullopt;
}

void read_expect(MapReader& map, Scenario& scenario) {
  auto& expect = scenario.features.emplace<ExpectSection>();
  map.say(kPackets, {.help = "what is expected of single packets", .otherwise = "nothing"});
  if (!map.refuse_null(kPackets)) {
    map.sections(kPackets, [&](MapReader& packet) { read_packet(packet, expect.packets); });
  }
  read_expected_cycles(map, expect.cycles);
  expect.golden = read_golden(map);
  read_numbers(map, "", expect.numbers);
}

void complete_expect(Scenario& scenario, Diagnostics& errors) {
  auto* const expect = scenario.features.find<ExpectSection>();
  if (expect != nullptr) complete_expected_cycles(scenario, expect->cycles, errors);
}

/// Returns the node that a fact of a packet expects; kNoNode if none does.
NodeId expected_node(const ExpectedPacket& packet, const FindNode& node) {
  for (const Expectation& fact : packet.facts) {
    const auto* wanted = std::get_if<WrittenNode>(&fact.wanted);
    if (wanted != nullptr) return node(*wanted, "expect.single_packets." + fact.name).value_or(kNoNode);
  }
  return kNoNode;
}

void find_expected_nodes(const Scenario& scenario, const FindNode& node, FeatureValues& found) {
  const auto* const expect = scenario.features.find<ExpectSection>();
  if (expect == nullptr) return;
  auto& nodes = found.emplace<ExpectedNodes>();
  for (const ExpectedPacket& packet : expect->packets) {
    nodes.sources.push_back(node(packet.source, "expect.single_packets.source").value_or(NodeId{0}));
    nodes.destinations.push_back(expected_node(packet, node));
  }
  for (const ExpectedCycles& entry : expect->cycles) nodes.cycles.push_back(find_expected_cycles(entry, node));
}

}  // namespace

const GoldenRun* golden_of(const Scenario& scenario) {
  const auto* const expect = scenario.features.find<ExpectSection>();
  return expect != nullptr && expect->golden ? &*expect->golden : nullptr;
}

constinit const FeatureSection kExpectSection{.name = "expect",
                                              .summary = "what makes a run a test",
                                              .read = read_expect,
                                              .complete = complete_expect,
                                              .find = find_expected_nodes};

}  // namespace kintsugi
