/// A module of the user in the link at a port of a router: one that looks at the flits and passes them on
/// (hw/link/link_relay.hpp), or one that turns the end of the link into signals (hw/pins/link_pins.hpp). The chip plan
/// makes it: ChipPlan::on_link.
///
/// Place     at the port of a router, between the router and the wires that lead away. A directly wired link has two
///           such ports, one at each end. On a fabric the states of the switches decide where a path leads, so the
///           module stays at the port of its site, whatever the path
/// Sides     kRouter, towards the router at whose port it is, and kFar, towards the other end. Each side takes flits
///           and credits, and sends both, so one module serves both directions
/// Timing    between router and module a flit takes delay() cycles, a credit as many, at least 1; between module and
///           far end the latency of the link. So the link as a whole takes delay() cycles more in each direction
/// Name      <site>.link_<port>: net.x0.y0.link_e, wafer.r3.c4.link_e
/// Threads   a module may be evaluated by any thread; it may touch its own state only
#pragma once

#include <cstdint>
#include <systemc>

#include "hw/link/chip_context.hpp"
#include "hw/link/link_site.hpp"
#include "hw/link/link_transmitter.hpp"
#include "hw/link/module.hpp"
#include "hw/link/path_port.hpp"

namespace kintsugi {

enum class LinkSide : std::uint8_t { kRouter, kFar };
inline constexpr LinkSide other_side(LinkSide side) {
  return side == LinkSide::kRouter ? LinkSide::kFar : LinkSide::kRouter;
}

class LinkModule : public Module, public Clocked {
 public:
  static constexpr bool kCanMove = true;
  static constexpr const char* kKind = "kintsugi_link_module";
  const char* kind() const override { return kKind; }

  /// `delay`: cycles between router and module, each way. Throws std::invalid_argument unless it is 1 to kMostDelay.
  LinkModule(sc_core::sc_module_name name, const LinkSite& site, unsigned delay);

  static constexpr unsigned kMostDelay = 1024;

  SiteId site() const { return site_; }
  PortId port() const { return port_; }
  unsigned delay() const { return delay_; }

  /// @name Wiring, done by the chip
  /// @{
  /// Returns the path port that leads out of the module on a side.
  PathPort& path_port(LinkSide side) { return side == LinkSide::kRouter ? to_router_ : to_far_; }
  /// Returns the target of the wire that ends at a side.
  PathTargetIf& path_target(LinkSide side) { return side == LinkSide::kRouter ? from_router_ : from_far_; }
  /// Returns the receiving side of the module; its receiver is nullptr if paths end open there.
  virtual Endpoint endpoint(LinkSide side) = 0;
  /// Returns whether the module has no far end in the chip: the flits of the router leave the chip.
  virtual bool leaves_chip() const { return false; }
  /// Connects both sides. `latency`: from the module to the far end. Does nothing if all is as before. Throws
  /// std::logic_error while the module holds a flit.
  virtual void connect(const Endpoint& router, const Endpoint& far, unsigned latency) = 0;
  virtual void disconnect() = 0;
  /// Returns the latency of the link beyond the module; 0 if it is not connected.
  virtual unsigned latency() const = 0;
  /// Returns where flits that enter at this port of endpoint() leave to.
  virtual Endpoint beyond(PortId port) const = 0;
  /// Returns the last cycle in which a flit has left the module on a side, or will for certain; 0 if it knows of none.
  virtual Cycle last_passing() const { return 0; }
  /// @}

 private:
  /// A wire that ends at one side.
  class Target final : public PathTargetIf {
   public:
    Target(LinkModule& module, LinkSide side) : module_(&module), side_(side) {}
    void enter(PathCursor& cursor, Lane) override { cursor.end = module_->endpoint(side_); }

   private:
    LinkModule* module_;
    LinkSide side_;
  };

  SiteId site_;
  PortId port_;
  unsigned delay_;
  PathPort to_router_;
  PathPort to_far_;
  Target from_router_{*this, LinkSide::kRouter};
  Target from_far_{*this, LinkSide::kFar};
};

}  // namespace kintsugi
