/// What `kintsugi packets` writes: its report, a time line, and a transaction database.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tb/tool/packets/query.hpp"

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

}  // namespace kintsugi::packets
