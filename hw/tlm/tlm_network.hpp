/// Carries TLM-2.0 transactions over a chip: requests and responses become packets between logical nodes.
///
/// Packets   a transaction is cut into pieces of at most packet_bytes, and at the borders of the address map. Each
///           piece is a request packet (header, and the bytes of a write) and a response packet (header, and those of
///           a read). The transaction ends when all its pieces have ended; pieces may arrive in any order
/// Timing    a call in cycle c, even at its very time, creates its packets in cycle c + 1. A packet whose tail arrives
///           in cycle d is handed over at the time of cycle d, in a delta cycle behind the modules, by node. So a lone
///           transaction of one piece takes T0(request) + target + T0(response) and one cycle for each packet to be
///           created. The response of a target that takes no whole number of cycles is created at the next cycle
/// Limits    at most `outstanding` pieces of a node are under way; the others wait in order
/// Channels  requests and responses share all channels, or have those of class 0 and of class 1 of a MessageClasses on
///           the links between routers. Blocked requests then hold no channel there that a response needs; both share
///           the wires. A response still waits for requests of its own node: the source queue has one order, and so
///           have the channels from the PE to its router
/// Queue     requests that their target has not served wait in a queue without limit. As a PE takes every flit at once,
///           no packet in the network waits for a target, and shared channels cause no deadlock. A chip whose targets
///           accept a limited number of requests needs channels, and PEs, that keep responses apart: its routing is
///           proved by prove_replies (models/routing/reply_proof.hpp)
/// Dropped   a packet that is dropped with a PE ends its piece with TLM_GENERIC_ERROR_RESPONSE, or the piece is sent
///           again as long as it has `retries`, even if its target has served it and the response was dropped. That a
///           packet is dropped is known at once: the detection is not modelled
/// Closed    a node is closed while it is dead with its PE and there is no other PE for it, and every node is once a
///           reconfiguration has failed. It creates no packets: instead of a request or a response it ends the piece
///           with TLM_GENERIC_ERROR_RESPONSE, in the cycle in which the packet was due. Its target still serves the
///           requests that have reached it. When a reconfiguration fails, pieces whose packets wait in a PE end too
/// Traffic   all traffic of the chip is that of its TlmNodes; it starts when the nodes are in place
/// Errors    std::invalid_argument for parameters out of range, for a node of the address map or of a module that is
///           not in the network, and for a chip that routes by another relation than the classes; std::logic_error for
///           a second node module of a node, or for a network that is attached twice or not at all
/// Source    IEEE 1666-2011, clauses 11 to 16
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <tlm>
#include <unordered_map>
#include <vector>

#include "hw/chip/chip.hpp"
#include "hw/link/packet_table.hpp"
#include "hw/link/thread_records.hpp"
#include "hw/tlm/address_map.hpp"
#include "hw/tlm/tlm_source.hpp"

namespace kintsugi {

class MessageClasses;

struct TlmParameters {
  unsigned flit_bytes = 8;      ///< 1 .. 4096
  unsigned header_flits = 1;    ///< of every packet, 1 .. 255
  unsigned packet_bytes = 256;  ///< that a packet carries at most, 1 .. 65 536
  unsigned outstanding = 16;    ///< pieces of one node under way, at least 1
  unsigned retries = 0;         ///< of a piece whose packet is dropped
  unsigned serving = 1;         ///< requests of one node that its target serves at a time, 1 .. 1024
  /// nullptr: requests and responses share all channels. Else the relation by which the chip routes: class 0 is for
  /// requests, class 1 for responses. It must outlive the network.
  const MessageClasses* classes = nullptr;
};

class TlmNetwork final : public PacketObserver {
 public:
  explicit TlmNetwork(AddressMap map, TlmParameters parameters = {});
  ~TlmNetwork() override;

  /// Makes the nodes of this chip, whose packet observer it must be, send and receive.
  void attach(Chip& chip);

  const AddressMap& map() const { return map_; }
  const TlmParameters& parameters() const { return parameters_; }
  /// Returns the clock of the chip. Throws std::logic_error if the network is not attached to one.
  ClockDomain& clock() const;

  /// @name For TlmNode
  /// @{
  bool is_on_fabric() const { return chip_->plan().fabric != nullptr; }
  void join(TlmNode& module, NodeId node);
  /// Sends the pieces of a transaction, of which the call was made `delay` from now.
  void send(std::vector<std::unique_ptr<TlmPiece>> pieces, sc_core::sc_time delay);
  /// Sends the response of a piece that its target has served.
  void respond(TlmPiece& piece);
  TlmNode* module_of(NodeId node) const { return modules_.at(node.value); }
  /// @}

  /// @name PacketObserver
  /// @{
  PacketObserver& of_thread(unsigned thread) override;
  void created(const Packet&, Cycle) override {}
  void injected(const Packet& packet, Cycle now) override { events(0).injected(packet, now); }
  void arrived(const Packet&, Cycle) override {}
  void delivered(const Packet&, Cycle) override {}
  void dropped(const Packet& packet, DropReason reason, const Pe& pe, Cycle now) override {
    events(0).dropped(packet, reason, pe, now);
  }
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
  TlmSource& source(NodeId node) { return *sources_[node.value]; }
  bool start();
  void after_cycle();
  void notice_moves();
  void leave(PacketName name);
  void drop(PacketName name);
  void take_arrivals();
  void arrive(NodeId node, const ReceivedPacket& packet);
  bool is_closed(NodeId node) const;
  void close_nodes();
  void end_waiting(Cycle now);
  void end_waiting_by(Cycle at);
  void waiting_changed(NodeId node);
  void request(std::unique_ptr<TlmPiece> piece, Cycle at);
  void end(TlmPiece& piece, tlm::tlm_response_status status);
  void count(TlmPiece& piece, const ReceivedPacket& packet, Cycle now);
  unsigned flits(std::size_t bytes) const;
  unsigned request_flits(const TlmPiece& piece) const;
  unsigned response_flits(const TlmPiece& piece) const;

  AddressMap map_;
  TlmParameters parameters_;
  Chip* chip_ = nullptr;
  ThreadRecords<ThreadEvents> events_;
  std::vector<TlmSource*> sources_;  // by node
  std::vector<char> has_arrivals_;   // by node; a byte each, since threads write them at the same time
  std::vector<NodeTraffic> traffic_;
  std::vector<TlmNode*> modules_;  // by node; nullptr without one
  std::vector<SiteId> sites_;      // of the nodes, to notice that they move
  unsigned placements_ = 0;        // to which these belong
  bool started_ = false;
  bool observes_ = false;  // the PEs of the chip
  unsigned deaths_ = 0;    // of PEs, and whether the reconfiguration has failed, as of the last closing
  bool failed_ = false;
  Alarm alarm_;
  Cycle end_due_ = GeometricGaps::kNever;  // when the first piece that waits in a closed node ends
};

}  // namespace kintsugi
