/// The tree that is embedded in the RDT, as a multicast uses it from its source.
///
/// Lattices  the nodes that the source reaches by links of rank r and higher alone form a lattice. One in 2 n^2 of its
///           nodes belongs to the lattice of rank r + 1: the node at (h, v) in the directions of rank r has as its
///           parent the one at (round((h + v) / 2n), round((v - h) / 2n)) in those of rank r + 1, halves rounded up
/// Subtree   of level l: the nodes with the same ancestor in the lattice of rank l; (2 n^2)^l of them, 8^l for n = 2,
///           where the network does not wrap. Level 0 is a single node; the level above the highest rank is all nodes
/// Header    a copy carries the members it still has to reach as a bit map, one bit for each node of its subtree
/// Source    the recursive structure of Fan, Yang, Funahashi and Amano, section 2. The paper says of the JUMP-1 router
///           chip that its multicast has a bit map in the header and combined acknowledgements. How the tree is cut
///           into subtrees is not in the paper
#pragma once

#include "models/family/family.hpp"
#include "models/rdt/geometry.hpp"

namespace kintsugi::rdt {

class Subtrees final : public MulticastGroups {
 public:
  explicit Subtrees(const Rdt& rdt) : rdt_(rdt) {}
  const std::string& name() const override;
  unsigned highest_level() const override { return rdt_.highest_rank() + 1; }
  std::vector<NodeId> members(NodeId source, NodeId node, unsigned level) const override;

 private:
  Rdt rdt_;
};

}  // namespace kintsugi::rdt
