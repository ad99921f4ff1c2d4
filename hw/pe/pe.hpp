/// A PE as the network sees it: a source queue, a network interface, a sink. The packet source of its logical node
/// creates the packets.
///
/// Ports     one path port and one path target, joined to the router's local port; latency 1 each way
/// Source    packets enter an unbounded queue in the cycle they are created, and leave it one packet at a time, one
///           flit per cycle, on one virtual channel: the next in turn that has a credit. The first flit can leave
///           in the cycle of creation
/// Multicast the first copy leaves when the router can hold all of it. The network interface combines acknowledgements:
///           at the node of a fork it awaits one from each branch, and then sends one to the node of the previous
///           fork, in turn with the packets in the source queue
/// Sink      takes one flit per cycle; a packet is delivered in the cycle its tail arrives
/// Identity  become() makes it the PE of a logical node, start() gives it that node's traffic; an idle or faulty PE has
///           none
/// Stop      stop() lets no packet begin; the one being sent completes, and the source still creates packets
/// Death     die() is a fail-stop: the PE drops the packets in its queue and those that arrive; the network interface
///           completes the packet being sent. The source still creates packets, which wait for the node's next PE,
///           unless the node retires: retire()
/// Drop      the PE drops packets for which its router has no candidate (a dead or unreachable destination), and which
///           the router sends here
/// Sleep     wakes for the next packet that is due, for flits, and for credits while it is blocked
/// Errors    std::logic_error for flits out of order or at the wrong node: mistakes of the model
/// Not modelled: what a PE computes, reassembly buffers, a limit to the queue of acknowledgements and to those awaited
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <systemc>

#include "hw/link/chip_context.hpp"
#include "hw/link/link_transmitter.hpp"
#include "hw/link/path_port.hpp"
#include "models/traffic/source.hpp"

namespace kintsugi {

/// The packets that wait to be sent: first in, first out.
struct PacketQueue {
  PacketId first = kNoPacket;
  PacketId last = kNoPacket;
  std::uint64_t size = 0;

  void push(PacketId id, PacketTable& packets) {
    (last == kNoPacket ? first : packets[last].next) = id;
    last = id;
    ++size;
  }
  PacketId pop(const PacketTable& packets) {
    const PacketId id = first;
    first = packets[id].next;
    if (first == kNoPacket) last = kNoPacket;
    --size;
    return id;
  }
  bool empty() const { return first == kNoPacket; }
};

/// The traffic of a logical node; it moves with the node when the array is repaired.
struct NodeTraffic {
  std::unique_ptr<PacketSource> source;
  PacketQueue queue;
  std::uint32_t created = 0;  ///< packets so far
};

/// Why a packet was dropped.
enum class DropReason : std::uint8_t {
  kQueued,   ///< in the source queue of a PE that died
  kReached,  ///< its tail has reached a dead PE
  kNoWay,    ///< its tail has reached a PE whose router has no candidate for it
};

class Pe;

/// Called for every event of a packet, which is still in the packet table. The packet that starts a multicast is
/// created and injected; its copies are delivered. Acknowledgements are packets too.
class PacketObserver {
 public:
  virtual ~PacketObserver() = default;
  /// Returns the observer for the PEs of a thread: each thread has its own, because threads call at the same time.
  /// Throws std::logic_error if this observer supports a single thread only.
  virtual PacketObserver& of_thread(unsigned thread) {
    if (thread != 0) throw std::logic_error("this packet observer supports a single thread only");
    return *this;
  }
  virtual void created(const Packet& packet, Cycle now) = 0;
  virtual void injected(const Packet& packet, Cycle now) = 0;  ///< its head has left the source queue
  virtual void arrived(const Packet& packet, Cycle now) = 0;   ///< one more flit of it has reached the PE
  virtual void delivered(const Packet& packet, Cycle now) = 0;
  /// Called instead of injected or delivered when this PE drops the packet.
  virtual void dropped(const Packet&, DropReason, const Pe&, Cycle) {}
  /// Called when the last member of a multicast has its copy.
  virtual void reached_all(const Multicast&, Cycle) {}
  /// Called when the source has its one acknowledgement for all copies.
  virtual void acknowledged(const Multicast&, Cycle) {}
};

class Pe final : public sc_core::sc_module, public Clocked {
 public:
  /// Acknowledgements are numbered from here on, the packets of the node's traffic from 0.
  static constexpr std::uint32_t kFirstAcknowledgement = 0x80000000;

