/// Follows a packet through the routers of a chip, cycle by cycle, and keeps why it went where and what it waited for.
///
/// Copies    of a packet that its source sends again are followed each by itself. A multicast is not followed: its way
///           is a tree, which a packet log has
/// Choice    what the routing allowed in the cycle in which the head was given its output channel; the state of the
///           header is the one before that
/// Cost      a look at one router a copy and cycle
#pragma once

#include <optional>
#include <vector>

#include "hw/chip/chip.hpp"
#include "tb/tool/features/explain/explanation.hpp"
#include "tb/tool/features/explain/router_moment.hpp"
#include "tb/tool/run/instrument.hpp"

namespace kintsugi::explain {

class PacketFollower final : public PacketWatcher {
 public:
  PacketFollower(const Chip& chip, PacketName name);

  /// Call it at the end of every cycle.
  void after(Cycle cycle);
  const PacketMoment& moment() const { return moment_; }
  /// Returns whether the packet has been created, and has ended: a source with detection may send it again.
  bool is_over() const;

  void created(const Packet& packet, Cycle now) override;
  void injected(const Packet& packet, Cycle now) override;
  void delivered(const Packet& packet, Cycle now) override;
  void discarded(const Packet& packet, const Discard& discard) override;
  void given_up(const Packet& packet, Cycle now) override;

 private:
  /// A head on its way.
  struct Copy {
    PacketId id = kNoPacket;
    const Router* at = nullptr;  // where it is, or arrives next; nullptr: it has left the network
    PortId in;
    Vc in_vc;
    RoutingState state = 0;  // of the header, as it came to this router
    FreeChannels before;     // the free channels of the router at the end of the last cycle
    std::size_t way = 0;     // its index among the copies of the moment
  };

  bool is_named(const Packet& packet) const { return packet.source == name_.source && packet.serial == name_.serial; }
  void find_new_copy(Cycle cycle);
  void begin(PacketId id, const Router& router, Vc vc, Cycle eligible);
  void advance(Copy& copy, Cycle cycle);
  bool leaves(Copy& copy, Cycle cycle);
  void wait(Copy& copy, Cycle cycle);
  Stop& arrive(Copy& copy, const Router& router, PortId in, Vc vc, Cycle eligible);
  Stop& stop_of(const Copy& copy) { return moment_.copies[copy.way].stops.back(); }
  void grant(Copy& copy, Cycle cycle, Router::Channel given);

  const Chip& chip_;
  PacketName name_;
  PacketMoment moment_;
  std::vector<Copy> copies_;  // under way
  bool is_last_ = false;      // no further copy is sent
};

}  // namespace kintsugi::explain
