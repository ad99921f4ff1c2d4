/// A network: nodes with named, typed ports, and the links between ports. Pure data.
///
/// Nodes   numbered 0 .. nodes() - 1 in the order they were added; each has a name that is unique ("x3.y4", "n12")
///         and a place for pictures.
/// Ports   numbered per node, 0 .. ports(n) - 1, as its port layout lists them. Nodes share layouts: the router of
///         every node of one layout is the same piece of hardware. A port may stay open (no link). The local port
///         of the PE is not a port of the network.
/// PEs     every node has one, unless it is a router alone: that forwards packets, and sends and receives none
/// Links   undirected, between two ports; each port has at most one. A link has a kind, one of kinds().
///         A link from a node to itself is allowed only between two different ports.
/// Names   node() finds a node by its name or its number (models/network/node_names.hpp). The index of the names is
///         made by the first look-up of a name, takes some 60 bytes a node, and serves all threads; a look-up takes the
///         same time in a network of any size
/// Errors  throws std::invalid_argument if a port is linked twice, or a node, port or kind does not exist. That of a
///         node says which name is the nearest.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/network/link_latency.hpp"
#include "models/network/name_index.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

struct PortRef {
  NodeId node;
  PortId port;
  friend constexpr auto operator<=>(PortRef, PortRef) = default;
};

struct Link {
  PortRef a;
  PortRef b;
  KindId kind;
  friend constexpr auto operator<=>(const Link&, const Link&) = default;
};

/// The position of a node in a picture; the unit is one pitch, y grows downwards.
struct Position {
  double x = 0;
  double y = 0;
};

/// Nodes on a grid: the node at (x, y, z ...) has number x + sides[0] * (y + sides[1] * (z + ...)).
struct Grid {
  std::vector<unsigned> sides;  ///< x first; empty: the nodes are not on a grid
  bool wraps = true;            ///< in every dimension the last node is a neighbour of the first
};

/// The distances of all ordered pairs of distinct nodes, which all reach each other.
struct KnownDistances {
  std::uint64_t sum = 0;
  unsigned largest = 0;
};

/// The ports of a router, by name: "e", "w", "bypass_e" ...
using PortLayout = std::vector<std::string>;

class Network {
 public:
  explicit Network(std::string name);

  /// @name Building
  /// @{
  KindId add_kind(std::string name);
  /// Returns the number of the layout, for add_node. A layout has at most kMaxPorts - 1 ports: one is the PE's.
  std::size_t add_layout(PortLayout layout);
  NodeId add_node(std::string name, std::size_t layout, Position position = {});
  void connect(PortRef a, PortRef b, KindId kind);
  /// Names nodes whose distances to all others represent those of every node: one node of each class under the
  /// symmetry of the network. Empty: every node represents itself. `class_sizes` has the nodes of each class; empty:
  /// all classes have the same size.
  void set_representatives(std::vector<NodeId> representatives, std::vector<std::uint32_t> class_sizes = {});
  /// Says what the distances are, by a formula; measure() then need not search.
  void set_known_distances(std::optional<KnownDistances> distances) { known_distances_ = distances; }
  /// Says which nodes have no PE. They must be different.
  void set_routers_alone(const std::vector<NodeId>& routers);
  /// Throws std::invalid_argument unless the product of the sides is the number of nodes.
  void set_grid(Grid grid);
  /// @}

  const std::string& name() const { return name_; }
  std::size_t nodes() const { return node_names_.size(); }
  const std::string& node_name(NodeId node) const { return node_names_.at(node.value); }
  /// Returns the node of this name or number. Throws std::invalid_argument, with the nearest name or what is valid, if
  /// there is none.
  NodeId node(std::string_view name_or_number) const;
  /// Returns the node of this name, or kNoNode.
  NodeId node_named(std::string_view name) const;
  /// Returns whether a node has a number as its name that is not its own number: then a number is a name too.
  bool numbers_are_names() const { return numbers_are_names_; }
  Position position(NodeId node) const { return positions_.at(node.value); }
  bool has_pe(NodeId node) const { return is_alone_.empty() || !is_alone_[node.value]; }
  bool all_have_pes() const { return is_alone_.empty(); }
  /// Returns the nodes with a PE, and how many they are.
  std::vector<NodeId> nodes_with_pe() const;
  std::size_t pes() const { return nodes() - routers_alone_; }
  const PortLayout& ports(NodeId node) const { return layouts_[layout_of_.at(node.value)]; }
  std::span<const std::string> kinds() const;
  std::span<const Link> links() const;
  std::span<const NodeId> representatives() const;
  /// Returns the sizes of their classes, in the same order; empty if all have the same size.
  std::span<const std::uint32_t> class_sizes() const;
  /// Returns the distances if a formula gives them.
  const std::optional<KnownDistances>& known_distances() const { return known_distances_; }
  const Grid& grid() const { return grid_; }

  /// Returns the port at the other end of the link, or nullopt if the port is open.
  std::optional<PortRef> peer(PortRef port) const {
    const PortRef far = far_[first_port_[port.node.value] + port.port.value];
    if (far.node == kNoNode) return std::nullopt;
    return far;
  }
  /// Returns the kind of the link at a port, which must not be open.
  KindId kind_at(PortRef port) const { return kind_of_[first_port_[port.node.value] + port.port.value]; }
  /// Returns the direction of the link in which packets leave a port, or nullopt if the port is open.
  std::optional<LinkDirection> direction_at(PortRef port) const {
    if (!peer(port)) return std::nullopt;
    return LinkDirection{kind_at(port), is_end_b_[first_port_[port.node.value] + port.port.value]};
  }
  /// Returns the far ends of all ports of a node in port order; the far end of an open port has node kNoNode.
  std::span<const PortRef> peers(NodeId node) const;
  /// Returns the port of that name, or kNoPort.
  PortId port_named(NodeId node, std::string_view name) const;
  /// Returns node and port name, such as "x3.y4.bypass_e", for messages and waveforms.
  std::string describe(PortRef port) const;

 private:
  std::size_t slot(PortRef port) const;

  std::string name_;
  std::vector<std::string> kinds_;
  std::vector<PortLayout> layouts_;
  std::vector<std::string> node_names_;
  NameIndex by_name_;  // empty until a name is looked up
  bool numbers_are_names_ = false;
  std::vector<std::size_t> layout_of_;
  std::vector<bool> is_alone_;  // by node; empty: none is
  std::size_t routers_alone_ = 0;
  std::vector<Position> positions_;
  std::vector<std::size_t> first_port_;
  std::vector<PortRef> far_;
  std::vector<KindId> kind_of_;
  std::vector<bool> is_end_b_;  // by port, whether its link ends there
  std::vector<Link> links_;
  std::vector<NodeId> representatives_;
  std::vector<std::uint32_t> class_sizes_;
  std::optional<KnownDistances> known_distances_;
  Grid grid_;
};

}  // namespace kintsugi
