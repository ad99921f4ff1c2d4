/// The bundle: the wires between neighbouring PEs of a wafer, and those to which the router of each node is attached.
///
/// Which wires a bundle has comes from the network. Its nodes are on a grid of one or two dimensions; x grows east, y
/// south. The routers of all nodes have the same ports, named by their sides: "e" and "w", with two dimensions also "n"
/// and "s". They can have a second port on each side: "bypass_e" and so on.
///
/// Wire 0     the ports "e" and "w" of every node; on the other axis "n" and "s"
/// Wire w     the bypass ports of the nodes for which it is given as the second wire, on both axes
/// Wrap       along a line of the grid, a wire joins the nodes that are attached to it one after the other: the east
///            port of each and the west port of the next. A wire with a wrap joins the last one to the first too. The
///            wires with a wrap are the first ones of the bundle; an axis can have more of them than the other one
/// Errors     throws std::invalid_argument if these wires do not carry exactly the links of the network, or if a wire
///            has a wrap on some lines only, or no node on some line: a wrap there would close an idle ring
/// Source     Inoguchi and Horiguchi 1996, section 5.2
#pragma once

#include <array>
#include <vector>

#include "models/network/network.hpp"
#include "models/wafer/compensation.hpp"
#include "models/wafer/grid.hpp"

namespace kintsugi {

class Bundle {
 public:
  /// `second_wires` has the second wire of every node, 0 for none; it is empty if no node has one.
  explicit Bundle(const Network& network, std::vector<unsigned> second_wires = {});
  /// Returns the number of wires, the same on both axes.
  unsigned wires() const { return wires_; }
  /// Returns how many wires have a wrap, from wire 0 on, among the links of a plane; plane V has the horizontal ones.
  unsigned wrapped(Plane plane) const { return wrapped_[static_cast<std::size_t>(plane)]; }
  /// Returns the second wire, beside wire 0, to which a node is attached; 0 if there is none.
  unsigned wire_of(NodeId node) const { return second_wires_.empty() ? 0 : second_wires_[node.index()]; }
  /// Returns whether every link of the network is one too when all nodes take the names of those that are so many rows
  /// and columns on, behind the last row or column from the first one on. `by` is less than the sides of the grid.
  bool turns_by(const WaferGrid& grid, GridPoint by) const;
  /// Returns the port of a router on a side: of wire 0, or the bypass port, which is kNoPort if there are none.
  PortId port(Direction side, bool bypass) const;

 private:
  using Nodes = std::vector<NodeId>;
  void find_ports(const Network& network);
  void find_wraps(const Network& network, Plane plane);
  Nodes attached(const Nodes& line, unsigned wire) const;
  bool follow(const Network& network, Plane plane, unsigned wire, const Nodes& nodes);

  std::vector<unsigned> second_wires_;
  unsigned wires_ = 1;
  std::array<unsigned, 2> wrapped_{};                         // by plane
  std::array<std::array<PortId, kDirectionCount>, 2> ports_;  // by bypass and side
  std::size_t joins_ = 0;                                     // found in the network so far
};

/// Returns the wafer for a network on a grid of one or two dimensions. Throws std::invalid_argument for any other.
WaferGrid wafer_grid(const Network& network);

}  // namespace kintsugi
