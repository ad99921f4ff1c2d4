/// Broadcast and multicast in a MANDALA network: a copy to every node of the cluster of level m that contains the
/// source, without a member list. m = L is a broadcast.
///
/// Source       sends a copy by each internal port, and one by the external port if its level is at most m
/// Arrived by   the external port: the node sends a copy by each internal port.
///              an internal port: the node sends a copy by the external port if its level is at most m, and
///                1. it is higher than the highest digit in which this node differs from the source, or
///                2. g_1 of the node at its far end is the port the copy arrived by: the route continues straight and
///                   does not turn into another cluster
/// Every copy takes the route of rsim to its target, so no target is farther than 2^m - 1 hops.
///
/// Printed      the second rule of PassBroadcast lacks "at most m", so that copies leave the cluster.
///              PassRule::kPrinted is this rule; tests use it to show that the checks find the mistake
/// Channels     in the classes of the unicast routing. By port changes: the same, class = changes so far. By highest
///              digit: class = L - 1 - changes. The targets behind one copy differ in their highest digit, but the
///              class of rsim too falls by at least one wherever the port changes
/// Header       bits 0 .. 9 as in routing.hpp, bits 10 .. 14 the level m
/// Errors       throws std::invalid_argument if the network is only a prefix
/// Source       Flavell et al., section 5, InitBroadcast and PassBroadcast
#pragma once

#include "models/mandala/routing.hpp"
#include "models/routing/multicast.hpp"

namespace kintsugi::mandala {

enum class PassRule {
  kCorrected,
  kPrinted,
};

class ClusterBroadcast final : public MulticastRelation {
 public:
  /// `unicast` routes the packets with one destination in the same network.
  explicit ClusterBroadcast(const MandalaRelation& unicast, PassRule rule = PassRule::kCorrected);
  bool uses_members() const override { return false; }
  void fork(const ForkQuery& query, std::span<Member> members, Fork& out) const override;
  /// Returns one set for each level.
  std::vector<MulticastSet> sets_to_prove(std::size_t nodes, NodeId source) const override;

 private:
  bool passes(const ForkQuery& query) const;
  void add(unsigned port, RoutingState state, Fork& out) const;
  VcSet channels(unsigned changes) const;

  Mandala mandala_;
  unsigned classes_;
  unsigned vcs_;
  Classes kind_;
  PassRule rule_;
};

/// Returns the set of a broadcast to the cluster of a level, 1 .. L, that contains the source. The source is not a
/// member.
MulticastSet cluster_around(const Mandala& mandala, NodeId source, unsigned level);

}  // namespace kintsugi::mandala
