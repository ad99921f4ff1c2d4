/// Flows: packets from one node to another, each flow at a rate of its own in a part of the run.
///
/// Arrivals  at each node Bernoulli: in a cycle one packet with probability P, the sum of rate / mean length over the
///           flows of the node that are active; it belongs to flow i with probability (rate / mean length of i) / P. So
///           each flow alone is Bernoulli with its own rate, and one with the same rate to all destinations is what the
///           pattern `uniform` sends
/// Periods   of a node: between two cycles in which one of its flows begins or ends. Gaps between packets are
///           memoryless, so a new one is drawn where a period begins
/// Bursts    of a node modulate all of its flows: its gaps count the cycles in bursts, and the rates of its flows are
///           their mean rates (burst.hpp). `from` and `to` are cycles of the run, whatever the bursts
/// Classes   a packet starts in the routing state with the number of the class of its flow, that of MessageClasses
///           (models/routing/message_classes.hpp)
/// Note      each packet carries the number of its flow (PacketOrder::note)
/// Memory    a flow takes 48 bytes and 16 in each period of its node in which it is active; a period 48 bytes and a
///           table of 16 to 4096 words, 32 MiB of tables together up to 262 144 periods
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/network/types.hpp"
#include "models/traffic/bernoulli.hpp"
#include "models/traffic/burst.hpp"
#include "models/traffic/packet_lengths.hpp"
#include "models/traffic/source.hpp"

namespace kintsugi {

struct Flow {
  static constexpr Cycle kNoEnd = GeometricGaps::kNever;
  NodeId source;
  NodeId destination;
  double rate = 0;                     ///< flits/cycle, 0 .. 1
  std::optional<std::uint16_t> flits;  ///< of each packet; nullopt: as the traffic has them
  Cycle from = 0;                      ///< its first cycle, counted from the start of the traffic
  Cycle to = kNoEnd;                   ///< the cycle after its last; above `from`
  std::uint8_t priority_class = 0;     ///< 0 goes first; 0 where there are no classes
  friend bool operator==(const Flow&, const Flow&) = default;
};

/// The flows of all nodes; must outlive the sources.
class FlowTraffic {
 public:
  /// The most flows in periods, each counted in every period of its node in which it is active.
  static constexpr std::size_t kMostShares = std::size_t{1} << 24U;

  /// Throws OverloadError if a node creates more than one flit a cycle, also within a burst, or std::length_error
  /// beyond kMostShares.
  FlowTraffic(std::vector<Flow> flows, PacketLengths lengths, std::uint32_t nodes,
              const std::optional<BurstShape>& burst = {});

  const std::vector<Flow>& flows() const { return flows_; }
  /// Returns whether a node has a flow with a rate above 0.
  bool sends(NodeId node) const { return first_period_[node.value] != first_period_[node.value + 1]; }
  double mean_length(const Flow& flow) const { return flow.flits ? *flow.flits : lengths_.mean(); }

  /// Where a node would create more flits than its PE can inject.
  struct Overload {
    NodeId node;
    Cycle from;   ///< of the first such period
    double rate;  ///< flits/cycle in it
  };
  /// Returns that of the node with the lowest number; nullopt: there is none. `most` flits/cycle are no overload.
  static std::optional<Overload> overload(std::span<const Flow> flows, std::uint32_t nodes, double most = 1);
  class OverloadError : public std::invalid_argument {
   public:
    explicit OverloadError(const Overload& overload)
        : std::invalid_argument("the flows of a node have more than one flit a cycle"), overload_(overload) {}
    const Overload& overload() const { return overload_; }

   private:
    Overload overload_;
  };

 private:
  friend class FlowSource;
  struct Share {
    std::uint64_t below = 0;  ///< the first flow is drawn whose `below` exceeds the number; the last one ignores it
    std::uint32_t flow = 0;
  };
  struct Period {
    Cycle from = 0;  ///< up to that of the next period of the node
    std::size_t first = 0;
    std::size_t end = 0;  ///< of its shares
    GeometricGaps gaps{0};
  };
  /// Adds the periods of a node, whose flows are given.
  void add_periods(std::span<const std::uint32_t> own, std::size_t table_length);

  std::vector<Flow> flows_;
  PacketLengths lengths_;
  std::optional<BurstTraffic> bursts_;
  std::vector<std::size_t> first_period_;  // by node, and one more
  std::vector<Period> periods_;
  std::vector<Share> shares_;
};

/// The packets of the flows of a node, in bursts if the traffic has them. For each packet its stream is used for the
/// flow, for the length if that is drawn, and for the gap to the next packet, in this order.
class FlowSource final : public PacketSource {
 public:
  /// Creates packets in cycles [begin, end).
  FlowSource(NodeId node, const FlowTraffic& traffic, std::uint64_t seed, Cycle begin, Cycle end);

  Cycle due() const override { return due_; }
  PacketOrder take() override;

 private:
  /// Draws the next packet from a cycle on, which lies in the present period or after it.
  void draw_from(Cycle cycle);
  Cycle end_of_period() const;

  const FlowTraffic* traffic_;
  RandomStream random_;
  std::unique_ptr<Bursts> bursts_;  // null: none
  Cycle begin_;
  Cycle end_;
  Cycle due_ = GeometricGaps::kNever;
  std::size_t period_;
  std::size_t end_period_;  // that of the node
};

}  // namespace kintsugi
