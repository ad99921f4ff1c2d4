/// The channel dependency graph: which channel waits for which, and whether the graph has a cycle.
///
/// A channel is numbered by the port that its flits leave by and by its virtual channel. The channels that may be
/// requested after a channel are a set of bits over (port, virtual channel) of the node that the channel leads to. The
/// number of bits for a port is a power of two, so that all of them are in one word.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/network/network.hpp"
#include "models/routing/proof.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

/// Numbers of ports and channels. Ports: all of node 0, then of node 1 ..., open ports included. Channels: port number
/// times virtual channels of a link, plus the virtual channel.
class ChannelNumbers {
 public:
  ChannelNumbers(const Network& network, unsigned vcs);
  unsigned vcs() const { return vcs_; }
  std::uint32_t nodes() const { return static_cast<std::uint32_t>(first_port_.size() - 1); }
  std::uint32_t channels() const { return first_port_.back() * vcs_; }
  /// Returns how many ports a node has.
  std::uint32_t ports(NodeId node) const { return first_port_[node.value + 1] - first_port_[node.value]; }
  /// Returns the number of the first port of a node.
  std::uint32_t first_port(NodeId node) const { return first_port_[node.value]; }
  /// Returns where the link of a port leads; node kNoNode if the port is open.
  PortRef far(std::uint32_t port) const { return far_[port]; }
  std::uint32_t number(PortRef port, unsigned vc) const {
    return (first_port_[port.node.value] + port.port.value) * vcs_ + vc;
  }
  Channel channel(std::uint32_t number) const;

 private:
  unsigned vcs_;
  std::vector<std::uint32_t> first_port_;  // per node, and one for the end
  std::vector<PortRef> far_;               // per port
};

/// Stands for the channel of a packet that its PE has just injected, which holds none.
inline constexpr std::uint32_t kInjected = 0xffffffff;

/// Several threads may add dependencies at the same time; the graph does not depend on their order.
class DependencyGraph {
 public:
  explicit DependencyGraph(const ChannelNumbers& numbers);
  /// Records that a packet that holds channel `from` may request channels `vcs` of `port` at the node `from` leads to.
  void add(std::uint32_t from, PortId port, VcSet vcs) {
    const std::uint32_t bit = port.value * port_bits_;
    std::atomic<std::uint32_t>& word = words_[std::size_t{from} * stride_ + bit / 32];
    const std::uint32_t wanted = vcs << (bit % 32);
    // The dependencies are nearly always there already: reading first avoids the write.
    if ((word.load(std::memory_order_relaxed) & wanted) != wanted) word.fetch_or(wanted, std::memory_order_relaxed);
  }
  /// Returns whether a packet that holds channel `from` may request a channel of `port` at the node `from` leads to.
  bool has(std::uint32_t from, PortId port, unsigned vc) const {
    const std::uint32_t bit = port.value * port_bits_ + vc;
    return (words_[std::size_t{from} * stride_ + bit / 32].load(std::memory_order_relaxed) >> (bit % 32) & 1u) != 0;
  }
  /// Returns the number of distinct dependencies.
  std::uint64_t size() const;
  /// Returns the next channel that may be requested after `from`, in ascending order, or nullopt after the last. `bit`
  /// is the position in the list and starts at 0.
  std::optional<std::uint32_t> next(std::uint32_t from, std::uint32_t& bit) const;
  bool has_cycle() const;
  /// Returns a cycle in order, each channel waiting for the next and the last for the first; empty if there is none.
  /// Equal graphs give the same cycle. It is a shortest one through its first channel.
  std::vector<Channel> find_cycle() const;

 private:
  const ChannelNumbers* numbers_;
  std::uint32_t port_bits_;
  std::size_t stride_ = 0;  // words of a channel: enough for the node with the most ports
  std::vector<std::atomic<std::uint32_t>> words_;
};

}  // namespace kintsugi
