#include "hw/chip/configuration.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw/chip/modules.hpp"
#include "hw/chip/nodes.hpp"
#include "hw/chip/path_table.hpp"
#include "hw/chip/plan.hpp"
#include "models/fabric/extraction.hpp"
#include "models/fabric/fabric.hpp"

namespace kintsugi {

ChipConfiguration::ChipConfiguration(const ChipPlan& plan, ChipModules& modules, ChipNodes& nodes, PathTable& paths)
    : plan_(plan), modules_(modules), nodes_(nodes), paths_(paths) {
  if (!modules_.chain) return;
  modules_.chain->on_check([this] { return complaint_of_sites(); });
  modules_.chain->on_admit([this](const std::vector<SwitchModule*>& changing) { return packet_in_the_way(changing); });
  modules_.chain->on_commit([this](const std::vector<SwitchModule*>& changed) { commit(changed); });
}

void ChipConfiguration::on_commit(CommitObserver observer) {
  observer_ = std::move(observer);
}

void ChipConfiguration::commit(std::vector<SwitchModule*> changed) {
  if (built_ != nullptr) rebuild(*std::exchange(built_, nullptr), changed);
  if (std::exchange(under_traffic_, UnderTraffic::kNever) == UnderTraffic::kNever) {
    nodes_.place(std::exchange(coming_, {}));
  } else {
    nodes_.move(std::exchange(coming_, {}));
  }
  paths_.resolve_through(changed);
  paths_.retime();
  if (observer_) observer_();
  warn_of_another_network();
}

void ChipConfiguration::warn_of_another_network() const {
  const Placement& placement = nodes_.placement();
  std::optional<std::string> found;
  const auto homeless = std::ranges::find(placement.site_of, kNoSite);
  if (homeless != placement.site_of.end()) {
    const auto node = NodeId::from(homeless - placement.site_of.begin());
    found = "node " + plan_.network->node_name(node) + " has no site";
  } else {
    found = difference(connected(), *plan_.network, placement, *plan_.fabric);
  }
  if (!found) return;
  const std::string text = std::string(modules_.chain->name()) + ": the states in force make another network than " +
                           plan_.network->name() + ", so packets can wait for ever: " + *found +
                           "; load the stream and the placement of a verified repair";
  SC_REPORT_WARNING(kConfigurationReport, text.c_str());
}

/// Returns what the routers of the nodes are connected to: the paths, as they are resolved.
ExtractedNetwork ChipConfiguration::connected() const {
  ExtractedNetwork connected;
  const Placement& placement = nodes_.placement();
  for (const SiteId site : ids<SiteId>(plan_.sites())) {
    if (placement.node_at[site.value] == kNoNode) continue;
    connected.attached.push_back(site);
    const SiteRouter& router = *modules_.routers[site.value];
    for (const PortId port : ids<PortId>(router.network_ports())) {
      if (router.link(port).open()) continue;
      const Endpoint far = modules_.end_of(router.far(port));
      if (far.receiver == nullptr) continue;
      connected.joins.push_back({{site, port}, {modules_.site_of.at(far.module), far.port}});
    }
  }
  return connected;
}

/// Gives the switches the tables that they have in `built`.
void ChipConfiguration::rebuild(const Fabric& built, std::vector<SwitchModule*>& changed) {
  for (std::size_t i = 0; i < modules_.switches.size(); ++i) {
    SwitchModule& module = *modules_.switches[i];
    if (&module.type() == built.switches.at(i).type) continue;
    module.set_type(*built.switches[i].type);
    if (std::ranges::find(changed, &module) == changed.end()) changed.push_back(&module);
  }
}

ConfigChain& ChipConfiguration::chain() const {
  if (!modules_.chain) throw std::logic_error("a directly wired network has no configuration chain");
  return *modules_.chain;
}

void ChipConfiguration::check_placement(const Placement& placement) const {
  if (placement.site_of.size() != plan_.network->nodes() || placement.node_at.size() != plan_.sites()) {
    throw std::logic_error("the placement does not fit the network and the fabric");
  }
}

void ChipConfiguration::load(std::vector<std::uint8_t> stream, Placement placement,
                             const std::optional<RepairMessage>& message, UnderTraffic under_traffic) {
  ConfigChain& own_chain = chain();
  check_placement(placement);
  own_chain.load(std::move(stream));
  expect(std::move(placement), message, under_traffic);
}

void ChipConfiguration::expect(Placement placement, const std::optional<RepairMessage>& message,
                               UnderTraffic under_traffic) {
  chain();
  check_placement(placement);
  coming_ = std::move(placement);
  under_traffic_ = under_traffic;
  inspected_ = message.has_value();
  if (!inspected_) return;
  for (const auto& rule : modules_.site_rules) rule->receive(*message);
}

std::vector<ReconfigurationStep> ChipConfiguration::steps(std::vector<std::uint8_t> stream, Placement placement,
                                                          std::optional<RepairMessage> message, const Fabric* built,
                                                          UnderTraffic under_traffic) {
  auto begin = [this, stream = std::move(stream), placement = std::move(placement), message = std::move(message), built,
                under_traffic] {
    load(stream, placement, message, under_traffic);
    built_ = built;
  };
  auto complaint = [this] { return chain().phase() == ConfigChain::Phase::kActive ? std::string() : chain().error(); };
  return {{ReconfigurationPhase::kLoad,
           std::move(begin),
           [this](Cycle) { return chain().phase() != ConfigChain::Phase::kShift; },
           {}},
          {ReconfigurationPhase::kSwitch, {}, [](Cycle spent) { return spent >= 1; }, std::move(complaint)}};
}

ReconfigurationStep ChipConfiguration::own_step(Placement placement, SwitchStates planned) {
  auto switch_all = [this, placement = std::move(placement), planned = std::move(planned)] {
    std::string why = set_by_rules(placement, planned);
    std::vector<SwitchModule*> changed;
    for (const auto& module : modules_.switches) {
      if (!why.empty()) module->discard_shadow();
      if (module->commit()) changed.push_back(module.get());
    }
    if (!why.empty()) return why;
    coming_ = placement;
    commit(changed);
    return why;
  };
  return {ReconfigurationPhase::kSwitch, {}, [](Cycle spent) { return spent >= 1; }, std::move(switch_all)};
}

/// Returns "" if the sites have the nodes and settings of the plan, else the first difference.
std::string ChipConfiguration::set_by_rules(const Placement& placement, const SwitchStates& planned) {
  for (std::uint32_t site = 0; site < plan_.sites(); ++site) {
    const SiteRule& rule = *modules_.site_rules.at(site);
    rule.set();
    if (auto difference = rule.first_difference(placement.node_at.at(site))) return *difference;
  }
  for (std::size_t i = 0; i < planned.size(); ++i) {
    const SwitchModule& module = *modules_.switches.at(i);
    if (module.shadow() == planned[i]) continue;
    return module.describe_difference(module.shadow(), planned[i]);
  }
  return "";
}

SwitchStates ChipConfiguration::read_back() const {
  SwitchStates states;
  for (const auto& module : modules_.switches) states.push_back(module->state());
  return states;
}

/// Says why a right stream must not come into force now.
/// A packet that is on a path reaches from its head to its tail, and the credits of a port count the buffer at the
/// other end of its path: neither survives another path.
std::optional<std::string> ChipConfiguration::packet_in_the_way(const std::vector<SwitchModule*>& changing) const {
  if (coming_.node_at.empty()) return "the chip was not told where the nodes live then: ChipConfiguration::expect()";
  if (under_traffic_ == UnderTraffic::kNever) return std::nullopt;
  if (const auto busy = paths_.first_busy(changing)) {
    const Fabric& fabric = *plan_.fabric;
    return "a packet is on the path of " + fabric.sites[busy->site.value].name + '.' +
           fabric.layout[busy->port.index()] + ", whose switches would change";
  }
  for (const SiteId site : ids<SiteId>(plan_.sites())) {
    if (coming_.node_at[site.value] == nodes_.placement().node_at[site.value] || is_idle(site)) continue;
    return "a packet is in " + plan_.fabric->sites[site.value].name + ", whose node would change";
  }
  return std::nullopt;
}

/// Returns whether no flit is in the router or the PE of a site, or on the link between them.
bool ChipConfiguration::is_idle(SiteId site) const {
  const SiteRouter& router = *modules_.routers[site.value];
  const bool arrives = router.link(router.local_port()).sent(modules_.chain->module_clock().now()).has_value();
  return router.is_idle() && modules_.pes[site.value]->is_quiescent() && !arrives;
}

std::optional<std::string> ChipConfiguration::complaint_of_sites() const {
  if (!inspected_ || coming_.node_at.empty()) return std::nullopt;
  for (std::uint32_t site = 0; site < modules_.site_rules.size(); ++site) {
    if (auto difference = modules_.site_rules[site]->first_difference(coming_.node_at[site])) return difference;
  }
  return std::nullopt;
}

}  // namespace kintsugi
