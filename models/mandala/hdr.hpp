/// Routing around faults in a MANDALA network: hdr.
///
/// At node n, i the highest level at which it differs from destination d, x = d_i. For each level from i down to 1: if
/// the node is not in cluster x of that level, x becomes the next cluster on a shortest way of alive crossings to x, as
/// the node's map has them (alive_maps.hpp). The output port is x; where a level has no way the packet cannot be
/// delivered. Without faults it is rsim. A dead node is neither source nor destination.
///
/// Delivers   every live pair, without loops, for any set of at most C - 2 dead nodes and links, given the channels
///            that takes; and in every prefix. With more it may find no way where there is one, through another
///            cluster; it says so, at the latest at the node before the gap
/// Channels   classes by port changes (routing.hpp), as many as the longest way needs: L without faults, more with
///            (classes_needed). A packet that would need one more cannot be delivered
/// Errors     std::invalid_argument for no class, fewer channels than classes, more than 32
/// Source     the routing is ours; Flavell et al., section 6, send a packet by the shortest alternative path and leave
///            open how it is found
#pragma once

#include "models/mandala/alive_maps.hpp"
#include "models/mandala/routing.hpp"
#include "models/routing/fault_aware.hpp"

namespace kintsugi::mandala {

class HdrRelation final : public MandalaRelation, public FaultAware {
 public:
  HdrRelation(AliveMaps maps, unsigned classes, unsigned vcs, Classes kind = Classes::kPortChanges);
  void route(const RouteQuery& query, Candidates& out) const override;
  const AliveMaps& maps() const { return maps_; }

  /// @name Faults, on sites numbered as the nodes. FaultFlooding is as in fault_flooding.hpp; a word of it names a dead crossing: bits
  /// 0 .. 3 a, 4 .. 7 b, 8 .. 15 the level, from 16 on the cluster
  /// @{
  std::vector<FaultMessage> notice(NodeId at, const Fault& fault) override;
  bool learn(NodeId at, FaultMessage message) override;
  void know(const Defects& faults) override;
  /// @}

 private:
  bool learn(NodeId at, const Crossing& crossing);

  AliveMaps maps_;
};

/// The output port; nothing when there is no way.
std::optional<unsigned> hdr_port(const AliveMaps& maps, NodeId at, NodeId destination);

/// What becomes of all ordered pairs of distinct live nodes.
struct HdrReach {
  std::uint64_t pairs = 0;
  std::uint64_t delivered_pairs = 0;
  std::uint64_t undeliverable_pairs = 0;  ///< a node on the way finds that there is none
  std::uint64_t lost_pairs = 0;           ///< sent over a dead link or in a circle: some map is wrong
  unsigned classes_needed = 1;            ///< of those that are delivered
  unsigned most_hops = 0;
};
/// Follows all pairs by what the maps say, over what is alive; time grows with their number.
HdrReach hdr_reach(const AliveMaps& maps, const FaultyNetwork& damage);

}  // namespace kintsugi::mandala
