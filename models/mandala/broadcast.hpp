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
/// Channels     in the classes of the routing beside it. By port changes: the same, class = changes so far. By highest
///              digit: class = L - 1 - changes. The targets behind one copy differ in their highest digit, but rsim too
///              falls by a class at least wherever it changes its port
/// Header       bits 0 .. 9 as in routing.hpp, bits 10 .. 14 the level m
/// Errors       std::invalid_argument for a prefix
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
  /// Beside packets of that routing.
  explicit ClusterBroadcast(const MandalaRelation& beside, PassRule rule = PassRule::kCorrected);
  bool uses_members() const override { return false; }
  void fork(const ForkQuery& query, std::span<Member> members, Fork& out) const override;
  /// One for each level.
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

/// A broadcast to the cluster of that level, 1 .. L, around the source, without it.
MulticastSet cluster_around(const Mandala& mandala, NodeId source, unsigned level);

}  // namespace kintsugi::mandala
