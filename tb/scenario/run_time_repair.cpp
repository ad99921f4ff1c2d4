#include "tb/scenario/run_time_repair.hpp"

#include <algorithm>
#include <span>
#include <tuple>

#include "hw/chip/audit.hpp"
#include "models/fabric/bitstream.hpp"
#include "tb/scenario/defect_sites.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;
using Phase = ReconfigurationPhase;
using Reconfiguration = ReconfigurationController::Reconfiguration;

constexpr std::size_t kMostLines = 40;  // about lost packets
constexpr std::array kReported = {Phase::kDrain, Phase::kPlan, Phase::kLoad, Phase::kSwitch, Phase::kResume};

std::size_t count_moved(const Placement& before, const Placement& after) {
  std::size_t moved = 0;
  for (std::size_t node = 0; node < after.site_of.size(); ++node) moved += before.site_of[node] != after.site_of[node];
  return moved;
}

const char* words_for(Loss reason) {
  return reason == Loss::kQueued ? "in the source queue of a PE that died"
                                 : "reached a dead PE before its node had moved";
}

ordered_json faults_json(const std::vector<RunTimeFault>& faults, const Fabric& fabric) {
  ordered_json json = ordered_json::array();
  for (const RunTimeFault& fault : faults) {
    json.push_back({{"cycle", fault.cycle}, {"pe", address_json(fabric, fault.site)}});
  }
  return json;
}

ordered_json reconfiguration_json(const Reconfiguration& reconfiguration, const Fabric& fabric) {
  ordered_json json = {{"cycle", reconfiguration.cycle}, {"faults", faults_json(reconfiguration.faults, fabric)}};
  for (const Phase phase : kReported) json[phase_name(phase)] = reconfiguration.spent(phase);
  json["moved"] = reconfiguration.moved;
  if (!reconfiguration.complete) json["complete"] = false;
  return json;
}

ordered_json lost_json(const LostPacket& packet, const Fabric& fabric) {
  return {{"source", packet.source.value},
          {"number", packet.number},
          {"destination", packet.destination.value},
          {"flits", packet.flits},
          {"created", packet.created},
          {"cycle", packet.cycle},
          {"pe", address_json(fabric, packet.pe)},
          {"reason", words_for(packet.reason)}};
}

std::string pe_text(SiteId site, const Fabric& fabric) {
  return "PE " + describe_address(fabric.sites[site.value].address);
}

std::string reconfiguration_text(const Reconfiguration& reconfiguration, const Fabric& fabric) {
  std::string text = "at cycle " + std::to_string(reconfiguration.cycle);
  const char* separator = ", for ";
  for (const RunTimeFault& fault : reconfiguration.faults) {
    text += separator + pe_text(fault.site, fabric) + " dead since cycle " + std::to_string(fault.cycle);
    separator = ", ";
  }
  separator = "; ";
  for (const Phase phase : kReported) {
    text += separator + std::string(phase_name(phase)) + ' ' + std::to_string(reconfiguration.spent(phase));
    separator = ", ";
  }
  text += " cycles; " + std::to_string(reconfiguration.moved) + (reconfiguration.moved == 1 ? " node" : " nodes") +
          " moved";
  return reconfiguration.complete ? text : text + "; not completed";
}

std::string lost_text(const LostPacket& packet, const Fabric& fabric) {
  return "packet " + std::to_string(packet.number) + " of node " + std::to_string(packet.source.value) + " to node " +
         std::to_string(packet.destination.value) + ", " + std::to_string(packet.flits) + " flits, created in cycle " +
         std::to_string(packet.created) + ": " + words_for(packet.reason) + ", PE " +
         describe_address(fabric.sites[packet.pe.value].address) + ", cycle " + std::to_string(packet.cycle);
}

}  // namespace

RunTimeRepair::RunTimeRepair(const Scenario& scenario, const Setup& setup, Chip& chip)
    : scenario_(scenario), setup_(setup), chip_(chip) {
  std::vector<RunTimeFault> faults;
  for (std::size_t i = 0; i < setup.fault_sites.size(); ++i) {
    faults.push_back({scenario.faults[i].cycle, setup.fault_sites[i]});
  }
  chip.controller().expect(
      std::move(faults), setup.defects, [this](const Defects& so_far) { return plan(so_far); }, scenario.plan_cycles);
}

