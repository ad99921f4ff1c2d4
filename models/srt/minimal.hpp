/// Minimal adaptive routing of the two-dimensional SRT: any link that lies on a shortest path, with an escape.
///
/// Adaptive   at every node all links, ring and bypass, of both dimensions, by which the destination is one hop nearer;
///            first those of the dimension with more nodes to go, of x when there are as many, bypass links before ring
///            links; the escape comes last
/// Escape     channel 0 of the ring links that do not pass the wrap, which make a mesh: first x, then y. Every other
///            channel is adaptive, all those of bypass links too
/// Order      an escape channel of x has rank x going east and N - 1 - x going west; one of y is N above, y going south
///            and N - 1 - y going north. A packet takes escape channels in ascending rank. It may return from the
///            escape to an adaptive link if at the far end its escape would still ascend
/// Delivery   an adaptive hop leads nearer; an escape may lead away, but there are 2 N ranks at most
/// State      0, or 1 + the rank of the last escape channel
/// Range      1 to 32 channels. A byte for each residue of the level pattern and node: 16 MiB for 256 x 256, T = 8
/// Source     not in the papers of the family; the escape after J. Duato, "A New Theory of Deadlock-Free Adaptive
///            Routing in Wormhole Networks", 1993
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/routing/relation.hpp"
#include "models/srt/geometry.hpp"

namespace kintsugi::srt {

/// Which ports of a node lead nearer to a destination: bit p is port p.
///
/// Nodes of the same residue see the network alike: (x, y) and (x + s, y - 1), and (x + 2^T, y). So a breadth-first
/// search and a table of N x N bytes for each residue are enough.
class ShortestPorts {
 public:
  explicit ShortestPorts(const Torus& torus);
  unsigned towards(NodeId at, NodeId destination) const;

 private:
  std::size_t place(NodeId from, NodeId to) const;

  Torus torus_;
  std::vector<std::uint8_t> ports_;
};

/// What the order of the escape channels is worth without its parts.
enum class Return {
  kInOrder,     ///< from the escape to adaptive links where the escape beyond still ascends
  kEverywhere,  ///< to all of them: not free of deadlock, kept to show that the proof finds it
};

class MinimalAdaptive final : public RoutingRelation {
 public:
  /// std::invalid_argument for parameters out of range.
  MinimalAdaptive(const Torus& torus, unsigned vcs, Return returns = Return::kInOrder);
  const std::string& name() const override { return name_; }
  unsigned vcs() const override { return vcs_; }
  void route(const RouteQuery& query, Candidates& out) const override;
  bool uses_source() const override { return false; }
  bool is_adaptive() const override { return true; }
  VcSet adaptive_vcs(NodeId node, PortId port) const override;

 private:
  struct Escape {
    PortId port;
    unsigned rank;
  };
  Escape escape(NodeId at, NodeId destination) const;
  bool is_in_mesh(NodeId node, PortId port) const;
  NodeId far(NodeId at, unsigned port) const;
  bool may_return(NodeId next, const RouteQuery& query) const;

  Torus torus_;
  unsigned vcs_;
  Return returns_;
  std::string name_ = "minimal-adaptive";
  ShortestPorts nearer_;
};

}  // namespace kintsugi::srt
