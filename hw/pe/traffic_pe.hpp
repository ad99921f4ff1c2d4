/// The PE that sends the traffic of its logical node: a source queue, a network interface, a sink. The packet source of
/// the node creates the packets, and receives those for the node if it listens.
///
/// Source    packets enter an unbounded queue in the cycle they are created, and leave it one packet at a time, one
///           flit per cycle, on one virtual channel: of those that the relation wants used (injection_vcs), the
///           next in turn that has a credit. The first flit can leave in the cycle of creation
/// Classes   each priority class has a queue of its own and sends on its own channels, a flit of one class or another
///           in a cycle: if classes are strict, of the lowest class that has a flit and a credit; if not, they take
///           turns
/// Multicast the first copy leaves when the router can hold all of it. The network interface combines acknowledgements:
///           at the node of a fork it awaits one from each branch, and then sends one to the node of the previous
///           fork, in turn with the packets in the source queue
/// Sink      takes one flit per cycle; a packet is delivered in the cycle its tail arrives. A packet with which the
///           source answers at once can leave in that cycle
/// Stop      stop() lets no packet begin; the one being sent completes, and the source still creates packets
/// Death     die() is a fail-stop: the PE drops the packets in its queue and those that arrive; the network interface
///           completes the packet being sent. The source still creates packets, which wait for the node's next PE,
///           unless the node retires: retire()
/// Drop      the PE drops packets for which its router has no candidate (a dead or unreachable destination), and which
///           the router sends here
/// Detection on a chip with it (ChipContext::detection) every packet is tracked: the source keeps it until the
///           destination has acknowledged it by a receipt, a packet of one flit, and sends it again when its timer ends
///           (end_to_end.hpp). Copies to be sent again come before the packets in the queue. A packet is dropped when
///           its tail arrives, and not acknowledged, if a link has damaged it and that is found; a second copy is
///           discarded, and acknowledged again. What a dead PE keeps is given up
/// Sleep     wakes for the next packet that is due, for flits, and for credits while it is blocked
/// Errors    std::logic_error for flits out of order or at the wrong node: mistakes of the model. std::invalid_argument
///           for a packet of the source that no chip can deliver: without flits, to no node of the network, a multicast
///           that is longer than a buffer or whose chip has no relation of multicasts
/// Derived   a PE of the user that decides what it sends: hw/pe/basic_pe.hpp
/// Not modelled: what a PE computes, reassembly buffers, a limit to the queue of acknowledgements and to those awaited
#pragma once

#include <cstdint>
#include <optional>
#include <systemc>
#include <vector>

#include "hw/link/chip_context.hpp"
#include "hw/link/link_transmitter.hpp"
#include "hw/link/multicast_ids.hpp"
#include "hw/pe/pe.hpp"

namespace kintsugi {

class TrafficPe : public Pe {
 public:
  static constexpr bool kCanMove = true;

  TrafficPe(sc_core::sc_module_name name, const ChipContext& chip, const RouterParameters& parameters,
            PacketObserver& observer);

  PathPort& path_port() override { return path_port_; }
  PathEnd& path_end() override { return entry_; }
  void end_of_elaboration() override;
  void connect(const Endpoint& router, unsigned latency) override;
  void become(NodeId node) override;
  void use_channels(unsigned count) override;
  void start(NodeTraffic& traffic, Cycle from) override;
  NodeId node() const override { return node_; }
  void stop() override { may_begin_ = false; }
  void resume() override;
  void die() override;
  bool dead() const override { return dead_; }
  void revive() override;
  void retire() override;
  void source_changed() override;
  bool is_quiescent() const override;

  void evaluate(Cycle now) final;  // so that the clock calls it without a table
  void time_wheel_resized() override;
  void thread_changed() override;
  void list_probes(wave::ModuleProbes& probes) const override;
  void add_to(ConservationCheck& check) const override;

  /// @name Observation, for probes and the conservation check
  /// @{
  std::uint64_t injected_flits() const { return injected_; }
  std::uint64_t delivered_flits() const { return delivered_; }
  const ChipContext& chip() const { return *chip_.chip; }
  const RouterParameters& parameters() const { return parameters_; }
  const LinkTransmitter& link() const { return link_; }
  /// Returns the flit sent in the cycle evaluated last.
  std::optional<Flit> sent(PortId) const { return link_.sent(chip_.clock->now()); }
  /// Returns the far end of the link.
  const Endpoint& far() const { return far_; }
  const LinkReceiver& receiver() const { return receiver_; }
  unsigned credits(Vc vc) const { return credits_[vc.index()]; }
  std::uint64_t queued_packets() const { return traffic_ == nullptr ? 0 : traffic_->waiting(); }
  bool sending() const { return current_ != kNoPacket; }
  /// Returns the packets of its node that are sent and not acknowledged.
  std::uint64_t unacknowledged() const;
  std::uint64_t resent() const { return resent_; }  ///< copies, so far
  std::uint64_t duplicates() const {
    return duplicates_;
  }  ///< discarded so far
     /// @}

