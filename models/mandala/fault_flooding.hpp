/// How the nodes of a MANDALA network come to know of new faults: hop by hop.
///
/// FaultFlooding     a dead crossing of level i; it concerns the nodes of its cluster of level i and is told to no others
/// Step 0   the live nodes at the ends of a dead link know. Of a dead node all its neighbours know, and that it is the
///          node and not only the link to it: so they know of all crossings it takes away, but note and tell only those
///          of their own clusters
/// A step   every node tells its neighbours, over live links, what it has learnt in the step before; how long a step
///          takes is for the hardware to say
/// Ends     when nobody learns anything more. Every live node that news concerns has then been reached if the live
///          part of the cluster hangs together, as it does for at most C - 2 dead nodes and links
/// Hardware HdrRelation and hw/fabric/fault_news.hpp do the same, module by module; this is what they are held against
/// Source   ours
#pragma once

#include "models/mandala/alive_maps.hpp"

namespace kintsugi::mandala {

class FaultFlooding {
 public:
  /// Step 0. `maps` are those before the faults; `damage` is with them. Both must outlive the news.
  FaultFlooding(AliveMaps& maps, const FaultyNetwork& damage, const Faults& faults);
  /// False when nobody has learnt anything.
  bool step();

 private:
  struct Item {
    NodeId knows;
    Crossing crossing;
  };
  void notice(NodeId node, NodeId dead);
  void forward(NodeId node, const Crossing& crossing);

  AliveMaps* maps_;
  const FaultyNetwork* damage_;
  std::vector<Item> fresh_;  // learnt in the last step
};

struct Spread {
  unsigned steps = 0;           ///< after step 0, until no map changes
  std::uint64_t unreached = 0;  ///< pairs of a live node and a crossing that it should know of and never does
};
/// Lets `faults` happen in a network in which everybody knows of `known`.
Spread spread(const Mandala& mandala, const Faults& known, const Faults& faults);

}  // namespace kintsugi::mandala
