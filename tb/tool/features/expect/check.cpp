#include "tb/tool/features/expect/check.hpp"

#include <algorithm>

#include "models/network/nearest.hpp"
#include "models/network/text.hpp"
#include "tb/tool/features/expect/section.hpp"
#include "tb/tool/run/report_numbers.hpp"
#include "tb/tool/scenario/vocabulary.hpp"
#include "tb/tool/setup/node_finder.hpp"
#include "tb/tool/setup/workload_setup.hpp"

namespace kintsugi {

namespace {

const ReportNumber* find_number(const std::string& name) {
  static const ReportNumber kCount{kCountOfReconfigurations, "reconfigurations", "begun in the run", {}};
  if (name == kCount.path) return &kCount;
  if (const auto collective = entry_path(name)) return collective->row();
  for (const auto* rows : {&report_numbers(), &reconfiguration_numbers()}) {
    const auto found = std::ranges::find(*rows, name, &ReportNumber::path);
    if (found != rows->end()) return &*found;
  }
  return nullptr;
}

/// Returns the program of a run; nullptr if there is none, or if it could not be made.
const WorkloadSetup* program_of(const Setup& setup) {
  return setup.traffic ? setup.traffic->workload.get() : nullptr;
}

std::string section_of(const std::string& name) {
  return name.substr(0, name.find('.'));
}

/// Returns the sections of the names, and the keys that are no section of the report.
std::vector<std::string> sections_of(const std::vector<std::string>& names) {
  std::vector<std::string> sections = {"single_packets", kGoldenKey};
  for (const std::string& name : names) {
    if (std::ranges::find(sections, section_of(name)) == sections.end()) sections.push_back(section_of(name));
  }
  return sections;
}

/// Suggests a number of the same collective, a name in the same section, or a section if there is none of that name.
std::string suggestion_for(const std::string& name) {
  if (const auto collective = entry_path(name)) return suggestion(name, collective->paths());
  const std::vector<std::string> all = names_of(expectable_numbers());
  std::vector<std::string> beside;
  std::ranges::copy_if(all, std::back_inserter(beside),
                       [&](const std::string& each) { return section_of(each) == section_of(name); });
  return beside.empty() ? suggestion(section_of(name), sections_of(all)) : suggestion(name, beside);
}

/// Returns what is wrong with a name that is no number of the report.
std::string unknown(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  if (dot != std::string::npos && find_number(name.substr(0, dot)) != nullptr) {
    return "unknown key 'expect." + name + "'" + suggestion(name.substr(dot + 1), range_keys());
  }
  return "expect." + name + ": the report has no number of this name" + suggestion_for(name);
}

/// Refuses a group that the program does not have.
void check_group(const Expectation& expected, const Setup& setup, Diagnostics& errors) {
  const auto collective = entry_path(expected.name);
  if (!collective) return;
  const std::string why = why_no_group(collective->group, program_of(setup));
  if (!why.empty()) errors.add(expected.where, "expect." + expected.name + ": " + why);
}

void check_number(const Expectation& expected, const Scenario& scenario, const Setup& setup, Diagnostics& errors) {
  const ReportNumber* row = find_number(expected.name);
  if (row == nullptr) return;
  const std::string why = why_absent(*row, scenario, setup);
  if (!why.empty()) return errors.add(expected.where, "expect." + expected.name + ": " + why);
  check_group(expected, setup, errors);
}

/// Checks whether packets can be sent; the models must have been built without a mistake.
class PacketCheck {
 public:
  PacketCheck(const Scenario& scenario, const Setup& setup, Diagnostics& errors)
      : scenario_(scenario), traffic_(*setup.traffic), errors_(errors), dead_(setup.dead_nodes()) {
    most_.resize(setup.network().nodes(), traffic_.is_trace() ? 0 : scenario.run.cycles);  // at most one in a cycle
    for (const TracePacket& packet : traffic_.trace) most_[packet.source.value] += packet.cycle < scenario.run.cycles;
    if (traffic_.workload) {
      for (const NodeId node : traffic_.workload->node_of) most_[node.value] += kUnknown;
    }
    for (std::uint64_t& most : most_) most += traffic_.replies ? kUnknown : 0;
    if (traffic_.drawn && !scenario.traffic->among.empty()) {
      Diagnostics none;  // the nodes have been found before
      among_ = NodeFinder(setup.network(), none).find(scenario.traffic->among, "traffic.among", true);
    }
    if (!traffic_.multicasts) return;
    for (std::uint64_t& most : most_) most += scenario.run.cycles;
  }

