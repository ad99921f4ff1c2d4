/// What is called for the events of packets.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>

#include "hw/link/packet_table.hpp"

namespace kintsugi {

struct Multicast;

/// Why a packet was dropped. kDropReasonWords has the text of each.
enum class DropReason : std::uint8_t {
  kQueued,     ///< in the source queue of a PE that died
  kReached,    ///< its tail has reached a dead PE
  kNoWay,      ///< its tail has reached a PE whose router has no candidate for it
  kErased,     ///< a dead link has let nothing of one of its flits through
  kCorrupted,  ///< a checksum has found an error in it
  kLate,       ///< a copy, discarded: its packet is delivered already, or its source has given it up
};

/// By reason, for events.
inline constexpr std::array<const char*, 6> kDropReasonWords{
    "it was in the source queue of a PE that died", "it has reached a dead PE",
    "its router has no way to its destination",     "a dead link has erased one of its flits",
    "a checksum has found an error in it",          "its packet is delivered already, or given up"};

class Pe;

/// Called for every event of a packet, which is still in the packet table. The packet that starts a multicast is
/// created and injected; its copies are delivered. Acknowledgements are packets too.
/// A tracked packet (PacketKind::kTracked) is created, injected and delivered once, however many copies of it are sent;
/// what is called for its receipt does not count. A copy that is dropped is not a lost packet: is_copy().
class PacketObserver {
 public:
  virtual ~PacketObserver() = default;
  /// Returns the observer for the PEs of a thread: each thread has its own, because threads call at the same time. A PE
  /// may get another thread between two cycles (ClockDomain), so one packet may be created and injected in different
  /// ones.
  /// Throws std::logic_error if this observer supports a single thread only.
  virtual PacketObserver& of_thread(unsigned thread) {
    if (thread != 0) throw std::logic_error("this packet observer supports a single thread only");
    return *this;
  }
  virtual void created(const Packet& packet, Cycle now) = 0;    ///< it is in the source queue
  virtual void injected(const Packet& packet, Cycle now) = 0;   ///< its head has left the source queue
  virtual void arrived(const Packet& packet, Cycle now) = 0;    ///< one more flit of it has reached the PE
  virtual void delivered(const Packet& packet, Cycle now) = 0;  ///< all of its flits have reached the PE
  /// Called instead of injected or delivered when this PE drops the packet.
  virtual void dropped(const Packet&, DropReason, const Pe&, Cycle) {}
  /// Returns whether what is dropped is a copy of a tracked packet, which its source may send again.
  static bool is_copy(const Packet& packet) { return packet.kind == PacketKind::kTracked && packet.number != 0; }
  /// Called when the source of a tracked packet sends no further copy; one may be delivered all the same.
  virtual void given_up(const Packet&, Cycle) {}
  /// Called when the last member of a multicast has its copy.
  virtual void reached_all(const Multicast&, Cycle) {}
  /// Called when the source has its one acknowledgement for all copies.
  virtual void acknowledged(const Multicast&, Cycle) {}
};

}  // namespace kintsugi
