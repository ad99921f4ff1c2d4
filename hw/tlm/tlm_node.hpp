/// The network interface of one logical node for transactions: joins a user's modules to the node by TLM-2.0 sockets.
/// It belongs to the node, not to a PE: when the array is repaired it goes along.
///
/// Sockets   from_pe   bind your initiator; it reaches every address of the map. Optional
///           to_pe     bind your target; it sees offsets from 0 as addresses. Optional: without one, requests to the
///                     node end with TLM_ADDRESS_ERROR_RESPONSE
/// Blocking  b_transport() waits off `delay`, and returns with `delay` 0 when the response is there. A quantum
///           therefore has no effect
/// Phases    nb_transport, base protocol: END_REQ when the heads of all its request packets have left the source queue;
///           BEGIN_RESP when the transaction has ended, one at a time until END_RESP. A transaction that no packet can
///           carry is completed at once
/// Target    is called by b_transport(), one request after the other, in the order of arrival
/// Cut       at packet_bytes and at the borders of the address map; not if the streaming width is below the length.
///           Byte enables go along. An address in a hole, or a burst that reaches into one, is an address error and
///           sends no packet; a packet that would be too long is a burst error
/// Extensions of the initiator's payload go along: the target sees the same objects, TlmPacket too, which is filled in
///           only when the transaction ends. All pieces share them. Those that the target adds or replaces in the
///           payload are not carried back; what it leaves there is freed with the piece
/// Debug     transport_dbg() goes straight to the targets, without time. Direct memory access is refused
/// Errors    std::logic_error when the node has a module already
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <deque>
#include <memory>
#include <systemc>
#include <unordered_map>
#include <vector>

#include "hw/tlm/tlm_network.hpp"

namespace kintsugi {

class TlmNode final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket_optional<TlmNode> from_pe;
  tlm_utils::simple_initiator_socket_optional<TlmNode> to_pe;

  TlmNode(sc_core::sc_module_name name, TlmNetwork& network, NodeId node);

  NodeId node() const { return node_; }
  /// Returns the event of the node living at another PE, because its own has died: model the lost state here.
  const sc_core::sc_event& moved() const { return moved_; }

  /// @name For TlmNetwork, behind the modules of a cycle
  /// @{
  bool serves() const { return to_pe.size() != 0; }
  void serve(TlmPiece& piece);
  void all_left(TlmTransaction& transaction);
  void end_of_piece(TlmPiece& piece, tlm::tlm_response_status status);
  void notify_moved() { moved_.notify(sc_core::SC_ZERO_TIME); }
  /// @}

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& payload);
  void serve_requests();

  bool begin(TlmTransaction& transaction, sc_core::sc_time delay);
  std::vector<std::unique_ptr<TlmPiece>> cut(TlmTransaction& transaction, tlm::tlm_response_status& status) const;
  std::unique_ptr<TlmPiece> piece_of(TlmTransaction& transaction, const AddressMap::Place& place, std::size_t begin,
                                     std::size_t bytes) const;
  void end(TlmTransaction& transaction);
  void respond_next();

  TlmNetwork& network_;
  NodeId node_;
  sc_core::sc_event moved_;
  std::deque<TlmPiece*> requests_;  // that wait for the target
  sc_core::sc_event requested_;
  std::unordered_map<const tlm::tlm_generic_payload*, std::unique_ptr<TlmTransaction>> phased_;  // by nb_transport
  std::deque<TlmTransaction*> responses_;  // phased, ended; BEGIN_RESP of the first has been sent
};

}  // namespace kintsugi
