/// Statistics of a run: sums and histograms only, which depend neither on the order in which the modules of a cycle are
/// evaluated nor on the threads: each thread has its own, and they are added up.
///
/// The rows of the report (run_rows.cpp) say what each number is. Beyond that:
///
/// Window      cycles [warmup, cycles); throughputs are over its cycles and all nodes
/// Accepted    with detection the flits of the packets delivered in the window, without second copies
/// Percentile  the smallest latency that at least p per cent of the packets do not exceed
/// Lost        because the destination is dead, has no way, or a link let it not through: the network could have
///             accepted what is offered less these. With detection, by the first copy that was dropped; not a packet
///             of which the last copy came too late: that is what a network does that cannot keep up
/// Growth      of source queues: packets and multicasts that entered one in the window, less those that left one in it.
///             A trace ends before the window does: then up to its last packet
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hw/link/multicast_table.hpp"
#include "hw/pe/pe.hpp"

namespace kintsugi {

/// A histogram of integers: exact counts of every value.
class Histogram {
 public:
  void add(std::uint64_t value) {
    if (value >= counts_.size()) counts_.resize(value + value / 2 + 64);
    ++counts_[value];
    ++total_;
    sum_ += value;
  }
  Histogram& operator+=(const Histogram& other);
  std::uint64_t total() const { return total_; }
  double mean() const { return total_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(total_); }
  /// Returns the percentile, 0 if the histogram is empty; 0 < percent <= 100.
  std::uint64_t percentile(unsigned percent) const;
  std::uint64_t max() const { return percentile(100); }

 private:
  std::vector<std::uint64_t> counts_;
  std::uint64_t total_ = 0;
  std::uint64_t sum_ = 0;
};

/// Adds these members of another one of the same kind.
template <class Sums, class... Member>
Sums& add_members(Sums& sums, const Sums& other, Member Sums::*... members) {
  ((sums.*members += other.*members), ...);
  return sums;
}

/// What source queues did over a window.
enum class QueueTrend : std::uint8_t { kSteady, kGrowing, kUnknown };

class Statistics final : public PacketObserver {
 public:
  /// No packet is created from `sources_end` on.
  Statistics(Cycle window_begin, Cycle window_end, Cycle sources_end)
      : begin_(window_begin), end_(window_end), sources_end_(sources_end) {}

  /// Adds the counts of another for the same window.
  Statistics& operator+=(const Statistics& other);
  /// Shortens the window: the run has ended before it.
  void end_at(Cycle cycle) {
    begin_ = std::min(begin_, cycle);
    end_ = std::min(end_, cycle);
  }
  Cycle window_begin() const { return begin_; }
  Cycle window_end() const { return end_; }
  /// Returns whether the window has a cycle.
  bool measured() const { return begin_ < end_; }

  void created(const Packet& packet, Cycle now) override;
  void injected(const Packet& packet, Cycle now) override;
  void arrived(const Packet& packet, Cycle now) override;
  void delivered(const Packet& packet, Cycle now) override;
  void dropped(const Packet& packet, DropReason reason, const Pe& pe, Cycle now) override;
  /// Counts a packet as dropped of which copies were sent, and which its source has given up.
  void count_given_up() { ++packets_.dropped; }
  /// Counts the flits of a packet that could not be delivered; dropped in this cycle.
  void lost(unsigned flits, DropReason reason, Cycle dropped) {
    if (reason != DropReason::kLate && in_window(dropped)) lost_flits_ += flits;
  }
  void reached_all(const Multicast& multicast, Cycle now) override;
  void acknowledged(const Multicast& multicast, Cycle now) override;

