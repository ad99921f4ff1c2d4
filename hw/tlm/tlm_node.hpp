/// The network interface of one logical node for transactions: joins a user's modules to the node by TLM-2.0 sockets.
/// It belongs to the node, not to a PE: when the array is repaired it goes along.
///
/// Sockets   from_pe   bind your initiator; it reaches every address of the map. Optional
///           to_pe     bind your target; it sees offsets from 0 as addresses. Optional: without one, requests to the
///                     node end with TLM_ADDRESS_ERROR_RESPONSE
/// Blocking  b_transport() waits off `delay`, and returns with `delay` 0 when the response is there. A quantum
///           therefore has no effect. When its thread is killed or reset the packets travel on; neither the payload nor
///           the initiator's extensions are touched any more, but a target that is serving a piece may have read their
///           addresses before
/// Phases    nb_transport, base protocol: END_REQ when the heads of all its request packets have left the source queue;
///           none if a request packet is dropped before that and not sent again, as BEGIN_RESP implies it. BEGIN_RESP
///           when the transaction has ended, one at a time until END_RESP. If END_RESP comes by a call, the next
///           BEGIN_RESP follows behind that call: in the next delta cycle, or, from inside BEGIN_RESP, when that
///           returns. A transaction that no packet can carry is completed at once
/// Target    is called by b_transport(), for at most TlmParameters::serving requests at a time, which begin in the
///           order of arrival. A target that itself calls b_transport(), even of its own node, keeps its place until
///           that returns, and the requests behind it wait. With one place, two targets that call each other can block
///           each other for ever. They need more places than the calls of this kind that a node can have under way at
///           a time
/// Cut       at packet_bytes and at the borders of the address map; not if the streaming width is below the length.
///           Byte enables go along. An address in a hole, or a burst that reaches into one, is an address error and
///           sends no packet; a packet that would be too long is a burst error
/// Malformed a null data pointer with a length ends with TLM_GENERIC_ERROR_RESPONSE, a streaming width of 0 with
///           TLM_BURST_ERROR_RESPONSE, byte enables of length 0 with TLM_BYTE_ENABLE_ERROR_RESPONSE, and a range that
///           passes the last address with TLM_ADDRESS_ERROR_RESPONSE; none sends a packet. A length of 0 is allowed
/// Extensions of the initiator's payload go along: the target sees the same objects, TlmPacket too, which is filled in
///           only when the transaction ends. All pieces share them. Those that the target adds or replaces in the
///           payload are not carried back; what it leaves there is freed with the piece
/// Debug     transport_dbg() goes straight to the targets, without time; streaming width and byte enables do not count.
///           Direct memory access is refused
/// Probes    `pieces` of its initiator, under way or waiting, and `requests` that wait for the target to begin
/// Warning   of type kConfigurationReport when the simulation ends and pieces wait for a configuration that no call has
///           loaded (hw/chip/awaited_configuration.hpp)
/// Errors    std::logic_error when the node has a module already, or the network no chip. A mistake of an initiator in
///           the base protocol is an SC_ERROR report of type kMistakeReport: BEGIN_REQ of a payload that is under way,
///           BEGIN_REQ before END_REQ or BEGIN_RESP of the previous request, END_RESP without BEGIN_RESP. If a handler
///           lets the simulation go on, the call has no effect; only the second of these completes its payload, with
///           TLM_GENERIC_ERROR_RESPONSE
#pragma once

#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <string_view>
#include <systemc>
#include <unordered_map>
#include <vector>

#include "hw/chip/awaited_configuration.hpp"
#include "hw/link/module.hpp"
#include "hw/tlm/tlm_network.hpp"

namespace kintsugi {

class TlmNode final : public Module {
 public:
  tlm_utils::simple_target_socket_optional<TlmNode> from_pe;   ///< for an initiator
  tlm_utils::simple_initiator_socket_optional<TlmNode> to_pe;  ///< for a target