void RunTimeRepair::lost(const Packet& packet, Loss reason, const Pe& pe, Cycle now) {
  std::uint32_t site = 0;
  while (&chip_.pe(SiteId{site}) != &pe) ++site;
  result_.lost.push_back(
      {packet.source, packet.destination, packet.serial, packet.flits, packet.created, now, SiteId{site}, reason});
}

/// Called when the chip stands still.
ReconfigurationPlan RunTimeRepair::plan(const Defects& defects) {
  ReconfigurationPlan plan;
  if (const auto complaint = audit(chip_)) {
    plan.failure = "after the drain: " + *complaint;
    return plan;
  }
  CheckedRepair checked = check_repair(scenario_, setup_, defects);
  if (!checked.repair.repairable) {
    plan.failure = "there is no repair";
    result_.irreparable = std::move(checked);
    return plan;
  }
  if (!checked.verified()) {
    plan.failure = "the plan does not make the network wanted: " + checked.difference;
    return plan;
  }
  const Placement& placement = checked.repair.placement;
  plan.moved = count_moved(chip_.placement(), placement);
  plan.steps = chip_.reconfiguration_steps(with_crc(checked.bitstream), placement, checked.repair.broadcast);
  auto& complaint = plan.steps.back().complaint;
  complaint = [this, placement, chain_says = std::move(complaint)] {
    const std::string refusal = chain_says();
    return refusal.empty() ? check_switched(placement) : refusal;
  };
  return plan;
}

/// Whether the modules make the network wanted, and nothing has come or gone meanwhile.
std::string RunTimeRepair::check_switched(const Placement& placement) const {
  const Fabric& fabric = setup_.fabric->fabric();
  const TracedNetwork traced = Tracer(fabric).trace(chip_.read_back());
  if (const auto wrong = difference(traced, setup_.network(), placement, fabric)) {
    return "the switches as read back are wrong: " + *wrong;
  }
  return audit(chip_).value_or("");
}

FaultsResult RunTimeRepair::finish() {
  const auto done = chip_.controller().reconfigurations();
  result_.reconfigurations.assign(done.begin(), done.end());
  if (failed()) result_.failure = chip_.controller().failure();
  result_.unrepaired = chip_.controller().left_over();
  // Those of one cycle come in the order of the schedule.
  std::ranges::sort(result_.lost, {},
                    [](const LostPacket& packet) { return std::tuple(packet.cycle, packet.source, packet.number); });
  return std::move(result_);
}

void add_faults(ordered_json& json, const FaultsResult& faults, const ReconfigurableFabric& fabric) {
  json["reconfigurations"] = ordered_json::array();
  for (const Reconfiguration& each : faults.reconfigurations) {
    json["reconfigurations"].push_back(reconfiguration_json(each, fabric.fabric()));
  }
  json["lost_packets"] = ordered_json::array();
  for (const LostPacket& packet : faults.lost) json["lost_packets"].push_back(lost_json(packet, fabric.fabric()));
  if (!faults.unrepaired.empty()) json["unrepaired"] = faults_json(faults.unrepaired, fabric.fabric());
  if (faults.failure.empty()) return;
  json["failure"] = faults.failure;
  if (faults.irreparable) json["irreparable"] = to_json(*faults.irreparable, fabric);
}

void add_faults(TextTable& table, const FaultsResult& faults, const Fabric& fabric) {
  std::string label = "reconfigured";
  for (const Reconfiguration& each : faults.reconfigurations) {
    table.add({label, reconfiguration_text(each, fabric)});
    label.clear();
  }
  label = "lost";
  for (const LostPacket& packet : std::span(faults.lost).first(std::min(faults.lost.size(), kMostLines))) {
    table.add({label, lost_text(packet, fabric)});
    label.clear();
  }
  if (faults.lost.size() > kMostLines) {
    table.add({label, "and " + std::to_string(faults.lost.size() - kMostLines) + " more packets; --json names all"});
  }
  label = "not repaired";
  for (const RunTimeFault& fault : faults.unrepaired) {
    table.add({label, pe_text(fault.site, fabric) + ", fault in cycle " + std::to_string(fault.cycle)});
    label.clear();
  }
  if (!faults.failure.empty()) table.add({"failed", faults.failure + "; the run ends"});
}

}  // namespace kintsugi
