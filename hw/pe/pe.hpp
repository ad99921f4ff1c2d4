/// A PE as the network and the chip see it. Which PE a site gets is the chip plan's choice (hw/chip/plan.hpp): the
/// one that sends the traffic of its node (hw/pe/traffic_pe.hpp), or one of the user.
///
/// Ports     one path port and one path target, joined to the router's local port; latency 1 each way
/// Identity  become() makes it the PE of a logical node, start() gives it that node's traffic; an idle or faulty PE has
///           none. The traffic moves with the node when the array is repaired
/// Death     a fail-stop: the PE takes what arrives, and sends no packet but the one that it is sending. It may work
///           again
/// Observer  a PE calls the packet observer of the chip for the events of its packets
#pragma once

#include <systemc>

#include "hw/link/chip_context.hpp"
#include "hw/link/module.hpp"
#include "hw/link/path_port.hpp"
#include "hw/pe/node_traffic.hpp"
#include "hw/pe/packet_observer.hpp"
#include "hw/pe/pe_site.hpp"

namespace kintsugi {

class Pe : public Module, public Clocked {
 public:
  using Module::Module;

  static constexpr const char* kKind = "kintsugi_pe";
  const char* kind() const override { return kKind; }
  /// @name Wiring
  /// @{
  virtual PathPort& path_port() = 0;
  virtual PathEnd& path_end() = 0;
  /// Connects it to the local port of its router.
  virtual void connect(const Endpoint& router, unsigned latency) = 0;
  /// @}

  /// Makes it the PE of this logical node, without traffic; kNoNode: idle. Called only while no packet is half sent.
  virtual void become(NodeId node) = 0;
  virtual NodeId node() const = 0;
  /// Tells it to begin packets on so many channels only, the first ones of its link: RoutingRelation::injection_vcs.
  /// Called before the first packet, and at the end of a cycle in which the routes have changed.
  virtual void use_channels(unsigned) {}
  /// Starts the traffic of its node in cycle `from`.
  virtual void start(NodeTraffic& traffic, Cycle from) = 0;

  /// @name Called at the end of a cycle; takes effect in the next one
  /// @{
  /// Lets no packet begin; the one being sent completes.
  virtual void stop() = 0;
  virtual void resume() = 0;
  /// Makes the PE fail until revive(). Throws std::logic_error if there are multicasts, which faults do not support.
  virtual void die() = 0;
  virtual bool dead() const = 0;
  /// Makes the PE work again, with an empty queue. Called only while the chip is quiescent; no packet begins before
  /// resume().
  virtual void revive() = 0;
  /// Ends the traffic of the logical node, which has died with the PE.
  virtual void retire() = 0;
  /// Asks the packet source again: it may have a packet sooner than it has said.
  virtual void source_changed() = 0;
  /// @}

  /// Returns whether no packet is half sent, and all credits are back.
  virtual bool is_quiescent() const = 0;

 protected:
  /// Reports that it drops a packet, as the event kDropReport; call it beside PacketObserver::dropped(). `thread`: that
  /// evaluates the PE (ModuleContext).
  void report_drop(const ChipContext& chip, unsigned thread, const Packet& packet, DropReason reason, Cycle now) const;
};

}  // namespace kintsugi
