/// The end-to-end protocol of one logical node: what its network interface remembers so that each packet is delivered
/// once, although links lose packets. The PE that owns it sends and receives.
///
/// Source       keeps every packet until it is acknowledged. Of each destination it knows the next sequence number and
///              which numbers are settled (models/detection/sequence_window.hpp). At most SequenceWindow::kSize numbers
///              of one destination are open at a time; the next packet waits, and those behind it
/// Timer        runs from the cycle in which the head of a copy leaves the source queue. When it ends the packet is
///              sent again, `retries` times at most, and then given up
/// Destination  knows of each source which numbers it has delivered, and discards the others
/// State        as many entries as packets that were begun and not settled, and those behind the oldest of them: all
///              that the node can send within (retries + 1) timeouts. One window for each node that it sends to or
///              hears from
/// Errors       std::logic_error for a packet out of order or beyond a window: mistakes of the model
/// Not modelled: a limit to the kept packets, acknowledgements that carry several numbers or travel in data packets
#pragma once

#include <boost/circular_buffer.hpp>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

#include "hw/link/packet_table.hpp"
#include "models/detection/parameters.hpp"
#include "models/detection/sequence_window.hpp"

namespace kintsugi {

class EndToEnd {
 public:
  static constexpr Cycle kNever = std::numeric_limits<Cycle>::max();

  explicit EndToEnd(const DetectionParameters& parameters) : parameters_(&parameters) {}

  /// @name The source
  /// @{
  /// Returns whether a new packet to this node may begin.
  bool has_room(NodeId destination) const;
  /// Keeps a packet whose first copy leaves, and numbers it. Packets come in the order of their serials.
  void keep(PacketId id, Packet& packet);
  /// Starts the timer of a copy that leaves in this cycle, and writes into it what is settled.
  void leave(Packet& copy, Cycle now);
  /// Returns when the next timer ends; kNever if none runs. It may be one whose packet is settled.
  Cycle next_deadline() const { return timers_.empty() ? kNever : timers_.front().at; }

  enum class Expiry { kNothing, kSendAgain, kGiveUp };
  struct Expired {
    Expiry what = Expiry::kNothing;
    PacketId packet = kNoPacket;
  };
  /// Ends the next timer. A packet that is given up is settled, and the caller releases it.
  Expired end_timer();
  /// Returns whether a packet is kept.
  bool is_open(std::uint32_t serial) const { return find(serial) != nullptr; }
  /// Settles a packet that the destination has acknowledged. Returns it for the caller to release, kNoPacket if it is
  /// settled already.
  PacketId acknowledge(NodeId destination, std::uint32_t serial, std::uint32_t number);
  /// Gives up and settles every packet that is kept: calls `give_up(PacketId)` for each, in their order.
  template <class GiveUp>
  void give_up_all(GiveUp give_up) {
    for (const Kept& kept : kept_) {
      if (kept.packet == kNoPacket) continue;
      sending_.at(kept.destination.value).window.settle(kept.number);
      give_up(kept.packet);
    }
    kept_.clear();
    timers_.clear();
    open_ = 0;
  }
  /// Returns the number of packets that are kept.
  std::uint64_t open() const { return open_; }
  /// @}

  /// @name The destination
  /// @{
  /// Takes the number of an undamaged packet. Returns false if the packet must be discarded.
  bool accept(const Packet& packet);
  /// @}

 private:
  struct Kept {
    PacketId packet = kNoPacket;  // kNoPacket: settled
    NodeId destination;
    std::uint32_t number = 0;
    unsigned sent = 0;  // copies
  };
  struct Timer {
    Cycle at = 0;
    std::uint32_t serial = 0;
  };
  struct Sending {
    SequenceWindow window;
    std::uint32_t next = 1;
  };

  const Kept* find(std::uint32_t serial) const;
  Kept* find(std::uint32_t serial) { return const_cast<Kept*>(std::as_const(*this).find(serial)); }
  void settle(Kept& kept);

  const DetectionParameters* parameters_;
  boost::circular_buffer<Kept> kept_;     // by serial, from first_ on
  std::uint32_t first_ = 0;               // serial of the oldest
  boost::circular_buffer<Timer> timers_;  // ascending: all run equally long
  std::uint64_t open_ = 0;
  std::unordered_map<std::uint32_t, Sending> sending_;           // by destination
  std::unordered_map<std::uint32_t, SequenceWindow> delivered_;  // by source
};

}  // namespace kintsugi
