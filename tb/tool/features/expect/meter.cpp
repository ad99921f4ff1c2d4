/// Compares a run with what the section `expect` of its scenario wants.
///
/// Found   a number as in the JSON report, by its path; of each reconfiguration one; of a packet its fact
/// Met     if the number is there and in the range, both ends included; of reconfigurations each, and there must be one
/// Absent  a number that the run does not have is not met, whatever is expected
#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>

#include "models/network/node_names.hpp"
#include "models/network/text.hpp"
#include "tb/tool/console/json_optional.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/features/expect/check.hpp"
#include "tb/tool/features/expect/cycle_meter.hpp"
#include "tb/tool/features/expect/section.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/report_numbers.hpp"
#include "tb/tool/run/run_report.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

/// How far a packet has come, in the order in which it can.
enum class PacketProgress : std::uint8_t { kNotCreated, kQueued, kInFlight, kDelivered, kLost, kMulticast };

/// Returns where a packet is that has come so far and no further; "" if it was delivered.
const char* whereabouts(PacketProgress progress) {
  static constexpr std::array kTexts = {"there was no such packet", "the packet is in its source queue",
                                        "the packet is in flight",  "",
                                        "the packet was dropped",   "it is a multicast"};
  return kTexts.at(static_cast<std::size_t>(progress));
}

struct FollowedPacket {
  PacketProgress progress = PacketProgress::kNotCreated;
  NodeId destination;
  unsigned flits = 0;
  unsigned hops = 0;
  Cycle created = 0;
  std::optional<Cycle> injected;
  Cycle last = 0;  ///< cycle of the last event

  /// Returns a fact of packet_facts(), or null if it does not hold of a packet that has come so far.
  ordered_json fact(const std::string& name) const {
    if (progress == PacketProgress::kNotCreated || progress == PacketProgress::kMulticast) return nullptr;
    const bool is_delivered = progress == PacketProgress::kDelivered;
    const auto if_delivered = [&](Cycle number) { return is_delivered ? ordered_json(number) : ordered_json(); };
    // one for each of packet_facts()
    const std::map<std::string, ordered_json> facts = {{"delivered", is_delivered},
                                                       {"lost", progress == PacketProgress::kLost},
                                                       {"destination", destination.value},
                                                       {"flits", flits},
                                                       {"created", created},
                                                       {"injected", injected},
                                                       {"latency", if_delivered(last - created)},
                                                       {"network_latency", if_delivered(last - injected.value_or(0))},
                                                       {"hops", if_delivered(hops)}};
    return facts.at(name);
  }
};

/// Follows the single packets that `expect.single_packets` names, by their source and number; of a multicast only that
/// it is one. Each thread has an object of its own, and they are added up: what happened last to a packet counts.
class alignas(kCacheLine) FollowedPackets final : public PacketWatcher {
 public:
  /// `sources` are those of the packets.
  FollowedPackets(std::span<const ExpectedPacket> packets, std::span<const NodeId> sources) {
    for (std::size_t i = 0; i < packets.size(); ++i) packets_.try_emplace(key_of(sources[i].value, packets[i].number));
  }
  FollowedPackets& operator+=(const FollowedPackets& other) {
    for (const auto& [key, packet] : other.packets_) {
      FollowedPacket& own = packets_.at(key);
      if (own.progress < packet.progress) own = packet;
    }
    return *this;
  }

  void created(const Packet& packet, Cycle now) override { note(packet, PacketProgress::kQueued, false, now); }
  void injected(const Packet& packet, Cycle now) override { note(packet, PacketProgress::kInFlight, true, now); }
  void delivered(const Packet& packet, Cycle now) override { note(packet, PacketProgress::kDelivered, true, now); }
  void dropped(const Packet& packet, DropReason reason, const Pe& /*pe*/, Cycle now) override {
    note(packet, PacketProgress::kLost, reason != DropReason::kQueued, now);
  }
  /// Notes that a packet is lost of which copies were sent.
  void lost(const LostPacket& packet) {
    const auto found = packets_.find(key_of(packet.source.value, packet.number));
    if (found == packets_.end()) return;
    found->second.progress = PacketProgress::kLost;
    found->second.last = packet.cycle;
  }

  /// Returns the packet, which must be followed.
  const FollowedPacket& at(NodeId source, std::uint32_t number) const {
    return packets_.at(key_of(source.value, number));
  }

 private:
  /// `number` is that of Packet::serial: among the packets and multicasts of its source, from 0.
  static std::uint64_t key_of(std::uint32_t source, std::uint32_t number) {
    return std::uint64_t{source} << 32U | number;
  }
  void note(const Packet& packet, PacketProgress progress, bool has_left, Cycle now) {
    const auto found = packets_.find(key_of(packet.source.value, packet.serial));
    if (found == packets_.end()) return;
    FollowedPacket& followed = found->second;
    followed.progress = has_one_destination(packet.kind) ? progress : PacketProgress::kMulticast;
    followed.destination = packet.destination;
    followed.flits = packet.flits;
    followed.hops = packet.hops;
    followed.created = packet.created;
    if (has_left) followed.injected = packet.injected;
    followed.last = now;
  }

  std::unordered_map<std::uint64_t, FollowedPacket> packets_;
};

struct MetExpectation {
  std::string name;      ///< "latency.mean"; "packet 7 of node 3, hops"
  std::string expected;  ///< "at most 14"
  ordered_json found;
  std::string missing;  ///< why `found` is null; empty if it is not
  bool met = false;
  std::optional<CheckOutcome> outcome = {};  ///< of what was watched in cycles
};

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
  return with_commas(met.found, [](const ordered_json& each) { return each.is_null() ? "none" : each.dump(); });
}

