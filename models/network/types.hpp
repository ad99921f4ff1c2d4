/// Small strong types for numbers that must not be mixed.
///
/// Each is a plain integer in memory, and `.value` is the number. The types can be compared and ordered. Arithmetic on
/// them does not compile: a node number plus a port number is a mistake, not a sum. index() returns the number as a
/// position in an array, from() makes the identifier of a position; both compile to nothing.
///
/// Errors  narrow() and from() assert that the number fits
#pragma once

#include <cassert>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

#include "models/network/abi.hpp"  // IWYU pragma: keep

namespace kintsugi {

/// Converts to another integer type, which must be able to hold the number.
template <std::integral To>
constexpr To narrow(std::integral auto number) {
  assert(std::in_range<To>(number));
  return static_cast<To>(number);
}

template <class Tag, class Rep>
struct Strong {
  Rep value{};
  constexpr std::size_t index() const { return value; }
  static constexpr Strong from(std::integral auto index) { return {narrow<Rep>(index)}; }
  friend constexpr auto operator<=>(Strong, Strong) = default;
};

/// The identifiers 0 .. count - 1: for (const PortId port : ids<PortId>(ports)).
template <class Id>
class IdRange {
 public:
  class Iterator {
   public:
    constexpr explicit Iterator(std::size_t index) : index_(index) {}
    constexpr Id operator*() const { return Id::from(index_); }
    constexpr Iterator& operator++() {
      ++index_;
      return *this;
    }
    friend constexpr bool operator==(Iterator, Iterator) = default;

   private:
    std::size_t index_;
  };

  constexpr explicit IdRange(std::size_t count) : count_(count) {}
  constexpr Iterator begin() const { return Iterator(0); }
  constexpr Iterator end() const { return Iterator(count_); }
  constexpr std::size_t size() const { return count_; }

 private:
  std::size_t count_;
};
template <class Id>
constexpr IdRange<Id> ids(std::size_t count) {
  return IdRange<Id>(count);
}

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

/// A set of ports of one router: bit p is port p.
using PortSet = std::uint64_t;

constexpr PortSet port_bit(PortId port) {
  return PortSet{1} << port.value;
}

}  // namespace kintsugi

template <class Tag, class Rep>
struct std::hash<kintsugi::Strong<Tag, Rep>> {
  std::size_t operator()(kintsugi::Strong<Tag, Rep> id) const noexcept { return std::hash<Rep>{}(id.value); }
};
