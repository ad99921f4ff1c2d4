#include "models/workload/rank_source.hpp"

#include <algorithm>

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
  if (parcel.to != kAnyRank) return {(*node_of_)[parcel.to.index()], parcel.flits, nullptr, 0, parcel.note};
  const OpId first = run_->cast_of(parcel.note);
  set_.members.clear();
  for (std::uint32_t i = 0; i < run_->casts().size(first); ++i) {
    set_.members.push_back((*node_of_)[run_->program()[OpId{first.value + i}].peer.index()]);
  }
  std::ranges::sort(set_.members);
  return {kNoNode, parcel.flits, &set_, 0, parcel.note};
}

void RankSource::received(const ReceivedPacket& packet, Cycle now) {
  if (packet.note != kNoNote) run_->received(rank_, packet.note, now);
}

void RankSource::left(std::uint32_t note, Cycle now) {
  if (note != kNoNote) run_->sent(rank_, note, now);
}

}  // namespace kintsugi::workload
