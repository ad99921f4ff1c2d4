/// Geometry of a MANDALA network. C nodes that are all joined to each other are a cluster of level 1; C clusters of
/// level i - 1, each two of them joined by one link, are a cluster of level i.
///
/// Nodes    N = C^L, C ports and L levels; number = the digits g_L ... g_1 to the base C. The nodes that share all
///          digits above g_i are a cluster of level i; its corner c has g_i = ... = g_1 = c.
/// Ports    a port p other than g_1 leads to the node that has p instead of g_1, and arrives there at the port with the
///          number g_1. The link has level 1. Port j = g_1, the external port, leads out of the largest cluster of
///          which the node is a corner. Let s be the number of equal digits j from g_1 upwards, and let x = g_(s+1).
///          With j^s for s digits j, the link joins node ... x j^s to port x of node ... j x^s; its level is s + 1. At
///          the C corners of the network (s = L) the port stays open, for growth.
/// Part     a network that exists only in part has its first `first` nodes in the order of numbers, the prefix, and
///          the nodes `added` (growth.hpp). Everything here is by number. A Network has its nodes without gaps: those
///          of the prefix, then the added ones, ascending; id_of() and number_of() convert. Without added nodes both
///          are the same
/// Source   A. Flavell, T. Kano, S. Fujimoto, Y. Takahashi, "MANDALA: An Interconnection Network for a Massively
///          Parallel Computer", sections 2 and 3
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/network/network.hpp"

namespace kintsugi::mandala {

inline constexpr unsigned kFewestPorts = 2;
inline constexpr unsigned kMostPorts = 16;
inline constexpr unsigned kMostLevels = 18;
inline constexpr std::uint32_t kMostNodes = 262144;

/// g_i is digits[i], i from 1; digits[0] is not used.
using Digits = std::array<std::uint8_t, kMostLevels + 1>;

struct Mandala {
  unsigned ports = 4;                     ///< C, 2 to 16
  unsigned levels = 1;                    ///< L, from 1; C^L is at most kMostNodes
  std::uint32_t first = 0;                ///< the numbers below it exist; 0: all
  std::vector<std::uint32_t> added = {};  ///< numbers of further nodes, ascending, none below `first`

  /// Returns C^level, the nodes of a cluster.
  constexpr std::uint32_t power(unsigned level) const {
    std::uint32_t nodes = 1;
    while (level-- > 0) nodes *= ports;
    return nodes;
  }
  constexpr std::uint32_t size() const { return power(levels); }
  constexpr std::uint32_t prefix() const { return first == 0 ? size() : first; }
  std::uint32_t nodes() const { return prefix() + static_cast<std::uint32_t>(added.size()); }
  bool is_whole() const { return nodes() == size(); }
  bool exists(NodeId number) const;
  /// Returns the largest number that exists, plus one.
  std::uint32_t end() const { return added.empty() ? prefix() : added.back() + 1; }
  NodeId number_of(NodeId id) const { return id.value < prefix() ? id : NodeId{added[id.value - prefix()]}; }
  /// Returns the node of the Network that has this number, which must exist.
  NodeId id_of(NodeId number) const;

  Digits digits(NodeId node) const;
  NodeId node(const Digits& digits) const;
  /// Returns the level of the link at port g_1: the number of equal digits from g_1 upwards, plus one. L + 1 if that
  /// port is open.
  unsigned connection_level(const Digits& digits) const;
  /// Returns the highest level at which the digits differ; 0 if none.
  unsigned highest_difference(const Digits& a, const Digits& b) const;
  /// Returns the other end of the link at a port in the whole network, or nullopt if the port is open.
  std::optional<PortRef> far(NodeId node, unsigned port) const;
  /// Returns the level of that link.
  unsigned link_level(NodeId node, unsigned port) const;
};

/// Returns the hops to a corner of the node's cluster of a level: each digit that differs from `corner` costs
/// 2^(its level - 1).
constexpr unsigned hops_to_corner(const Digits& from, unsigned level, unsigned corner) {
  unsigned hops = 0;
  for (unsigned i = 1; i <= level; ++i) hops += from[i] == corner ? 0 : 1u << (i - 1);
  return hops;
}

/// Returns the largest number of levels with at most kMostNodes nodes.
unsigned most_levels(unsigned ports);
/// Throws std::invalid_argument if ports, levels, first or an added number is out of range, or the added numbers do not
/// ascend; the message names the range.
void validate(const Mandala& mandala);

}  // namespace kintsugi::mandala
