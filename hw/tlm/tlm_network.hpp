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

#include "hw/chip/chip_class.hpp"
#include "hw/message/cargo_network.hpp"
#include "hw/pe/packet_observer.hpp"
#include "hw/tlm/address_map.hpp"
#include "hw/tlm/transaction.hpp"

namespace kintsugi {

class MessageClasses;

/// How transactions become packets, and how many are under way.
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

class TlmNetwork final : public CargoNetwork {
 public:
  /// Make it before the chip, whose constructor takes it as the packet observer.
  explicit TlmNetwork(AddressMap map, TlmParameters parameters = {});
  ~TlmNetwork() override;

  /// Makes the nodes of this chip, whose packet observer it must be, send and receive.
  void attach(Chip& chip);

  /// Returns which node serves which addresses.
  const AddressMap& map() const { return map_; }
  /// Returns what the constructor was given.
  const TlmParameters& parameters() const { return parameters_; }

  /// @name For TlmNode
  /// @{
  void join(TlmNode& module, NodeId node);
  /// Sends the pieces of a transaction, of which the call was made `delay` from now.
  void send(std::vector<std::unique_ptr<TlmPiece>> pieces, sc_core::sc_time delay);
  /// Sends the response of a piece that its target has served.
  void respond(TlmPiece& piece);
  TlmNode* module_of(NodeId node) const { return modules_.at(node.value); }
  /// @}

 private:
  static TlmPiece& piece_of(Cargo& cargo) { return static_cast<TlmPiece&>(cargo); }
  void on_start() override;
  void on_move(NodeId node, bool pe_has_died) override;
  void on_request_left(Cargo& cargo) override;
  void on_request(Cargo& cargo, const ReceivedPacket& packet) override;
  void on_response(Cargo& cargo, const ReceivedPacket& packet) override;
  void on_failure(Cargo& cargo) override;
  void end(TlmPiece& piece, tlm::tlm_response_status status);
  void count(TlmPiece& piece, const ReceivedPacket& packet) const;
  unsigned flits(std::size_t bytes) const;
  unsigned request_flits(const TlmPiece& piece) const;
  unsigned response_flits(const TlmPiece& piece) const;

  AddressMap map_;
  TlmParameters parameters_;
  std::vector<TlmNode*> modules_;  // by node; nullptr without one
};

}  // namespace kintsugi
