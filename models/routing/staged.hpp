/// Routing in stages: what a relation promises so that a few lines of nodes can stand for a whole network in the proof.
///
/// A line  is a set of nodes and the links of one stage among them; every link of a stage lies on one line
/// Order   a packet takes links of stage 0, then of stage 1 ...; it may leave out stages
/// Fresh   in each stage a packet takes the ports and channels that a packet takes which is injected where the stage
///         begins, for the node where it ends. Both nodes are on one line
/// Alike   all lines of a stage are alike: on_line() maps the ports of any line to those of the line that line() names,
///         so that packets on both take ports and channels that correspond
/// Use     prove_by_lines() (line_proof.hpp) proves the lines and checks the promise with packets that it draws. A
///         relation that routes around faults makes no such promise
#pragma once

#include <vector>

#include "models/network/network.hpp"

namespace kintsugi {

class StagedRouting {
 public:
  virtual ~StagedRouting() = default;
  virtual unsigned stages() const = 0;
  /// Returns the nodes of the line that stands for all lines of a stage.
  virtual std::vector<NodeId> line(unsigned stage) const = 0;
  /// Returns the stage of the link at a port.
  virtual unsigned stage_of(PortRef port) const = 0;
  /// Returns the port on the line of its stage that corresponds to a port on any line.
  virtual PortRef on_line(PortRef port) const = 0;
};

}  // namespace kintsugi
