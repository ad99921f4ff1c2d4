/// The elaborator: makes and binds the modules of a network, and of its fabric if it has one. It knows no family. A new
/// kind of module is one line of plan_modules() or plan_fabric() and its bindings.
///
/// Names   directly wired: <node>.router, <node>.pe; with fault-aware routing <node>.fault_flooding and controller.
///         A module in a link is <site>.link_<port>. On a fabric: <site>.router, <site>.pe, with a local rule
///         <site>.rule, with self-diagnosis <site>.diagnosis; each switch by its name; config_chain; controller. Below
///         these their path ports, if they are to be shown: by the names of the layout, local, those of the terminals
///         of a switch
/// Errors  std::invalid_argument when a router would have more than kMaxPorts ports or kMaxRouterChannels channels,
///         when parameters are out of range or incompatible, when a PE factory makes no PE, and when a router
///         factory makes a router with other ports than its site has
#pragma once

#include <memory>

#include "hw/chip/module_tree.hpp"
#include "hw/chip/modules.hpp"
#include "hw/chip/plan.hpp"

namespace kintsugi {

class Elaborator {
 public:
  /// Modules become children of the module under construction. Plan, context and observer must outlive them.
  /// `chip` is what the controller stops and starts; it may be constructed later.
  Elaborator(const ChipPlan& plan, const ChipParameters& parameters, const ChipContext& context,
             PacketObserver& observer, Quiescable& chip, ModuleTree& tree)
      : plan_(plan), parameters_(parameters), context_(context), observer_(observer), chip_(chip), tree_(tree) {}

  ChipModules run();

 private:
  void check_parameters() const;
  void plan_modules();
  void make_router(const char* name, SiteId site);
  std::unique_ptr<Pe> make_pe(const char* name, const PeSite& site) const;
  void plan_link_modules();
  void plan_heartbeats();
  void plan_flooding();
  void plan_fabric();
  void bind_pes();
  std::vector<SitePort> linked_ports() const;
  std::optional<PortRef> far_end(SitePort port) const;
  void bind_link_modules();
  PathPort& wire_from(SiteId site, PortId port) const;
  void bind_wire_to(SiteId site, PortId port, PathPort& from, unsigned pitches) const;
  void bind_link(SitePort a, SitePort b, unsigned pitches) const;
  void bind_network();
  void bind_flooding();
  void bind_heartbeats();
  void bind_fabric();
  void attach_site_rules();
  void plan_diagnosis();
  void bind_diagnosis();
  void number_routers();

  const ChipPlan& plan_;
  const ChipParameters& parameters_;
  const ChipContext& context_;
  PacketObserver& observer_;
  Quiescable& chip_;
  ModuleTree& tree_;
  ChipModules modules_;
  std::size_t sites_made_ = 0;
};

}  // namespace kintsugi
