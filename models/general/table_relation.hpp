/// A routing that is given as a table: the user's own, or one that a table was written of (route_table_file.hpp).
///
/// Rows      each has a key (node and destination, and the other fields that it gives) and an answer. It answers the
///           queries that agree with all fields that it gives; a query without a row has no candidates, so its packet
///           cannot be delivered, as the proof says
/// Overlap   no query may have two rows (overlap_of())
/// Adaptive  rows of a table with adaptive channels give neither port nor channel of arrival
/// Memory    4 bytes for each pair of nodes, 28 for each row
/// Time      of a query: a binary search in the rows of its pair for each set of fields that these give
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/fabric/defects.hpp"
#include "models/network/network.hpp"
#include "models/routing/relation.hpp"
#include "models/routing/route_table.hpp"

namespace kintsugi::general {

/// The largest network with such a routing.
inline constexpr std::size_t kMostTableNodes = 2048;

struct GivenTable {
  struct Row {
    RouteKey key;  ///< of a packet that its PE has just injected: arrival kNoPort, vc 0
    KeyFields given;
    std::uint32_t answer = 0;  ///< a position in `answers`
    int line = 0;              ///< of the file, for messages
  };
  std::string routing;
  unsigned vcs = 1;
  std::vector<unsigned> injection_vcs;       ///< by node
  std::vector<std::uint64_t> bits;           ///< of the tables of a router, by node; empty: not stated
  std::vector<std::vector<VcSet>> adaptive;  ///< by node, then by port; empty: no adaptive channels
  Defects dead;                              ///< nodes and links of the network that it is of; node n is site n
  std::vector<Row> rows;
  std::vector<std::vector<Candidate>> answers;
};

/// Returns the table of a relation in this form.
GivenTable given(const RouteTable& table);

/// Returns the places of two rows that answer the same query, the one with the lower line first; nullopt: there are
/// none.
std::optional<std::pair<std::size_t, std::size_t>> overlap_of(const std::vector<GivenTable::Row>& rows);

class TableRelation final : public RoutingRelation {
 public:
  /// Throws std::invalid_argument beyond kMostTableNodes. No rows may overlap.
  TableRelation(const Network& network, GivenTable table);

  const std::string& name() const override { return table_.routing; }
  unsigned vcs() const override { return table_.vcs; }
  void route(const RouteQuery& query, Candidates& out) const override;
  /// Returns whether rows give the source: a source without a row has no way.
  bool uses_source() const override { return uses_source_; }
  bool is_adaptive() const override { return !table_.adaptive.empty(); }
  unsigned injection_vcs(NodeId node) const override { return table_.injection_vcs[node.index()]; }
  std::uint64_t table_bits(NodeId node) const override { return table_.bits.empty() ? 0 : table_.bits[node.index()]; }
  VcSet adaptive_vcs(NodeId node, PortId port) const override;

 private:
  std::size_t pair(NodeId at, NodeId destination) const { return std::size_t{at.value} * nodes_ + destination.value; }

  GivenTable table_;  // its rows by pair, then by the fields that they give, then by key
  std::uint32_t nodes_;
  std::vector<std::uint32_t> first_;  // by pair, and one more
  bool uses_source_ = false;
};

}  // namespace kintsugi::general
