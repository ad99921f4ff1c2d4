/// The local rule at one site: computes the site's own setting from the repair message. Before the configuration chain
/// brings new states into force, the chip has each site compare them with its setting.
///
/// Input    the repair message, which the chip sends to every site beside the stream of the chain, or which arrives
///          from the observer (hw/control/site_diagnosis.hpp); or a setting that follows from the numbers of the
///          neighbours
/// State    the setting computed last: the logical node, and a state for each switch of the site
/// Timing   receive() and first_difference() take no cycle: the message arrives while the chain shifts, and the
///          computation at a site is short, however large the fabric
/// Own      a fabric whose PEs diagnose faults themselves needs no stream: each site sets its own switches by set()
/// Errors   first_difference() names the switch and the site where a shadow state, which the chain has shifted in,
///          differs from the setting; deviation() does so where the setting is not the planned one
/// Not modelled: the wires that carry the repair message to all sites beside a stream
#pragma once

#include <optional>
#include <span>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "hw/fabric/switch_module.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi {

class SiteRule final : public Module {
 public:
  SiteRule(sc_core::sc_module_name name, ClockDomain& clock, const LocalRule& rule, SiteId site);
  static constexpr const char* kKind = "kintsugi_site_rule";
  const char* kind() const override { return kKind; }
  void list_probes(wave::ModuleProbes& probes) const override;
  /// Sets the switches of the site: the modules of LocalRule::switches_of(site), in its order.
  void attach(std::vector<SwitchModule*> switches) { switches_ = std::move(switches); }

  /// Computes the setting from a repair message.
  void receive(std::span<const std::uint32_t> message) { setting_ = rule_->setting_of(site_, message); }
  /// Takes a setting that was computed in another way.
  void adopt(LocalRule::Setting setting) { setting_ = std::move(setting); }
  /// Takes the setting of a site without a node: all switches in state 0.
  void open() { adopt({kNoNode, std::vector<SwitchState>(switches_.size())}); }
  const LocalRule::Setting& setting() const { return setting_; }
  /// Sets the shadow states of the switches of the site to those of the setting.
  void set() const;
  /// Returns nullopt if the setting is the planned one: this node, and the states of the switches of the site, which
  /// are given for all switches of the fabric. Otherwise describes the first difference.
  std::optional<std::string> deviation(NodeId planned, std::span<const SwitchState> states) const;
  /// Returns nullopt if the shadow states of the switches and `placed`, the node that the chip will place here, are
  /// those of the setting. Otherwise describes the first difference.
  std::optional<std::string> first_difference(NodeId placed) const;

 private:
  std::optional<std::string> other_node(NodeId placed) const;

  const LocalRule* rule_;
  SiteId site_;
  std::vector<SwitchModule*> switches_;
  LocalRule::Setting setting_;
};

}  // namespace kintsugi
