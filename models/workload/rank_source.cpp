#include "models/workload/rank_source.hpp"

namespace kintsugi::workload {

void RankSource::prepare(Cycle now) {
  if (next_ < parcels_.size()) return;
  parcels_.clear();
  next_ = 0;
  prepared_ = now;
  while (run_->due(rank_) <= now) {
    if (const auto parcel = run_->take(rank_, now)) parcels_.push_back(*parcel);
  }
}

PacketOrder RankSource::take() {
  const Parcel parcel = parcels_[next_++];
  return {(*node_of_)[parcel.to.index()], parcel.flits, nullptr, 0, parcel.note};
}

void RankSource::received(const ReceivedPacket& packet, Cycle now) {
  if (packet.note != kNoNote) run_->received(rank_, packet.note, now);
}

void RankSource::left(std::uint32_t note, Cycle now) {
  if (note != kNoNote) run_->sent(rank_, note, now);
}

}  // namespace kintsugi::workload
