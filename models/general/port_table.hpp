/// A routing table: for each node and each destination, the port by which packets leave the node.
///
/// What a router holds is the row of its node: one entry for each destination.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "models/general/live_graph.hpp"

namespace kintsugi::general {

class PortTable {
 public:
  explicit PortTable(std::uint32_t nodes) : nodes_(nodes), ports_(std::size_t{nodes} * nodes, kNone) {}
  void set(NodeId at, NodeId destination, PortId port) {
    ports_[place(at, destination)] = narrow<std::uint8_t>(port.value);
  }
  /// Returns kNoPort if there is no way to the destination, or the node is the destination.
  PortId port(NodeId at, NodeId destination) const {
    const std::uint8_t port = ports_[place(at, destination)];
    return port == kNone ? kNoPort : PortId{port};
  }

 private:
  static constexpr std::uint8_t kNone = 0xff;
  static_assert(kMaxPorts < kNone);
  // by destination, then by node: routes of one destination are found together
  std::size_t place(NodeId at, NodeId destination) const { return std::size_t{destination.value} * nodes_ + at.value; }

  std::uint32_t nodes_;
  std::vector<std::uint8_t> ports_;
};

/// Returns the bits that tell `values` values apart.
constexpr std::uint64_t bits_for(std::uint64_t values) {
  return static_cast<std::uint64_t>(std::bit_width(values - (values > 0 ? 1 : 0)));
}

/// Returns the bits of one entry at a node: one of its ports, or none.
inline std::uint64_t bits_of_entry(const Network& network, NodeId node) {
  return bits_for(network.ports(node).size() + 1);
}

}  // namespace kintsugi::general
