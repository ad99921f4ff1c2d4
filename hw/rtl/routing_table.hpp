/// A routing as a table in hardware: what the relation answers to every query that a router can make
/// (models/routing/route_table.hpp), and the modules that hold the answers.
///
/// Kinds     Two pairs of node and destination are of one kind if every choice of the other fields has the same answer
///           at both. In hardware a first table gives the kind of a pair, a second one the answer for kind and other
///           fields. The second is short where networks are regular, and no family has to say how
/// Modules   kt_kinds has the kinds, kt_route gives the number of the answer for kind and other fields, kt_candidates
///           its candidates. Answer 0 has none: a query that no packet can cause has it, so its packet would wait for
///           ever
/// Errors    std::length_error when there are more than TableLimits allow, with their number as far as it is known
/// Deferred  is as any other candidate: a router in hardware has no patience
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/rtl/rtl_file.hpp"
#include "models/network/network.hpp"
#include "models/network/progress.hpp"
#include "models/routing/route_table.hpp"

namespace kintsugi::rtl {

/// The routing as two tables, those of kt_kinds and kt_route. Kind 0 marks pairs that no packet asks for: every node
/// with itself.
struct PairKinds {
  struct Row {
    std::uint32_t kind = 0;
    RouteKey key;              ///< node and destination are 0
    std::uint32_t answer = 0;  ///< a position in `answers`
  };
  std::uint32_t count = 0;             ///< kinds 1 .. count
  std::vector<std::uint32_t> of_pair;  ///< by node, then by destination
  std::vector<Row> rows;               ///< by kind; none if keys have no other field: kind k then has answer k - 1
  unsigned bits() const;
};

struct RoutingTable : RouteTable {
  unsigned candidates = 1;  ///< the most that an answer has
  unsigned state_bits = 1;  ///< of the routing state in the header, at least 1
  PairKinds kinds = {};

  unsigned node_bits() const;
  unsigned kinds_bits() const;  ///< of the kinds of all destinations of a node: a power of two for each node number
  unsigned answer_bits() const;
  /// Returns the bits of the header in a head flit: destination, routing state and, if it is needed, the source.
  unsigned header_bits() const { return node_bits() * (has_source ? 2 : 1) + state_bits; }
};

/// What the tools can take: see hw/rtl/README.md.
struct TableLimits {
  std::uint64_t pairs = 1u << 18;    ///< of node and destination, the rows of the first table: 512 nodes
  std::uint64_t rows = 1u << 14;     ///< of the second table
  std::uint64_t queries = 1u << 20;  ///< that are followed before keys are reduced
};

/// Makes the table of a relation. `progress` is that of all_queries().
RoutingTable make_routing_table(const Network& network, const RoutingRelation& relation, const TableLimits& limits = {},
                                const Progress& progress = {});

/// Returns a table without rows, whose header has no more than every table of this relation has. It is there at once.
RoutingTable least_table(const Network& network, const RoutingRelation& relation);

/// Returns kt_kinds.sv: the kinds of the destinations, by node.
RtlFile kinds_module(const RoutingTable& table);

/// Returns kt_route.sv: the numbers of the answers, by kind and the rest of the key. Answer i of the table has number
/// i + 1.
RtlFile route_module(const RoutingTable& table);

/// Returns kt_candidates.sv: the answers by number.
RtlFile candidates_module(const RoutingTable& table);

/// Returns kt_adaptive.sv: the adaptive channels of each node.
RtlFile adaptive_module(const RoutingTable& table);

}  // namespace kintsugi::rtl