 private:
  void list_detection(wave::ModuleProbes& probes) const;
  void take_credits(std::uint8_t* arriving);
  void receive(Flit flit, Cycle now);
  void hand_over(const Packet& packet, Cycle now);
  void tell_left(Cycle now);
  void drop(Flit flit, Cycle now);
  void drop_packet(PacketId id, DropReason reason, Cycle now);
  [[noreturn]] void refuse(Flit flit) const;
  void create(Cycle now);
  void check(const PacketOrder& order) const;
  void enqueue(PacketOrder order, Cycle now);
  bool packets_wait() const {
    if (traffic_ == nullptr) return false;
    return has_classes_ ? traffic_->waiting() != 0 : !traffic_->queue.empty();
  }
  bool something_waits() const { return packets_wait() || !acknowledgements_.empty(); }
  bool choose_packet(Cycle now);
  void end_other(PacketId id, Cycle now);
  void end_copy(const Packet& packet, Cycle now);
  EndToEnd* end_to_end() const { return traffic_ == nullptr ? nullptr : traffic_->end_to_end.get(); }
  bool head_may_leave();
  void send_tracked(Cycle now);
  PacketId make_copy(PacketId kept);
  void end_timers(Cycle now);
  void give_up(PacketId kept, Cycle now);
  void give_up_all(Cycle now);
  void end_tracked(PacketId id, Cycle now);
  bool passes_checks(PacketId id, Cycle now);
  void end_receipt(const Packet& receipt);
  void send_receipt(const Packet& packet, Cycle now);
  void count_as_dropped(const Packet& packet);
  void acknowledge(ForkId fork, Cycle now);
  void send_acknowledgement(ForkId fork, Cycle now);
  void inject(Cycle now);
  void send_flit(PacketId packet, std::uint16_t sequence, bool is_last, Vc vc, Cycle now);

  /// What a priority class sends.
  struct Lane {
    PacketId packet = kNoPacket;
    std::uint16_t sent = 0;
    std::uint16_t flits = 0;
    Vc vc;
    Vc turn;  // the channel with the highest priority, counted from the first of the class
  };
  PacketQueue& queue_of(const Packet& packet);
  void inject_by_class(Cycle now);
  bool sends_of(unsigned number, Cycle now);
  bool begins_of(unsigned number, Cycle now);
  void drop_queues_of_classes(Cycle now);

  // The data of a flit comes first: the clock prefetches these lines.
  PacketId current_ = kNoPacket;  // being sent
  std::uint16_t sent_ = 0;        // flits of it
  std::uint16_t flits_ = 0;       // it has; kept here since its entry is written where it arrives, by another thread
  Vc vc_;                         // on this channel
  bool may_begin_ = true;         // a packet
  bool has_classes_ = false;      // lanes_ has one for each
  NodeId takes_ = kNoNode;        // receives the packets for this node: none if dead
  ModuleIndex index_;
  Cycle due_ = GeometricGaps::kNever;  // when the next packet is created
  NodeTraffic* traffic_ = nullptr;
  PacketObserver* observer_ = nullptr;  // that of the thread
  std::uint64_t injected_ = 0;
  std::uint64_t delivered_ = 0;
  LinkTransmitter link_;
  PacketQueue acknowledgements_;     // to be sent
  std::uint8_t* credits_ = nullptr;  // per channel
  ModuleContext chip_;
  LinkReceiver receiver_;

  PacketObserver* all_threads_;  // the observer that has one for each thread
  RouterParameters parameters_;
  unsigned vcs_;
  unsigned used_;                  // channels on which packets begin, the first ones
  Vc turn_;                        // the channel with the highest priority
  std::vector<Lane> lanes_;        // of the priority classes; empty: there are none
  unsigned next_class_ = 0;        // in turn, where they are not strict
  bool acknowledges_next_ = true;  // if both queues hold a packet
  bool dead_ = false;
  bool listens_ = false;  // the packet source, to what arrives and leaves
  bool tells_ = false;    // the source when the packet being sent has left
  NodeId node_ = kNoNode;
  std::uint32_t acknowledgements_sent_ = 0;
  std::uint64_t resent_ = 0;
  std::uint64_t duplicates_ = 0;
  Endpoint far_;  // of the link
  PathPort path_port_;
  PathEnd entry_;
};

}  // namespace kintsugi
