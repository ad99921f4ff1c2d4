/// A packet log as it is read from its file (tb/tool/features/packet_log/packet_file.hpp writes it).
///
/// Names   of PEs, routers and ports are kept once, in `names`; packets and hops have their numbers. `node_names` has
///         those of the nodes, if the log has them; older ones do not
/// Checked every key and every value, the id, which is that of the source and the number, and what lines say together
/// Memory  line by line: the text is not kept
/// Limits  numbers from 0 to 10^18, so that no sum of two overflows
///
/// Lines must not contradict themselves or each other:
///
/// Time      nothing happens before the packet is created, injected or moved on, or after the run
/// Counts    as many destinations are reached as its end says; of a unicast, hops are those of the route
/// Route     heads leave in order. A unicast enters and leaves by the port of a PE, its tails leave in order, and a
///           port leads to the same port of the next router each time, if no fault or repair moves links
/// Ends      a route begins at the PE that has injected the packet; that of a unicast ends at the PE at which it was
///           delivered. A node is at the same PE each time, if no fault or repair moves it
/// Order     by cycle of creation, source and number, and the numbers of a source ascend, so that no packet comes twice
/// Not seen  a log from whose end whole lines are missing
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/network/types.hpp"
#include "tb/tool/console/diagnostics.hpp"

namespace kintsugi::packets {

using Name = std::uint32_t;

struct Hop {
  Name router = 0;
  Name in = 0;
  Name out = 0;
  std::uint64_t vc = 0;       ///< of the channel by which it leaves
  Cycle head = 0;             ///< in which the head has left
  std::optional<Cycle> tail;  ///< in which the tail has; nullopt: not by the end of the run
};

struct Loss {
  Cycle cycle = 0;
  std::string reason;
  std::optional<Name> dead;  ///< the PE for whose death it was lost
};

struct Packet {
  std::uint64_t id = 0;
  std::string kind;
  std::uint64_t source = 0;
  std::uint64_t number = 0;
  std::optional<std::uint64_t> destination;
  std::optional<Name> from;
  std::optional<Name> at;
  std::uint64_t flits = 0;
  std::uint64_t members = 0;
  std::uint64_t reached = 0;
  std::uint64_t copies = 0;
  Cycle created = 0;
  std::optional<Cycle> injected;
  std::optional<Cycle> delivered;
  std::optional<Loss> lost;
  std::optional<std::uint64_t> hops;
  std::vector<Hop> route;

  /// Returns the cycle of its delivery or loss.
  std::optional<Cycle> ended() const { return lost ? std::optional(lost->cycle) : delivered; }
  std::optional<Cycle> latency() const { return delivered ? std::optional(*delivered - created) : std::nullopt; }
};

/// A fault, or the end of one.
struct FaultMark {
  Cycle cycle = 0;
  bool ends = false;
  std::string what;  ///< "pe [3,4]", "link [0,1] corrupts flits"
};

struct Phase {
  std::string name;
  Cycle from = 0;
  Cycle to = 0;  ///< the last cycle
};

struct Log {
  std::uint64_t nodes = 0;
  std::vector<std::string> node_names;  ///< by number; empty: the log has numbers alone
  Cycle cycles = 0;
  bool routes = false;
  std::vector<FaultMark> faults;
  std::vector<Phase> phases;
  std::vector<std::string> names;
  std::vector<Packet> packets;

  /// Returns the name of a node; its number if the log has no names.
  std::string node(std::uint64_t number) const {
    return node_names.empty() ? std::to_string(number) : node_names[number];
  }
  /// Returns the cycle after the last one of a hop: of the run, if the tail has not left by its end.
  Cycle end_of(const Hop& hop) const { return hop.tail ? *hop.tail + 1 : std::max(cycles, hop.head + 1); }
};

/// Hands a text over, in whatever parts.
using TextParts = std::function<void(const std::function<void(std::string_view part)>& take)>;

/// Reads a log part by part, or as a whole; `source` names the file in messages. The result has no meaning if there are
/// errors.
Log read_log(const TextParts& parts, const std::string& source, Diagnostics& errors);
Log read_log(std::string_view text, const std::string& source, Diagnostics& errors);

/// Returns the first contradiction of a packet, the next one of the log, which is on that line; "" if there is none.
using Contradiction = std::function<std::string(const Packet& packet, int line)>;

/// `log` has its head, and outlives what is returned.
Contradiction contradictions_of(const Log& log);

}  // namespace kintsugi::packets
