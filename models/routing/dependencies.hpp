/// The channel dependency graph: which channel waits for which, and whether that goes in a circle.
///
/// Channels are numbered by the port the flits leave by and the virtual channel; what may be asked for after a channel
/// is a set over (port, virtual channel) of the node the channel leads to, kept as bits.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/network/network.hpp"
#include "models/routing/proof.hpp"

namespace kintsugi {

/// Numbers of ports and channels: all ports of node 0, then of node 1 ...; a channel is a port number times the number
/// of virtual channels, plus its own. Open ports are numbered too.
class ChannelNumbers {
 public:
  ChannelNumbers(const Network& network, unsigned vcs);
  unsigned vcs() const { return vcs_; }
  std::uint32_t channels() const { return first_port_.back() * vcs_; }
  std::uint32_t number(PortRef port, unsigned vc) const {
    return (first_port_[port.node.value] + port.port.value) * vcs_ + vc;
  }
  /// The first channel that leaves a node; those of node n end where those of node n + 1 begin.
  std::uint32_t first(NodeId node) const { return first_port_[node.value] * vcs_; }
  std::uint32_t end(NodeId node) const { return first_port_[node.value + 1] * vcs_; }
  Channel channel(std::uint32_t number) const;

 private:
  unsigned vcs_;
  std::vector<std::uint32_t> first_port_;  // per node, and one for the end
};

class DependencyGraph {
 public:
  DependencyGraph(const Network& network, const ChannelNumbers& numbers);
  /// A packet that holds `from`, which leads to the node that `to` leaves, may ask for `to`.
  void add(std::uint32_t from, std::uint32_t to) {
    const std::uint32_t bit = to - numbers_->first(head_[from]);
    bits_[first_word_[from] + bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
  /// Distinct dependencies.
  std::uint64_t size() const;
  /// Lists the channels that may be asked for after `from`, one a call and in order; `bit` says how far the list has
  /// come and starts at 0.
  std::optional<std::uint32_t> next(std::uint32_t from, std::uint32_t& bit) const;
  /// A cycle in order, each channel waiting for the next and the last for the first; empty when there is none. Always
  /// the same one for the same graph, and of those through its first channel a shortest.
  std::vector<Channel> find_cycle() const;

 private:
  std::span<const std::uint64_t> words(std::uint32_t from) const {
    return {bits_.data() + first_word_[from], bits_.data() + first_word_[from + 1]};
  }

  const ChannelNumbers* numbers_;
  std::vector<NodeId> head_;             // per channel: the node it leads to; kNoNode when the port is open
  std::vector<std::size_t> first_word_;  // per channel, and one for the end
  std::vector<std::uint64_t> bits_;
};

}  // namespace kintsugi
