/// Can a packet come to a dead end? The quick walk over all choices, which also collects the dependencies between
/// channels. It answers for a whole destination and does not look for circles.
///
/// Dead end  a place without candidates, or with one that names an open or unknown port, no virtual channel, or one
///           that the links do not have
/// Circles   A packet that goes round for ever comes again and again to one channel in one state. It asked for each
///           channel of its way while it held the one before: a circle of its way is a circle of dependencies. So where
///           no packet can come to a dead end and the dependencies have no cycle, every packet arrives on every choice.
///           Where one of the two fails this walk proves nothing, and DeliveryCheck has to say which pairs are
///           delivered.
/// Hops      Remembered are hops (a port, all channels that the candidate offers there, the state): when one is met
///           for the first time, the node it leads to is asked about each of its channels. What follows depends on
///           nothing else, save for the source with a relation that looks at it: then each source starts afresh.
/// Speed     The order in which hops are followed does not matter. The packets of many sources go abreast: what one
///           does next does not depend on the one before it, so that the processor waits for memory less often.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/network.hpp"
#include "models/routing/dependencies.hpp"
#include "models/routing/relation.hpp"
#include "models/routing/search_table.hpp"

namespace kintsugi {

/// What a candidate offers at its node: a port, by number in the network, channels of its link, the state from there.
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
  /// All arguments must outlive the check; `dependencies` is added to.
  /// `in_use` by node: packets come from these only; nullptr: from all.
  DeadEndCheck(const RoutingRelation& relation, const ChannelNumbers& numbers, DependencyGraph& dependencies,
               const std::vector<bool>* in_use = nullptr);
  /// Whether no packet to there can come to a dead end. Gives up at the first: only when there is none are the
  /// dependencies all there.
  bool passes(NodeId destination);

 private:
  bool spread(NodeId first, NodeId end);
  bool follow(const Hop& hop);
  bool ask();
  bool take(const Candidate& candidate);

  const RoutingRelation* relation_;
  const ChannelNumbers* numbers_;
  DependencyGraph* dependencies_;
  const std::vector<bool>* in_use_;
  RouteQuery query_;
  std::uint32_t held_;  // the channel the packet has come by, or kInjected
  SearchTable<Hop, NoMark, HopBits> met_;
  std::vector<Hop> hops_;  // in the order in which they are followed
};

}  // namespace kintsugi
