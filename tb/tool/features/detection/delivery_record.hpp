/// Records what becomes of each packet of a run with detection, from the outside: whether the destination has it, how
/// often, and whether the source has given it up. The protocol of the PEs is checked against it.
///
/// Lost       given up by its source, never delivered, and a copy of it was dropped: its last one says where and why. A
///            packet that is given up while a copy is under way is not lost; the copy may be delivered
/// Complaint  about a packet that is delivered twice, or not created before
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hw/pe/pe.hpp"
#include "tb/tool/run/lost_packets.hpp"

namespace kintsugi {

class DeliveryRecord {
 public:
  void created(const Packet& packet);
  void delivered(const Packet& packet);
  /// Records that a copy was dropped or discarded; `site`: that of the PE; `to_the_dead`: whether its destination is
  /// dead.
  void dropped(const Packet& packet, DropReason reason, SiteId site, Cycle now, bool to_the_dead);
  void given_up(const Packet& packet) { given_up_.push_back({packet.source, packet.serial}); }

  bool is_delivered(PacketName name) const { return state_of(name) == kDelivered; }
  /// Returns the lost packets, by source and number.
  std::vector<LostPacket> lost() const;
  /// Calls `each` with every packet that is not delivered although a copy of it was dropped, whether its source has
  /// given it up by now or not, and with the cycle in which the first one was dropped.
  template <class Each>
  void for_each_undelivered(const Each& each) const {
    for (const auto& [name, drops] : drops_) {
      if (state_of(name) == kCreated) each(drops.last, drops.first);
    }
  }
  /// Returns the first mistake; empty if there is none.
  const std::string& complaint() const { return complaint_; }

 private:
  enum State : std::uint8_t { kUnknown, kCreated, kDelivered };
  /// The copies of a packet that were dropped.
  struct Drops {
    Cycle first = 0;
    LostPacket last;
  };
  State& state_of(PacketName name);
  State state_of(PacketName name) const;

  std::vector<std::vector<State>> states_;  // by source and serial
  std::map<PacketName, Drops> drops_;
  std::vector<PacketName> given_up_;
  std::string complaint_;
};

}  // namespace kintsugi
