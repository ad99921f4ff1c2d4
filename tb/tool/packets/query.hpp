/// Which packets of a log are asked for, what they have in common, and where their nodes are.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tb/tool/packets/log.hpp"

namespace kintsugi::packets {

struct Query {
  std::optional<std::size_t> slowest;       ///< only so many, those of highest latency
  std::string through;                      ///< only those that pass the router of this node or PE; "": any
  std::optional<std::string> between = {};  ///< "A,B": only those from node A to node B, each by its name or number
  /// Only those of which a flit leaves the router of `through` in these cycles, both included.
  std::optional<std::pair<Cycle, Cycle>> cycles = {};
  bool any() const { return slowest || !through.empty() || between || cycles; }
};

/// Returns the packets in the order of the log; with `slowest` by descending latency, equal ones in that order. A
/// router that no packet passes gives none. Throws InputError if the query names a node that the network does not have,
/// asks for routes that the log does not have, or for cycles without a router, in the wrong order or after the run.
std::vector<const Packet*> select(const Log& log, const Query& query);

/// @name Routers: whether a packet passes this one, and the first of those that packets pass, "a, b ..."
/// @{
bool is_passed(const Log& log, const std::string& router);
std::string passed_routers(const Log& log);
/// @}

/// Returns the first and the last cycle in which a flit leaves this router; nullopt if no packet passes it.
std::optional<std::pair<Cycle, Cycle>> passing_cycles(const Log& log, const std::string& router);

/// Returns whether routers are called as nodes are: those of a fabric are called as its PEs. No routers are not.
bool are_called_as_nodes(const Log& log);

/// Which node is at a PE of a fabric, as the packets of a log tell.
///
/// Source   a packet is injected at the PE of its source, and delivered at that of its destination. A log has no other
///          word of where nodes are: a node that neither sends nor receives is not found
/// Moves    nodes move at the end of a phase of a reconfiguration only, so that what is seen in a cycle is so from the
///          end of the phase before to the end of the next one. Packets that are sent again, and those that wait in
///          their queues, say nothing where nodes move: their PE and their cycle need not belong together
class Places {
 public:
  /// Finds none if routers are called as nodes are, or if the log has no names of nodes.
  explicit Places(const Log& log);

  /// Returns the node that is at a PE in a cycle; nullopt if the log does not say so.
  std::optional<std::uint64_t> node_at(Name pe, Cycle cycle) const;
  /// Returns the PE and, in parentheses, the node at it: "r1.c2 (x0.y1)".
  std::string text(Name pe, Cycle cycle) const;

 private:
  /// Returns in which of the times between moves a cycle is.
  std::size_t span_of(Cycle cycle) const;

  const Log& log_;
  std::vector<Cycle> ends_;  // of phases, ascending
  std::map<std::pair<std::size_t, Name>, std::uint64_t> nodes_;
};

/// Counts of values in bins of equal width, from `first` on; the last bin is not empty.
struct Bins {
  std::uint64_t first = 0;
  std::uint64_t width = 1;  ///< 1, 2 or 5 times a power of ten
  std::vector<std::uint64_t> counts;
};

/// Returns the values in at most `most` bins; none without values.
Bins bins_of(const std::vector<std::uint64_t>& values, std::size_t most);

/// Returns the smallest value that at least so many percent of the values do not exceed; there must be one. Sorted.
std::uint64_t percentile(const std::vector<std::uint64_t>& sorted, unsigned percent);

}  // namespace kintsugi::packets
