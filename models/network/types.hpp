/// Small strong types for numbers that must not be mixed.
///
/// Each is a plain integer in memory, and `.value` is the number. The types can be compared and ordered. Arithmetic on
/// them does not compile: a node number plus a port number is a mistake, not a sum.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace kintsugi {

template <class Tag, class Rep>
struct Strong {
  Rep value{};
  friend constexpr auto operator<=>(Strong, Strong) = default;
};

using NodeId = Strong<struct NodeTag, std::uint32_t>;      ///< a logical node of a network, 0 .. nodes - 1
using PortId = Strong<struct PortTag, std::uint16_t>;      ///< a port of a router, 0 .. ports - 1
using KindId = Strong<struct KindTag, std::uint8_t>;       ///< a kind of link: base, level 3, rank 2, shuffle ...
using Vc = Strong<struct VcTag, std::uint8_t>;             ///< a virtual channel of a link, 0 .. 31
using SiteId = Strong<struct SiteTag, std::uint32_t>;      ///< a physical place with a PE and a router
using SwitchId = Strong<struct SwitchTag, std::uint32_t>;  ///< a switch of a fabric
using Cycle = std::uint64_t;                               ///< clock cycles since the start of the simulation

inline constexpr NodeId kNoNode{0xffffffff};
inline constexpr PortId kNoPort{0xffff};
inline constexpr SiteId kNoSite{0xffffffff};

inline constexpr unsigned kMaxVcs = 32;    ///< virtual channels of one link
inline constexpr unsigned kMaxPorts = 64;  ///< ports of one router, the local one included

}  // namespace kintsugi

template <class Tag, class Rep>
struct std::hash<kintsugi::Strong<Tag, Rep>> {
  std::size_t operator()(kintsugi::Strong<Tag, Rep> id) const noexcept { return std::hash<Rep>{}(id.value); }
};
