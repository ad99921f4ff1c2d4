/// A transaction under way, and the pieces into which it is cut.
///
/// Owners    the source of the initiator's node owns the pieces; they own the transaction together. So both live until
///           the last packet has arrived, even if the initiator has left its call
#pragma once

#include <cstdint>
#include <memory>
#include <systemc>
#include <tlm>
#include <vector>

#include "hw/message/cargo.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

class TlmNode;

/// The way of a transaction through the network. An initiator that wants to know attaches one to its payload; it is
/// filled in when the transaction ends, from its last piece.
struct TlmPacket final : tlm::tlm_extension<TlmPacket> {
  NodeId source;
  std::uint32_t serial = 0;     ///< of the response among the packets of the node that sent it
  unsigned hops = 0;            ///< of request and response
  Cycle cycles_in_queue = 0;    ///< of both: from creation until the head leaves the source queue
  Cycle cycles_in_network = 0;  ///< of both: from then until the tail has arrived
  unsigned pieces = 0;

  tlm_extension_base* clone() const override { return new TlmPacket(*this); }
  void copy_from(const tlm_extension_base& other) override { *this = static_cast<const TlmPacket&>(other); }
};

struct TlmPiece;

/// A transaction of an initiator, under way. Its pieces keep it, even if the initiator has left it.
struct TlmTransaction {
  TlmTransaction(tlm::tlm_generic_payload& whole, TlmNode& began_at, bool blocking)
      : payload(&whole), node(&began_at), is_blocking(blocking) {}
  void add(TlmPiece& piece);
  void remove(TlmPiece& piece);
  /// Forgets the payload and its extensions, since the initiator may free them now. The packets travel on.
  void abandon();

  tlm::tlm_generic_payload* payload;  ///< nullptr once abandoned
  TlmNode* node;                      ///< at which it began
  bool is_blocking;
  std::vector<TlmPiece*> pieces;                           ///< that have not ended
  std::size_t to_leave = 0;                                ///< pieces whose request has not left the source queue
  tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;  ///< of the first piece to end without success
  TlmPacket way;
  sc_core::sc_event ended;  ///< of a blocking one
};

/// A part of a transaction: one request and one response.
struct TlmPiece final : Cargo {
  ~TlmPiece() override;
  /// Makes the payload carry the extensions of another one, the same objects. They stay with their owner: the piece
  /// does not free them.
  void carry_extensions(tlm::tlm_generic_payload& whole);
  /// Makes the payload as it was when the piece was made: a target that has had it already may have changed the
  /// address, the hint of direct memory access, the status and the extensions.
  void renew();
  /// Copies its enabled bytes to their places among those of the transaction.
  void copy_to(unsigned char* bytes) const;
  /// Takes those out that are not the piece's: the payload keeps what its target has set.
  void remove_carried();

  std::shared_ptr<TlmTransaction> transaction;
  std::size_t place = 0;                          ///< among the pieces of the transaction
  std::uint64_t offset = 0;                       ///< of its bytes at the node
  std::size_t begin = 0;                          ///< of its bytes among those of the transaction
  std::vector<unsigned char> data;                ///< travels with the packets
  std::vector<unsigned char> enable;              ///< byte enables; empty if all bytes are enabled
  tlm::tlm_generic_payload payload;               ///< as the target sees it: its own data, and the offset as address
  std::vector<tlm::tlm_extension_base*> carried;  ///< extensions of the transaction, by index
  TlmPacket way;
};

}  // namespace kintsugi
