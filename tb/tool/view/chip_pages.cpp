#include <algorithm>
#include <iterator>
#include <ranges>

#include "models/network/text.hpp"
#include "tb/tool/features/history/recorder.hpp"
#include "tb/tool/picture/picture.hpp"
#include "tb/tool/run/defect_map.hpp"
#include "tb/tool/run/run_events.hpp"
#include "tb/tool/run/run_report.hpp"
#include "tb/tool/setup/setup.hpp"
#include "tb/tool/view/chip_data.hpp"
#include "tb/tool/view/page.hpp"

namespace kintsugi::view {

namespace {

using nlohmann::ordered_json;

ordered_json facts_of_repair(const picture::Subject& subject) {
  ordered_json facts = ordered_json::array();
  for (const std::string& fact : subject.facts) facts.push_back({"", fact});
  if (!subject.reason.empty()) facts.push_back({"not repaired", subject.reason});
  const auto name_of = [&subject](SiteId site) { return "PE " + subject.fabric->sites[site.value].name; };
  const std::string sites = with_commas(subject.irreparable.sites, name_of);
  const std::string by = subject.irreparable_by.empty() ? "" : " by " + subject.irreparable_by;
  if (!sites.empty()) facts.push_back({"irreparable together" + by, sites});
  return facts;
}

ChipState setting_state(const picture::Setting& setting, const std::string& label, const Defects& dead) {
  return {{0, setting.placement.node_at, setting.states, dead}, label};
}

constexpr std::size_t kMostNamed = 3;  // faults of one change

/// What the report says of the repair before the traffic.
void add_repair(ordered_json& facts, const CheckedRepair& repair, const Setup& setup) {
  facts.push_back({"defects", to_text(repair.defects, fault_names(setup))});
  facts.push_back({"repair", counted(repair.repair.moved, "node") + " moved before the traffic"});
}

ordered_json facts_of(const RunResult& result, const Setup& setup) {
  ordered_json facts = ordered_json::array();
  if (result.repair) add_repair(facts, *result.repair, setup);
  const TextTable table = table_of(result, setup);
  for (const std::vector<std::string>& row : table.rows()) {
    std::string value;
    for (std::size_t i = 1; i < row.size(); ++i) value += (i == 1 ? "" : "  ") + row[i];
    facts.push_back({row.empty() ? "" : row.front(), value});
  }
  return facts;
}

ordered_json phases_json(const RunResult& result) {
  ordered_json json = ordered_json::array();
  for (const PhaseSpan& phase : phases_of(result.reconfigurations())) {
    json.push_back({{"name", phase.name}, {"from", phase.from}, {"to", phase.to}, {"repair", phase.reconfiguration}});
  }
  return json;
}

/// The faults that the chip reconfigures for, and the links that corrupt flits, by cycle.
std::vector<PageFault> faults_of_page(const RunResult& result, const Setup& setup) {
  std::vector<PageFault> all;
  if (result.faults) {
    for (const RunTimeFault& fault : faults_of(*result.faults, result.cycles)) {
      all.push_back({fault.cycle, text_of(fault, setup), fault.ends, fault.what});
    }
  }
  for (const CorruptingLinkAt& corruption : setup.corruptions) {
    if (corruption.cycle >= result.cycles) continue;
    all.push_back(
        {corruption.cycle, text_of(Fault(corruption.link), setup) + " corrupts flits", false, corruption.link});
  }
  std::ranges::stable_sort(all, {}, &PageFault::cycle);
  return all;
}

/// What the run was expected to do and has not done, by cycle.
ordered_json unmet_json(const RunResult& result) {
  std::vector<RunMark> marks;
  for (const auto& instrument : result.instruments) std::ranges::move(instrument->marks(), std::back_inserter(marks));
  std::ranges::stable_sort(marks, {}, &RunMark::cycle);
  ordered_json json = ordered_json::array();
  for (const RunMark& mark : marks) json.push_back({{"cycle", mark.cycle}, {"text", mark.text}});
  return json;
}

std::string list_of(const std::vector<RunTimeFault>& faults, const Setup& setup) {
  return with_commas(faults | std::views::take(kMostNamed), [&](const auto& each) { return text_of(each, setup); }) +
         (faults.size() > kMostNamed ? " ..." : "");
}

/// Returns what has changed the chip before this cycle: the faults at whose end it begins, or else those for which a
/// reconfiguration has just changed it, or the configuration that it has loaded.
std::string cause_of(Cycle cycle, const RunResult& result, const Setup& setup) {
  if (result.faults) {
    std::vector<RunTimeFault> faults = faults_of(*result.faults, result.cycles);
    std::erase_if(faults, [cycle](const RunTimeFault& fault) { return fault.cycle + 1 != cycle; });
    if (!faults.empty()) return ": " + list_of(faults, setup);
  }
  for (const PhaseSpan& phase : phases_of(result.reconfigurations())) {
    if (cycle <= phase.from || cycle > phase.to + 1) continue;
    const auto& changed_by = result.reconfigurations()[phase.reconfiguration];
    return changed_by.name.empty() ? ": reconfigured for " + list_of(changed_by.faults, setup)
                                   : ": configured by " + changed_by.name;
  }
  return "";
}

std::optional<ChipState> home_of(const RunHistory& history) {
  if (!history.without_defects) return std::nullopt;
  return ChipState{*history.without_defects, "without defects"};
}

std::vector<ChipState> states_of(const RunResult& result, const Setup& setup) {
  std::vector<ChipState> states;
  for (const RunHistory::Epoch& epoch : history_of(result)->epochs) {
    std::string label = "at the start";
    if (!states.empty()) {
      label = "from cycle " + std::to_string(epoch.cycle) + cause_of(epoch.cycle, result, setup);
    }
    states.push_back({epoch, label});
  }
  return states;
}

}  // namespace

ordered_json repair_page(const picture::Subject& subject, const Setup& setup) {
  ordered_json data = head_of("repair", subject.title);
  data["facts"] = facts_of_repair(subject);
  data["cycles"] = 0;
  data["begin"] = 0;
  for (const char* key : {"window", "load", "series", "packets"}) data[key] = nullptr;
  for (const char* key : {"phases", "faults", "sections", "reasons"}) data[key] = ordered_json::array();
  const char* first = subject.repaired ? "before" : "not repaired";
  std::vector<ChipState> states = {setting_state(subject.plain, first, setup.defects)};
  if (subject.repaired) states.push_back(setting_state(*subject.repaired, "after", setup.defects));
  NumberedNames ports;
  const std::vector<SitePort> directions = linked_ports(setup);
  add_chip(data, setup, directions, nullptr, states, ports);
  data["ports"] = ports.all();
  return data;
}

ordered_json run_page(const RunResult& result, const Setup& setup) {
  const RunHistory& history = *history_of(result);
  const std::size_t nodes = setup.network().nodes();
  const std::size_t pes = setup.network().pes();
  ordered_json data = head_of("run", name_with_legend(*setup.design));
  data["facts"] = facts_of(result, setup);
  data["cycles"] = result.cycles;
  data["begin"] = history.epochs.front().cycle;
  data["window"] = nullptr;
  if (result.window_begin < result.window_end) {
    data["window"] = {{"from", result.window_begin}, {"to", result.window_end - 1}};
  }
  NumberedNames ports;
  const std::optional<ChipState> home = home_of(history);
  add_chip(data, setup, history.directions, home ? &*home : nullptr, states_of(result, setup), ports);
  if (pes != nodes) data["pes"] = pes;
  add_load(data, result, nodes);
  add_series(data, result);
  data["phases"] = phases_json(result);
  add_faults(data, setup, faults_of_page(result, setup));
  if (ordered_json unmet = unmet_json(result); !unmet.empty()) data["unmet"] = std::move(unmet);
  add_sections(data, result, pes);
  add_packets(data, result, setup, ports);
  data["ports"] = ports.all();
  return data;
}

}  // namespace kintsugi::view
