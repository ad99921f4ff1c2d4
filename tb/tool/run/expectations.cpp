#include "tb/tool/run/expectations.hpp"

#include <algorithm>
#include <cmath>

#include "models/network/node_names.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/run/expectation_check.hpp"
#include "tb/tool/run/report_numbers.hpp"
#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

const std::string kReconfigurations = "reconfigurations";

using Wanted = decltype(Expectation::wanted);

/// "14", "10 to 14", "at least 10", "at most 14", "true", "spine01"
std::string text_of(const Wanted& wanted) {
  if (const auto* node = std::get_if<WrittenNode>(&wanted)) return node->word;
  if (const bool* flag = std::get_if<bool>(&wanted)) return *flag ? "true" : "false";
  const RealRange range = std::get<RealRange>(wanted);
  if (range.low == range.high) return readable(range.low);
  if (std::isinf(range.low)) return "at most " + readable(range.high);
  if (std::isinf(range.high)) return "at least " + readable(range.low);
  return to_text(range);
}

bool meets(const Wanted& wanted, const ordered_json& found) {
  if (const bool* flag = std::get_if<bool>(&wanted)) return found == *flag;
  return found.is_number() && std::get<RealRange>(wanted).contains(found.get<double>());
}

/// Returns the number of each reconfiguration, null for one that is not complete; null if there is none.
ordered_json number_of_each(const ordered_json& list, const std::string& path) {
  ordered_json numbers;
  for (const ordered_json& each : list) {
    numbers.push_back(each.value("complete", true) ? number_in(each, path) : ordered_json());
  }
  return numbers;
}

ordered_json find(const ordered_json& report, const std::string& name) {
  if (!name.starts_with(kReconfigurations + '.')) return number_in(report, name);
  if (!report.contains(kReconfigurations)) return nullptr;
  const ordered_json& list = report[kReconfigurations];
  if (name == kCountOfReconfigurations) return list.size();
  return number_of_each(list, name.substr(kReconfigurations.size() + 1));
}

std::string why_missing(const RunResult& result) {
  if (result.stopped != 0) return "the run was stopped by " + signal_name(result.stopped);
  return result.simulated() ? "the run has no such number" : "the run did not begin";
}

/// Returns where the packet is whose fact is missing.
std::string why_missing(const RunResult& result, PacketProgress progress) {
  const std::string where = whereabouts(progress);
  return result.stopped == 0 ? where : where + " when the run was stopped by " + signal_name(result.stopped);
}

MetExpectation compare(const Expectation& expected, const ordered_json& report, const RunResult& result) {
  MetExpectation met{expected.name, text_of(expected.wanted), find(report, expected.name), "", false};
  if (met.found.is_null()) met.missing = why_missing(result);
  const auto fits = [&](const ordered_json& found) { return meets(expected.wanted, found); };
  met.met = met.found.is_array() ? std::ranges::all_of(met.found, fits) : fits(met.found);
  return met;
}

MetExpectation compare(const ExpectedPacket& packet, const Expectation& expected, const FollowedPacket& followed,
                       const RunResult& result) {
  const std::string name = "packet " + std::to_string(packet.number) + " of node " + packet.source.word;
  MetExpectation met{name + ", " + expected.name, text_of(expected.wanted), followed.fact(expected.name), "", false};
  if (met.found.is_null()) met.missing = why_missing(result, followed.progress);
  if (!std::holds_alternative<WrittenNode>(expected.wanted)) met.met = meets(expected.wanted, met.found);
  return met;
}

/// Compares the node that a fact names; the node found is called as the user calls the one expected.
void compare_node(const Wanted& wanted, NodeId expected, const Network& network, MetExpectation& met) {
  const auto* written = std::get_if<WrittenNode>(&wanted);
  if (written == nullptr || met.found.is_null()) return;
  const NodeId found{met.found.get<std::uint32_t>()};
  met.met = found == expected;
  if (!NodeNames(network).is_number(written->word)) met.found = network.node_name(found);
}

/// "12.5"; "30, none, 21" of a list; "none: the packet was dropped"
std::string found_text(const MetExpectation& met) {
  if (met.found.is_null()) return "none: " + met.missing;
  if (!met.found.is_array()) return met.found.dump();
  std::string text;
  for (const ordered_json& each : met.found) {
    text += (text.empty() ? "" : ", ") + (each.is_null() ? std::string("none") : each.dump());
  }
  return text;
}

}  // namespace

bool MetExpectations::all_met() const {
  return std::ranges::all_of(list, &MetExpectation::met);
}

MetExpectations compare(const ExpectSection& expect, const RunResult& result, const Setup& setup) {
  MetExpectations all;
  const ordered_json report = to_json(result, setup);
  for (const Expectation& expected : expect.numbers) all.list.push_back(compare(expected, report, result));
  const FollowedPacket none;
  for (std::size_t i = 0; i < expect.packets.size(); ++i) {
    const ExpectedPacket& packet = expect.packets[i];
    const std::uint32_t source = setup.expected_sources[i].value;
    const FollowedPacket& found = result.followed ? result.followed->at(source, packet.number) : none;
    for (const Expectation& fact : packet.facts) {
      all.list.push_back(compare(packet, fact, found, result));
      compare_node(fact.wanted, setup.expected_destinations[i], setup.network(), all.list.back());
    }
  }
  return all;
}

ordered_json to_json(const MetExpectations& expectations) {
  ordered_json json = {{"met", expectations.all_met()}};
  json["expectations"] = ordered_json::array();
  for (const MetExpectation& each : expectations.list) {
    ordered_json entry = {{"name", each.name}, {"expected", each.expected}, {"found", each.found}};
    if (!each.missing.empty()) entry["missing"] = each.missing;
    entry["met"] = each.met;
    json["expectations"].push_back(std::move(entry));
  }
  return json;
}

void add_expectations(TextTable& table, const MetExpectations& expectations) {
  std::string label = "expect";
  for (const MetExpectation& each : expectations.list) {
    table.add({label, (each.met ? "met:     " : "not met: ") + each.name + ' ' + each.expected + ", found " +
                          found_text(each)});
    label.clear();
  }
}

}  // namespace kintsugi
