/// How long messages take that are alone in the network of a run: T0 of their first flit, then one flit in each cycle.
///
/// T0     1 + (H + 1) r + the cycles of the links on the route + 1, for H links and router latency r (hw/README.md)
/// Route  of a packet in an idle network; on a fabric with the wires of one repair, in a directly wired network around
///        the dead nodes and links that its nodes know of when it is asked: after a run, those at its end
#pragma once

#include <vector>

#include "models/repair/reconfigurable.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

class MessageTime {
 public:
  /// `repair` is null for a directly wired network. Keeps references to scenario and setup.
  MessageTime(const Scenario& scenario, const Setup& setup, const Repair* repair);

  /// Returns the cycles from the one in which the first flit leaves the source to the one in which the last arrives.
  Cycle operator()(NodeId from, NodeId to, std::uint64_t flits) const;

 private:
  const Setup* setup_;
  unsigned router_latency_;
  std::vector<std::vector<unsigned>> cycles_;  // of the link at each port of each node
};

}  // namespace kintsugi
