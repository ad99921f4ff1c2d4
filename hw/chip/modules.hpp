/// The modules of a chip.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/control/fault_flooding.hpp"
#include "hw/control/heartbeat.hpp"
#include "hw/control/reconfiguration.hpp"
#include "hw/control/site_diagnosis.hpp"
#include "hw/fabric/config_chain.hpp"
#include "hw/fabric/site_rule.hpp"
#include "hw/fabric/switch_module.hpp"
#include "hw/link/link_faults.hpp"
#include "hw/link/link_module.hpp"
#include "hw/pe/pe.hpp"
#include "hw/router/router.hpp"

namespace kintsugi {

/// The modules of one chip. A list is empty, and a pointer null, where the chip has none.
struct ChipModules {
  std::unique_ptr<ConfigChain> chain;                     ///< nullptr if directly wired
  std::unique_ptr<ReconfigurationController> controller;  ///< on a fabric, or with fault-aware routing
  std::vector<std::unique_ptr<SiteRouter>> routers;       ///< by site
  std::vector<Router*> own_routers;                       ///< those of the project, by site; nullptr: one of the user
  std::vector<std::unique_ptr<Pe>> pes;                   ///< by site
  std::vector<std::unique_ptr<SwitchModule>> switches;    ///< by SwitchId; none if directly wired
  std::vector<std::unique_ptr<SiteRule>> site_rules;      ///< by site; none without a local rule
  std::vector<std::unique_ptr<FaultFlooding>> flooding;   ///< by node; none without fault-aware routing
  std::vector<std::unique_ptr<Heartbeat>> heartbeats;     ///< by node; none if links have no heartbeats
  std::unique_ptr<LinkFaults> link_faults;                ///< nullptr without detection
  std::vector<std::unique_ptr<SiteDiagnosis>> diagnosis;  ///< by site; none if the PEs diagnose no faults
  std::vector<SiteId> site_of;                            ///< by ModuleIndex, for routers
  /// Those of the user in links (ChipPlan::on_link), by site and port; none without the factory.
  std::vector<std::vector<std::unique_ptr<LinkModule>>> link_modules;
  std::vector<const LinkModule*> link_module_of;  ///< by ModuleIndex, as far as there are any

  /// Returns the module in the link at a port of a router; nullptr: the port ends at a plain wire.
  LinkModule* link_module(SiteId site, PortId port) const {
    return link_modules.empty() ? nullptr : link_modules[site.index()][port.index()].get();
  }
  /// Returns the end of a channel that begins with a wire to this end, beyond all modules in the link. Its receiver is
  /// nullptr if it leaves the chip.
  Endpoint end_of(Endpoint end) const {
    while (end.module < link_module_of.size() && link_module_of[end.module] != nullptr && end.receiver != nullptr) {
      end = link_module_of[end.module]->beyond(end.port);
    }
    return end;
  }
  /// Returns the last cycle in which a flit has left a module in a link, or will for certain; 0 for none.
  Cycle last_passing() const {
    Cycle last = 0;
    for (const auto& of_site : link_modules) {
      for (const auto& module : of_site) last = std::max(last, module ? module->last_passing() : 0);
    }
    return last;
  }
  /// Returns the router at which a channel ends; not for channels that end at a PE or leave the chip.
  const SiteRouter& site_router_at(const Endpoint& end) const { return *routers[site_of.at(end_of(end).module).value]; }
  /// The same, for a router of the project; throws std::logic_error for one of the user.
  const Router& router_at(const Endpoint& end) const { return own_router(site_of.at(end_of(end).module)); }
  /// Returns the router of the project at a site; throws std::logic_error for one of the user.
  Router& own_router(SiteId site) const {
    if (Router* const router = own_routers[site.index()]) return *router;
    throw std::logic_error(std::string(routers[site.index()]->name()) +
                           " is a router of the user: what it holds and decides is not known");
  }
};

}  // namespace kintsugi
