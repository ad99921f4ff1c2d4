#include "models/srt/minimal.hpp"

#include <algorithm>
#include <array>
#include <boost/container/static_vector.hpp>
#include <stdexcept>

#include "models/network/metrics.hpp"
#include "models/srt/topology.hpp"

namespace kintsugi::srt {

namespace {

using AxisOrder = boost::container::static_vector<unsigned, kMostDimensions>;

constexpr unsigned bit(PortId port) {
  return 1u << port.value;
}

unsigned validated_minimal_vcs(unsigned vcs) {
  if (vcs >= 1 && vcs <= kMaxVcs) return vcs;
  throw std::invalid_argument("minimal-adaptive routing needs 1 to " + std::to_string(kMaxVcs) +
                              " virtual channels, not " + std::to_string(vcs));
}

/// Returns the distance of two coordinates on the ring, in the shorter direction.
unsigned gap(const Torus& torus, unsigned from, unsigned to) {
  return std::min(torus.wrap(to - from), torus.wrap(from - to));
}

/// Returns the axes of the torus, the one with most nodes left first; of equals the lower one first.
AxisOrder preferred_axes(const Torus& torus, NodeId at, NodeId destination) {
  std::array<unsigned, kMostDimensions> left{};
  AxisOrder order;
  for (unsigned axis = 0; axis < torus.dimensions; ++axis) {
    left[axis] = gap(torus, torus.coordinate(at, axis), torus.coordinate(destination, axis));
    order.insert(std::ranges::find_if(order, [&](unsigned other) { return left[other] < left[axis]; }), axis);
  }
  return order;
}

}  // namespace

ShortestPorts::ShortestPorts(const Torus& torus) : torus_(torus) {
  const Network network = make_network(torus);
  const std::span<const NodeId> nodes = network.representatives();
  std::vector<std::uint16_t> distances(nodes.size() * network.nodes());
  for (const NodeId from : nodes) {
    const std::vector<std::uint32_t> from_here = distances_from(network, from);
    for (NodeId to{0}; to.value < from_here.size(); ++to.value) {
      distances[place(from, to)] = static_cast<std::uint16_t>(from_here[to.value]);
    }
  }
  ports_.resize(distances.size());
  for (const NodeId from : nodes) {
    for (NodeId to{0}; to.value < network.nodes(); ++to.value) {
      for (const PortId port : ids<PortId>(torus.ports())) {
        const auto peer = network.peer({from, port});
        const bool nearer = peer && distances[place(peer->node, to)] + 1 == distances[place(from, to)];
        if (nearer) ports_[place(from, to)] |= static_cast<std::uint16_t>(bit(port));
      }
    }
  }
}

std::size_t ShortestPorts::place(NodeId from, NodeId to) const {
  const unsigned residue = torus_.row_coordinate(from) & (torus_.ring().period() - 1);
  NodeId offset{0};
  for (unsigned axis = 0; axis < torus_.dimensions; ++axis) {
    offset = torus_.ahead(offset, axis, torus_.coordinate(to, axis) - torus_.coordinate(from, axis));
  }
  return (std::size_t{residue} << torus_.dimensions * torus_.n) + offset.value;
}

/// The table was made for nodes of the first half. There the link between opposite nodes is at the port ahead; in the
/// second half it is at the port behind.
unsigned ShortestPorts::towards(NodeId at, NodeId destination) const {
  unsigned ports = ports_[place(at, destination)];
  if (!torus_.ring().is_half_turn(torus_.level(at))) return ports;
  for (unsigned axis = 0; axis < torus_.dimensions; ++axis) {
    const auto [ahead, behind, bypass_ahead, bypass_behind] = axis_ports(torus_.dimensions, axis);
    if (torus_.coordinate(at, axis) < torus_.size() / 2 || (ports & bit(bypass_ahead)) == 0) continue;
    ports ^= bit(bypass_ahead) | bit(bypass_behind);
  }
  return ports;
}

MinimalAdaptive::MinimalAdaptive(const Torus& torus, unsigned vcs, Return returns)
    : torus_(validated(torus)), vcs_(validated_minimal_vcs(vcs)), returns_(returns), nearer_(torus) {}

void MinimalAdaptive::route(const RouteQuery& query, Candidates& out) const {
  const unsigned nearer = nearer_.towards(query.at, query.destination);
  for (const unsigned axis : preferred_axes(torus_, query.at, query.destination)) offer(axis, nearer, query, out);
  const Escape next = escape(query.at, query.destination);
  out.push_back({next.port, vc_bit(0), next.rank + 1});
}

/// Offers the links of an axis that lead nearer: bypass links first, in the order of their numbers.
void MinimalAdaptive::offer(unsigned axis, unsigned nearer, const RouteQuery& query, Candidates& out) const {
  const unsigned lowest = 2 * axis, lowest_bypass = lowest + 2 * torus_.dimensions;
  for (const unsigned number : {lowest_bypass, lowest_bypass + 1, lowest, lowest + 1}) {
    const auto port = PortId::from(number);
    if ((nearer & bit(port)) == 0) continue;
    const VcSet vcs = adaptive_vcs(query.at, port);
    if (vcs != 0 && may_return(far(query.at, port), query)) out.push_back({port, vcs, query.state});
  }
}

/// Returns whether the escape channel at `next` still ascends.
bool MinimalAdaptive::may_return(NodeId next, const RouteQuery& query) const {
  if (query.state == 0 || next == query.destination || returns_ == Return::kEverywhere) return true;
  return escape(next, query.destination).rank >= query.state;
}

VcSet MinimalAdaptive::adaptive_vcs(NodeId node, PortId port) const {
  return all_vcs(vcs_) & ~(is_in_mesh(node, port) ? vc_bit(0) : 0);
}

bool MinimalAdaptive::is_in_mesh(NodeId node, PortId port) const {
  if (port.value >= 2 * torus_.dimensions) return false;
  const unsigned axis = port.value / 2;
  const unsigned at = torus_.coordinate(node, axis);
  return port == axis_ports(torus_.dimensions, axis).ahead ? at != torus_.size() - 1 : at != 0;
}

MinimalAdaptive::Escape MinimalAdaptive::escape(NodeId at, NodeId destination) const {
  const unsigned N = torus_.size();
  unsigned axis = 0;
  while (axis + 1 < torus_.dimensions && torus_.coordinate(at, axis) == torus_.coordinate(destination, axis)) ++axis;
  const unsigned from = torus_.coordinate(at, axis);
  const AxisPorts ports = axis_ports(torus_.dimensions, axis);
  if (from < torus_.coordinate(destination, axis)) return {ports.ahead, axis * N + from};
  return {ports.behind, axis * N + N - 1 - from};
}

NodeId MinimalAdaptive::far(NodeId at, PortId port) const {
  const bool bypass = port.value >= 2 * torus_.dimensions;
  const unsigned axis = port.value / 2 % torus_.dimensions;
  const unsigned length = bypass ? 1u << torus_.level(at) : 1;
  const AxisPorts ports = axis_ports(torus_.dimensions, axis);
  const bool ahead = port == ports.ahead || port == ports.bypass_ahead;
  return torus_.ahead(at, axis, ahead ? length : 0 - length);
}

}  // namespace kintsugi::srt
