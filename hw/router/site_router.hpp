/// A router as the chip sees it. Which router a site gets is the chip plan's choice (ChipPlan::make_router): the one of
/// the project (hw/router/router.hpp), or one of the user (hw/router/open_router.hpp does its wiring).
///
/// Ports     0 .. network_ports() - 1 as in the port layout; local_port() is the PE's. Every port has a path port; all
///           have one path target, a lane each
/// Protocol  that of hw/README.md: a flit is sent for a credit, at most one by a port and cycle, on a channel that
///           belongs to its packet from head to tail; a credit is returned for each flit that leaves a buffer
/// Identity  become() makes it the router of a logical node; kNoNode: idle
/// Cost      nothing that a router of the project does in a cycle is a virtual call: the clock evaluates modules of one
///           kind one after the other
#pragma once

#include <string>
#include <systemc>

#include "hw/link/chip_context.hpp"
#include "hw/link/link_transmitter.hpp"
#include "hw/link/module.hpp"
#include "hw/link/path_port.hpp"
#include "hw/router/router_site.hpp"
#include "models/network/network.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

class SiteRouter : public Module, public Clocked {
 public:
  static constexpr const char* kKind = "kintsugi_router";
  const char* kind() const override { return kKind; }

  using Module::Module;

  /// @name Wiring
  /// @{
  virtual unsigned network_ports() const = 0;
  PortId local_port() const { return PortId::from(network_ports()); }
  /// Returns the names of the network ports.
  virtual const PortLayout& layout() const = 0;
  /// Returns the name of a port: that of the layout, or "local".
  std::string port_name(PortId port) const { return port == local_port() ? "local" : layout()[port.index()]; }
  virtual PathPort& path_port(PortId port) = 0;
  /// Returns the target of all wires that end at the router; the lane is the port.
  virtual PathTargetIf& path_target() = 0;
  /// Binds a path port of another module, or of this one, to a port of the router.
  void bind_to(PortId port, PathPort& from, unsigned pitches) {
    from.bind(path_target(), 1, pitches, narrow<Lane>(port.value));
  }
  /// Returns the receiving side of a port. The module of all ports is the same, and is that of no other router.
  virtual Endpoint endpoint(PortId port) = 0;
  /// Connects the port to the far end of its path; `latency` is that of the link in cycles. Does nothing if both are as
  /// before. Throws std::logic_error unless the old path is idle (is_idle).
  virtual void connect(PortId port, const Endpoint& far, unsigned latency) = 0;
  virtual void disconnect(PortId port) = 0;
  /// Returns the transmitter of a port: open until it is connected.
  virtual const LinkTransmitter& link(PortId port) const = 0;
  /// Returns the far end of a port's path. Call it only if the link is not open.
  virtual const Endpoint& far(PortId port) const = 0;
  /// @}

  /// Sets the logical node and its relation; kNoNode and nullptr if no logical node is placed here. Called only while
  /// the router has no flit.
  virtual void become(NodeId node, const RoutingRelation* relation) = 0;
  virtual NodeId node() const = 0;

  /// Returns true if the port is open. Otherwise returns whether no packet holds one of its output channels, all their
  /// credits are back (not counted towards the PE), and its input buffers are empty.
  virtual bool is_idle(PortId port) const = 0;
  /// Returns whether all ports are idle.
  virtual bool is_idle() const = 0;
  /// Returns whether a packet holds, waits for or lies in one of these channels of a network port, or a credit of them
  /// is not back.
  virtual bool uses(VcSet channels) const = 0;

  /// Returns the flit that left by a port in the cycle evaluated last.
  virtual std::optional<Flit> sent(PortId port) const { return link(port).sent(module_clock().now()); }
};

}  // namespace kintsugi
