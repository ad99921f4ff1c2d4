/// Self-diagnosis of an array (models/repair/self_diagnosis.hpp): which PEs test each other, which can be the observer,
/// and how a PE selects links by the logical numbers of its neighbours.
///
/// Tests       over every link of the array, spare links and self loops too. Two PEs with a shuffle and an exchange
///             link between them test over the shuffle link alone, because a list of faults cannot name the other one
/// Observers   the lower PE of each unit, from the middle one upwards and then from the first: one more than there are
///             spare units. A repair isolates no more units than that, so one of these PEs is left by every set of
///             faults that can be repaired. From the middle an array without faults is reached in about n steps. The
///             observer needs N live PEs or more than half of all, whichever are fewer. So there can be two only if
///             an array of 2 N PEs or more falls into two parts of at least N
/// Bound       2 n + 1 steps. 2 n - 1 is the diameter of the network: after a repair it lies in the live links, so no
///             two PEs with a node are further apart. A PE without a node has a PE with one beside it if it has a live
///             neighbour at all, which tests show for every set of faults of small arrays
/// Exchange    the first of the two methods of the paper. A PE that has the diagnosis takes its logical number by
///             equation (4), sends it to all neighbours, and gives each port to the neighbour whose number the plain
///             network demands: t(l), the inverse of t, and l xor 1
/// Source      H. I. Choi, "Fault Tolerant Static Shuffle-Exchange Network", 2003, section 3. The paper does not say
///             which PE is the observer, or what happens if it fails
#pragma once

#include <algorithm>

#include "models/repair/self_diagnosis.hpp"
#include "models/sse/array.hpp"

namespace kintsugi::sse {

class ArrayDiagnosis final : public SelfDiagnosis {
 public:
  explicit ArrayDiagnosis(const Array& array);
  const TestGraph& graph() const override { return graph_; }
  std::span<const SiteId> observers() const override { return observers_; }
  std::size_t least_pes() const override { return std::min(array_.sse().nodes(), array_.pes() / 2 + 1); }
  unsigned step_bound() const override { return 2 * array_.sse().n + 1; }
  NodeId number_of(SiteId site, const Defects& diagnosed) const override;
  LocalRule::Setting setting_among(SiteId site, NodeId number, std::span<const NodeId> received) const override;

 private:
  class Neighbours;

  const Array& array_;
  TestGraph graph_;
  std::vector<SiteId> observers_;
};

}  // namespace kintsugi::sse
