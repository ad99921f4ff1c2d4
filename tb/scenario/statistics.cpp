#include "tb/scenario/statistics.hpp"

namespace kintsugi {

std::uint64_t Histogram::percentile(unsigned percent) const {
  // The smallest value v with 100 * (packets up to v) >= percent * packets, in integers.
  std::uint64_t seen = 0;
  for (std::size_t value = 0; value < counts_.size(); ++value) {
    seen += counts_[value];
    if (seen * 100 >= total_ * percent && seen != 0) return value;
  }
  return 0;
}

void Statistics::created(const Packet& packet, Cycle now) {
  ++packets_.created;
  created_flits_ += packet.flits;
  if (in_window(now)) offered_flits_ += packet.flits;
}

void Statistics::injected(const Packet&, Cycle) {
  ++packets_.injected;
}

void Statistics::arrived(const Packet&, Cycle now) {
  if (in_window(now)) ++accepted_flits_;
}

void Statistics::delivered(const Packet& packet, Cycle now) {
  ++packets_.delivered;
  if (!in_window(packet.created)) return;
  latency_.add(now - packet.created);
  network_latency_.add(now - packet.injected);
  hops_.add(packet.hops);
}

}  // namespace kintsugi
