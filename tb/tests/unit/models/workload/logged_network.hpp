/// A network that writes down each packet: when an interface has taken it, when its last flit has left, and when its
/// tail has arrived. Without delays it is ContentionFree (contention_free.hpp). With delays packets leave and arrive
/// later by a random time, overtake each other, and ranks are not asked for some time.
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "models/random/random.hpp"
#include "models/workload/program_run.hpp"

namespace kintsugi::workload::test {

struct LoggedPacket {
  enum Type : std::uint32_t { kData, kRequest, kAnswer };  // as in the lowest two bits of a note
  OpId send;
  Type type;
  RankId from;
  std::uint8_t nic;
  Cycle taken;
  Cycle left;  // first cycle in which the interface is free again
  Cycle arrived;
};

class LoggedNetwork {
 public:
  /// Packets are delayed by 0 to `delay` cycles when they leave, and again on their way.
  LoggedNetwork(ProgramRun& run, Cycle latency, RandomStream& random, Cycle delay)
      : run_(run), latency_(latency), random_(random), delay_(delay), asleep_until_(run.program().ranks(), 0) {}

  bool run_to_end(Cycle limit = 100'000) {
    for (; !run_.has_ended() && !run_.is_stuck() && now_ < limit; ++now_) run_cycle();
    return run_.has_ended();
  }
  const std::vector<LoggedPacket>& packets() const { return packets_; }

 private:
  struct Event {
    Cycle cycle;
    std::size_t packet;
    RankId rank;
    std::uint32_t note;
    bool is_arrival;
  };

  bool sleeps(RankId rank) const { return asleep_until_[rank.index()] > now_; }
  void run_cycle() {
    for (Cycle& until : asleep_until_) {
      if (delay_ > 0 && until <= now_ && random_.below(200) == 0) until = now_ + random_.below(60);
    }
    happen(true);
    for (const RankId rank : ids<RankId>(run_.program().ranks())) {
      while (!sleeps(rank) && run_.due(rank) <= now_) {
        if (const auto parcel = run_.take(rank, now_)) hand_over(rank, *parcel);
      }
    }
    happen(false);
  }
  /// Tails that arrive, or last flits that leave, in this cycle or while their rank was not asked.
  void happen(bool is_arrival) {
    std::vector<Event> now;
    std::erase_if(events_, [&](const Event& event) {
      const bool happens = event.is_arrival == is_arrival && event.cycle <= now_ && !sleeps(event.rank);
      if (happens) now.push_back(event);
      return happens;
    });
    std::ranges::sort(now, {}, [&](const Event& e) { return std::pair(packets_[e.packet].from, e.packet); });
    for (const Event& event : now) {
      if (is_arrival) {
        packets_[event.packet].arrived = now_;
        run_.received(event.rank, event.note, now_);
      } else {
        packets_[event.packet].left = now_ + 1;
        run_.sent(event.rank, event.note, now_);
      }
    }
  }
  Cycle delay() { return delay_ == 0 ? 0 : random_.below(delay_ + 1); }
  void hand_over(RankId from, const Parcel& parcel) {
    const OpId send{parcel.note >> 2};
    const auto type = static_cast<LoggedPacket::Type>(parcel.note & 3);
    const OpId by = type == LoggedPacket::kAnswer ? run_.partner(send) : send;
    const Cycle left = now_ + parcel.flits - 1 + delay();
    const std::size_t number = packets_.size();
    packets_.push_back({send, type, from, run_.program()[by].nic, now_, ProgramRun::kNever, ProgramRun::kNever});
    events_.push_back({left, number, from, parcel.note, false});
    events_.push_back({left + latency_ + delay(), number, parcel.to, parcel.note, true});
  }

  ProgramRun& run_;
  Cycle latency_;
  RandomStream& random_;
  Cycle delay_;
  Cycle now_ = 0;
  std::vector<Cycle> asleep_until_;
  std::vector<LoggedPacket> packets_;
  std::vector<Event> events_;
};

}  // namespace kintsugi::workload::test
