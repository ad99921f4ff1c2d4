#include "hw/tlm/tlm_source.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace kintsugi {

void TlmSource::add_request(std::unique_ptr<TlmPiece> piece, unsigned flits, Cycle at) {
  TlmPiece* const request = piece.get();
  pieces_.emplace(request, std::move(piece));
  const Waiting waiting{at, request->to, narrow<std::uint16_t>(flits), {request, false}};
  requests_.insert(std::ranges::upper_bound(requests_, at, {}, &Waiting::at), waiting);
}

void TlmSource::repeat_request(TlmPiece& piece, unsigned flits, Cycle at) {
  --under_way_;
  requests_.push_front({at, piece.to, narrow<std::uint16_t>(flits), {&piece, false}});
}

void TlmSource::add_response(TlmPiece& piece, unsigned flits, Cycle at) {
  responses_.push_back({at, piece.from, narrow<std::uint16_t>(flits), {&piece, true}});
}

std::optional<TlmSource::Sent> TlmSource::take_sent(std::uint32_t serial) {
  const auto packet = sent_.extract(serial);
  return packet.empty() ? std::nullopt : std::optional(packet.mapped());
}

void TlmSource::end(const TlmPiece& piece) {
  --under_way_;
  pieces_.erase(&piece);
}

std::vector<ReceivedPacket> TlmSource::take_arrivals() {
  *has_arrivals_ = 0;
  return std::exchange(arrivals_, {});
}

Cycle TlmSource::first_waiting() const {
  const Cycle response = responses_.empty() ? GeometricGaps::kNever : responses_.front().at;
  return std::min(response, requests_.empty() ? GeometricGaps::kNever : requests_.front().at);
}

std::vector<TlmPiece*> TlmSource::take_waiting(Cycle now) {
  std::vector<TlmPiece*> pieces;
  for (std::deque<Waiting>* queue : {&responses_, &requests_}) {
    for (; !queue->empty() && queue->front().at <= now; queue->pop_front()) {
      if (queue == &requests_) ++under_way_;  // until it ends
      pieces.push_back(queue->front().packet.piece);
    }
  }
  return pieces;
}

std::vector<TlmPiece*> TlmSource::take_all_sent() {
  std::vector<TlmPiece*> pieces;
  for (const auto& [serial, packet] : std::map(sent_.begin(), sent_.end())) pieces.push_back(packet.piece);
  sent_.clear();
  return pieces;
}

Cycle TlmSource::due() const {
  if (is_closed_) return GeometricGaps::kNever;
  const Cycle response = responses_.empty() ? GeometricGaps::kNever : responses_.front().at;
  const bool may_begin = !requests_.empty() && under_way_ < settings_.outstanding;
  return std::min(response, may_begin ? requests_.front().at : GeometricGaps::kNever);
}

PacketOrder TlmSource::take() {
  const bool responds = !responses_.empty() && responses_.front().at <= due();
  std::deque<Waiting>& queue = responds ? responses_ : requests_;
  const Waiting next = queue.front();
  queue.pop_front();
  if (!responds) ++under_way_;
  sent_.emplace(serial_++, next.packet);
  return {next.to, next.flits, nullptr, responds ? settings_.response_state : settings_.request_state};
}

void TlmSource::received(const ReceivedPacket& packet, Cycle) {
  arrivals_.push_back(packet);
  *has_arrivals_ = 1;
}

}  // namespace kintsugi