/// Returns the instrument that has watched the cycles of a run; nullptr if it has not begun.
const CycleMeter* cycle_meter_of(const RunResult& result) {
  const auto* const meter = result.find<CycleMeter>();
  return meter != nullptr && meter->watched() && result.simulated() ? meter : nullptr;
}

class ExpectationMeter final : public Instrument {
 public:
  explicit ExpectationMeter(const RunBegin& begin)
      : expect_(*begin.wishes.scenario.features.find<ExpectSection>()),
        nodes_(*begin.setup.features.find<ExpectedNodes>()),
        setup_(begin.setup) {}

  PacketObserver* packets(unsigned /*thread*/) override {
    return expect_.packets.empty() ? nullptr : &followed_.emplace_back(expect_.packets, nodes_.sources);
  }
  /// What happened last to a packet counts, in whatever thread.
  void finish(const RunResult& result) override {
    if (followed_.empty()) return;
    for (std::size_t thread = 1; thread < followed_.size(); ++thread) followed_.front() += followed_[thread];
    if (!result.lost_late) return;
    for (const LostPacket& packet : *result.lost_late) followed_.front().lost(packet);
  }
  void conclude(const RunResult& result) override {
    const ordered_json report = to_json(result, setup_);
    for (const Expectation& expected : expect_.numbers) list_.push_back(compare(expected, report, result));
    for (std::size_t i = 0; i < expect_.packets.size(); ++i) compare_packet(i, result);
    const CycleMeter* const meter = cycle_meter_of(result);
    for (std::size_t i = 0; i < expect_.cycles.size(); ++i) compare_cycles(i, meter, result);
    concluded_ = true;
  }
  bool holds() const override { return std::ranges::all_of(list_, &MetExpectation::met); }
  std::vector<RunMark> marks() const override {
    std::vector<RunMark> marks;
    for (const MetExpectation& each : list_) {
      if (each.met || !each.outcome || each.outcome->times == 0) continue;
      marks.push_back({each.outcome->cycle, each.name + ' ' + each.expected + ", " + text_of(*each.outcome)});
    }
    std::ranges::stable_sort(marks, {}, &RunMark::cycle);
    return marks;
  }
  /// Adds {met, expectations: [{name, expected, found, met}]}; one without a number also says why: `missing`. One of
  /// cycles that is not met has place, cycle and times.
  void report(ordered_json& json, const ReportNumbers& /*numbers*/) const override {
    if (!concluded_) return;  // the report in which the numbers are looked up
    json["expect"] = {{"met", holds()}, {"expectations", ordered_json::array()}};
    for (const MetExpectation& each : list_) {
      ordered_json entry = {{"name", each.name}, {"expected", each.expected}, {"found", each.found}};
      if (!each.missing.empty()) entry["missing"] = each.missing;
      if (each.outcome && each.outcome->times != 0) {
        entry["place"] = each.outcome->place;
        entry["cycle"] = each.outcome->cycle;
        entry["times"] = each.outcome->times;
      }
      entry["met"] = each.met;
      json["expect"]["expectations"].push_back(std::move(entry));
    }
  }
  void report(TextTable& table, const ReportNumbers& /*numbers*/) const override {
    std::string label = "expect";
    for (const MetExpectation& each : list_) {
      const std::string found = each.outcome ? text_of(*each.outcome) : "found " + found_text(each);
      table.add({label, (each.met ? "met:     " : "not met: ") + each.name + ' ' + each.expected +
                            (found.empty() ? "" : ", " + found)});
      label.clear();
    }
  }

 private:
  void compare_packet(std::size_t number, const RunResult& result) {
    const ExpectedPacket& packet = expect_.packets[number];
    const FollowedPacket none;
    const FollowedPacket& found =
        followed_.empty() ? none : followed_.front().at(nodes_.sources[number], packet.number);
    for (const Expectation& fact : packet.facts) {
      list_.push_back(compare(packet, fact, found, result));
      compare_node(fact.wanted, nodes_.destinations[number], setup_.network(), list_.back());
    }
  }

  /// `meter`: nullptr if the run has not begun.
  void compare_cycles(std::size_t number, const CycleMeter* meter, const RunResult& result) {
    const ExpectedCycles& entry = expect_.cycles[number];
    const CycleCheck check =
        meter == nullptr ? check_of(entry, nodes_.cycles[number], setup_.network()) : meter->check(number);
    const std::string start = "expect.";
    MetExpectation met{entry.what.path.substr(start.size()), demand_in_words(check) + window_in_words(check), nullptr,
                       "", false};
    met.outcome = meter == nullptr ? CheckOutcome{.why = why_missing(result)} : meter->outcome(number);
    met.met = met.outcome->met;
    met.missing = met.outcome->why;
    if (!met.outcome->found.empty()) met.found = met.outcome->found;
    list_.push_back(std::move(met));
  }

  const ExpectSection& expect_;
  const ExpectedNodes& nodes_;
  const Setup& setup_;
  std::deque<FollowedPackets> followed_;  // by thread; none before the traffic, or if no packet is expected
  std::vector<MetExpectation> list_;
  bool concluded_ = false;
};

bool wants_expectations(const Wishes& wishes) {
  const auto* const expect = wishes.scenario.features.find<ExpectSection>();
  return expect != nullptr && !expect->empty();
}

}  // namespace

extern const InstrumentInfo kExpectationMeter;
const InstrumentInfo kExpectationMeter{
    .is_wanted = wants_expectations,
    .make_first = make_instrument<ExpectationMeter>,
    .place = ReportPlace::kEnd,
    .check = check_expectations,
    .check_names = check_expected_names,
};

}  // namespace kintsugi
