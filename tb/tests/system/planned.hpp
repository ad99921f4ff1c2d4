/// The models' results for a scenario, with which tests compare the waveform of its run.
#pragma once

#include <algorithm>
#include <string>

#include "tb/tests/system/tool.hpp"
#include "tb/tests/unit/hw/wave/vcd_reader.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::test {

struct Planned {
  Planned(const std::string& text, std::span<const std::string> overrides)
      : input(load_scenario(text, overrides)), repair(check_repair(input.scenario, input.setup)) {}

  const Fabric& fabric() const { return input.setup.fabric->fabric(); }
  /// The number of bits that the chain shifts in: the bitstream and its CRC.
  std::uint64_t stream_bits() const { return (repair.bitstream.size() + 4) * 8; }
  /// The cycle from which the states hold: the chain shifts in cycles 0, 1 .. and checks in the cycle after the last.
  Cycle commit_cycle() const {
    const unsigned bits = input.scenario.fabric_or_default().chain_bits;
    return (stream_bits() + bits - 1) / bits;
  }
  /// Returns the scope of a node's site: "wafer.r3.c4".
  std::string home(NodeId node) const {
    const SiteId site = repair.repair.placement.site_of.at(node.value);
    return fabric().name + "." + fabric().sites.at(site.value).name;
  }

  Input input;
  CheckedRepair repair;
};

/// Returns the value of a signal at a time.
inline std::string value_at(const VcdDump& dump, const std::string& name, std::uint64_t time) {
  const VcdChanges& changes = dump.changes(name);
  const auto after =
      std::ranges::upper_bound(changes, time, std::less{}, [](const auto& change) { return change.first; });
  return after == changes.begin() ? "nothing yet" : std::prev(after)->second;
}

}  // namespace kintsugi::test
