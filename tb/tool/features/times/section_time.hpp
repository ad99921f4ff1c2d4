/// An end of the window of a waveform, as a scenario writes it: a cycle, or an event of the run with cycles before or
/// after it.
///
/// Forms    `500`; `fault`, `fault 2`, `fault - 100`, `fault 2 + 300`; `packet 17`, `packet 7 of node 3`, `packet 7 of
///          node spine01 + 50`
/// Fault    the k-th fault at run time in the order of their cycles, from 1; without a number the first
/// Packet   by the number that a waveform shows of it, or by its number among the packets of its source, from 0. As the
///          first cycle it stands for the cycle in which it is created, as the last one for the cycle in which it ends:
///          packet_window.hpp. Neither is known before, so no cycles can be taken from it
/// Node     its name or its number
/// Digits   at most 12 of a number; blanks may stand between the words, as many as one likes
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "models/network/types.hpp"

namespace kintsugi {

struct FaultTime {
  std::size_t number = 1;
  std::int64_t offset = 0;  ///< cycles
  friend bool operator==(const FaultTime&, const FaultTime&) = default;
};

struct WrittenPacket {
  std::uint64_t number = 0;
  std::optional<std::string> source;  ///< name or number of a node; nullopt: `number` is that of a waveform
  Cycle after = 0;                    ///< cycles
  friend bool operator==(const WrittenPacket&, const WrittenPacket&) = default;
};

/// A WrittenPacket in a network, which knows its source.
struct PacketTime {
  std::uint64_t number = 0;
  std::optional<std::uint32_t> source;  ///< nullopt: `number` is that of a waveform
  Cycle after = 0;                      ///< cycles
};

/// Returns nullopt if the text has none of the forms with an event.
std::optional<std::variant<FaultTime, WrittenPacket>> parse_event_time(std::string_view text);

}  // namespace kintsugi
