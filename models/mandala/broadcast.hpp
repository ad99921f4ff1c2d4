/// Broadcast and multicast in a MANDALA network: a copy to every node of the cluster of level m in which the source
/// lies, without a list. m = L is a broadcast.
///
/// Source       a copy by each internal port, and one by the external port if its level is at most m
/// Arrived by   the external port: a copy by each internal port.
///              an internal port: a copy by the external one if its level is at most m, and
///                1. it is higher than the highest digit in which this node differs from the source, or
///                2. g_1 of the node at its far end is the port the copy arrived by: the ways go straight on, and do
///                   not turn into another cluster
/// Every copy takes the way that rsim takes to its target, so no target is farther than 2^m - 1 steps.
///
/// Printed      the second rule of PassBroadcast lacks "at most m": a multicast leaks out of its cluster. It is kept to
///              show that the checks find this.
/// Channels     by port changes (routing.hpp), m classes; one copy would not do for those by highest digit, since the
///              targets behind it differ in it
/// Header       bits 0 .. 9 as in routing.hpp, bits 10 .. 14 the level m
/// Errors       std::invalid_argument for what validate() refuses, a prefix, fewer channels than levels
/// Source       Flavell et al., section 5, InitBroadcast and PassBroadcast
#pragma once

#include "models/mandala/geometry.hpp"
#include "models/routing/multicast.hpp"

namespace kintsugi::mandala {

enum class PassRule {
  kCorrected,
  kPrinted,
};

class ClusterBroadcast final : public MulticastRelation {
 public:
  ClusterBroadcast(const Mandala& mandala, unsigned vcs, PassRule rule = PassRule::kCorrected);
  bool uses_members() const override { return false; }
  void fork(const ForkQuery& query, std::span<Member> members, Fork& out) const override;
  /// One for each level.
  std::vector<MulticastSet> sets_to_prove(std::size_t nodes, NodeId source) const override;
  /// The cluster of that level, 1 .. L, without the source.
  MulticastSet to_cluster(NodeId source, unsigned level) const;

 private:
  bool passes(const ForkQuery& query) const;
  void add(unsigned port, RoutingState state, Fork& out) const;

  Mandala mandala_;
  unsigned vcs_;
  PassRule rule_;
};

}  // namespace kintsugi::mandala
