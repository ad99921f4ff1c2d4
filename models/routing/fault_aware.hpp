/// Routing that goes round what is dead, each node by what it knows itself. The network is wired directly: there are no
/// spares, and a node that dies is gone.
///
/// Notice   the live nodes at the ends of a dead link, and the neighbours of a dead node, notice the fault
/// News     what a node has learnt it tells its neighbours, in words that only the relation understands. Where a word
///          is new the node takes account of it from then on, and passes it on
/// Answers  depend on what node `at` has learnt so far. No answer: it knows no way to the destination, or has learnt
///          that there is none
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/defects.hpp"

namespace kintsugi {

/// One word on the wires beside a link.
using FaultMessage = std::uint64_t;

/// A routing relation is it beside.
class FaultAware {
 public:
  virtual ~FaultAware() = default;
  /// Node `at` notices a fault beside it, and learns what follows from it; what was new to it and is to be passed on.
  virtual std::vector<FaultMessage> notice(NodeId at, const Fault& fault) = 0;
  /// Node `at` is told. False when it knew, or need not know: then it does not pass it on.
  virtual bool learn(NodeId at, FaultMessage message) = 0;
  /// All nodes know of these faults at once.
  virtual void know(const Defects& faults) = 0;
};

}  // namespace kintsugi
