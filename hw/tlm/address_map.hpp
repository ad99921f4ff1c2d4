/// The address map: which node owns which addresses.
///
/// Range     [base, base + size) belongs to one node; its first address is offset 0 at the node
/// Stripes   an interleaved range deals stripes of equal size out to its nodes in turn: stripe i belongs to node i
///           modulo the number of nodes. The stripes of a node are contiguous in its own offsets
/// Hole      an address that belongs to no range
/// Border    the end of a range or a stripe. An access over a border has no place; the caller cuts it after
///           Place::left bytes
/// Names     a node can be named; which node it is, the network says: TlmNetwork::attach() calls resolve(). Until then
///           find() and nodes() throw std::logic_error
/// Errors    std::invalid_argument for an empty range, one that ends beyond 2^64, one that overlaps another (the
///           message names both), and for stripes that do not fit the range and the nodes evenly
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/network/network.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

class AddressMap {
 public:
  /// The place of an address.
  struct Place {
    NodeId node;
    std::uint64_t offset;  ///< at the node
    std::uint64_t left;    ///< bytes from here to the next border
    friend bool operator==(const Place&, const Place&) = default;
  };

  /// Adds a range of one node, and returns the map.
  AddressMap& add(NodeId node, std::uint64_t base, std::uint64_t size);
  AddressMap& add(std::string_view node, std::uint64_t base, std::uint64_t size);
  /// Adds a range that is interleaved over nodes in stripes of `stripe` bytes, and returns the map.
  AddressMap& interleave(std::vector<NodeId> nodes, std::uint64_t base, std::uint64_t size, std::uint64_t stripe);
  AddressMap& interleave(const std::vector<std::string>& nodes, std::uint64_t base, std::uint64_t size,
                         std::uint64_t stripe);
  AddressMap& interleave(std::initializer_list<std::string_view> nodes, std::uint64_t base, std::uint64_t size,
                         std::uint64_t stripe);

  /// Finds the nodes that are named, by their names or numbers. Throws std::invalid_argument, with the nearest name,
  /// for one that is not in the network.
  void resolve(const Network& network);

  /// Returns the nodes of all ranges, by address; one can be there several times.
  std::vector<NodeId> nodes() const;
  /// Returns the place of an address; nullopt in a hole.
  std::optional<Place> find(std::uint64_t address) const;
  /// Returns the place of so many bytes; nullopt if one of them is in a hole or behind a border. No bytes have the
  /// place of their address.
  std::optional<Place> find(std::uint64_t address, std::uint64_t bytes) const;

 private:
  struct Range {
    std::uint64_t last;  // address
    std::vector<NodeId> nodes;
    std::uint64_t stripe;
  };
  static constexpr std::uint32_t kFirstName = 0x80000000;  // NodeId of the first of names_

  AddressMap& interleave_named(std::span<const std::string_view> nodes, std::uint64_t base, std::uint64_t size,
                               std::uint64_t stripe);
  void require_resolved() const;

  std::map<std::uint64_t, Range> ranges_;  // by base
  std::vector<std::string> names_;         // that are not resolved
};

}  // namespace kintsugi
