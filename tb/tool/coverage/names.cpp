#include "tb/tool/coverage/names.hpp"

#include <algorithm>
#include <variant>

namespace kintsugi::coverage {

std::string transition_name(const SwitchType& type, SwitchState from, SwitchState to) {
  return type.state_name(from) + " -> " + type.state_name(to);
}

std::string turn_name(const std::string& in, const std::string& out) {
  return in + " -> " + out;
}

std::string channel_name(const std::string& port, unsigned vc) {
  return port + '.' + std::to_string(vc);
}

std::string plan_kind(const Repair& repair) {
  if (!repair.paths.empty()) return "straight";
  constexpr std::size_t kPassedOnce = 2;  // sites without a node on a ring that passes every line once
  const auto is_triple = [](const RepairRing& ring) { return ring.passes.size() > kPassedOnce; };
  if (!repair.rings.empty()) return std::ranges::any_of(repair.rings, is_triple) ? "triple" : "diagonal";
  return repair.moved == 0 ? "no defects" : "placed";
}

DefectKind kind_of(const Fault& defect, const Fabric* sound) {
  if (std::holds_alternative<SiteId>(defect)) return {"PE", "dead"};
  if (std::holds_alternative<LinkDefect>(defect)) return {"link", "dead"};
  const auto& element = std::get<ElementDefect>(defect);
  const SwitchType& type = *sound->switches.at(element.switch_id().index()).type;
  if (const auto* stuck = std::get_if<StuckSwitch>(&element.what)) {
    return {type.name(), "stuck in " + type.state_name(stuck->state)};
  }
  if (const auto* lane = std::get_if<StuckLane>(&element.what)) {
    return {type.name(), "a wire stuck in " + type.state_name(lane->state)};
  }
  return {type.name(), "a wire cut"};
}

}  // namespace kintsugi::coverage
