/// A network without contention, cycle by cycle: a packet of L flits that an interface hands over in cycle t has left
/// in cycle t + L - 1, and its tail arrives in cycle t + latency + L - 1. The latency is the same between any two
/// ranks, or it is that of a ring of all. Tails that arrive in the same cycle come in the order of their senders, those
/// of one sender in the order in which they were handed over.
#pragma once

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "models/workload/program_run.hpp"

namespace kintsugi::workload::test {

class ContentionFree {
 public:
  /// `hop`: what each place beyond the first adds to the latency, the shorter way round the ring of all ranks; not for
  /// the packets of casts.
  ContentionFree(ProgramRun& run, Cycle latency, Cycle hop = 0) : run_(run), latency_(latency), hop_(hop) {}

  /// Runs until the program ends or is stuck, at most up to a cycle; returns whether it has ended.
  bool run_to_end(Cycle limit = 10'000'000) {
    for (; !run_.has_ended() && !run_.is_stuck() && now_ < limit; ++now_) run_cycle();
    return run_.has_ended();
  }
  void run_cycle() {
    for (const auto& [key, to, note] : take_all(arrivals_)) run_.received(to, note, now_);
    for (std::uint32_t rank = 0; rank < run_.program().ranks(); ++rank) {
      while (run_.due(RankId{rank}) <= now_) {
        if (const auto parcel = run_.take(RankId{rank}, now_)) hand_over(RankId{rank}, *parcel);
      }
    }
    for (const auto& [key, from, note] : take_all(departures_)) run_.sent(from, note, now_);
  }
  Cycle now() const { return now_; }
  std::uint64_t flits() const { return flits_; }

 private:
  struct Event {
    std::pair<std::uint32_t, std::uint64_t> key;  // sender, packets handed over before
    RankId rank;
    std::uint32_t note;
  };

  void hand_over(RankId from, const Parcel& parcel) {
    const std::pair key(from.value, packets_++);
    flits_ += parcel.flits;
    departures_[now_ + parcel.flits - 1].push_back({key, from, parcel.note});
    const Cycle further = hop_ == 0 || parcel.to == kAnyRank ? 0 : (places(from, parcel.to) - 1) * hop_;
    auto& arrivals = arrivals_[now_ + latency_ + further + parcel.flits - 1];
    if (parcel.to != kAnyRank) return arrivals.push_back({key, parcel.to, parcel.note});
    const OpId first = run_.cast_of(parcel.note);
    for (std::uint32_t i = 0; i < run_.casts().size(first); ++i) {
      arrivals.push_back({key, run_.program()[OpId{first.value + i}].peer, parcel.note});
    }
  }
  std::uint32_t places(RankId from, RankId to) const {
    const std::uint32_t p = run_.program().ranks();
    const std::uint32_t up = (to.value + p - from.value) % p;
    return std::min(up, p - up);
  }
  std::vector<Event> take_all(std::map<Cycle, std::vector<Event>>& events) {
    auto node = events.extract(now_);
    if (node.empty()) return {};
    std::ranges::sort(node.mapped(), {}, &Event::key);
    return std::move(node.mapped());
  }

  ProgramRun& run_;
  Cycle latency_;
  Cycle hop_;
  Cycle now_ = 0;
  std::uint64_t packets_ = 0;
  std::uint64_t flits_ = 0;
  std::map<Cycle, std::vector<Event>> arrivals_;
  std::map<Cycle, std::vector<Event>> departures_;
};

}  // namespace kintsugi::workload::test
