/// Minimal adaptive routing of the SRT of two or three dimensions: any link on a shortest path, with an escape.
///
/// Adaptive   at every node all links, ring and bypass, of all dimensions, that bring the packet one hop nearer to its
///            destination. Preference: first the dimension with most nodes left, of equals x before y before z; bypass
///            links before ring links; the escape last
/// Escape     channel 0 of the ring links that do not pass the wrap. These form a mesh, routed first x, then y, then z.
///            Every other channel is adaptive, and all channels of bypass links are
/// Order      an escape channel of x has rank x going ahead and N - 1 - x going behind; one of y has N more, with y
///            instead of x; one of z has 2 N more, with z. A packet takes escape channels in ascending rank. It may
///            return from the escape to an adaptive link if its next escape channel at the far end would still ascend
/// Delivery   an adaptive hop leads nearer; an escape hop may lead away, but a packet takes at most N of them in each
///            dimension
/// State      0, or 1 + the rank of the last escape channel
/// Range      1 to 32 channels. Two bytes for each residue of the level pattern and node: 16 MiB for 256 x 256 and 64^3
///            nodes of the standard variant, 128 MiB for 512 x 512
/// Source     not in the papers of the family; the escape after J. Duato, "A New Theory of Deadlock-Free Adaptive
///            Routing in Wormhole Networks", 1993
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/routing/relation.hpp"
#include "models/srt/geometry.hpp"

namespace kintsugi::srt {

/// The ports of a node that lead nearer to a destination: bit p is port p.
///
/// Translations by (s, -1, 0), (0, s, -1) and (2^T, 0, 0) map the network to itself, so all nodes of one residue of the
/// level pattern are equivalent. One breadth-first search and a table of all nodes for each residue are enough.
class ShortestPorts {
 public:
  explicit ShortestPorts(const Torus& torus);
  unsigned towards(NodeId at, NodeId destination) const;

 private:
  std::size_t place(NodeId from, NodeId to) const;

  Torus torus_;
  std::vector<std::uint16_t> ports_;
};

/// When a packet may return from the escape to an adaptive link.
enum class Return {
  kInOrder,     ///< if its next escape channel at the far end still ascends
  kEverywhere,  ///< always: not free of deadlock; tests use it to show that the proof finds the cycle
};

class MinimalAdaptive final : public RoutingRelation {
 public:
  /// Throws std::invalid_argument if a parameter is out of range.
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
  void offer(unsigned axis, unsigned nearer, const RouteQuery& query, Candidates& out) const;
  NodeId far(NodeId at, PortId port) const;
  bool may_return(NodeId next, const RouteQuery& query) const;

  Torus torus_;
  unsigned vcs_;
  Return returns_;
  std::string name_ = "minimal-adaptive";
  ShortestPorts nearer_;
};

}  // namespace kintsugi::srt
