/// Reads the `traffic` section: a pattern with its parameters, a trace file, flows, or a program.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

void read_traffic(MapReader& map, TrafficSection& traffic);

// Parts of the section, in files of their own. `map` is the reader of the section.

/// Reads the keys `flows` and `scale`. `flows` is set if the key is there.
void read_flows(MapReader& map, std::optional<FlowsSection>& flows);

/// Reads `burst`, which is set if the key is there and right.
void read_burst(MapReader& map, TrafficSection& traffic);
/// Refuses rates that exceed a flit in a cycle of a burst, and leaves the bursts out then. The rates have been read.
void check_peaks(MapReader& map, TrafficSection& traffic);

/// Reads the program, and the keys beside it that say how it is sent and where it runs; leaves `workload` empty if the
/// section has none.
void read_workload(MapReader& map, std::optional<WorkloadSection>& workload);

/// Reads `reply` and `window`. What requests are is read already.
void read_replies(MapReader& map, std::optional<ReplySection>& replies);

/// Reads `classes`. All else of the section is read already.
void read_classes(MapReader& map, TrafficSection& traffic);

/// A list of records, each of which is a mapping, or a list of the values of the first keys: flows, rates.
struct RecordForm {
  std::span<const char* const> keys;  ///< in the order of a list
  std::size_t needed;                 ///< how many of the first a list has at least
  std::string_view name;              ///< "a flow"
  std::string_view form;              ///< "[source, destination, rate], or a mapping with these keys"
};

/// Calls `read` with the reader of each record. Reports records of another form, unknown keys and an empty list.
void read_records(MapReader& map, std::string_view key, const Value& list, const RecordForm& form,
                  const std::function<void(MapReader&)>& read);

}  // namespace kintsugi
