/// Which packets of a log are asked for, and what they have in common.
#pragma once

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
