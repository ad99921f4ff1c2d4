/// Carries cargo over a chip: requests and their responses become packets between logical nodes. It is the packet
/// observer of the chip and makes the packet sources of all its nodes; what a cargo means is for the client, the class
/// that derives from it: transactions (hw/tlm/tlm_network.hpp), messages (hw/message/message_network.hpp).
///
/// Timing    a call in cycle c, even at its very time, creates its packet in cycle c + 1. A packet whose tail arrives
///           in cycle d is handed over at the time of cycle d, in a delta cycle behind the modules, by node. So no
///           schedule and no number of threads changes the order
/// Dropped   a packet that is dropped with a PE fails its cargo, or the request is sent again as long as the cargo has
///           `retries_left`. That a packet is dropped is known at once: the detection is not modelled
/// Closed    a node is closed while it is dead with its PE and there is no other PE for it, and every node is once a
///           reconfiguration has failed. It creates no packets: instead of a request or a response the cargo fails, in
///           the cycle in which the packet was due. When a reconfiguration fails, cargoes whose packets wait in a PE
///           fail too
/// Traffic   all traffic of the chip is that of the client; it starts when the nodes are in place
/// Errors    std::invalid_argument for a node that is not in the network; std::logic_error for a network that is
///           attached twice or not at all, or does not observe its chip. `kind` names it in messages
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/clock/clock_domain.hpp"
#include "hw/link/packet_table.hpp"
#include "hw/link/thread_records.hpp"
#include "hw/message/cargo.hpp"
#include "hw/pe/node_traffic.hpp"
#include "hw/pe/packet_observer.hpp"
#include "models/network/network.hpp"

namespace kintsugi {

class CargoSource;
struct CargoSettings;

class Chip;

class CargoNetwork : public PacketObserver {
 public:
  ~CargoNetwork() override;

  /// Returns the clock of the chip. Throws std::logic_error if the network is not attached to one.
  ClockDomain& clock() const;
  bool is_on_fabric() const;
  /// Returns the network of the chip. Throws as clock().
  const Network& network() const;

  /// @name PacketObserver
  /// @{
  PacketObserver& of_thread(unsigned thread) final;
  void created(const Packet&, Cycle) final {}
  void injected(const Packet& packet, Cycle now) final { events(0).injected(packet, now); }
  void arrived(const Packet&, Cycle) final {}
  void delivered(const Packet&, Cycle) final {}
  void dropped(const Packet& packet, DropReason reason, const Pe& pe, Cycle now) final {
    events(0).dropped(packet, reason, pe, now);
  }
  /// @}

 protected:
  /// `kind`: "transactions", or what else it is a network of.
  explicit CargoNetwork(std::string kind);

  void require_unattached() const;
  /// Throws std::invalid_argument unless a node that `owner` names is in a network of so many nodes.
  static void require_node(NodeId node, std::size_t nodes, const std::string& owner);
  /// Makes the sources of the chip's nodes.
  void attach_sources(Chip& chip, const CargoSettings& settings);

  /// @name Between cycles
  /// @{
  /// Sends a request, which is created in cycle `at` or later.
  void send(std::unique_ptr<Cargo> cargo, Cycle at);
  /// Sends the response to a request that has arrived.
  void respond(Cargo& cargo, std::uint16_t flits);
  /// Ends a cargo of which no packet is under way, and returns it.
  std::unique_ptr<Cargo> finish(const Cargo& cargo);
  /// Makes after_packets() be called in cycle `at`.
  void wake(Cycle at) { clock().set_alarm(alarm_.index, at); }
  /// @}

  /// @name For the client, behind the modules of a cycle
  /// @{
  /// The traffic has started.
  virtual void on_start() {}
  /// A node has another PE.
  virtual void on_move(NodeId, bool /*pe_has_died*/) {}
  /// The head of the first packet of a request has left its source queue.
  virtual void on_request_left(Cargo&) {}
  virtual void on_request(Cargo& cargo, const ReceivedPacket& packet) = 0;
  virtual void on_response(Cargo& cargo, const ReceivedPacket& packet) = 0;
  /// A packet of the cargo will not arrive, and none of it is under way any more.
  virtual void on_failure(Cargo& cargo) = 0;
  /// Called last in a cycle.
  virtual void after_packets(Cycle) {}
  /// @}

 private:
  /// What the PEs of one thread report in a cycle.
  struct ThreadEvents final : PacketObserver {
    void created(const Packet&, Cycle) override {}
    void injected(const Packet& packet, Cycle) override { leaving.push_back({packet.source, packet.serial}); }
    void arrived(const Packet&, Cycle) override {}
    void delivered(const Packet&, Cycle) override {}
    void dropped(const Packet& packet, DropReason, const Pe&, Cycle) override {
      drops.push_back({packet.source, packet.serial});
    }
    std::vector<PacketName> leaving;
    std::vector<PacketName> drops;
  };
  /// Makes the clock evaluate a cycle, and so call after_cycle().
  struct Alarm final : Clocked {
    static constexpr bool kCanMove = true;
    void evaluate(Cycle) override {}
    ModuleIndex index = 0;
  };

  ThreadEvents& events(unsigned thread);
  CargoSource& source(NodeId node) { return *sources_[node.value]; }
  bool start();
  void after_cycle();
  void notice_moves();
  void leave(PacketName name);
  void drop(PacketName name);
  void take_arrivals();
  void arrive(const ReceivedPacket& packet);
  bool is_closed(NodeId node) const;
  void close_nodes();
  void end_waiting(Cycle now);
  void end_waiting_by(Cycle at);
  void waiting_changed(NodeId node);

  std::string kind_;
  Chip* chip_ = nullptr;
  ThreadRecords<ThreadEvents> events_;
  std::vector<CargoSource*> sources_;  // by node
  std::vector<char> has_arrivals_;     // by node; a byte each, since threads write them at the same time
  std::vector<NodeTraffic> traffic_;
  std::vector<SiteId> sites_;  // of the nodes, to notice that they move
  unsigned placements_ = 0;    // to which these belong
  bool started_ = false;
  bool observes_ = false;  // the PEs of the chip
  unsigned deaths_ = 0;    // of PEs, and whether the reconfiguration has failed, as of the last closing
  bool failed_ = false;
  Alarm alarm_;
  Cycle end_due_ = GeometricGaps::kNever;  // when the first cargo that waits in a closed node ends
};

}  // namespace kintsugi
