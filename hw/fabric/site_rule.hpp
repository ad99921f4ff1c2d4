/// What one site works out by itself: its own settings, from what is broadcast to all sites. They are held against
/// those that the configuration chain has shifted in for it, before these come into force.
///
/// Input    a broadcast, the same words to every site
/// State    the setting computed last: the logical node, and a state for each switch of the site
/// Timing   listen() and the comparison take no cycle: a site needs few steps, however large the fabric, and the words
///          arrive while the chain shifts
/// Errors   first_difference() says, naming switch and site, where the shadows are not what the site computed
/// Not modelled: the wires of the broadcast
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

  void listen(std::span<const std::uint32_t> broadcast) { setting_ = rule_->setting_of(site_, broadcast); }
  const LocalRule::Setting& setting() const { return setting_; }
  /// Between the setting and the shadows of the switches, and the node that is to be placed here.
  std::optional<std::string> first_difference(NodeId placed) const;

 private:
  const LocalRule* rule_;
  SiteId site_;
  std::vector<SwitchModule*> switches_;
  LocalRule::Setting setting_;
};

}  // namespace kintsugi
