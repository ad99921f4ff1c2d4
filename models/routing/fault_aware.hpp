/// Fault-tolerant routing with local knowledge: each node routes around the dead nodes and links that it knows of. The
/// network is wired directly, without spares: a node that dies is not replaced.
///
/// Detection   the live nodes at the ends of a dead link, and the neighbours of a dead node, detect the fault
/// Flooding    a node sends what it has learnt to its neighbours, in fault messages that only the relation can
///             interpret. If a message is new to a node, the node uses it from then on and forwards it
/// Candidates  depend on what node `at` has learnt so far. None: the node knows no path to the destination
/// Numbers     node n is site n, so that a Fault, which names sites, names nodes too
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/defects.hpp"

namespace kintsugi {

/// One fault message: a word on the wires beside a link.
using FaultMessage = std::uint64_t;

/// Mixed into a RoutingRelation that can route around faults.
class FaultAware {
 public:
  virtual ~FaultAware() = default;
  /// Makes node `at` detect a fault beside it and learn what follows from it. Returns the messages that it forwards:
  /// those that were new to it.
  virtual std::vector<FaultMessage> notice(NodeId at, const Fault& fault) = 0;
  /// Makes node `at` receive a message. Returns whether it forwards the message: false if it knew the content or has no
  /// use for it.
  virtual bool learn(NodeId at, FaultMessage message) = 0;
  /// Makes all nodes know of these faults at once, without flooding.
  virtual void know(const Defects& faults) = 0;
};

}  // namespace kintsugi
