#include "tb/tool/picture/repair_subject.hpp"

#include "models/network/text.hpp"
#include "tb/tool/console/text_table.hpp"

namespace kintsugi::picture {

namespace {

Setting setting_of(const Fabric& fabric, const Repair& repair) {
  return {repair.placement, switch_states(fabric, repair.configuration)};
}

/// "16 x 16 nodes", or "64 nodes".
std::string nodes_of(const Network& network) {
  std::string sides;
  for (const unsigned side : network.grid().sides) sides += (sides.empty() ? "" : " x ") + std::to_string(side);
  return sides.empty() ? counted(network.nodes(), "node") : sides + " nodes";
}

std::string what_it_is(const Setup& setup) {
  const Fabric& fabric = setup.built_fabric();
  return fabric.name + " with " + nodes_of(setup.network()) + " on " + counted(fabric.sites.size(), "PE") + ", " +
         std::to_string(fabric.switches.size()) + " switches";
}

std::string outcome(const CheckedRepair& checked) {
  if (!checked.repair.repairable) return "not repaired";
  std::string words = "repaired: " + counted(checked.repair.moved, "node") + " moved";
  if (!checked.repair.isolated.empty()) words += ", out of use " + checked.repair.isolated;
  words += ", extracted: the network is the one wanted, CRC-32 " + hex32(checked.crc32);
  return checked.rings.empty() ? words : words + "; " + counted(checked.rings.size(), "closed ring");
}

std::string how(const RepairOptions& options) {
  return "planner " + options.planner + ", rule " + options.rule + ", objective " + options.objective +
         (options.longest != RepairOptions{}.longest ? ' ' + std::to_string(options.longest) : "");
}

}  // namespace

Subject subject_of(const Scenario& scenario, const Setup& setup, const CheckedRepair& checked) {
  const Fabric& fabric = setup.built_fabric();
  Subject subject;
  subject.network = &setup.network();
  subject.fabric = &fabric;
  subject.defects = &setup.defects;
  subject.title = setup.network().name() + ": " + counted(setup.defects.size(), "defect");
  subject.facts = {what_it_is(setup) + "; " + how(scenario.repair), outcome(checked)};
  subject.plain = setting_of(fabric, setup.fabric->repair({}, scenario.repair));
  if (checked.repair.repairable) subject.repaired = setting_of(fabric, checked.repair);
  subject.irreparable = checked.repair.irreparable_subset;
  subject.irreparable_by = checked.repair.irreparable_by;
  subject.blocked = checked.repair.blocked;
  subject.reason = checked.repair.reason;
  return subject;
}

}  // namespace kintsugi::picture
