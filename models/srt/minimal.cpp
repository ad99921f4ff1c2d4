#include "models/srt/minimal.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "models/network/metrics.hpp"
#include "models/srt/topology.hpp"

namespace kintsugi::srt {

namespace {

using namespace torus_port;

/// The ports in order of preference: with x first, with y first.
constexpr std::array<std::array<PortId, kCount>, 2> kPreference{
    {{kBypassEast, kBypassWest, kEast, kWest, kBypassNorth, kBypassSouth, kNorth, kSouth},
     {kBypassNorth, kBypassSouth, kNorth, kSouth, kBypassEast, kBypassWest, kEast, kWest}}};

constexpr unsigned bit(PortId port) {
  return 1u << port.value;
}

const Torus& validated(const Torus& torus) {
  validate(torus);
  return torus;
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
      for (std::uint16_t port = 0; port < kCount; ++port) {
        const auto peer = network.peer({from, PortId{port}});
        const bool nearer = peer && distances[place(peer->node, to)] + 1 == distances[place(from, to)];
        if (nearer) ports_[place(from, to)] |= static_cast<std::uint8_t>(1u << port);
      }
    }
  }
}

std::size_t ShortestPorts::place(NodeId from, NodeId to) const {
  const unsigned residue = torus_.row_coordinate(torus_.x(from), torus_.y(from)) & (torus_.ring().period() - 1);
  const NodeId offset = torus_.node(torus_.x(to) - torus_.x(from), torus_.y(to) - torus_.y(from));
  return (std::size_t{residue} << 2 * torus_.n) + offset.value;
}

/// The table was made for nodes of the first half. There the link between opposite nodes is at the port ahead; in the
/// second half it is at the port behind.
unsigned ShortestPorts::towards(NodeId at, NodeId destination) const {
  unsigned ports = ports_[place(at, destination)];
  const unsigned x = torus_.x(at), y = torus_.y(at);
  if (!torus_.ring().is_half_turn(torus_.level(x, y))) return ports;
  const auto move = [&ports](PortId from, PortId to) {
    if ((ports & bit(from)) != 0) ports ^= bit(from) | bit(to);
  };
  if (x >= torus_.size() / 2) move(kBypassEast, kBypassWest);
  if (y >= torus_.size() / 2) move(kBypassSouth, kBypassNorth);
  return ports;
}

MinimalAdaptive::MinimalAdaptive(const Torus& torus, unsigned vcs, Return returns)
    : torus_(validated(torus)), vcs_(validated_minimal_vcs(vcs)), returns_(returns), nearer_(torus) {}

void MinimalAdaptive::route(const RouteQuery& query, Candidates& out) const {
  const unsigned nearer = nearer_.towards(query.at, query.destination);
  const unsigned in_x = gap(torus_, torus_.x(query.at), torus_.x(query.destination));
  const unsigned in_y = gap(torus_, torus_.y(query.at), torus_.y(query.destination));
  for (const PortId port : kPreference[in_y > in_x]) {
    if ((nearer & bit(port)) == 0) continue;
    const VcSet vcs = adaptive_vcs(query.at, port);
    if (vcs != 0 && may_return(far(query.at, port.value), query)) out.push_back({port, vcs, query.state});
  }
  const Escape next = escape(query.at, query.destination);
  out.push_back({next.port, vc_bit(0), next.rank + 1});
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
  const unsigned last = torus_.size() - 1;
  if (port == kEast) return torus_.x(node) != last;
  if (port == kWest) return torus_.x(node) != 0;
  if (port == kSouth) return torus_.y(node) != last;
  return port == kNorth && torus_.y(node) != 0;
}

MinimalAdaptive::Escape MinimalAdaptive::escape(NodeId at, NodeId destination) const {
  const unsigned N = torus_.size();
  const unsigned x = torus_.x(at), to_x = torus_.x(destination);
  if (x < to_x) return {kEast, x};
  if (x > to_x) return {kWest, N - 1 - x};
  const unsigned y = torus_.y(at);
  if (y < torus_.y(destination)) return {kSouth, N + y};
  return {kNorth, N + N - 1 - y};
}

NodeId MinimalAdaptive::far(NodeId at, unsigned port) const {
  const unsigned x = torus_.x(at), y = torus_.y(at);
  const unsigned length = port < kBypassEast.value ? 1 : 1u << torus_.level(x, y);
  switch (port % kBypassEast.value) {
    case kEast.value:
      return torus_.node(x + length, y);
    case kWest.value:
      return torus_.node(x - length, y);
    case kNorth.value:
      return torus_.node(x, y - length);
    default:
      return torus_.node(x, y + length);
  }
}

}  // namespace kintsugi::srt