  Pe(sc_core::sc_module_name name, const ChipContext& chip, const RouterParameters& parameters,
     PacketObserver& observer);

  /// @name Wiring
  /// @{
  PathPort& path_port() { return path_port_; }
  PathEnd& path_end() { return entry_; }
  void end_of_elaboration() override;
  void connect(const Endpoint& router, unsigned latency);
  /// @}

  /// Makes it the PE of this logical node, without traffic; kNoNode: idle. Call it only while no packet is half sent.
  void become(NodeId node);
  /// Starts the traffic of its node in cycle `from`.
  void start(NodeTraffic& traffic, Cycle from);
  NodeId node() const { return node_; }

  /// @name To be called at the end of a cycle; takes effect in the next one
  /// @{
  void stop() { may_begin_ = false; }
  void resume();
  /// Makes the PE fail for ever. Throws std::logic_error if there are multicasts, which faults do not support.
  void die();
  bool dead() const { return dead_; }
  /// Ends the traffic of the logical node, which has died with the PE.
  void retire();
  /// @}

  void evaluate(Cycle now) override;
  void time_wheel_resized() override;

  /// @name Observation, for probes and the conservation check
  /// @{
  std::uint64_t injected_flits() const { return injected_; }
  std::uint64_t delivered_flits() const { return delivered_; }
  const LinkTransmitter& link() const { return link_; }
  const Endpoint& far() const { return far_; }
  const LinkReceiver& receiver() const { return receiver_; }
  unsigned credits(Vc vc) const { return credits_[vc.index()]; }
  std::uint64_t queued_packets() const { return traffic_ == nullptr ? 0 : traffic_->queue.size; }
  bool sending() const { return current_ != kNoPacket; }
  /// @}

 private:
  void take_credits(std::uint8_t* arriving);
  void receive(Flit flit, Cycle now);
  void drop(Flit flit, Cycle now);
  void drop_packet(PacketId id, DropReason reason, Cycle now);
  [[noreturn]] void refuse(Flit flit) const;
  void create(Cycle now);
  void enqueue(PacketOrder order, Cycle now);
  bool packets_wait() const { return traffic_ != nullptr && !traffic_->queue.empty(); }
  bool something_waits() const { return packets_wait() || !acknowledgements_.empty(); }
  bool choose_packet(Cycle now);
  void end_copy(const Packet& packet, Cycle now);
  void acknowledge(ForkId fork, Cycle now);
  void send_acknowledgement(ForkId fork, Cycle now);
  void inject(Cycle now);

  // The data of a flit comes first: the clock prefetches these lines.
  PacketId current_ = kNoPacket;  // being sent
  std::uint16_t sent_ = 0;        // flits of it
  std::uint16_t flits_ = 0;       // it has; kept here since its entry is written where it arrives, by another thread
  Vc vc_;                         // on this channel
  bool may_begin_ = true;         // a packet
  NodeId takes_ = kNoNode;        // receives the packets for this node: none if dead
  ModuleIndex index_;
  Cycle due_ = GeometricGaps::kNever;  // when the next packet is created
  NodeTraffic* traffic_ = nullptr;
  PacketObserver* observer_;
  std::uint64_t injected_ = 0;
  std::uint64_t delivered_ = 0;
  LinkTransmitter link_;
  PacketQueue acknowledgements_;     // to be sent
  std::uint8_t* credits_ = nullptr;  // per channel
  ChipContext chip_;
  LinkReceiver receiver_;

  unsigned vcs_;
  Vc turn_;                        // the channel with the highest priority
  bool acknowledges_next_ = true;  // if both queues hold a packet
  bool dead_ = false;
  NodeId node_ = kNoNode;
  std::uint32_t acknowledgements_sent_ = 0;
  Endpoint far_;  // of the link
  PathPort path_port_;
  PathEnd entry_;
};

}  // namespace kintsugi
