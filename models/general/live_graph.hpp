/// Lists the channels that packets can use in a network with dead nodes and links: one arc for each direction of each
/// live link between two live nodes.
///
/// Arcs       numbered by the node that they leave, then by its port. A link from a node to itself has none
/// Dead       a dead node takes all its links with it. A dead link {a, b} takes all links between a and b with it
/// Weight     of an arc, by the kind of its link: what a packet pays for it. Without weights every arc has 1. A
///            distance is the smallest sum of weights on a way: without weights its hops
/// Part       live nodes that reach each other; a dead node is in none
/// Errors     the constructor throws std::invalid_argument for a defect that is neither node nor link of the network,
///            and for weights that are not one for each kind, or not 1 to kMostWeight
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/fabric/defects.hpp"
#include "models/network/network.hpp"
#include "models/network/source_search.hpp"

namespace kintsugi::general {

using ArcId = std::uint32_t;
inline constexpr ArcId kNoArc = 0xffffffff;

/// By KindId and direction; empty: every link has weight 1.
using LinkWeights = std::vector<LinkLatency>;
inline constexpr unsigned kMostWeight = 32767;

struct Arc {
  NodeId from;
  PortId port;
  NodeId to;
};

class LiveGraph {
 public:
  /// The network must outlive the graph. The sites of the defects are its nodes.
  explicit LiveGraph(const Network& network, const Defects& dead = {}, const LinkWeights& weights = {});

  const Network& network() const { return *network_; }
  std::uint32_t nodes() const { return static_cast<std::uint32_t>(part_of_.size()); }
  ArcId arcs() const { return static_cast<ArcId>(arcs_.size()); }
  const Arc& arc(ArcId arc) const { return arcs_[arc]; }
  std::uint32_t weight(ArcId arc) const { return weights_.empty() ? 1 : weights_[arc]; }
  /// Returns the other direction of the link, which can have another weight.
  ArcId reverse(ArcId arc) const { return reverse_[arc]; }
  /// Returns the arc that leaves a node by a port, or kNoArc.
  ArcId at(PortRef port) const { return arc_at_[first_port_[port.node.value] + port.port.value]; }
  /// The arcs that leave a node are first_leaving(n) .. first_leaving(n + 1) - 1.
  ArcId first_leaving(std::uint32_t node) const { return first_[node]; }

  bool is_alive(NodeId node) const { return part_of_[node.value] != kDead; }
  /// Returns the number of parts.
  std::uint32_t parts() const { return static_cast<std::uint32_t>(members_.size()); }
  /// Returns the part of a live node.
  std::uint32_t part(NodeId node) const { return part_of_[node.value]; }
  /// Returns the nodes of a part, ascending.
  std::span<const std::uint32_t> members(std::uint32_t part) const { return members_[part]; }

  /// Returns the distance from every node to one live node; kUnreachable where there is no path.
  std::vector<std::uint32_t> distances(NodeId to) const;
  /// Returns the node of a part whose farthest node is nearest; the lowest of several.
  NodeId centre(std::uint32_t part) const;

 private:
  static constexpr std::uint32_t kDead = 0xffffffff;
  void mark_dead(const Defects& dead);
  void add_arcs(const Defects& dead);
  void add_weights(const LinkWeights& weights);
  void find_parts();

  const Network* network_;
  // By live links; once for several links between two nodes.
  Adjacency neighbours_{std::span<const std::vector<std::uint32_t>>{}};
  std::vector<Arc> arcs_;
  std::vector<ArcId> reverse_;
  std::vector<std::uint32_t> weights_;     // by arc; empty: 1 for all
  std::vector<ArcId> first_;               // by node, and one for the end
  std::vector<std::uint32_t> first_port_;  // by node
  std::vector<ArcId> arc_at_;              // by port
  std::vector<std::uint32_t> part_of_;
  std::vector<std::vector<std::uint32_t>> members_;
};

}  // namespace kintsugi::general
