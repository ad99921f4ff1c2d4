/// Routing around faults in a MANDALA network: hdr.
///
/// At node n, i is the highest level at which it differs from destination d, and x = d_i. For each level from i down to
/// 1: if the node is not in cluster x of that level, x becomes the next cluster on a shortest path of alive crossings
/// to x, according to the node's map (alive_maps.hpp). The output port is x. If a level has no path, the packet cannot
/// be delivered. Without faults hdr is rsim. A dead node is neither source nor destination.
///
/// Delivers   every live pair, without loops, for any set of at most C - 2 dead nodes and links if there are enough
///            channels; and in every part of a network that growth.hpp allows. With more faults it may find no path
///            although there is one through another cluster. It then reports the packet as undeliverable, at the latest
///            at the node before the gap
/// Channels   classes by port changes (routing.hpp), as many as the longest route needs: L without faults, more with
///            faults (classes_needed). A packet that would need one more cannot be delivered
/// Errors     throws std::invalid_argument if there is no class, or the channels are fewer than the classes or more
///            than 32
/// Source     not in the paper: Flavell et al., section 6, send a packet by the shortest alternative path and leave
///            open how it is found
#pragma once

#include <map>
#include <utility>

#include "models/mandala/alive_maps.hpp"
#include "models/mandala/routing.hpp"
#include "models/routing/fault_aware.hpp"

namespace kintsugi::mandala {

class HdrRelation final : public MandalaRelation, public FaultAware {
 public:
  HdrRelation(AliveMaps maps, unsigned classes, unsigned vcs, Classes kind = Classes::kPortChanges);
  void route(const RouteQuery& query, Candidates& out) const override;
  const AliveMaps& maps() const { return maps_; }

  /// @name Faults, on sites numbered as the nodes. Flooding is as in fault_flooding.hpp. A fault message names a
  /// crossing and the number of its changes: bits 0 .. 3 a, 4 .. 7 b, 8 .. 15 the level, 16 .. 47 the cluster,
  /// 48 .. 63 the changes, odd if it is dead. notice() and notice_end() throw std::length_error at change 65 536
  /// @{
  std::vector<FaultMessage> notice(NodeId at, const Fault& fault) override;
  std::vector<FaultMessage> notice_end(NodeId at, LinkDefect link) override;
  bool learn(NodeId at, FaultMessage message) override;
  std::vector<FaultMessage> all_known(NodeId at) const override;
  void know(const Defects& faults) override;
  /// @}

 private:
  std::vector<FaultMessage> change(NodeId at, const Fault& fault, bool alive);
  unsigned changes(NodeId number, const Crossing& crossing) const;
  bool record(NodeId number, const Crossing& crossing, unsigned changes);

  AliveMaps maps_;
  std::map<std::pair<NodeId, Crossing>, unsigned> changes_;  // that a node, by number, knows of: those above 1
};

/// Returns the output port, or nullopt if there is no path. Nodes are given by number.
std::optional<unsigned> hdr_port(const AliveMaps& maps, NodeId at, NodeId destination);

/// The outcome for all ordered pairs of distinct live nodes.
struct HdrReach {
  std::uint64_t pairs = 0;
  std::uint64_t delivered_pairs = 0;
  std::uint64_t undeliverable_pairs = 0;  ///< a node of the route finds no path
  std::uint64_t lost_pairs = 0;           ///< sent over a dead link or in a cycle: some map is wrong
  unsigned classes_needed = 1;            ///< by the pairs that are delivered
  unsigned most_hops = 0;
};
/// Follows the routes of all pairs according to the maps, over live nodes and links. The time grows with their number.
HdrReach hdr_reach(const AliveMaps& maps, const FaultyNetwork& network);

}  // namespace kintsugi::mandala
