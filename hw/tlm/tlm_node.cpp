#include "hw/tlm/tlm_node.hpp"

#include <string>

#include "hw/chip/chip.hpp"
#include "hw/clock/spawn.hpp"

namespace kintsugi {

namespace {

using sc_core::sc_time;
using tlm::tlm_generic_payload;

/// Returns the bytes at the target that a transaction touches.
std::uint64_t width_of(const tlm_generic_payload& payload) {
  return std::min(payload.get_streaming_width(), payload.get_data_length());
}

/// Returns what is wrong with a payload, wherever it goes.
tlm::tlm_response_status check(const tlm_generic_payload& payload) {
  const std::uint64_t width = width_of(payload);
  const bool has_bytes = payload.get_data_length() != 0;
  if (has_bytes && payload.get_data_ptr() == nullptr) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  if (has_bytes && width == 0) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (payload.get_byte_enable_ptr() != nullptr && payload.get_byte_enable_length() == 0) {
    return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  }
  const std::uint64_t last = payload.get_address() + width - std::min<std::uint64_t>(width, 1);
  return last < payload.get_address() ? tlm::TLM_ADDRESS_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE;
}

/// Abandons a transaction when its caller goes: if it does so early, its thread is being killed or reset.
class Caller {
 public:
  explicit Caller(TlmTransaction& transaction) : transaction_(transaction) {}
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;
  ~Caller() { transaction_.abandon(); }

 private:
  TlmTransaction& transaction_;
};

}  // namespace

TlmNode::TlmNode(sc_core::sc_module_name name, TlmNetwork& network, NodeId node)
    : Module(name, network.clock()),
      from_pe("from_pe"),
      to_pe("to_pe"),
      network_(network),
      node_(node),
      awaited_(network.is_on_fabric()) {
  network.join(*this, node);
  from_pe.register_b_transport(this, &TlmNode::b_transport);
  from_pe.register_nb_transport_fw(this, &TlmNode::nb_transport_fw);
  from_pe.register_transport_dbg(this, &TlmNode::transport_dbg);
  spawn_method(may_respond_, "respond_next", [this] { respond_next(); });
}

TlmNode::TlmNode(sc_core::sc_module_name name, TlmNetwork& network, std::string_view node)
    : TlmNode(name, network, network.network().node(node)) {}

TlmNode::~TlmNode() {
  awaited_.warn_at_last(*this, pieces_, "request");
}

void TlmNode::end_of_simulation() {
  awaited_.warn(*this, pieces_, "request");
}

void TlmNode::start_of_simulation() {
  if (!serves()) return;
  for (unsigned i = 0; i < network_.parameters().serving; ++i) {
    sc_core::sc_spawn([this] { serve_requests(); }, sc_core::sc_gen_unique_name("serve_requests"));
  }
}

void TlmNode::list_probes(wave::ModuleProbes& probes) const {
  probes.add("pieces", 32, wave::reader<[](const TlmNode& node, std::uint64_t) { return node.pieces(); }>(*this));
  probes.add("requests", 32, wave::reader<[](const TlmNode& node, std::uint64_t) { return node.requests(); }>(*this));
}

void TlmNode::report(const char* mistake) const {
  SC_REPORT_ERROR(kMistakeReport, (std::string(name()) + ": " + mistake).c_str());
}

void TlmNode::b_transport(tlm_generic_payload& payload, sc_time& delay) {
  if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  const auto transaction = std::make_shared<TlmTransaction>(payload, *this, true);
  const Caller caller(*transaction);
  if (begin(transaction, delay)) sc_core::wait(transaction->ended);
}

tlm::tlm_sync_enum TlmNode::nb_transport_fw(tlm_generic_payload& payload, tlm::tlm_phase& phase, sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) return begin_request(payload, delay);
  if (phase == tlm::END_RESP) return end_response(payload);
  return tlm::TLM_ACCEPTED;  // an ignorable phase
}

