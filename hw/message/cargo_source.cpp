#include "hw/message/cargo_source.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace kintsugi {

void CargoSource::add_request(std::unique_ptr<Cargo> cargo, Cycle at) {
  Cargo* const request = cargo.get();
  cargoes_.emplace(request, std::move(cargo));
  const Waiting waiting{at, request->to, request->flits, {request, false}};
  requests_.insert(std::ranges::upper_bound(requests_, at, {}, &Waiting::at), waiting);
}

void CargoSource::repeat_request(Cargo& cargo, Cycle at) {
  --under_way_;
  requests_.push_front({at, cargo.to, cargo.flits, {&cargo, false}});
}

void CargoSource::add_response(Cargo& cargo, std::uint16_t flits, Cycle at) {
  responses_.push_back({at, cargo.from, flits, {&cargo, true}});
}

std::optional<CargoSource::Sent> CargoSource::take_sent(std::uint32_t serial) {
  const auto packet = sent_.extract(serial);
  return packet.empty() ? std::nullopt : std::optional(packet.mapped());
}

std::unique_ptr<Cargo> CargoSource::end(const Cargo& cargo) {
  --under_way_;
  return std::move(cargoes_.extract(&cargo).mapped());
}

std::vector<ReceivedPacket> CargoSource::take_arrivals() {
  *has_arrivals_ = 0;
  return std::exchange(arrivals_, {});
}

Cycle CargoSource::first_waiting() const {
  const Cycle response = responses_.empty() ? GeometricGaps::kNever : responses_.front().at;
  return std::min(response, requests_.empty() ? GeometricGaps::kNever : requests_.front().at);
}

std::vector<Cargo*> CargoSource::take_waiting(Cycle now) {
  std::vector<Cargo*> cargoes;
  for (std::deque<Waiting>* queue : {&responses_, &requests_}) {
    for (; !queue->empty() && queue->front().at <= now; queue->pop_front()) {
      if (queue == &requests_) ++under_way_;  // until it ends
      cargoes.push_back(queue->front().packet.cargo);
    }
  }
  return cargoes;
}

std::vector<Cargo*> CargoSource::take_all_sent() {
  std::vector<Cargo*> cargoes;
  for (const auto& [serial, packet] : std::map(sent_.begin(), sent_.end())) cargoes.push_back(packet.cargo);
  sent_.clear();
  return cargoes;
}

Cycle CargoSource::due() const {
  if (is_closed_) return GeometricGaps::kNever;
  const Cycle response = responses_.empty() ? GeometricGaps::kNever : responses_.front().at;
  const bool may_begin = !requests_.empty() && under_way_ < settings_.outstanding;
  return std::min(response, may_begin ? requests_.front().at : GeometricGaps::kNever);
}

PacketOrder CargoSource::take() {
  const bool responds = !responses_.empty() && responses_.front().at <= due();
  std::deque<Waiting>& queue = responds ? responses_ : requests_;
  const Waiting next = queue.front();
  queue.pop_front();
  if (!responds) ++under_way_;
  sent_.emplace(serial_++, next.packet);
  return {next.to, next.flits, nullptr, responds ? settings_.response_state : settings_.request_state};
}

void CargoSource::received(const ReceivedPacket& packet, Cycle) {
  arrivals_.push_back(packet);
  *has_arrivals_ = 1;
}

}  // namespace kintsugi
