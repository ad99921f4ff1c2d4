/// The channel dependency graph: which channel waits for which, and whether that goes in a circle.
///
/// Channels are numbered by the port the flits leave by and the virtual channel; what may be asked for after a channel
/// is a set over (port, virtual channel) of the node the channel leads to, kept as bits. The bits of a port lie in one
/// word: there are so many for each that their number is a power of two.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/network/network.hpp"
#include "models/routing/proof.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

/// Numbers of ports and channels: all ports of node 0, then of node 1 ...; a channel is a port number times the number
/// of virtual channels, plus its own. Open ports are numbered too.
class ChannelNumbers {
 public:
  ChannelNumbers(const Network& network, unsigned vcs);
  unsigned vcs() const { return vcs_; }
  std::uint32_t nodes() const { return static_cast<std::uint32_t>(first_port_.size() - 1); }
  std::uint32_t channels() const { return first_port_.back() * vcs_; }
  /// The ports of a node, and the number of the first.
  std::uint32_t ports(NodeId node) const { return first_port_[node.value + 1] - first_port_[node.value]; }
  std::uint32_t first_port(NodeId node) const { return first_port_[node.value]; }
  /// Where the link of a port leads; node kNoNode when the port is open.
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

/// Several threads may add at the same time; what comes out does not depend on their order.
class DependencyGraph {
 public:
  explicit DependencyGraph(const ChannelNumbers& numbers);
  /// A packet that holds `from` may ask for these channels of that port of the node it leads to.
  void add(std::uint32_t from, PortId port, VcSet vcs) {
    const std::uint32_t bit = port.value * port_bits_;
    std::atomic<std::uint32_t>& word = words_[std::size_t{from} * stride_ + bit / 32];
    const std::uint32_t wanted = vcs << (bit % 32);
    // Nearly always known already, and then nothing needs to be written.
    if ((word.load(std::memory_order_relaxed) & wanted) != wanted) word.fetch_or(wanted, std::memory_order_relaxed);
  }
  /// Distinct dependencies.
  std::uint64_t size() const;
  /// Lists the channels that may be asked for after `from`, one a call and in order; `bit` says how far the list has
  /// come and starts at 0.
  std::optional<std::uint32_t> next(std::uint32_t from, std::uint32_t& bit) const;
  bool has_cycle() const;
  /// A cycle in order, each channel waiting for the next and the last for the first; empty when there is none. Always
  /// the same one for the same graph, and of those through its first channel a shortest.
  std::vector<Channel> find_cycle() const;

 private:
  const ChannelNumbers* numbers_;
  std::uint32_t port_bits_;
  std::size_t stride_ = 0;  // words of a channel: enough for the node with the most ports
  std::vector<std::atomic<std::uint32_t>> words_;
};

}  // namespace kintsugi
