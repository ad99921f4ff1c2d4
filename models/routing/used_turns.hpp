/// The turns and channels that packets can use under a routing: for each router the pairs of ports by which a packet of
/// some pair of nodes may come in and leave, and the channels that it may leave on. Every candidate of the relation
/// counts, not just the preferred one, as in the proof (proof.hpp).
///
/// Ports    those of the network, and one more for the PE: its number is that of the ports of the node
/// Turns    from the PE too, where a packet begins, and to it, where it ends
/// Channels of the links; not those between a PE and its router
/// Unused   nodes that are out of use neither send nor receive; others may pass them, if the relation says so
/// Not counted  the branches of multicasts, and routes that a relation takes only after a fault
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/network/network.hpp"
#include "models/network/progress.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

class UsedTurns {
 public:
  explicit UsedTurns(const Network& network);

  /// Returns the port that stands for the PE of a node.
  PortId pe_port(NodeId node) const { return PortId::from(ports_[node.index()] - 1); }
  bool has_turn(NodeId node, PortId in, PortId out) const { return (outs_[slot(node, in)] >> out.value & 1) != 0; }
  /// Returns the channels of the link of this port that packets can take.
  VcSet channels(PortRef port) const { return channels_[slot(port.node, port.port)]; }

  void add_turn(NodeId node, PortId in, PortId out) { outs_[slot(node, in)] |= std::uint64_t{1} << out.value; }
  void add_channels(PortRef port, VcSet vcs) { channels_[slot(port.node, port.port)] |= vcs; }

 private:
  std::size_t slot(NodeId node, PortId port) const { return first_[node.index()] + port.index(); }

  std::vector<std::uint32_t> ports_;  // by node, with that of the PE
  std::vector<std::size_t> first_;    // by node: the slot of its first port
  std::vector<std::uint64_t> outs_;   // by slot
  std::vector<VcSet> channels_;       // by slot
};

/// Follows the packets of all pairs of nodes in use, whose headers begin with state 0, or with any below `classes`
/// (message_classes.hpp). The relation must deliver them: where it offers no way on, what other packets to the same
/// destination use may be missing. `progress` is called after each destination.
UsedTurns used_turns(const Network& network, const RoutingRelation& relation, unsigned classes = 1,
                     std::span<const NodeId> out_of_use = {}, const Progress& progress = {});

}  // namespace kintsugi