  void check(const ExpectedPacket& packet, NodeId source) {
    const std::string node = "node " + packet.source.word;
    if (const std::string why = silence(source, node); !why.empty()) return complain(packet.source.where, why);
    const std::uint64_t most = most_[source.value];
    if (packet.number < most) return;
    complain(packet.where_number,
             "until run.cycles " + node + " sends at most " + counted(most, "packet") + "; their numbers begin with 0");
  }

 private:
  static constexpr std::uint64_t kUnknown = kMaxCycles;  // of a rank, which sends lost ones again, and with replies

  void complain(const Where& where, const std::string& what) { errors_.add(where, "expect.single_packets: " + what); }

  /// Returns why a node sends no packet at all, and what to do; "" if it can send some.
  std::string silence(NodeId source, const std::string& node) const {
    const std::string other = "; name another source";
    if (std::ranges::binary_search(dead_, source)) return node + " is among the defects" + other;
    if (traffic_.workload &&
        std::ranges::find(traffic_.workload->node_of, source) != traffic_.workload->node_of.end()) {
      return "";
    }
    if (!among_.empty() && std::ranges::find(among_, source) == among_.end()) {
      return node + " is not in traffic.among, so it sends no packet" + other;
    }
    if (traffic_.replies) return "";  // any node can be asked
    if (traffic_.drawn && !traffic_.drawn->pattern->sends(source)) {
      return "traffic.pattern: " + scenario_.traffic->pattern + " maps " + node + " to itself, so it sends no packet" +
             other;
    }
    if (traffic_.drawn && traffic_.drawn->rate_of(source) == 0) {
      if (scenario_.traffic->rates.empty()) return "traffic.rate is 0, so no node sends a packet; set a rate above 0";
      return node + " has rate 0, so it sends no packet; give it another in traffic.rates";
    }
    if (traffic_.flows && !traffic_.flows->sends(source)) return node + " is the source of no flow" + other;
    if (most_[source.value] != 0) return "";
    return node + (traffic_.workload ? " runs no rank" : " sends no packet of the trace before run.cycles") + other;
  }

  const Scenario& scenario_;
  const TrafficSetup& traffic_;
  Diagnostics& errors_;
  std::vector<NodeId> dead_;         // ascending
  std::vector<NodeId> among_;        // that alone send and are sent to; empty: all
  std::vector<std::uint64_t> most_;  // packets and multicasts that each node can send
};

}  // namespace

void check_expected_names(const Scenario& scenario, const Setup& /*setup*/, Diagnostics& errors) {
  const auto* const expect = scenario.features.find<ExpectSection>();
  if (expect == nullptr) return;
  for (const Expectation& expected : expect->numbers) {
    if (find_number(expected.name) == nullptr) errors.add(expected.where, [&] { return unknown(expected.name); });
  }
}

void check_expectations(const Scenario& scenario, const Setup& setup, Diagnostics& errors) {
  const auto* const expect = scenario.features.find<ExpectSection>();
  if (expect == nullptr) return;
  const bool built = errors.empty() && setup.design;
  check_expected_names(scenario, setup, errors);
  if (!setup.design || !scenario.refused.empty()) return;  // what the report has is not known
  for (const Expectation& expected : expect->numbers) check_number(expected, scenario, setup, errors);
  if (expect->packets.empty()) return;
  if (!scenario.traffic) {
    const std::string why = "expect.single_packets: there is no traffic; add traffic: {}";
    return errors.add(scenario.where("expect.single_packets"), why);
  }
  if (!built) return;
  PacketCheck packets(scenario, setup, errors);
  const std::vector<NodeId>& sources = setup.features.find<ExpectedNodes>()->sources;
  for (std::size_t i = 0; i < sources.size(); ++i) packets.check(expect->packets[i], sources[i]);
}

}  // namespace kintsugi
