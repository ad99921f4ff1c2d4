/// The local rule at one site: computes the site's own setting from the repair message, and compares it with the states
/// that the configuration chain has shifted in, before these come into force.
///
/// Input    a repair message, the same words to every site
/// State    the setting computed last: the logical node, and a state for each switch of the site
/// Timing   receive() and the comparison take no cycle: a site needs few steps, however large the fabric, and the words
///          arrive while the chain shifts
/// Errors   first_difference() names the switch and the site where a shadow differs from the setting
/// Not modelled: the wires that carry the repair message
#pragma once

#include <optional>
#include <span>
#include <string>
#include <systemc>
#include <vector>

#include "hw/fabric/switch_module.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi {

class SiteRule final : public sc_core::sc_module {
 public:
  SiteRule(sc_core::sc_module_name name, const LocalRule& rule, SiteId site);
  /// The modules of LocalRule::switches_of(site), in its order.
  void attach(std::vector<SwitchModule*> switches) { switches_ = std::move(switches); }

  void receive(std::span<const std::uint32_t> message) { setting_ = rule_->setting_of(site_, message); }
  const LocalRule::Setting& setting() const { return setting_; }
  /// Returns nullopt if the shadows of the switches and the node to be placed here are those of the setting, else a
  /// description of the first difference.
  std::optional<std::string> first_difference(NodeId placed) const;

 private:
  const LocalRule* rule_;
  SiteId site_;
  std::vector<SwitchModule*> switches_;
  LocalRule::Setting setting_;
};

}  // namespace kintsugi
