#include "hw/tlm/tlm_node.hpp"

#include <algorithm>

namespace kintsugi {

namespace {

using sc_core::sc_time;
using tlm::tlm_generic_payload;

/// Returns the bytes at the target that a transaction touches.
std::uint64_t width_of(const tlm_generic_payload& payload) {
  return std::min(payload.get_streaming_width(), payload.get_data_length());
}

}  // namespace

TlmNode::TlmNode(sc_core::sc_module_name name, TlmNetwork& network, NodeId node)
    : sc_module(name), from_pe("from_pe"), to_pe("to_pe"), network_(network), node_(node) {
  network.join(*this, node);
  from_pe.register_b_transport(this, &TlmNode::b_transport);
  from_pe.register_nb_transport_fw(this, &TlmNode::nb_transport_fw);
  from_pe.register_transport_dbg(this, &TlmNode::transport_dbg);
  sc_core::sc_spawn([this] { serve_requests(); }, "serve_requests");
}

void TlmNode::b_transport(tlm_generic_payload& payload, sc_time& delay) {
  if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  TlmTransaction transaction(payload, *this, true);
  if (begin(transaction, delay)) sc_core::wait(transaction.ended);
}

tlm::tlm_sync_enum TlmNode::nb_transport_fw(tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_time& delay) {
  if (phase == tlm::END_RESP) {
    if (responses_.empty() || responses_.front()->payload != &payload) return tlm::TLM_COMPLETED;
    responses_.pop_front();
    phased_.erase(&payload);
    if (payload.has_mm()) payload.release();
    respond_next();
    return tlm::TLM_COMPLETED;
  }
  if (phase != tlm::BEGIN_REQ) return tlm::TLM_ACCEPTED;  // an ignorable phase
  auto transaction = std::make_unique<TlmTransaction>(payload, *this, false);
  if (!begin(*transaction, delay)) return tlm::TLM_COMPLETED;
  if (payload.has_mm()) payload.acquire();
  phased_.emplace(&payload, std::move(transaction));
  return tlm::TLM_ACCEPTED;
}

/// Sends the requests of a transaction. Returns false if there is nothing to send; its status then says why.
bool TlmNode::begin(TlmTransaction& transaction, sc_time delay) {
  tlm_generic_payload& payload = *transaction.payload;
  payload.set_dmi_allowed(false);
  auto status = tlm::TLM_OK_RESPONSE;
  auto pieces = cut(transaction, status);
  payload.set_response_status(status);
  if (pieces.empty()) return false;
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  transaction.pieces_left = transaction.to_leave = pieces.size();
  network_.send(std::move(pieces), delay);
  return true;
}

std::vector<std::unique_ptr<TlmPiece>> TlmNode::cut(TlmTransaction& transaction,
                                                    tlm::tlm_response_status& status) const {
  const tlm_generic_payload& payload = *transaction.payload;
  const TlmParameters& limits = network_.parameters();
  const std::size_t length = payload.get_data_length();
  const bool streams = width_of(payload) < length;
  std::vector<std::unique_ptr<TlmPiece>> pieces;
  std::size_t begin = 0;
  do {
    const auto place = network_.map().find(payload.get_address() + begin);
    if (!place || (streams && width_of(payload) > place->left)) {
      status = tlm::TLM_ADDRESS_ERROR_RESPONSE;
      return {};
    }
    std::size_t bytes = length;
    if (!streams) bytes = std::min<std::uint64_t>({length - begin, limits.packet_bytes, place->left});
    if (bytes > limits.packet_bytes) {
      status = tlm::TLM_BURST_ERROR_RESPONSE;
      return {};
    }
    pieces.push_back(piece_of(transaction, *place, begin, bytes));
    begin += bytes;
  } while (begin < length);
  return pieces;
}

std::unique_ptr<TlmPiece> TlmNode::piece_of(TlmTransaction& transaction, const AddressMap::Place& place,
                                            std::size_t begin, std::size_t bytes) const {
  tlm_generic_payload& whole = *transaction.payload;
  auto piece = std::make_unique<TlmPiece>();
  piece->transaction = &transaction;
  piece->from = node_;
  piece->to = place.node;
  piece->begin = begin;
  piece->retries_left = network_.parameters().retries;
  if (bytes != 0) piece->data.assign(whole.get_data_ptr() + begin, whole.get_data_ptr() + begin + bytes);
  for (std::size_t i = 0; whole.get_byte_enable_ptr() != nullptr && i < bytes; ++i) {
    piece->enable.push_back(whole.get_byte_enable_ptr()[(begin + i) % whole.get_byte_enable_length()]);
  }
  tlm_generic_payload& payload = piece->payload;
  payload.set_command(whole.get_command());
  payload.set_address(place.offset);
  payload.set_data_ptr(piece->data.data());
  payload.set_data_length(static_cast<unsigned>(bytes));
  payload.set_streaming_width(whole.get_streaming_width() < whole.get_data_length() ? whole.get_streaming_width()
                                                                                    : static_cast<unsigned>(bytes));
  payload.set_byte_enable_ptr(piece->enable.empty() ? nullptr : piece->enable.data());
  payload.set_byte_enable_length(static_cast<unsigned>(piece->enable.size()));
  piece->carry_extensions(whole);
  return piece;
}

unsigned TlmNode::transport_dbg(tlm_generic_payload& payload) {
  TlmTransaction transaction(payload, *this, true);
  auto status = tlm::TLM_OK_RESPONSE;
  unsigned done = 0;
  for (const auto& piece : cut(transaction, status)) {
    TlmNode* const target = network_.module_of(piece->to);
    if (target == nullptr || !target->serves()) break;
    const unsigned bytes = target->to_pe->transport_dbg(piece->payload);
    if (payload.is_read()) std::copy_n(piece->data.begin(), bytes, payload.get_data_ptr() + piece->begin);
    done += bytes;
    if (bytes != piece->data.size()) break;
  }
  return done;
}

void TlmNode::serve(TlmPiece& piece) {
  requests_.push_back(&piece);
  requested_.notify();
}

/// A thread: calls the target for one request after the other.
void TlmNode::serve_requests() {
  while (true) {
    while (requests_.empty()) sc_core::wait(requested_);
    TlmPiece& piece = *requests_.front();
    requests_.pop_front();
    sc_time delay = sc_core::SC_ZERO_TIME;
    piece.payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    to_pe->b_transport(piece.payload, delay);
    if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
    network_.respond(piece);
  }
}

void TlmNode::end_of_piece(TlmPiece& piece, tlm::tlm_response_status status) {
  TlmTransaction& transaction = *piece.transaction;
  tlm_generic_payload& payload = *transaction.payload;
  if (status != tlm::TLM_OK_RESPONSE && transaction.status == tlm::TLM_OK_RESPONSE) transaction.status = status;
  if (status == tlm::TLM_OK_RESPONSE && payload.is_read()) {
    std::ranges::copy(piece.data, payload.get_data_ptr() + piece.begin);
  }
  const unsigned pieces = transaction.way.pieces + 1;
  transaction.way = piece.way;
  transaction.way.pieces = pieces;
  if (--transaction.pieces_left == 0) end(transaction);
}

void TlmNode::end(TlmTransaction& transaction) {
  tlm_generic_payload& payload = *transaction.payload;
  payload.set_response_status(transaction.status);
  if (auto* way = payload.get_extension<TlmPacket>()) *way = transaction.way;
  if (transaction.is_blocking) return transaction.ended.notify();
  responses_.push_back(&transaction);
  if (responses_.size() == 1) respond_next();
}

void TlmNode::all_left(TlmTransaction& transaction) {
  if (transaction.is_blocking) return;
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_time delay = sc_core::SC_ZERO_TIME;
  from_pe->nb_transport_bw(*transaction.payload, phase, delay);
}

/// Sends BEGIN_RESP of the first transaction that has ended, and of the next ones as long as the initiator ends the
/// response at once.
void TlmNode::respond_next() {
  while (!responses_.empty()) {
    tlm_generic_payload& payload = *responses_.front()->payload;
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_time delay = sc_core::SC_ZERO_TIME;
    const auto answer = from_pe->nb_transport_bw(payload, phase, delay);
    const bool ended = answer == tlm::TLM_COMPLETED || (answer == tlm::TLM_UPDATED && phase == tlm::END_RESP);
    if (!ended) return;
    responses_.pop_front();
    phased_.erase(&payload);
    if (payload.has_mm()) payload.release();
  }
}

}  // namespace kintsugi
