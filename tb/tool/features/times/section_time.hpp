/// A time of a run, as a scenario writes it: a cycle, or an event with cycles before or after it. With two of them it
/// writes a window, that of a waveform for example.
///
/// Forms    `500`; `fault`, `fault 2`, `fault - 100`, `fault 2 + 300`; `packet 17`, `packet 7 of node 3`, `packet 7 of
///          node spine01 + 50`; where a configuration can be meant, `load`, `load 2`, `load 2 + 50`
/// Fault    the k-th fault at run time in the order of their cycles, from 1; without a number the first
/// Packet   by the number that a waveform shows of it, or by its number among the packets of its source, from 0. As the
///          first cycle it stands for the cycle in which it is created, as the last one for the cycle in which it ends:
///          packet_window.hpp. Neither is known before, so no cycles can be taken from it
/// Load     the k-th time that a configuration comes into force, from 1; without a number the first, with which the
///          traffic begins. No cycles can be taken from it
/// Node     its name or its number
/// Digits   at most 12 of a number; blanks may stand between the words, as many as one likes
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "models/network/types.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/scenario/feature_section.hpp"
#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/value.hpp"

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

struct LoadTime {
  std::size_t number = 1;
  Cycle after = 0;  ///< cycles
  friend bool operator==(const LoadTime&, const LoadTime&) = default;
};

/// An end of a window that an event gives; what is not written is nullopt.
struct EventTime {
  std::optional<FaultTime> fault = {};
  std::optional<WrittenPacket> packet = {};
  std::optional<LoadTime> load = {};
};

/// Reads a cycle or an event; a configuration only where one can be meant.
void read_time(MapReader& map, const char* key, const KeyText& text, bool may_be_load, Cycle& cycle, EventTime& event);

/// Returns nullopt if the text has none of the forms with an event of the faults or packets.
std::optional<std::variant<FaultTime, WrittenPacket>> parse_event_time(std::string_view text);
/// Returns nullopt if the text is not that of a configuration that comes into force.
std::optional<LoadTime> parse_load_time(std::string_view text);

/// Returns what stands in the place of a time, for a message; of a long text its length.
std::string time_as_found(const Value& value);

/// The cycles of all faults at run time, ascending.
class FaultCycles {
 public:
  explicit FaultCycles(const Scenario& scenario);
  /// Returns the cycle of a fault with its offset, within the range of cycles. If there is no such fault, adds the
  /// mistake at this place, of the key of this path, and returns nullopt.
  std::optional<Cycle> find(const FaultTime& time, const std::string& path, const Where& where,
                            Diagnostics& errors) const;
  /// Puts the cycle of a fault in the place of `cycle`, if the time is one.
  void complete(const EventTime& time, const std::string& path, const Where& where, Diagnostics& errors,
                Cycle& cycle) const {
    if (!time.fault) return;
    if (const auto found = find(*time.fault, path, where, errors)) cycle = *found;
  }

 private:
  std::vector<Cycle> cycles_;
};

/// Returns the packet with the number of its source; nullopt if none is written. `key` is named in the message about a
/// source that the network does not have.
std::optional<PacketTime> find_packet(const std::optional<WrittenPacket>& written, const Where& where, const char* key,
                                      const FindNode& node);

}  // namespace kintsugi
