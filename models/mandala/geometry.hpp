/// Digits of a MANDALA network, a recursive complete connection.
///
/// Nodes    N = C^L, C ports and L levels; number = the digits g_L ... g_1 to the base C. The nodes that share all
///          digits above g_i are a cluster of level i; its corner c has g_i = ... = g_1 = c.
/// Ports    port p /= g_1 leads to the node with g_1 = p, to its port (own g_1): level 1. Port p = g_1 = j leads out of
///          the cluster: s digits j from g_1 upwards, x = g_(s+1), ... x j^s and ... j x^s are joined, to port x there:
///          level s + 1. At the C corners of the network (s = L) it stays open, for growth.
/// Prefix   of `first` nodes in the order of numbers, when the network is only partly there
/// Source   A. Flavell, T. Kano, S. Fujimoto, Y. Takahashi, "MANDALA: An Interconnection Network for a Massively
///          Parallel Computer", sections 2 and 3
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "models/network/network.hpp"

namespace kintsugi::mandala {

inline constexpr unsigned kFewestPorts = 2;
inline constexpr unsigned kMostPorts = 16;
inline constexpr unsigned kMostLevels = 16;
inline constexpr std::uint32_t kMostNodes = 65536;

/// g_i is digits[i], i from 1; digits[0] is not used.
using Digits = std::array<std::uint8_t, kMostLevels + 1>;

struct Mandala {
  unsigned ports = 4;       ///< C, 2 to 16
  unsigned levels = 1;      ///< L, from 1; C^L is at most kMostNodes
  std::uint32_t first = 0;  ///< nodes that are there; 0: all

  /// C^level: nodes of a cluster.
  constexpr std::uint32_t power(unsigned level) const {
    std::uint32_t nodes = 1;
    while (level-- > 0) nodes *= ports;
    return nodes;
  }
  constexpr std::uint32_t size() const { return power(levels); }
  constexpr std::uint32_t nodes() const { return first == 0 ? size() : first; }
  constexpr bool is_whole() const { return nodes() == size(); }

  Digits digits(NodeId node) const;
  NodeId node(const Digits& digits) const;
  /// Equal digits from g_1 upwards, plus one: the level of the link at port g_1; L + 1 where that stays open.
  unsigned connection_level(const Digits& digits) const;
  /// The highest level at which the digits differ; 0 if none.
  unsigned highest_difference(const Digits& a, const Digits& b) const;
  /// The other end of the link at a port, in the whole network; nothing where the port stays open.
  std::optional<PortRef> far(NodeId node, unsigned port) const;
  /// The level of that link.
  unsigned link_level(NodeId node, unsigned port) const;
};

/// Hops to a corner of the cluster of a level in which the node lies: each other digit costs 2^(its level - 1).
constexpr unsigned hops_to_corner(const Digits& from, unsigned level, unsigned corner) {
  unsigned hops = 0;
  for (unsigned i = 1; i <= level; ++i) hops += from[i] == corner ? 0 : 1u << (i - 1);
  return hops;
}

/// The most levels that fit into kMostNodes.
unsigned most_levels(unsigned ports);
/// std::invalid_argument, in words, when ports, levels or first is out of range.
void validate(const Mandala& mandala);

}  // namespace kintsugi::mandala
