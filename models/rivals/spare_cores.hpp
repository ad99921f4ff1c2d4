/// Spare cores on a larger network, and the larger network with holes. Neither has switches: packets are routed
/// around the dead nodes.
///
/// SpareCores  the wanted nodes are in the middle of the array, the rest are spares. A spare takes the place of each
///             wanted node that is dead or cut off: of all such nodes and free spares the pair with the fewest grid
///             steps between them comes first, then the lowest logical node, then the lowest spare. Neighbours become
///             distant: links of the wanted network are routes now
///   Repaired  every wanted node has a core; the users are these
///   Else      the users are the wanted nodes that have a core
/// Holes       all live cores are used, wherever they are
///   Repaired  these are at least as many as the wanted nodes; they are not the wanted network
/// Part        users reach each other: they are of the largest part of the live network, of several the one with the
///             lowest node. All other nodes count as dead
/// Steps       rows plus columns, not around the edge of a network that wraps
#pragma once

#include "models/network/network.hpp"
#include "models/rivals/scheme.hpp"

namespace kintsugi::rivals {

/// Returns the live nodes of the largest part, ascending; of several the one with the lowest node.
std::vector<NodeId> largest_part(const Network& network, const Defects& dead);

class SpareCores final : public Scheme {
 public:
  /// `network` is of the size of the array, at least as large as the wanted one on both axes. It must outlive the
  /// scheme.
  SpareCores(GridSize wanted, GridSize array, const Network& network);
  const std::string& name() const override;
  const std::string& summary() const override;
  Silicon silicon() const override { return {array_.nodes(), 0, network_->links().size()}; }
  std::vector<GridPlace> places() const override { return places_of(array_); }
  Delivery delivery() const override;

  /// Returns the core where a wanted node is on a die without defects.
  NodeId home(NodeId logical) const;
  unsigned steps(NodeId a, NodeId b) const;

 private:
  std::optional<Delivered> deliver(const Defects& defects) const;
  std::vector<NodeId> place(const std::vector<NodeId>& live) const;

  GridSize wanted_;
  GridSize array_;
  const Network* network_;
};

class Holes final : public Scheme {
 public:
  /// The network, of the size of the array, must outlive the scheme.
  Holes(GridSize wanted, GridSize array, const Network& network);
  const std::string& name() const override;
  const std::string& summary() const override;
  Silicon silicon() const override { return {array_.nodes(), 0, network_->links().size()}; }
  std::vector<GridPlace> places() const override { return places_of(array_); }
  Delivery delivery() const override;

 private:
  GridSize wanted_;
  GridSize array_;
  const Network* network_;
};

}  // namespace kintsugi::rivals
