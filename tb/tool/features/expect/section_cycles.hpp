/// The lists `at`, `always` and `never` of the section `expect`: what signals of the chip must be, and when.
///
/// An entry has a condition, a window, and what its list adds. The condition names its places by one of the keys of
/// PlaceKind, a glob on names as in a waveform, and has values for them; `while` and `before` have conditions too.
/// What it means is in tb/testbench/cycle_check.hpp.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tb/testbench/cycle_check.hpp"
#include "tb/tool/features/times/section_time.hpp"
#include "tb/tool/scenario/feature_section.hpp"
#include "tb/tool/scenario/map_reader.hpp"

namespace kintsugi {

/// A condition as written. The node and the packet are not in `signals` before the network is known.
struct WrittenCondition {
  SignalCondition signals;
  std::optional<WrittenNode> node = {};      ///< that the first signal must show
  std::optional<WrittenPacket> packet = {};  ///< whose number a signal `.packet` must show
  std::string path;                          ///< of its mapping: "expect.at.0"
  Where where = {};
};

struct ExpectedCycles {
  CycleCheck check;  ///< without its conditions
  WrittenCondition what;
  std::optional<WrittenCondition> during = {};
  std::optional<WrittenCondition> before = {};
  EventTime from = {};  ///< of a cycle, that is in `check`, none
  EventTime to = {};
  bool in_one_cycle = false;  ///< whether `from` is the only cycle
};

/// The nodes and packets that an entry names, as the network knows them.
struct FoundCondition {
  NodeId node = kNoNode;
  std::optional<PacketTime> packet = {};
};
struct FoundCycles {
  std::optional<PacketTime> from = {};
  std::optional<PacketTime> to = {};
  FoundCondition what = {};
  FoundCondition during = {};
  FoundCondition before = {};
};

/// Returns whether the key of the section is one of the lists.
bool is_cycle_list(const std::string& key);
/// Reads the lists.
void read_expected_cycles(MapReader& map, std::vector<ExpectedCycles>& cycles);
/// Puts the cycles of faults in.
void complete_expected_cycles(const Scenario& scenario, std::vector<ExpectedCycles>& cycles, Diagnostics& errors);
FoundCycles find_expected_cycles(const ExpectedCycles& cycles, const FindNode& node);

}  // namespace kintsugi
