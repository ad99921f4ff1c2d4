// The report of faults at run time.
#include <algorithm>
#include <numeric>
#include <utility>

#include "models/network/text.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/run/proof_report.hpp"
#include "tb/tool/run/repair_check.hpp"
#include "tb/tool/run/report_rows.hpp"
#include "tb/tool/run/run_events.hpp"
#include "tb/tool/run/run_time_repair.hpp"

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

ordered_json to_json(const std::vector<RunTimeFault>& faults, const Setup& setup) {
  const AddressJson address(setup);
  return json_list(faults, [&address](const RunTimeFault& fault) { return to_json(fault, address); });
}

Cycle total_of(const Reconfiguration& reconfiguration) {
  return std::accumulate(reconfiguration.cycles.begin(), reconfiguration.cycles.end(), Cycle{0});
}

/// A reconfiguration of which a report tells.
struct ReconfigurationView {
  const Reconfiguration& done;
  const Outcome& outcome;
  const Setup& setup;

  Cycle begin() const { return done.cycle; }
  std::optional<Cycle> total() const { return setup.self_diagnosis ? std::optional(total_of(done)) : std::nullopt; }
  std::optional<std::size_t> moved() const { return setup.fabric ? std::optional(done.moved) : std::nullopt; }
};

/// Adds the cycles of a phase, which a report has if it names the phase.
void add_phase(ReportRows<ReconfigurationView>& rows, Phase phase, const char* definition,
               const std::vector<Need>& needs) {
  rows.number(
      phase_name(phase), "cycles", definition,
      [phase](const ReconfigurationView& view) {
        const bool is_named = std::ranges::count(phases_of(view.setup), phase) != 0;
        return is_named ? std::optional(view.done.spent(phase)) : std::nullopt;
      },
      needs);
}

/// Returns what takes a part of the outcome.
auto of_outcome(auto Outcome::*part) {
  return [part](const ReconfigurationView& view) { return view.outcome.*part; };
}

/// Returns nullptr unless the PEs diagnose faults.
const ReconfigurationView* if_pes_diagnosed(const ReconfigurationView& view) {
  return view.outcome.observer && view.setup.self_diagnosis ? &view : nullptr;
}

/// Returns nullptr unless the routing was proved then.
const Outcome* if_proved_again(const ReconfigurationView& view) {
  return view.outcome.proved ? &view.outcome : nullptr;
}

ordered_json observer_json(const ReconfigurationView& view) {
  if (view.setup.diagnosis != DiagnosisSection::Method::kObserver) return nullptr;
  return AddressJson(view.setup)(*view.outcome.observer);
}

