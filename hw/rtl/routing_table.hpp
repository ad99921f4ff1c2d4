/// A routing as a table in hardware: what the relation answers to every query that a router can make, and the modules
/// that hold the answers.
///
/// Queries   those that packets of all pairs of nodes can cause, whichever candidates and channels they are given: the
///           same that the proof follows (models/routing/proof.hpp). The source is followed too if only the order of
///           candidates depends on it
/// Key       node and destination; then, only if answers depend on it, the source, the port of arrival, the channel of
///           arrival and the routing state of the header. A field is left out if all queries that differ in it alone,
///           and in those left out before it, have the same answer
/// Kinds     Two pairs of node and destination are of one kind if every choice of the other fields has the same answer
///           at both. In hardware a first table gives the kind of a pair, a second one the answer for kind and other
///           fields. The second is short where networks are regular, and no family has to say how
/// Modules   kt_kinds has the kinds, kt_route gives the number of the answer for kind and other fields, kt_candidates
///           its candidates. Answer 0 has none: a query that no packet can cause has it, so its packet would wait for
///           ever
/// Errors    std::length_error when there are more than TableLimits allow, with their number as far as it is known
/// Limits    answers depend on the query alone (models/routing/relation.hpp), so a table is complete. It holds no
///           multicast, and new packets have routing state 0
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "hw/rtl/rtl_file.hpp"
#include "models/network/network.hpp"
#include "models/network/progress.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi::rtl {

/// Fields that are not in the key of a table are 0.
struct RouteKey {
  NodeId at;
  NodeId destination;
  NodeId source{0};
  PortId arrival{0};  ///< RoutingTable::ports for a packet that its PE has just injected
  Vc vc{0};           ///< 0 for such a packet
  RoutingState state = 0;
  friend auto operator<=>(const RouteKey&, const RouteKey&) = default;
};

/// The fields that a key has beside node and destination.
struct KeyFields {
  bool source = true;
  bool arrival = true;
  bool vc = true;
  bool state = true;
  friend bool operator==(const KeyFields&, const KeyFields&) = default;
};

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

struct RoutingTable {
  struct Row {
    RouteKey key;
    std::uint32_t answer = 0;  ///< a position in `answers`
  };
  std::string routing;  ///< names, for the head of the module
  std::string network;
  std::uint32_t nodes = 0;
  unsigned ports = 0;                   ///< the most network ports that a node has
  unsigned vcs = 0;                     ///< of a link
  std::vector<unsigned> injection_vcs;  ///< by node: on how many channels its PE injects, the first ones
  unsigned candidates = 1;              ///< the most that an answer has
  unsigned state_bits = 1;              ///< of the routing state in the header, at least 1
  bool has_source = false;              ///< the header has the source, because answers depend on it
  KeyFields fields;
  std::vector<Row> rows;  ///< ascending by key
  PairKinds kinds;
  std::vector<std::vector<Candidate>> answers;
  std::vector<std::vector<VcSet>> adaptive;  ///< by node, then by port; no entries if there are no adaptive channels

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

/// Makes the table of a relation. `progress` counts destinations; those of a relation whose answers turn out to depend
/// on the source are followed twice.
RoutingTable make_routing_table(const Network& network, const RoutingRelation& relation, const TableLimits& limits = {},
                                const Progress& progress = {});

/// Returns a table without rows, whose header has no more than every table of this relation has. It is there at once.
RoutingTable least_table(const Network& network, const RoutingRelation& relation);

/// Returns the table before its keys are reduced: every query that packets can cause, with all fields. It has no kinds.
RoutingTable all_queries(const Network& network, const RoutingRelation& relation, const TableLimits& limits = {},
                         const Progress& progress = {});

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
