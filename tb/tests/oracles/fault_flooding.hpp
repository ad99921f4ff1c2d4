/// Fault flooding in a MANDALA network: how the nodes learn of new faults, hop by hop.
///
/// Message  a dead crossing of level i. It concerns the nodes of its cluster of level i; only these receive it
/// Step 0   The live nodes at the ends of a dead link detect the fault. All neighbours of a dead node detect that the
///          node is dead, not only the link to it. So they know all crossings that it takes away, but they record and
///          forward only those of their own clusters
/// A step   every node forwards to its neighbours, over live links, what it has learnt in the step before; the hardware
///          decides how long a step takes
/// Ends     when no node learns anything new. Every live node that a message concerns has then been reached if the live
///          part of the cluster is connected, which holds for at most C - 2 dead nodes and links
/// Hardware HdrRelation and hw/control/fault_flooding.hpp do the same module by module; tests compare them with this
///          model
/// Source   not in the paper
#pragma once

#include "models/mandala/alive_maps.hpp"

namespace kintsugi::mandala {

class FaultFlooding {
 public:
  /// Performs step 0. `maps` are without the faults, `network` is with them. Both must outlive the flooding.
  FaultFlooding(AliveMaps& maps, const FaultyNetwork& network, const Faults& faults);
  /// Performs a step. Returns false if no node has learnt anything.
  bool step();

 private:
  struct Item {
    NodeId knows;
    Crossing crossing;
  };
  void notice(NodeId node, NodeId dead);
  void forward(NodeId node, const Crossing& crossing);

  AliveMaps* maps_;
  const FaultyNetwork* network_;
  std::vector<Item> fresh_;  // learnt in the last step
};

struct Spread {
  unsigned steps = 0;           ///< after step 0, until no map changes
  std::uint64_t unreached = 0;  ///< pairs of a live node and a crossing that it should know of and never does
};
/// Floods `faults` in a network in which all nodes know of `known`.
Spread spread(const Mandala& mandala, const Faults& known, const Faults& faults);

}  // namespace kintsugi::mandala
