#include "models/wafer/bundle.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <stdexcept>

namespace kintsugi {

namespace {

std::string port_name(Direction side, bool bypass) {
  return (bypass ? "bypass_" : "") + name(side).substr(0, 1);
}

/// The sides by which a wire leaves a node along a line of the grid.
struct WireSides {
  Direction ahead;
  Direction behind;
};
constexpr WireSides wire_sides(Plane plane) {
  return plane == Plane::kV ? WireSides{Direction::kEast, Direction::kWest}
                            : WireSides{Direction::kSouth, Direction::kNorth};
}

/// Returns the nodes along a row of the grid for plane V, along a column for plane H, by their position.
std::vector<NodeId> line_of_nodes(const WaferGrid& grid, Plane plane, int line) {
  std::vector<NodeId> nodes;
  const int length = grid.lines(plane);
  for (int at = 1; at <= length; ++at) nodes.push_back(grid.node(point(plane, at, line)));
  return nodes;
}

/// On a line where no node is attached to it, a wire with a wrap would be a closed ring with no router on it.
void refuse_idle_rings(const Network& network, const std::vector<std::optional<bool>>& wraps,
                       const std::vector<bool>& is_idle) {
  for (std::size_t wire = 0; wire < wraps.size(); ++wire) {
    if (!wraps[wire].value_or(false) || !is_idle[wire]) continue;
    throw std::invalid_argument("wire " + std::to_string(wire) + " of a bundle has a wrap, but on some lines of '" +
                                network.name() + "' it has no node");
  }
}

}  // namespace

WaferGrid wafer_grid(const Network& network) {
  const std::vector<unsigned>& sides = network.grid().sides;
  if (sides.size() == 1) return WaferGrid::row(static_cast<int>(sides[0]));
  if (sides.size() == 2) return {static_cast<int>(sides[1]), static_cast<int>(sides[0])};
  throw std::invalid_argument("a wafer carries nodes on a grid of 1 or 2 dimensions, not those of '" + network.name() +
                              "'");
}

Bundle::Bundle(const Network& network, std::vector<unsigned> second_wires) : second_wires_(std::move(second_wires)) {
  const WaferGrid grid = wafer_grid(network);
  if (!second_wires_.empty() && second_wires_.size() != network.nodes()) {
    throw std::invalid_argument("a bundle needs the second wire of every node, or of none");
  }
  if (!second_wires_.empty()) wires_ = 1 + std::ranges::max(second_wires_);
  find_ports(network);
  for (const Plane plane : grid.planes()) find_wraps(network, plane);
  if (joins_ != network.links().size()) {
    throw std::invalid_argument("the wires of a bundle carry " + std::to_string(joins_) + " of the " +
                                std::to_string(network.links().size()) + " links of '" + network.name() + "'");
  }
}

bool Bundle::turns_by(const WaferGrid& grid, GridPoint by) const {
  if (by.column != 0 && wrapped(Plane::kV) < wires_) return false;
  if (by.row != 0 && wrapped(Plane::kH) < wires_) return false;
  for (const NodeId node : ids<NodeId>(grid.nodes())) {
    if (wire_of(node) != wire_of(turned(grid, node, by))) return false;
  }
  return true;
}

PortId Bundle::port(Direction side, bool bypass) const {
  return ports_[bypass ? 1 : 0][static_cast<std::size_t>(side)];
}

void Bundle::find_ports(const Network& network) {
  for (const bool bypass : {false, true}) {
    for (const Direction side : kDirections) {
      ports_[bypass ? 1 : 0][static_cast<std::size_t>(side)] = network.port_named(NodeId{0}, port_name(side, bypass));
    }
  }
}

/// Follows all wires on all lines. Those with a wrap must be the same on all lines, and the first ones.
void Bundle::find_wraps(const Network& network, Plane plane) {
  const WaferGrid grid = wafer_grid(network);
  std::vector<std::optional<bool>> wraps(wires_);
  std::vector<bool> is_idle(wires_);  // on some line
  for (int line = 1; line <= grid.positions(plane); ++line) {
    const Nodes nodes = line_of_nodes(grid, plane, line);
    for (unsigned wire = 0; wire < wires_; ++wire) {
      const Nodes on_wire = attached(nodes, wire);
      if (on_wire.empty()) {
        is_idle[wire] = true;
        continue;
      }
      const bool wrap = follow(network, plane, wire, on_wire);
      if (wraps[wire].value_or(wrap) != wrap) {
        throw std::invalid_argument("wire " + std::to_string(wire) + " of a bundle has a wrap at some lines of '" +
                                    network.name() + "' only");
      }
      wraps[wire] = wrap;
    }
  }
  refuse_idle_rings(network, wraps, is_idle);
  const auto first = std::ranges::find_if(wraps, [](std::optional<bool> wrap) { return !wrap.value_or(false); });
  if (std::any_of(first, wraps.end(), [](std::optional<bool> wrap) { return wrap.value_or(false); })) {
    throw std::invalid_argument("the wires with a wrap must be the first ones of a bundle");
  }
  wrapped_[static_cast<std::size_t>(plane)] = static_cast<unsigned>(first - wraps.begin());
}

Bundle::Nodes Bundle::attached(const Nodes& line, unsigned wire) const {
  if (wire == 0) return line;
  Nodes nodes;
  std::ranges::copy_if(line, std::back_inserter(nodes), [&](NodeId node) { return wire_of(node) == wire; });
  return nodes;
}

/// Follows the links of the network from each of these nodes to the next, and counts them. Returns whether one leads
/// from the last to the first.
bool Bundle::follow(const Network& network, Plane plane, unsigned wire, const Nodes& nodes) {
  const PortId ahead = port(wire_sides(plane).ahead, wire > 0);
  const PortId behind = port(wire_sides(plane).behind, wire > 0);
  const auto joined = [&](NodeId from, NodeId to) {
    return ahead != kNoPort && behind != kNoPort && network.peer({from, ahead}) == PortRef{to, behind};
  };
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
    if (!joined(nodes[i], nodes[i + 1])) {
      throw std::invalid_argument("wire " + std::to_string(wire) + " of a bundle would join " +
                                  network.node_name(nodes[i]) + " and " + network.node_name(nodes[i + 1]) + ", but '" +
                                  network.name() + "' has no such link");
    }
  }
  const bool wrap = joined(nodes.back(), nodes.front());
  joins_ += nodes.size() - (wrap ? 0 : 1);
  return wrap;
}

}  // namespace kintsugi
