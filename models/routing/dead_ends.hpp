/// Checks for dead ends: can a packet reach one? This is the quick search over all choices. It also collects the
/// dependencies between channels. It decides for a whole destination and does not look for cycles.
///
/// Dead end  a place where the relation offers no candidate, or a candidate that names an open or unknown port, no
///           virtual channel, or a channel that the links do not have
/// Cycles    A packet that circulates for ever returns again and again to one channel in one state. It requests each
///           channel of its route while it holds the one before, so a cycle of its route is a cycle of dependencies.
///           So if no packet can reach a dead end and the dependencies have no cycle, every packet arrives on every
///           choice. If one of the two fails, this search proves nothing, and DeliveryCheck finds out which pairs are
///           delivered.
/// Hops      The search remembers hops: a port, all channels that the candidate offers there, and the state. When it
///           meets a hop for the first time, it queries the next node for each of these channels. What follows
///           depends on nothing else, except on the source if the relation uses it: then each source starts afresh.
/// Speed     The order in which hops are followed does not matter. The packets of many sources are followed
///           together: their steps are independent, so the processor waits for memory less often.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/routing/dependencies.hpp"
#include "models/routing/relation.hpp"
#include "models/routing/search_table.hpp"

namespace kintsugi {

/// What a candidate offers at its node: a port, by its number in the network, channels of its link, and the next state.
struct Hop {
  std::uint32_t port;
  VcSet vcs;
  RoutingState state;
  friend constexpr bool operator==(const Hop&, const Hop&) = default;
};

struct HopBits {
  std::uint64_t operator()(const Hop& hop) const {
    return (std::uint64_t{hop.port} << 32 | hop.state) ^ std::uint64_t{hop.vcs} << 24;
  }
};

class DeadEndCheck {
 public:
  /// All arguments must outlive the check, which adds to `dependencies`.
  /// `in_use`, by node: packets come from these nodes only; nullptr: from all.
  DeadEndCheck(const RoutingRelation& relation, const ChannelNumbers& numbers, DependencyGraph& dependencies,
               const std::vector<bool>* in_use = nullptr);
  /// Returns whether no packet to `destination` can reach a dead end. Stops at the first dead end: the dependencies are
  /// complete only if the result is true.
  bool passes(NodeId destination);
  /// The same for packets from these nodes only, in use or not.
  bool passes(NodeId destination, std::span<const NodeId> sources);

 private:
  bool spread(NodeId first, NodeId end);
  bool start(NodeId source);
  bool follow_all();
  bool follow(const Hop& hop);
  bool ask();
  bool take(const Candidate& candidate);

  const RoutingRelation* relation_;
  const ChannelNumbers* numbers_;
  DependencyGraph* dependencies_;
  const std::vector<bool>* in_use_;
  RouteQuery query_;
  std::uint32_t held_;  // the channel the packet arrived on, or kInjected
  SearchTable<Hop, NoMark, HopBits> met_;
  std::vector<Hop> hops_;  // in the order in which they are followed
};

}  // namespace kintsugi
