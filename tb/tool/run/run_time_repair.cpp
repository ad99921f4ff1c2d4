#include "tb/tool/run/run_time_repair.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>

#include "hw/chip/chip.hpp"
#include "hw/chip/module_walk.hpp"
#include "models/fabric/bitstream.hpp"
#include "models/fabric/extraction.hpp"
#include "models/repair/self_diagnosis.hpp"
#include "models/routing/proof.hpp"
#include "tb/tool/run/proof_report.hpp"
#include "tb/tool/run/repair_check.hpp"
#include "tb/tool/run/run_events.hpp"

namespace kintsugi {

namespace {

std::size_t count_changed(const std::vector<RepairPath>& in_force, const std::vector<RepairPath>& now) {
  return static_cast<std::size_t>(std::ranges::count_if(in_force, [&](const RepairPath& old) {
    const auto found = std::ranges::find(now, old.defect, &RepairPath::defect);
    return found == now.end() || found->direction != old.direction;
  }));
}

Defects diagnosis_of_all(const TestGraph& graph, SiteId from, const Defects& faults) {
  return diagnose(graph, from, failed_tests(graph, faults)).defects;
}

bool has_dead_link(const TestGraph& graph, const Defects& faults, std::uint32_t link) {
  return std::ranges::any_of(faults.links, [&](LinkDefect name) { return graph.find(name) == link; });
}

/// Returns the first diagnosed fault that does not follow from `faults`, all that there are by now, as the PE `from`
/// sees them when it has all reports: it is neither among them nor cut off by them. The PEs may know more than the
/// faults whose reports must have arrived: a PE that has not reported a dead link is silent, and they find it to be
/// dead before it fails a test.
std::optional<Fault> wrongly_diagnosed(const TestGraph& graph, SiteId from, const Defects& diagnosed,
                                       const Defects& faults) {
  const Defects right = diagnosis_of_all(graph, from, faults);
  for (const Fault& fault : new_faults({}, diagnosed)) {
    if (!covers(graph, right, fault)) return fault;
  }
  return std::nullopt;
}

/// Returns whether the PE `from` must have diagnosed a fault, one of `faults`, when the reports of the tests that it
/// makes fail have arrived: a PE that is alive and connected with `from` is at an end of the dead link, or at the far
/// end of a live link of the dead PE. The PEs may know less: a PE can die between its test and its report.
bool must_be_found(const TestGraph& graph, SiteId from, const Fault& fault, const Defects& faults) {
  const Defects right = diagnosis_of_all(graph, from, faults);
  const auto reports = [&right](SiteId pe) { return !std::ranges::binary_search(right.sites, pe); };
  if (const SiteId* dead = std::get_if<SiteId>(&fault)) {
    return std::ranges::any_of(graph.ports(*dead), [&](const TestGraph::Port& port) {
      return reports(port.far) && !has_dead_link(graph, faults, port.link);
    });
  }
  const auto link = graph.find(std::get<LinkDefect>(fault));
  return link && (reports(graph.links()[*link].a) || reports(graph.links()[*link].b));
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

std::string difference_in_force(const Chip& chip, const CheckedRepair& loaded, const Setup& setup) {
  const Fabric& fabric = setup.built_fabric();
  const SwitchStates states = chip.configuration().read_back();
  if (!loaded.accepted) {
    const ExtractedNetwork extracted = NetworkExtractor(fabric).extract(states);
    return difference(extracted, setup.network(), chip.nodes().placement(), fabric).value_or("");
  }
  const SwitchStates given = switch_states(fabric, loaded.repair.configuration);
  const auto wrong = std::ranges::mismatch(states, given).in1;
  if (wrong == states.end()) return "";
  return fabric.switches[wrong - states.begin()].name + " is not in the state given";
}

void keep_out_of_the_report(const CheckedRepair& repair) {
  if (!repair.accepted) return;
  sc_core::sc_report_handler::set_actions(kConfigurationReport, sc_core::SC_WARNING, sc_core::SC_DO_NOTHING);
}

}  // namespace kintsugi