  /// Packets of the whole run.
  struct Packets {
    std::uint64_t created = 0;
    std::uint64_t outside = 0;   ///< of these, those created outside the window
    std::uint64_t injected = 0;  ///< whose head has left the source queue
    std::uint64_t delivered = 0;
    std::uint64_t dropped = 0;
    std::uint64_t dropped_queued = 0;  ///< of these, those in source queues
    Packets& operator+=(const Packets& other);
    std::uint64_t queued() const { return created - injected - dropped_queued; }
    std::uint64_t in_flight() const { return injected - delivered - (dropped - dropped_queued); }
  };
  const Packets& packets() const { return packets_; }
  /// Source queues over the window.
  struct Queues {
    std::uint64_t entered = 0;  ///< packets created in the window, and multicasts
    std::int64_t growth = 0;    ///< packets and multicasts; negative if the queues have shrunk
    Queues& operator+=(const Queues& other);
    /// Returns whether the queues have grown, so that latencies depend on the length of the window: by more than 5 % of
    /// what has entered them, which is what `kintsugi saturate` takes for saturated, and by more than chance explains:
    /// three standard deviations of the number of packets that random sources create. Unknown if chance can explain a
    /// growth above 5 %, or could hide one of 30 %: with fewer than 100 packets.
    QueueTrend trend() const;
  };
  const Queues& queues() const { return queues_; }
  /// Multicasts of the whole run.
  struct Multicasts {
    std::uint64_t created = 0;
    std::uint64_t outside = 0;                 ///< of these, those created outside the window
    std::uint64_t copies = 0;                  ///< that reached a member
    std::uint64_t reached_all = 0;             ///< multicasts whose members all have a copy
    std::uint64_t acknowledged = 0;            ///< multicasts whose acknowledgement is complete at the source
    std::uint64_t acknowledgements = 0;        ///< packets sent, each for all copies behind one fork
    std::uint64_t acknowledgements_ended = 0;  ///< those of them that have arrived
    Multicasts& operator+=(const Multicasts& other);
    std::uint64_t in_flight() const { return created - acknowledged; }
  };
  const Multicasts& multicasts() const { return multicasts_; }
  const Histogram& multicast_latency() const { return multicast_latency_; }
  const Histogram& round_trip() const { return round_trip_; }
  /// Returns the flits of all packets created.
  std::uint64_t created_flits() const { return created_flits_; }
  /// Returns the flits of the packets and the copies of multicasts that were delivered; of a packet of which several
  /// copies were sent, those of one.
  std::uint64_t delivered_flits() const { return delivered_flits_; }

  const Histogram& latency() const { return latency_; }
  const Histogram& network_latency() const { return network_latency_; }
  const Histogram& hops() const { return hops_; }
  /// @name Call only if measured()
  /// @{
  double offered(std::size_t nodes) const { return per_node_and_cycle(offered_flits_, nodes); }
  double accepted(std::size_t nodes) const { return per_node_and_cycle(accepted_flits_, nodes); }
  double lost(std::size_t nodes) const { return per_node_and_cycle(lost_flits_, nodes); }
  /// @}

 private:
  void delivered_for_multicast(const Packet& packet);
  /// Counts packets and multicasts in source queues; acknowledgements have queues of their own.
  void change_queue(const Packet& packet, int change, Cycle now) {
    const bool waits_there = has_one_destination(packet.kind) || packet.kind == PacketKind::kCopy;
    if (!waits_there || !in_window(now) || now >= sources_end_) return;
    queues_.growth += change;
    if (change > 0) ++queues_.entered;
  }
  bool in_window(Cycle cycle) const { return cycle >= begin_ && cycle < end_; }
  double per_node_and_cycle(std::uint64_t flits, std::size_t nodes) const {
    return static_cast<double>(flits) / (static_cast<double>(nodes) * static_cast<double>(end_ - begin_));
  }

  Cycle begin_;
  Cycle end_;
  Cycle sources_end_;
  Packets packets_;
  Queues queues_;
  Multicasts multicasts_;
  std::uint64_t created_flits_ = 0;
  std::uint64_t delivered_flits_ = 0;
  std::uint64_t offered_flits_ = 0;
  std::uint64_t accepted_flits_ = 0;
  std::uint64_t lost_flits_ = 0;
  Histogram latency_;
  Histogram network_latency_;
  Histogram hops_;
  Histogram multicast_latency_;
  Histogram round_trip_;
};

}  // namespace kintsugi
