/// A router of the user without its decisions: ports, links, credits, input buffers, counters and the conservation
/// check. Derive from it and override step(), which says in each cycle which flits leave, by which channel.
///
/// Cycle    takes the credits and flits that arrive, then calls step() if a buffer holds a flit. A flit that arrives in
///          cycle a is in its buffer from a + r on, r being `RouterParameters::latency`
/// Buffers  `RouterParameters::buffer` flits for each input channel, as the routers beside it count
/// Rules    send() keeps those of the links: a credit, an output channel that belongs to one packet from head to tail,
///          one flit for each input port and each output port and cycle. can_send() says whether they allow it
/// Order    step() sees the ports as they are after earlier calls of send() in the same cycle
/// Mistakes std::logic_error for a send() against the rules, a flit that arrives at a full buffer, and a path or node
///          that changes while it is in use; std::invalid_argument on a chip with multicasts or with a fault-aware
///          relation, whose routers fork packets or send them to their PE to be dropped
/// Threads  a router may be evaluated by any thread; step() may touch its own state only
/// Not here logs of hops, counters of flits by port, priorities of strict classes: step() says which flit goes first
/// Probes   in_<port>.vc<v>.occupancy and out_<port> as those of Router
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "hw/router/linked_router.hpp"

namespace kintsugi {

class OpenRouter : public LinkedRouter {
 public:
  static constexpr bool kCanMove = true;  ///< any thread may evaluate it

  /// Made by ChipPlan::make_router, which gives it name and site.
  OpenRouter(sc_core::sc_module_name name, const RouterSite& site);

  void become(NodeId node, const RoutingRelation* relation) override;

  void evaluate(Cycle now) final;
  unsigned occupancy(PortId port, Vc vc) const final { return narrow<unsigned>(at(port, vc).buffer.size()); }
  /// Returns the flits in the buffer of an input channel, the front first.
  const std::deque<Flit>& buffer(PortId port, Vc vc) const { return at(port, vc).buffer; }

 protected:
  /// Decides for one cycle: calls send() for each flit that leaves.
  virtual void step(Cycle now) = 0;

  /// Returns the routing that become() was given last; nullptr before.
  const RoutingRelation* relation() const { return relation_; }
  /// Returns the packet of a flit, until the packet has been delivered.
  Packet& packet_of(const Flit& flit) const { return (*chip().packets)[flit.packet]; }
  /// Returns the candidates of the head at the front of an input channel; that of a packet for this node is the local
  /// port. Valid until the next call.
  const Candidates& candidates(PortId port, Vc vc) const;
  /// Returns whether the front flit of an input channel may leave by an output channel now.
  bool can_send(PortId in, Vc in_vc, PortId out, Vc out_vc) const;
  /// Sends it. `state`: of the header beyond this router, if it is a head.
  void send(PortId in, Vc in_vc, PortId out, Vc out_vc, RoutingState state);
  /// A virtual channel of a port.
  struct Channel {
    PortId port;  ///< of this router
    Vc vc;        ///< below RouterParameters::vcs
    friend bool operator==(Channel, Channel) = default;
  };
  /// Returns the output channel that the packet at the front of an input channel holds, from its head on.
  std::optional<Channel> held(PortId in, Vc in_vc) const { return at(in, in_vc).held; }

 private:
  struct ChannelState {
    std::deque<Flit> buffer;       // as an input
    std::optional<Channel> held;   // as an input: the output channel of its packet
    std::optional<Channel> owner;  // as an output: the input channel of the packet that holds it
  };
  static constexpr Cycle kNever = ~Cycle{0};
  /// The last cycles in which a port has sent a flit, and in which a flit has left its buffers.
  struct Turns {
    Cycle sends = kNever;
    Cycle offers = kNever;
  };

  bool is_held(PortId port, Vc vc) const final { return at(port, vc).owner.has_value(); }
  ChannelState& at(PortId port, Vc vc) { return channels_[index_of(port, vc)]; }
  const ChannelState& at(PortId port, Vc vc) const { return channels_[index_of(port, vc)]; }
  bool is_adaptive(PortId port, Vc vc) const;
  void take_flit(PortId port, Flit flit);

  std::vector<Turns> turns_;            // by port
  std::vector<ChannelState> channels_;  // port-major
  std::uint64_t held_flits_ = 0;        // in the buffers
  const RoutingRelation* relation_ = nullptr;
};

}  // namespace kintsugi
