/// Fault-tolerant routing with local knowledge: each node routes around the dead nodes and links that it knows of. The
/// network is wired directly, without spares: a node that dies is not replaced.
///
/// Detection   the live nodes at the ends of a dead link, and the neighbours of a dead node, detect the fault
/// Flooding    a node sends what it has learnt to its neighbours, in fault messages that only the relation can
///             interpret. If a message is new to a node, the node uses it from then on and forwards it
/// End         a dead node means that all its links are dead. A link works again when no fault of its own and no fault
///             of a node at its ends is left; both ends detect this, and each sends the other all that it knows. So two
///             parts that the link joins again learn what happened in the other part. A node that was dead knows what
///             it knew before it died; when its fault ends it first notices its own fault, then the links that work
/// Order       the two ends of a link count its changes: odd means dead. A message tells the count with the link, and
///             the highest count holds, so a late message of a fault does not undo the end of the fault. A node counts
///             a change of its own links only if it does not know of it: what happens before one plan is one change
/// Candidates  depend on what node `at` has learnt so far. None: the node knows no path to the destination
/// Numbers     node n is site n, so that a Fault, which names sites, names nodes too. A LinkDefect stands for all links
///             between its two nodes
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/defects.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

/// One fault message: a word on the wires beside a link.
using FaultMessage = std::uint64_t;

/// Mixed into a RoutingRelation that can route around faults.
class FaultAware {
 public:
  virtual ~FaultAware() = default;
  /// Makes node `at` detect a fault beside it, or of itself, and learn what follows from it. Returns the messages that
  /// it forwards: those that were new to it.
  virtual std::vector<FaultMessage> notice(NodeId at, const Fault& fault) = 0;
  /// Makes node `at` detect that a link to it, with `at` at one of its ends, works again. Returns the messages that it
  /// forwards: those that were new to it.
  virtual std::vector<FaultMessage> notice_end(NodeId at, LinkDefect link) = 0;
  /// Makes node `at` receive a message. Returns whether it forwards the message: false if it knew the content, or a
  /// later change of the same link, or has no use for it.
  virtual bool learn(NodeId at, FaultMessage message) = 0;
  /// Returns all that node `at` knows of links that are dead or have been: what it sends over a link that works again.
  virtual std::vector<FaultMessage> all_known(NodeId at) const = 0;
  /// Makes all nodes know of these faults at once, without flooding.
  virtual void know(const Defects& faults) = 0;

  /// @name Without stopping: packets under way keep the routes that they were sent with
  /// @{
  /// Returns the relation of old and new packets together, for the proof; nullptr if nodes use what they learn at once,
  /// so that the network must be drained first.
  virtual const RoutingRelation* old_and_new() const { return nullptr; }
  /// Makes new packets take routes that follow from what the nodes know by now. Returns the channels of old packets.
  virtual VcSet adopt() { return 0; }
  /// Tells that no old packet is left.
  virtual void finish() {}
  /// @}
};

}  // namespace kintsugi
