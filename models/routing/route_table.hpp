/// A routing as a table: what the relation answers to every query that a router can make.
///
/// Queries   those that packets of all pairs of nodes can cause, whichever candidates and channels they are given: the
///           same that the proof follows (proof.hpp). The source is followed too if only the order of candidates
///           depends on it
/// Key       node and destination; then, only if answers depend on it, the source, the port of arrival, the channel of
///           arrival and the routing state of the header. A field is left out if all queries that differ in it alone,
///           and in those left out before it, have the same answer
/// Limits    answers depend on the query alone (relation.hpp), so a table is complete. It holds no multicast, and new
///           packets have routing state 0
/// Errors    std::length_error when there are more than RouteTableLimits allow, with their number as far as it is known
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "models/network/network.hpp"
#include "models/network/progress.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi {

/// Fields that are not in the key of a table are 0.
struct RouteKey {
  NodeId at;
  NodeId destination;
  NodeId source{0};
  PortId arrival{0};  ///< RouteTable::ports for a packet that its PE has just injected
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
  friend auto operator<=>(const KeyFields&, const KeyFields&) = default;
};

/// Returns the key with only these fields.
RouteKey reduced(RouteKey key, const KeyFields& fields);

struct RouteTable {
  struct Row {
    RouteKey key;
    std::uint32_t answer = 0;  ///< a position in `answers`
  };
  std::string routing;  ///< names
  std::string network;
  std::uint32_t nodes = 0;
  unsigned ports = 0;                   ///< the most network ports that a node has
  unsigned vcs = 0;                     ///< of a link
  std::vector<unsigned> injection_vcs;  ///< by node: on how many channels its PE injects, the first ones
  bool has_source = false;              ///< queries have the source, because answers depend on it
  KeyFields fields;
  std::vector<Row> rows;  ///< ascending by key
  std::vector<std::vector<Candidate>> answers;
  std::vector<std::vector<VcSet>> adaptive;  ///< by node, then by port; no entries if there are no adaptive channels
};

struct RouteTableLimits {
  std::uint64_t pairs = std::uint64_t{1} << 22U;    ///< of node and destination: 2048 nodes
  std::uint64_t queries = std::uint64_t{1} << 24U;  ///< that are followed before keys are reduced
};

/// Returns a table without rows. It is there at once.
RouteTable empty_route_table(const Network& network, const RoutingRelation& relation);

/// Returns what makes a table that is too large smaller, for messages. `by_channel`: its keys have the channel of
/// arrival. Then fewer channels serve, if an answer so far leaves a packet the choice between several.
std::string advice_for_fewer(const RouteTable& table, bool by_channel);

/// Returns every query that packets can cause, with all fields. `progress` counts destinations; those of a relation
/// whose answers turn out to depend on the source are followed twice.
RouteTable all_queries(const Network& network, const RoutingRelation& relation, const RouteTableLimits& limits = {},
                       const Progress& progress = {});

/// Leaves out one field after the other where answers do not depend on it.
void reduce_keys(RouteTable& table);

}  // namespace kintsugi
