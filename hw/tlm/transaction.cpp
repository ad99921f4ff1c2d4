#include "hw/tlm/transaction.hpp"

#include <algorithm>

namespace kintsugi {

void TlmPiece::carry_extensions(tlm::tlm_generic_payload& whole) {
  whole.resize_extensions();  // a payload made before all extensions were registered has too few places
  payload.resize_extensions();
  for (unsigned i = 0; i < tlm::max_num_extensions(); ++i) {
    carried.push_back(whole.get_extension(i));
    payload.set_extension(i, carried.back());
  }
}

void TlmPiece::renew() {
  payload.set_address(offset);
  payload.set_dmi_allowed(false);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  for (unsigned i = 0; i < tlm::max_num_extensions(); ++i) {
    tlm::tlm_extension_base* const own = i < carried.size() ? carried[i] : nullptr;
    tlm::tlm_extension_base* const there = payload.get_extension(i);
    if (there == own) continue;
    if (there != nullptr) there->free();
    payload.set_extension(i, own);
  }
}

void TlmPiece::copy_to(unsigned char* bytes) const {
  if (enable.empty()) {
    std::ranges::copy(data, bytes + begin);
    return;
  }
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (enable[i] == TLM_BYTE_ENABLED) bytes[begin + i] = data[i];
  }
}

void TlmPiece::remove_carried() {
  for (unsigned i = 0; i < carried.size(); ++i) {
    if (payload.get_extension(i) == carried[i]) payload.set_extension(i, nullptr);
  }
  carried.clear();
}

/// The destructor of a payload frees its extensions; those that the target has set are the piece's.
TlmPiece::~TlmPiece() {
  remove_carried();
}

void TlmTransaction::add(TlmPiece& piece) {
  piece.place = pieces.size();
  pieces.push_back(&piece);
}

void TlmTransaction::remove(TlmPiece& piece) {
  pieces.back()->place = piece.place;
  pieces[piece.place] = pieces.back();
  pieces.pop_back();
}

void TlmTransaction::abandon() {
  payload = nullptr;
  for (TlmPiece* piece : pieces) piece->remove_carried();
}

}  // namespace kintsugi
