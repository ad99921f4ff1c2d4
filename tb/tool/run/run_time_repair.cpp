#include "tb/tool/run/run_time_repair.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include "hw/chip/module_walk.hpp"
#include "models/fabric/bitstream.hpp"
#include "models/network/text.hpp"
#include "models/routing/proof.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/run/diagnosis_check.hpp"
#include "tb/tool/run/proof_report.hpp"
#include "tb/tool/run/repair_check.hpp"
#include "tb/tool/run/run_events.hpp"
#include "tb/tool/setup/defect_sites.hpp"

namespace kintsugi {

nlohmann::ordered_json to_json(const RunTimeFault& fault, const AddressJson& address) {
  nlohmann::ordered_json json = {{fault.ends ? "until" : "cycle", fault.cycle}};
  if (const SiteId* site = std::get_if<SiteId>(&fault.what)) {
    json["pe"] = address(*site);
  } else if (const LinkDefect* link = std::get_if<LinkDefect>(&fault.what)) {
    json["link"] = {address(link->a), address(link->b)};
  } else {
    json["element"] = std::get<ElementDefect>(fault.what).name;
  }
  return json;
}

namespace {

using nlohmann::ordered_json;
using Phase = ReconfigurationPhase;
using Reconfiguration = ReconfigurationController::Reconfiguration;

/// The phases that a report names.
std::vector<Phase> phases_of(const Setup& setup) {
  using enum ReconfigurationPhase;
  using Method = DiagnosisSection::Method;
  if (setup.diagnosis == Method::kObserver) return {kNotice, kReport, kDrain, kPlan, kBroadcast, kSwitch, kResume};
  if (setup.diagnosis == Method::kExchange) return {kNotice, kReport, kDrain, kPlan, kExchange, kSwitch, kResume};
  if (setup.fabric) return {Phase::kDrain, Phase::kPlan, Phase::kLoad, Phase::kSwitch, Phase::kResume};
  const bool stops = setup.fault_aware->old_and_new() == nullptr;
  if (!stops) return {Phase::kPlan, Phase::kSpread, Phase::kSettle};
  if (setup.has_heartbeats) return {kNotice, kDrain, kPlan, kSpread, kResume};
  return {Phase::kDrain, Phase::kPlan, Phase::kSpread, Phase::kResume};
}

std::size_t count_changed(const std::vector<RepairPath>& in_force, const std::vector<RepairPath>& now) {
  return static_cast<std::size_t>(std::ranges::count_if(in_force, [&](const RepairPath& old) {
    const auto found = std::ranges::find(now, old.defect, &RepairPath::defect);
    return found == now.end() || found->direction != old.direction;
  }));
}

ordered_json to_json(const std::vector<RunTimeFault>& faults, const Setup& setup) {
  ordered_json json = ordered_json::array();
  const AddressJson address(setup);
  for (const RunTimeFault& fault : faults) json.push_back(to_json(fault, address));
  return json;
}

Cycle total_of(const Reconfiguration& reconfiguration) {
  return std::accumulate(reconfiguration.cycles.begin(), reconfiguration.cycles.end(), Cycle{0});
}

void add_diagnosis(ordered_json& json, const Reconfiguration& reconfiguration, const Outcome& outcome,
                   const Setup& setup) {
  json["total"] = total_of(reconfiguration);
  if (!outcome.observer) return;
  if (setup.diagnosis == DiagnosisSection::Method::kObserver) {
    json["observer"] = AddressJson(setup)(*outcome.observer);
  }
  json["report_steps"] = outcome.report_steps;
  if (outcome.broadcast_steps) json["broadcast_steps"] = *outcome.broadcast_steps;
}

ordered_json to_json(const Reconfiguration& reconfiguration, const Outcome& outcome, const Setup& setup) {
  ordered_json json = {{"cycle", reconfiguration.cycle}, {"faults", to_json(reconfiguration.faults, setup)}};
  for (const Phase phase : phases_of(setup)) json[phase_name(phase)] = reconfiguration.spent(phase);
  if (setup.self_diagnosis) add_diagnosis(json, reconfiguration, outcome, setup);
  if (setup.fabric) json["moved"] = reconfiguration.moved;
  if (outcome.paths_changed) json["paths_changed"] = *outcome.paths_changed;
  if (outcome.longest_link) json["longest_link"] = to_json(*outcome.longest_link);
  if (outcome.proved) {
    json["pairs"] = outcome.pairs;
    json["delivered_pairs"] = outcome.delivered_pairs;
  }
  const auto or_null = [](std::optional<double> value) { return value ? ordered_json(*value) : ordered_json(); };
  json["throughput"] = {{"before", or_null(outcome.throughput_before)}, {"after", or_null(outcome.throughput_after)}};
  if (!reconfiguration.complete) json["complete"] = false;
  return json;
}

std::string text_of(const Reconfiguration& reconfiguration, const Setup& setup) {
  std::string text = "at cycle " + std::to_string(reconfiguration.cycle);
  const char* separator = ", for ";
  for (const RunTimeFault& fault : reconfiguration.faults) {
    text += separator + text_of(fault, setup);
    separator = ", ";
  }
  separator = "; ";
  for (const Phase phase : phases_of(setup)) {
    text += separator + std::string(phase_name(phase)) + ' ' + std::to_string(reconfiguration.spent(phase));
    separator = ", ";
  }
  text += " cycles";
  if (setup.self_diagnosis) text += ", " + std::to_string(total_of(reconfiguration)) + " in all";
  if (setup.fabric) {
    text += "; " + counted(reconfiguration.moved, "node") + " moved";
  }
  return reconfiguration.complete ? text : text + "; not completed";
}

std::string text_of_steps(const Outcome& outcome, const Setup& setup) {
  std::string text = "; the last report took " + counted(outcome.report_steps, "hop");
  if (setup.diagnosis != DiagnosisSection::Method::kObserver) return text;
  text += " to the observer, PE " + setup.pe_name(*outcome.observer);
  if (outcome.broadcast_steps) text += ", its message " + counted(*outcome.broadcast_steps, "hop") + " to the last PE";
  return text;
}

std::string text_of(const Outcome& outcome, const Setup& setup) {
  const auto measured = [](std::optional<double> value) { return value ? fixed(*value, 5) : std::string("-"); };
  std::string text = "accepted " + measured(outcome.throughput_before) + " flits/node/cycle before, " +
                     measured(outcome.throughput_after) + " after";
  if (outcome.paths_changed) text += "; older paths changed: " + std::to_string(*outcome.paths_changed);
  if (outcome.longest_link) text += "; longest link " + to_text(*outcome.longest_link);
  if (outcome.observer) text += text_of_steps(outcome, setup);
  if (!outcome.proved) return text;
  return text + "; " + delivery_among_the_live(outcome.delivered_pairs, outcome.pairs, outcome.first_undelivered);
}

}  // namespace

RunTimeRepair::RunTimeRepair(const Scenario& scenario, const Setup& setup, Chip& chip, const Repair* in_force)
    : scenario_(scenario), setup_(setup), chip_(chip), known_(setup.defects) {
  if (in_force != nullptr) {
    in_force_ = in_force->paths;
    rings_in_force_ = in_force->rings;
  }
  for (std::size_t i = 0; i < setup.faults.size(); ++i) {
    const TimedFault& timed = scenario.faults[i];
    faults_.push_back({timed.cycle, setup.faults[i]});
    // A fault that would end later lasts to the end of the run.
    if (timed.until.value_or(scenario.run.cycles) < scenario.run.cycles) {
      faults_.push_back({*timed.until, setup.faults[i], true});
    }
  }
  if (setup.fabric) fabric_.emplace(setup.fabric->fabric(), setup.defects.elements);
  for (std::uint32_t site = 0; site < chip.sites(); ++site) site_of_.emplace(&chip.pe(SiteId{site}), SiteId{site});
  if (setup.self_diagnosis) chip.diagnosis().begin(setup.defects);
  chip.faults().controller().expect(
      faults_, setup.defects, [this](const Defects& so_far) { return plan(so_far); }, scenario.plan_cycles,
      detection());
  if (scenario.unstopped) chip.faults().controller().never_stop();
}

/// Returns what notices the faults; nullptr if the controller is told of them.
FaultDetection* RunTimeRepair::detection() {
  if (setup_.self_diagnosis) return &chip_.diagnosis();
  return setup_.has_heartbeats ? &chip_.heartbeats() : nullptr;
}

void RunTimeRepair::begin(Cycle first) {
  periods_.push_back({chip_.faults().controller().reconfigurations().size(), first, delivered_flits()});
}

/// Returns the flits that have reached their PE so far, without acknowledgements, which have one each.
std::uint64_t RunTimeRepair::delivered_flits() const {
  const DetectionCounters detection = chip_.detection_counters();
  return chip_.counters().delivered - (detection.receipts_ended - detection.receipts_lost);
}

/// A period of operation ends with a fault or at run.cycles, and begins with the end of a reconfiguration.
void RunTimeRepair::watch(Cycle cycle) {
  if (cycle >= scenario_.run.cycles) return;
  const bool operating = !periods_.empty() && !periods_.back().over;
  const bool ends = busy() || failed() || cycle + 1 == scenario_.run.cycles;
  if (operating && ends) end_period(cycle + 1);
  if (!operating && !ends) begin(cycle + 1);
}

void RunTimeRepair::end_period(Cycle end) {
  Period& period = periods_.back();
  const double node_cycles = double(end - std::min(end, period.begin)) * double(setup_.network().pes());
  period.over = true;
  if (node_cycles == 0) return periods_.pop_back();
  period.accepted = double(delivered_flits() - period.delivered) / node_cycles;
}

std::optional<double> RunTimeRepair::period_after(std::size_t reconfigurations) const {
  const auto found = std::ranges::find(periods_, reconfigurations, &Period::after);
  return found == periods_.end() ? std::nullopt : std::optional(found->accepted);
}

void RunTimeRepair::dropped(const Packet& packet, DropReason reason, const Pe& pe, Cycle now) {
  result_.dropped.push_back({packet.source, packet.destination, packet.serial, packet.flits, packet.created, now,
                             site_of_.at(&pe), reason, is_gone(packet)});
}

void RunTimeRepair::lost(const LostPacket& packet) {
  result_.dropped.push_back(packet);
}

bool RunTimeRepair::is_gone(const Packet& packet) const {
  if (setup_.fabric) return false;
  const SiteId site{packet.destination.value};
  if (std::ranges::binary_search(known_.sites, site)) return true;
  return std::ranges::binary_search(returned_, site) && packet.injected <= adopted_;
}

/// Called when the chip is quiescent, unless it never stops.
ReconfigurationPlan RunTimeRepair::plan(const Defects& defects) {
  ReconfigurationPlan plan;
  if (const auto complaint = check_conservation(chip_)) {
    plan.failure = "before the plan: " + *complaint;
    return plan;
  }
  if (setup_.self_diagnosis) {
    plan.failure = check_diagnosis();
    if (!plan.failure.empty()) return plan;
  }
  return setup_.fabric ? repair(defects) : route_around(defects);
}

/// Returns "" if the PEs have diagnosed what they should, else the first difference. Of a fault whose reports are not
/// settled they may know already.
std::string RunTimeRepair::check_diagnosis() const {
  const ChipDiagnosis& diagnosis = chip_.diagnosis();
  const TestGraph& graph = setup_.self_diagnosis->graph();
  const SiteId from = diagnosis.observer().value();
  Defects faults = setup_.defects;
  for (const RunTimeFault& fault : faults_) {
    if (fault.cycle <= chip_.clock().now()) faults.add(fault.what);
  }
  for (const RunTimeFault& fault : faults_) {
    const bool missed = diagnosis.is_due(fault) && !diagnosis.covers(fault.what);
    if (missed && must_be_found(graph, from, fault.what, faults)) {
      return "the PEs have not found " + text_of(fault.what, setup_);
    }
  }
  const auto wrong = wrongly_diagnosed(graph, from, diagnosis.diagnosed(), faults);
  return wrong ? "the PEs have taken " + text_of(*wrong, setup_) + " for faulty, which is not" : "";
}

ReconfigurationPlan RunTimeRepair::repair(const Defects& defects) {
  ReconfigurationPlan plan;
  const bool changes = fabric_->change_to(defects.elements);
  CheckedRepair checked = check_repair(scenario_, setup_, defects, fabric_->now(), in_force_, rings_in_force_);
  if (!checked.repair.repairable) {
    const std::string& by = checked.repair.irreparable_by;
    plan.failure = !checked.repair.decided                     ? "whether there is a repair is not decided"
                   : checked.repair.irreparable_subset.empty() ? "no repair was found"
                   : by.empty()                                ? "there is no repair"
                                                               : "there is no repair by " + by;
    result_.irreparable = std::move(checked);
    return plan;
  }
  if (!checked.verified()) {
    plan.failure = "the plan does not make the network wanted: " + checked.difference;
    return plan;
  }
  const Placement& placement = checked.repair.placement;
  plan.moved = count_moved(chip_.nodes().placement(), placement);
  Outcome& outcome = result_.outcomes.emplace_back();
  if (!checked.repair.paths.empty()) outcome.paths_changed = count_changed(in_force_, checked.repair.paths);
  outcome.longest_link = longest_link(scenario_, setup_, checked);
  in_force_ = checked.repair.paths;
  rings_in_force_ = checked.repair.rings;
  plan.steps = setup_.self_diagnosis
                   ? steps_of_pes(checked)
                   : chip_.configuration().steps(with_crc(fabric_->now(), checked.bitstream), placement,
                                                 checked.repair.message, changes ? &fabric_->now() : nullptr);
  plan.steps.back().check = [this, loaded = checked.repair] {
    std::string wrong = check_switched(loaded.placement);
    if (wrong.empty()) result_.loaded.push_back({chip_.clock().now(), loaded});
    return wrong;
  };
  return plan;
}

/// Returns the steps in which the PEs set their own selectors.
std::vector<ReconfigurationStep> RunTimeRepair::steps_of_pes(const CheckedRepair& checked) {
  ChipDiagnosis& diagnosis = chip_.diagnosis();
  Outcome& outcome = result_.outcomes.back();
  outcome.observer = diagnosis.observer();
  outcome.report_steps = diagnosis.report_steps();
  const bool broadcasts = setup_.diagnosis == DiagnosisSection::Method::kObserver;
  const Placement& placement = checked.repair.placement;
  const SwitchStates planned = switch_states(setup_.built_fabric(), checked.repair.configuration);
  std::vector<ReconfigurationStep> steps;
  steps.push_back(broadcasts ? diagnosis.broadcast_step(checked.repair.message.value(), placement, planned)
                             : diagnosis.exchange_step());
  steps.push_back(chip_.configuration().own_step(placement, planned));
  if (!broadcasts) return steps;
  steps.back().complaint = [this, own = std::move(steps.back().complaint)] {
    result_.outcomes.back().broadcast_steps = chip_.diagnosis().broadcast_steps();
    return own();
  };
  return steps;
}

/// Plans for a directly wired network: fault messages flood it, then the routing is proved with what the nodes know.
ReconfigurationPlan RunTimeRepair::route_around(const Defects& defects) {
  ReconfigurationPlan plan;
  plan.steps.push_back(chip_.faults().spread_step(known_, defects));
  returned_.clear();
  std::ranges::set_difference(known_.sites, defects.sites, std::back_inserter(returned_));
  adopted_ = scenario_.unstopped ? std::numeric_limits<Cycle>::max() : chip_.clock().now();
  known_ = defects;
  if (!scenario_.unstopped) {
    plan.steps.back().check = [this] { return check_routes(); };
    return plan;
  }
  plan.steps.back().check = [this] { return check_old_and_new(); };
  plan.steps.push_back(chip_.faults().settle_step());
  plan.steps.back().begin = [this, adopt = std::move(plan.steps.back().begin)] {
    adopted_ = chip_.clock().now();
    adopt();
  };
  plan.steps.back().check = [this, finish = std::move(plan.steps.back().check)] {
    const std::string wrong = finish();
    return wrong.empty() ? check_routes() : wrong;
  };
  return plan;
}

/// Proves that old and new packets together cannot deadlock. Packets from and to nodes that have just died take old
/// routes alone, which were proved when they came into use; these nodes know no new ones.
std::string RunTimeRepair::check_old_and_new() const {
  if (const auto complaint = check_conservation(chip_)) return *complaint;
  if (!proves_all_pairs(scenario_, setup_.network().nodes())) return "";
  const ProofResult proof =
      prove(setup_.network(), *setup_.fault_aware->old_and_new(), {}, 0, nullptr, nodes_of(known_));
  return proof.acyclic ? "" : "old and new routes together are not free of deadlock";
}

/// Proves the routing with the fault information that the nodes of the chip have received.
std::string RunTimeRepair::check_routes() {
  if (const auto complaint = check_conservation(chip_)) return *complaint;
  result_.outcomes.emplace_back();
  if (!proves_all_pairs(scenario_, setup_.network().nodes())) return "";
  const ProofResult proof = prove(setup_.network(), *setup_.relation, {}, 0, nullptr, nodes_of(known_));
  if (!proof.acyclic) return "with the routes around the faults, the routing is not free of deadlock";
  Outcome& outcome = result_.outcomes.back();
  outcome.proved = true;
  outcome.pairs = proof.pairs;
  outcome.delivered_pairs = proof.delivered_pairs;
  outcome.first_undelivered = proof.first_undelivered;
  return "";
}

/// Returns "" if the modules make the wanted network and flits are conserved, else the first difference.
std::string RunTimeRepair::check_switched(const Placement& placement) const {
  const Fabric& fabric = fabric_->now();
  const ExtractedNetwork extracted = NetworkExtractor(fabric).extract(chip_.configuration().read_back());
  if (const auto wrong = difference(extracted, setup_.network(), placement, fabric)) {
    return "the switches as read back are wrong: " + *wrong;
  }
  return check_conservation(chip_).value_or("");
}

FaultsResult RunTimeRepair::finish() {
  const auto done = chip_.faults().controller().reconfigurations();
  result_.reconfigurations.assign(done.begin(), done.end());
  if (failed()) result_.failure = chip_.faults().controller().failure();
  result_.unrepaired = chip_.faults().controller().left_over();
  if (!periods_.empty() && !periods_.back().over) end_period(chip_.clock().next());
  result_.outcomes.resize(done.size());
  for (std::size_t i = 0; i < done.size(); ++i) {
    result_.outcomes[i].throughput_before = period_after(i);
    result_.outcomes[i].throughput_after = period_after(i + 1);
  }
  // Packets dropped in one cycle come in the order of the schedule.
  std::ranges::sort(result_.dropped, {},
                    [](const LostPacket& packet) { return std::tuple(packet.cycle, packet.source, packet.number); });
  return std::move(result_);
}

bool FaultsResult::holds() const {
  const auto is_whole = [](const Outcome& outcome) { return outcome.delivered_pairs == outcome.pairs; };
  const auto is_due = [](const LostPacket& packet) {
    return packet.reason == DropReason::kNoWay && !packet.to_the_dead;
  };
  return failure.empty() && std::ranges::all_of(outcomes, is_whole) && std::ranges::none_of(dropped, is_due);
}

void add_faults(ordered_json& json, const FaultsResult& faults, const Setup& setup) {
  json["reconfigurations"] = ordered_json::array();
  for (std::size_t i = 0; i < faults.reconfigurations.size(); ++i) {
    json["reconfigurations"].push_back(to_json(faults.reconfigurations[i], faults.outcomes[i], setup));
  }
  json["lost_packets"] = to_json(faults.dropped, setup);
  if (!faults.unrepaired.empty()) json["unrepaired"] = to_json(faults.unrepaired, setup);
  if (faults.failure.empty()) return;
  json["failure"] = faults.failure;
  if (faults.irreparable) json["irreparable"] = to_json(*faults.irreparable, *setup.fabric);
}

void add_faults(TextTable& table, const FaultsResult& faults, const Setup& setup) {
  std::string label = "reconfigured";
  for (std::size_t i = 0; i < faults.reconfigurations.size(); ++i) {
    table.add({label, text_of(faults.reconfigurations[i], setup)});
    table.add({"", text_of(faults.outcomes[i], setup)});
    label.clear();
  }
  add_lost_packets(table, faults.dropped, setup);
  label = "not repaired";
  for (const RunTimeFault& fault : faults.unrepaired) {
    const std::string event = fault.ends ? ", end of its fault in cycle " : ", fault in cycle ";
    table.add({label, text_of(fault.what, setup) + event + std::to_string(fault.cycle)});
    label.clear();
  }
  if (!faults.failure.empty()) table.add({"failed", faults.failure + "; the run ends"});
}

}  // namespace kintsugi
