/// Which packets `kintsugi packets` chooses, and what it writes of them: a report, a time line, a transaction database.
#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tb/tool/packets/log.hpp"

namespace kintsugi::packets {

/// Returns counts, latency and hops with their percentiles and bins, and if `listed` each packet as `list`.
nlohmann::ordered_json to_json(const Log& log, const std::vector<const Packet*>& packets, bool listed);
/// The same as text; of the list the first lines.
std::string to_text(const Log& log, const std::vector<const Packet*>& packets, bool listed);

using Sink = std::function<void(std::string_view)>;

/// A packet log as a time line for Perfetto (ui.perfetto.dev) and chrome://tracing: JSON in the Trace Event Format.
///
/// Time      one cycle is one microsecond
/// links     a process with a track for each channel of each link that packets take, named "router out vc 0": a slice
///           for each packet, from the cycle of its head to that of its tail, both included. A channel belongs to one
///           packet at a time, so slices do not overlap. A slice without a tail ends with the last cycle of the run
/// load      counters: packets in source queues, packets in the network, and for each link the channels in use
/// events    an instant for each fault and each end of a fault; a slice for each phase of a reconfiguration
/// Order     of the slices of a track and the values of a counter: by time; of links by router and port in the order in
///           which the log names them
/// Memory    the document is handed on part by part, so that it needs 16 bytes for each hop
/// Source    "Trace Event Format", Google, 2016: phases M, X, C and i
/// Parts    handed to `sink`, of these packets of the log. Faults and phases are always in it
void write_perfetto(const Log& log, const std::vector<const Packet*>& packets, const Sink& sink);

/// A packet log as the text database of transactions that the SystemC Verification library records and that viewers of
/// transactions read (.txlog).
///
/// Time       one cycle is one nanosecond
/// Streams    first "events", of faults and of phases of a reconfiguration; then for each source of a packet
///            "<node>.packets", and for each channel that packets take "<router>.<port>.vc<number>", in the order of
///            their numbers in the log
/// Packets    a transaction from the cycle of creation to that of delivery or loss: its length is the latency. One
///            under way ends with the run, with the outcome under_way
/// Hops       from the cycle in which the head leaves the router to the one after that of the tail, as the slices of
///            the time line. Each has the relation "part_of" to its packet
/// Order      by time, as a simulation writes it: lines of the same cycle end transactions first. The numbers of the
///            transactions ascend from 1 in the order of their begin. Streams and generators have numbers from 1
/// Texts      the form escapes nothing, and readers cut a value at a blank: blanks, quotes and control characters of
///            names become _, and a text that is not known is -
/// Memory     32 bytes for each packet and hop; the document is handed on part by part
/// Source     Accellera SCV 2.0.1, scv_tr_text.cpp: scv_tr_stream, scv_tr_generator, tx_begin, tx_end, tx_relation
/// Parts      as of write_perfetto(). A log without routes gives packets alone
void write_transactions(const Log& log, const std::vector<const Packet*>& packets, const Sink& sink);

/// Which packets of a log are asked for, what they have in common, and where their nodes are.
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