ReportRows<ReconfigurationView> reconfiguration_rows() {
  const auto steps =
      ReportRows<ReconfigurationView>()
          .other("observer", observer_json)
          .number("report_steps", "hops",
                  "that the last report took to the observer; without an observer, to the PE whose "
                  "diagnosis stands for all",
                  of_outcome(&Outcome::report_steps), {need::diagnosis})
          .number("broadcast_steps", "hops", "that the repair message took to the last PE; only with an observer",
                  of_outcome(&Outcome::broadcast_steps), {need::observer});
  const auto pairs =
      ReportRows<Outcome>()
          .number("pairs", "pairs", "of live nodes; only without a fabric, if the routing was proved then",
                  &Outcome::pairs, {need::no_fabric, need::proof_of_all_pairs})
          .number("delivered_pairs", "pairs", "of these, those between which every choice of routes delivers",
                  &Outcome::delivered_pairs, {need::no_fabric, need::proof_of_all_pairs});
  const auto longest =
      ReportRows<LongestLink>()
          .number("pitches", "pitches", "of wire in the longest link as repaired then; only on a fabric",
                  &LongestLink::pitches, {need::fabric})
          .number("cycles", "cycles", "that this link takes; only on a fabric", &LongestLink::cycles, {need::fabric});
  ReportRows<ReconfigurationView> rows;
  const auto add = [&rows](Phase phase, const char* definition, const std::vector<Need>& needs) {
    add_phase(rows, phase, definition, needs);
  };
  rows.number("cycle", "cycles", "at whose end it began", &ReconfigurationView::begin, {need::reconfigurations});
  add(Phase::kNotice, "until a PE noticed the fault; only if the PEs diagnose faults, or links have heartbeats",
      {need::faults, need::notice});
  add(Phase::kReport,
      "until all reports of it had arrived everywhere; only if the PEs diagnose faults, as the rows up to "
      "`broadcast_steps`",
      {need::faults, need::diagnosis});
  add(Phase::kBroadcast, "until every PE had the repair message; only with an observer",
      {need::faults, need::observer});
  add(Phase::kExchange, "until every PE had the logical numbers of its neighbours; only without an observer",
      {need::faults, need::exchange});
  rows.number("total", "cycles",
              "of all phases together: from the fault, or from the end of the reconfiguration before if the fault "
              "waited for it, until the PEs injected again, or until the plan was given up",
              &ReconfigurationView::total, {need::faults, need::diagnosis})
      .include("", steps, if_pes_diagnosed, {need::faults});
  add(Phase::kDrain, "until the network was empty", {need::reconfigurations});
  add(Phase::kPlan, "of planning", {need::faults});
  add(Phase::kLoad, "of loading the switch states; only on a fabric whose PEs do not diagnose faults",
      {need::reconfigurations, need::fabric, need::load});
  add(Phase::kSwitch, "of switching to them; only on a fabric", {need::reconfigurations, need::fabric});
  add(Phase::kSpread, "of fault flooding; only without a fabric", {need::faults, need::no_fabric});
  add(Phase::kResume, "until the PEs injected again", {need::reconfigurations});
  return rows
      .number("moved", "nodes", "that changed their PE; only on a fabric", &ReconfigurationView::moved,
              {need::reconfigurations, need::fabric})
      .number("paths_changed", "paths",
              "of those in force before it that it removed or turned into another direction; only with compensation "
              "paths",
              of_outcome(&Outcome::paths_changed), {need::faults, need::fabric, need::paths})
      .include("longest_link", longest, of_outcome(&Outcome::longest_link), {need::faults})
      .include("", pairs, if_proved_again, {need::faults})
      .number_or_null("throughput.before", "flits/node/cycle",
                      "over all nodes: accepted from the end of the reconfiguration before, or the start of the "
                      "traffic, until the fault; `null` if there is no cycle in between",
                      of_outcome(&Outcome::throughput_before), {need::faults})
      .number_or_null("throughput.after", "flits/node/cycle",
                      "the same from the end of this one until the next fault or `run.cycles`",
                      of_outcome(&Outcome::throughput_after), {need::faults});
}

/// The phases come in the order of time, behind the faults.
ordered_json to_json(const ReconfigurationView& view) {
  ordered_json json = {{"cycle", nullptr}, {"faults", to_json(view.done.faults, view.setup)}};
  for (const Phase phase : phases_of(view.setup)) json[phase_name(phase)] = view.done.spent(phase);
  reconfiguration_rows().fill(json, view);
  if (!view.done.complete) json["complete"] = false;
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

const std::vector<ReportNumber>& reconfiguration_numbers() {
  static const std::vector<ReportNumber> kNumbers = reconfiguration_rows().numbers("reconfigurations.");
  return kNumbers;
}

void add_faults(ordered_json& json, const FaultsResult& faults, const Setup& setup) {
  json["reconfigurations"] = ordered_json::array();
  for (std::size_t i = 0; i < faults.reconfigurations.size(); ++i) {
    json["reconfigurations"].push_back(to_json({faults.reconfigurations[i], faults.outcomes[i], setup}));
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
    table.add({std::exchange(label, ""), text_of(faults.reconfigurations[i], setup)});
    table.add({"", text_of(faults.outcomes[i], setup)});
  }
  add_lost_packets(table, faults.dropped, setup);
  table.add_list("not repaired", faults.unrepaired, [&](const RunTimeFault& fault) {
    const std::string event = fault.ends ? ", end of its fault in cycle " : ", fault in cycle ";
    return text_of(fault.what, setup) + event + std::to_string(fault.cycle);
  });
  if (!faults.failure.empty()) table.add({"failed", faults.failure + "; the run ends"});
}

}  // namespace kintsugi