  /// Joins a node of a network that is attached to its chip and outlives the module.
  TlmNode(sc_core::sc_module_name name, TlmNetwork& network, NodeId node);
  /// By the name or the number of the node. Throws std::invalid_argument, with the nearest name, if there is none.
  TlmNode(sc_core::sc_module_name name, TlmNetwork& network, std::string_view node);
  ~TlmNode() override;

  /// Returns the logical node, which stays the same when the array is repaired.
  NodeId node() const { return node_; }
  /// Returns the event of the node living at another PE after a repair. Either its own has died, or it has made room
  /// for another node: pe_has_died() says which. A module whose state was in the PE clears it in the first case.
  const sc_core::sc_event& moved() const { return moved_; }
  /// Returns whether the PE that the node has left last was dead.
  bool pe_has_died() const { return pe_has_died_; }
  /// Returns the pieces of its initiator that are under way or waiting.
  std::size_t pieces() const { return pieces_; }
  /// Returns the requests that wait for the target to begin.
  std::size_t requests() const { return requests_.size() - std::min(requests_.size(), idle_threads_); }
  static constexpr const char* kKind = "kintsugi_tlm_node";  ///< of all modules of this class
  const char* kind() const override { return kKind; }        ///< for walks over the hierarchy: kKind
  void list_probes(wave::ModuleProbes& probes) const override;
  /// Makes the processes that call the target.
  void start_of_simulation() override;
  /// Warns of pieces that wait for a configuration.
  void end_of_simulation() override;

  /// @name For TlmNetwork, behind the modules of a cycle
  /// @{
  /// Returns whether a target is bound to `to_pe`.
  bool serves() const { return to_pe.size() != 0; }
  /// Says that the nodes are in place.
  void start() { awaited_.has_come(); }
  /// Takes a request that has arrived, for the target.
  void serve(TlmPiece& piece);
  /// Says that all request packets of the transaction have left the source queue.
  void all_left(TlmTransaction& transaction);
  /// Says that a piece of the initiator has ended, with this status.
  void end_of_piece(TlmPiece& piece, tlm::tlm_response_status status);
  /// Says that the node lives at another PE, and whether the one before has died.
  void notify_moved(bool pe_has_died) {
    pe_has_died_ = pe_has_died;
    moved_.notify(sc_core::SC_ZERO_TIME);
  }
  /// @}

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);
  tlm::tlm_sync_enum begin_request(tlm::tlm_generic_payload& payload, sc_core::sc_time delay);
  tlm::tlm_sync_enum end_response(const tlm::tlm_generic_payload& payload);
  unsigned transport_dbg(tlm::tlm_generic_payload& payload);
  void serve_requests();

  using Transaction = std::shared_ptr<TlmTransaction>;
  bool begin(const Transaction& transaction, sc_core::sc_time delay);
  std::vector<std::unique_ptr<TlmPiece>> cut(const Transaction& transaction, tlm::tlm_response_status& status) const;
  std::unique_ptr<TlmPiece> piece_of(const Transaction& transaction, const AddressMap::Place& place, std::size_t begin,
                                     std::size_t bytes) const;
  void end(TlmTransaction& transaction);
  void respond_next();
  bool send_response(TlmTransaction& transaction);
  void remove_response();
  void report(const char* mistake) const;

  TlmNetwork& network_;
  NodeId node_;
  sc_core::sc_event moved_;
  bool pe_has_died_ = false;
  std::size_t pieces_ = 0;
  std::deque<TlmPiece*> requests_;  // that wait for a serving thread
  std::size_t idle_threads_ = 0;    // that serve requests and have none
  sc_core::sc_event requested_;
  std::unordered_map<const tlm::tlm_generic_payload*, Transaction> phased_;  // by nb_transport
  const TlmTransaction* requesting_ = nullptr;                               // phased, in its request phase
  std::deque<TlmTransaction*> responses_;                                    // phased, ended
  bool is_responding_ = false;                                               // BEGIN_RESP of the first has been sent
  sc_core::sc_event may_respond_;
  AwaitedConfiguration awaited_;
};

}  // namespace kintsugi
