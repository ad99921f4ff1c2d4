/// A PE as the network sees it: a source queue, a network interface, a sink. What the packets are is the affair of the
/// packet source of the logical node that lives here.
///
/// Ports     one path port and one entry, joined to the router's local port; latency 1 each way
/// Source    packets enter an unbounded queue in the cycle they are created, and leave it one packet at a time, one
///           flit per cycle, on one virtual channel: the next in turn that has a credit. The first flit can leave
///           in the cycle of creation
/// Multicast the first copy leaves when the router can hold all of it. Acknowledgements are combined here: the network
///           interface of the node where copies parted awaits one for each and then sends one to the node where they
///           parted before, in turn with the packets that wait in the source queue
/// Sink      takes one flit per cycle; a packet is delivered in the cycle its tail arrives
/// Identity  become() makes it the PE of a logical node, start() hands it that node's traffic; an idle or faulty PE has
///           none
/// Stop      stop() lets no packet begin; the one being sent completes, and packets go on being created
/// Death     die() is a fail-stop: what waits in the queue is lost, what arrives is lost, the packet being sent is
///           completed by the network interface. The packets of the logical node go on being created: they wait for
///           its next PE, or there is none: retire()
/// Stranded  what the router hands over because it knows no way on (a dead destination, or none that can be reached) is
///           lost here
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

/// Packets that wait to be sent, first come first served.
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

/// A logical node's traffic: moves with the node when the array is repaired.
struct NodeTraffic {
  std::unique_ptr<PacketSource> source;
  PacketQueue queue;
  std::uint32_t created = 0;  ///< packets so far
};

enum class Loss : std::uint8_t {
  kQueued,   ///< in the source queue of a PE that died
  kReached,  ///< its tail has reached a dead PE
  kNoWay,    ///< its tail has reached a PE whose router knows no way on
};

class Pe;

/// Told about every packet; the packet table still has the packet. The packet that starts a multicast is created and
/// injected; its copies are delivered. Acknowledgements are packets too.
class PacketObserver {
 public:
  virtual ~PacketObserver() = default;
  /// Who is told by the PEs that a thread evaluates: one observer for each, since they all tell at the same time.
  /// std::logic_error: this one cannot be shared out.
  virtual PacketObserver& of_thread(unsigned thread) {
    if (thread != 0) throw std::logic_error("the observer of the packets takes one thread only");
    return *this;
  }
  virtual void created(const Packet& packet, Cycle now) = 0;
  virtual void injected(const Packet& packet, Cycle now) = 0;  ///< its head has left the source queue
  virtual void arrived(const Packet& packet, Cycle now) = 0;   ///< one more flit of it has reached the PE
  virtual void delivered(const Packet& packet, Cycle now) = 0;
  /// Instead of injected or delivered, at this PE.
  virtual void lost(const Packet&, Loss, const Pe&, Cycle) {}
  /// The last member of a multicast has its copy.
  virtual void reached_all(const Multicast&, Cycle) {}
  /// The source has its one acknowledgement for all copies.
  virtual void acknowledged(const Multicast&, Cycle) {}
};

class Pe final : public sc_core::sc_module, public Clocked {
 public:
  /// Acknowledgements are numbered from here on, the packets of the node's traffic from 0 on.
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

  /// Is this logical node from now on, without traffic; kNoNode: idle. Only while no packet is half sent.
  void become(NodeId node);
  /// Starts the traffic of the node that lives here in cycle `from`.
  void start(NodeTraffic& traffic, Cycle from);
  NodeId node() const { return node_; }

  /// @name At the end of a cycle, from the next one on
  /// @{
  void stop() { may_begin_ = false; }
  void resume();
  /// For ever. std::logic_error where there are multicasts: what happens to their copies is not defined.
  void die();
  bool dead() const { return dead_; }
  /// The logical node creates no more packets: it has died with the PE.
  void retire();
  /// @}

  void evaluate(Cycle now) override;
  void time_wheel_resized() override;

  /// @name Looking in
  /// @{
  std::uint64_t injected_flits() const { return injected_; }
  std::uint64_t delivered_flits() const { return delivered_; }
  const LinkTransmitter& link() const { return link_; }
  const Endpoint& far() const { return far_; }
  const LinkReceiver& receiver() const { return receiver_; }
  unsigned credits(unsigned vc) const { return credits_[vc]; }
  std::uint64_t queued_packets() const { return traffic_ == nullptr ? 0 : traffic_->queue.size; }
  bool sending() const { return current_ != kNoPacket; }
  /// @}

 private:
  void take_credits(std::uint8_t* arriving);
  void receive(Flit flit, Cycle now);
  void lose(Flit flit, Cycle now);
  void lose_packet(PacketId id, Loss loss, Cycle now);
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

  // What a flit needs comes first: these lines are asked for before the PE has its turn.
  PacketId current_ = kNoPacket;  // being sent
  std::uint16_t sent_ = 0;        // flits of it
  std::uint16_t flits_ = 0;       // it has; kept here since its entry is written where it arrives, by another thread
  std::uint8_t vc_ = 0;           // on this channel
  bool may_begin_ = true;         // a packet
  NodeId takes_ = kNoNode;        // the packets for this node: none when dead
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
  unsigned turn_ = 0;              // the channel that comes first
  bool acknowledges_next_ = true;  // when both queues have something
  bool dead_ = false;
  NodeId node_ = kNoNode;
  std::uint32_t acknowledgements_sent_ = 0;
  Endpoint far_;  // of the link
  PathPort path_port_;
  PathEnd entry_;
};

}  // namespace kintsugi
