#include "tb/tool/run/statistics.hpp"

#include <cmath>

namespace kintsugi {

Histogram& Histogram::operator+=(const Histogram& other) {
  if (counts_.size() < other.counts_.size()) counts_.resize(other.counts_.size());
  for (std::size_t value = 0; value < other.counts_.size(); ++value) counts_[value] += other.counts_[value];
  total_ += other.total_;
  sum_ += other.sum_;
  return *this;
}

std::uint64_t Histogram::percentile(unsigned percent) const {
  // The smallest value v with 100 * (packets up to v) >= percent * packets, in integers.
  std::uint64_t seen = 0;
  for (std::size_t value = 0; value < counts_.size(); ++value) {
    seen += counts_[value];
    if (seen * 100 >= total_ * percent && seen != 0) return value;
  }
  return 0;
}

Statistics::Packets& Statistics::Packets::operator+=(const Packets& other) {
  return add_members(*this, other, &Packets::created, &Packets::outside, &Packets::injected, &Packets::delivered,
                     &Packets::dropped, &Packets::dropped_queued);
}

Statistics::Multicasts& Statistics::Multicasts::operator+=(const Multicasts& other) {
  return add_members(*this, other, &Multicasts::created, &Multicasts::outside, &Multicasts::copies,
                     &Multicasts::reached_all, &Multicasts::acknowledged, &Multicasts::acknowledgements,
                     &Multicasts::acknowledgements_ended);
}

Statistics::Queues& Statistics::Queues::operator+=(const Queues& other) {
  return add_members(*this, other, &Queues::entered, &Queues::growth);
}

QueueTrend Statistics::Queues::trend() const {
  constexpr double kShare = 0.05;
  constexpr double kHidden = 0.3;
  constexpr double kDeviations = 3;
  const auto all = static_cast<double>(entered), grown = static_cast<double>(growth);
  const double chance = kDeviations * std::sqrt(all);
  if (grown > std::max(kShare * all, chance)) return QueueTrend::kGrowing;
  return grown > kShare * all || chance > kHidden * all || entered == 0 ? QueueTrend::kUnknown : QueueTrend::kSteady;
}

Statistics& Statistics::operator+=(const Statistics& other) {
  using S = Statistics;
  return add_members(*this, other, &S::packets_, &S::queues_, &S::multicasts_, &S::created_flits_, &S::delivered_flits_,
                     &S::offered_flits_, &S::accepted_flits_, &S::lost_flits_, &S::latency_, &S::network_latency_,
                     &S::hops_, &S::multicast_latency_, &S::round_trip_);
}

void Statistics::created(const Packet& packet, Cycle now) {
  created_flits_ += packet.flits;
  change_queue(packet, 1, now);
  switch (packet.kind) {
    case PacketKind::kUnicast:
    case PacketKind::kTracked:
      ++packets_.created;
      if (in_window(now)) {
        offered_flits_ += packet.flits;
      } else {
        ++packets_.outside;
      }
      return;
    case PacketKind::kCopy:
      ++multicasts_.created;
      if (!in_window(now)) ++multicasts_.outside;
      return;
    case PacketKind::kAcknowledgement:
      ++multicasts_.acknowledgements;
      return;
    case PacketKind::kReceipt:
      return;
  }
}

void Statistics::injected(const Packet& packet, Cycle now) {
  change_queue(packet, -1, now);
  if (has_one_destination(packet.kind)) ++packets_.injected;
}

void Statistics::arrived(const Packet& packet, Cycle now) {
  if (packet.kind == PacketKind::kUnicast && in_window(now)) ++accepted_flits_;
}

void Statistics::delivered(const Packet& packet, Cycle now) {
  if (!has_one_destination(packet.kind)) return delivered_for_multicast(packet);
  ++packets_.delivered;
  delivered_flits_ += packet.flits;
  if (packet.kind == PacketKind::kTracked && in_window(now)) accepted_flits_ += packet.flits;
  if (!in_window(packet.created)) return;
  latency_.add(now - packet.created);
  network_latency_.add(now - packet.injected);
  hops_.add(packet.hops);
}

void Statistics::delivered_for_multicast(const Packet& packet) {
  if (packet.kind == PacketKind::kAcknowledgement) ++multicasts_.acknowledgements_ended;
  if (packet.kind != PacketKind::kCopy) return;
  ++multicasts_.copies;
  delivered_flits_ += packet.flits;
}

void Statistics::dropped(const Packet& packet, DropReason reason, const Pe&, Cycle now) {
  if (is_copy(packet)) return;
  ++packets_.dropped;
  lost(packet.flits, reason, now);
  if (reason != DropReason::kQueued) return;
  ++packets_.dropped_queued;
  change_queue(packet, -1, now);
}

void Statistics::reached_all(const Multicast& multicast, Cycle now) {
  ++multicasts_.reached_all;
  if (in_window(multicast.created)) multicast_latency_.add(now - multicast.created);
}

void Statistics::acknowledged(const Multicast& multicast, Cycle now) {
  ++multicasts_.acknowledged;
  if (in_window(multicast.created)) round_trip_.add(now - multicast.created);
}

}  // namespace kintsugi