tlm::tlm_sync_enum TlmNode::begin_request(tlm_generic_payload& payload, sc_time delay) {
  if (phased_.contains(&payload)) {
    report("BEGIN_REQ of a payload that is under way; begin it again when its response has ended");
    return tlm::TLM_ACCEPTED;  // its first request goes on
  }
  if (requesting_ != nullptr) {
    report("BEGIN_REQ before END_REQ or BEGIN_RESP of the previous request; wait for one of them");
    payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
  const auto transaction = std::make_shared<TlmTransaction>(payload, *this, false);
  if (!begin(transaction, delay)) return tlm::TLM_COMPLETED;
  if (payload.has_mm()) payload.acquire();
  phased_.emplace(&payload, transaction);
  requesting_ = transaction.get();
  return tlm::TLM_ACCEPTED;
}

tlm::tlm_sync_enum TlmNode::end_response(const tlm_generic_payload& payload) {
  if (!is_responding_ || responses_.front()->payload != &payload) {
    report("END_RESP of a payload that is not in its response phase; wait for its BEGIN_RESP");
    return tlm::TLM_COMPLETED;
  }
  remove_response();
  may_respond_.notify(sc_core::SC_ZERO_TIME);
  return tlm::TLM_COMPLETED;
}

/// Sends the requests of a transaction. Returns false if there is nothing to send; its status then says why.
bool TlmNode::begin(const Transaction& transaction, sc_time delay) {
  tlm_generic_payload& payload = *transaction->payload;
  payload.set_dmi_allowed(false);
  auto status = tlm::TLM_OK_RESPONSE;
  auto pieces = cut(transaction, status);
  payload.set_response_status(status);
  if (pieces.empty()) return false;
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  for (const auto& piece : pieces) transaction->add(*piece);
  transaction->to_leave = pieces.size();
  pieces_ += pieces.size();
  network_.send(std::move(pieces), delay);
  return true;
}

std::vector<std::unique_ptr<TlmPiece>> TlmNode::cut(const Transaction& transaction,
                                                    tlm::tlm_response_status& status) const {
  const tlm_generic_payload& payload = *transaction->payload;
  status = check(payload);
  if (status != tlm::TLM_OK_RESPONSE) return {};
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

std::unique_ptr<TlmPiece> TlmNode::piece_of(const Transaction& transaction, const AddressMap::Place& place,
                                            std::size_t begin, std::size_t bytes) const {
  tlm_generic_payload& whole = *transaction->payload;
  auto piece = std::make_unique<TlmPiece>();
  piece->transaction = transaction;
  piece->from = node_;
  piece->to = place.node;
  piece->offset = place.offset;
  piece->begin = begin;
  piece->retries_left = network_.parameters().retries;
  if (bytes != 0) piece->data.assign(whole.get_data_ptr() + begin, whole.get_data_ptr() + begin + bytes);
  for (std::size_t i = 0; whole.get_byte_enable_ptr() != nullptr && i < bytes; ++i) {
    piece->enable.push_back(whole.get_byte_enable_ptr()[(begin + i) % whole.get_byte_enable_length()]);
  }
  tlm_generic_payload& payload = piece->payload;
  payload.set_command(whole.get_command());
  payload.set_data_ptr(piece->data.data());
  payload.set_data_length(static_cast<unsigned>(bytes));
  payload.set_streaming_width(whole.get_streaming_width() < whole.get_data_length() ? whole.get_streaming_width()
                                                                                    : static_cast<unsigned>(bytes));
  payload.set_byte_enable_ptr(piece->enable.empty() ? nullptr : piece->enable.data());
  payload.set_byte_enable_length(static_cast<unsigned>(piece->enable.size()));
  piece->carry_extensions(whole);
  piece->renew();
  return piece;
}

unsigned TlmNode::transport_dbg(tlm_generic_payload& payload) {
  TlmPiece whole;  // with the attributes that count in a debug access
  whole.payload.set_command(payload.get_command());
  whole.payload.set_address(payload.get_address());
  whole.payload.set_data_ptr(payload.get_data_ptr());
  whole.payload.set_data_length(payload.get_data_length());
  whole.payload.set_streaming_width(payload.get_data_length());
  whole.carry_extensions(payload);
  auto status = tlm::TLM_OK_RESPONSE;
  unsigned done = 0;
  for (const auto& piece : cut(std::make_shared<TlmTransaction>(whole.payload, *this, true), status)) {
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

/// A thread: calls the target for one request after the other. Of several threads any can take the next request: all
/// that arrive in a cycle begin in the delta cycle in which they arrive, in this order.
void TlmNode::serve_requests() {
  while (true) {
    ++idle_threads_;
    while (requests_.empty()) sc_core::wait(requested_);
    --idle_threads_;
    TlmPiece& piece = *requests_.front();
    requests_.pop_front();
    sc_time delay = sc_core::SC_ZERO_TIME;
    piece.renew();
    to_pe->b_transport(piece.payload, delay);
    if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
    network_.respond(piece);
  }
}

void TlmNode::end_of_piece(TlmPiece& piece, tlm::tlm_response_status status) {
  TlmTransaction& transaction = *piece.transaction;
  transaction.remove(piece);
  --pieces_;
  if (transaction.payload == nullptr) return;  // abandoned
  tlm_generic_payload& payload = *transaction.payload;
  if (status != tlm::TLM_OK_RESPONSE && transaction.status == tlm::TLM_OK_RESPONSE) transaction.status = status;
  if (status == tlm::TLM_OK_RESPONSE && payload.is_read()) piece.copy_to(payload.get_data_ptr());
  const unsigned pieces = transaction.way.pieces + 1;
  transaction.way = piece.way;
  transaction.way.pieces = pieces;
  if (transaction.pieces.empty()) end(transaction);
}

void TlmNode::end(TlmTransaction& transaction) {
  tlm_generic_payload& payload = *transaction.payload;
  payload.set_response_status(transaction.status);
  if (auto* way = payload.get_extension<TlmPacket>()) *way = transaction.way;
  if (transaction.is_blocking) return transaction.ended.notify();
  responses_.push_back(&transaction);
  respond_next();
}

void TlmNode::all_left(TlmTransaction& transaction) {
  if (requesting_ != &transaction) return;  // blocking, or BEGIN_RESP has ended its request phase
  requesting_ = nullptr;
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_time delay = sc_core::SC_ZERO_TIME;
  from_pe->nb_transport_bw(*transaction.payload, phase, delay);
}

/// Sends BEGIN_RESP of the first transaction that has ended, and of the next ones as long as the initiator ends the
/// response at once: by its result, or by a call from inside.
void TlmNode::respond_next() {
  while (!is_responding_ && !responses_.empty()) {
    is_responding_ = true;
    if (send_response(*responses_.front()) && is_responding_) remove_response();
  }
}

/// Sends BEGIN_RESP; returns whether the result ends the response.
bool TlmNode::send_response(TlmTransaction& transaction) {
  if (requesting_ == &transaction) requesting_ = nullptr;
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_time delay = sc_core::SC_ZERO_TIME;
  const auto result = from_pe->nb_transport_bw(*transaction.payload, phase, delay);
  return result == tlm::TLM_COMPLETED || (result == tlm::TLM_UPDATED && phase == tlm::END_RESP);
}

/// Removes the transaction whose response has ended.
void TlmNode::remove_response() {
  tlm_generic_payload& payload = *responses_.front()->payload;
  responses_.pop_front();
  is_responding_ = false;
  phased_.erase(&payload);
  if (payload.has_mm()) payload.release();
}

}  // namespace kintsugi
