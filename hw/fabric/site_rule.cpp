#include "hw/fabric/site_rule.hpp"

namespace kintsugi {

namespace {

std::string describe(NodeId node) {
  return node == kNoNode ? "no node" : "node " + std::to_string(node.value);
}

}  // namespace

SiteRule::SiteRule(sc_core::sc_module_name name, ClockDomain& clock, const LocalRule& rule, SiteId site)
    : Module(name, clock), rule_(&rule), site_(site) {}

void SiteRule::list_probes(wave::ModuleProbes& probes) const {
  probes.add("node", 31, wave::reader<[](const SiteRule& rule, std::uint64_t) {
               const NodeId node = rule.setting().node;
               return node == kNoNode ? wave::kUnknown : std::uint64_t{node.value};
             }>(*this));
}

void SiteRule::set() const {
  for (std::size_t i = 0; i < switches_.size(); ++i) switches_[i]->shift_in(setting_.states.at(i));
}

std::optional<std::string> SiteRule::other_node(NodeId placed) const {
  if (setting_.node == placed) return std::nullopt;
  return std::string(get_parent_object()->name()) + " is to be " + describe(placed) + ", and finds itself to be " +
         describe(setting_.node);
}

std::optional<std::string> SiteRule::deviation(NodeId planned, std::span<const SwitchState> states) const {
  if (auto difference = other_node(planned)) return difference;
  for (std::size_t i = 0; i < switches_.size(); ++i) {
    const SwitchState wanted = states[switches_[i]->id().value];
    if (setting_.states.at(i) != wanted) return switches_[i]->describe_difference(setting_.states[i], wanted);
  }
  return std::nullopt;
}

std::optional<std::string> SiteRule::first_difference(NodeId placed) const {
  if (auto difference = other_node(placed)) return difference;
  const std::string here = get_parent_object()->name();
  for (std::size_t i = 0; i < switches_.size(); ++i) {
    const SwitchModule& module = *switches_[i];
    if (module.shadow() == setting_.states.at(i)) continue;
    return std::string(module.name()) + " was sent " + module.type().state_name(module.shadow()) + ", and " + here +
           " itself computes " + module.type().state_name(setting_.states[i]);
  }
  return std::nullopt;
}

}  // namespace kintsugi
