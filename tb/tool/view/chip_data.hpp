/// What the page of a chip draws, as tb/tool/view/README.md says: where everything is, what the chip is between two
/// changes, and the traffic of a run.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "models/fabric/fabric.hpp"
#include "tb/tool/features/history/recorder.hpp"
#include "tb/tool/features/packet_log/packet_log.hpp"
#include "tb/tool/run/run_report.hpp"
#include "tb/tool/setup/setup.hpp"
#include "tb/tool/view/columns.hpp"

namespace kintsugi::view {

/// The chip between two changes.
struct ChipState : RunHistory::Epoch {
  std::string label;  ///< a few words
};

/// A fault at run time, or the end of one.
struct PageFault {
  std::uint64_t cycle = 0;
  std::string text;
  bool ends = false;
  Fault what;
};

/// Adds `geometry`, `nodes`, `directions`, `home`, `epochs` and `states`; numbers the names of ports. `directions`: the
/// network ports to show. `home`: the chip without defects; nullptr: the first state. Throws InputError if the network
/// is too large to draw, or the fabric has no positions.
void add_chip(nlohmann::ordered_json& data, const Setup& setup, std::span<const SitePort> directions,
              const ChipState* home, std::span<const ChipState> states, NumberedNames& ports);

/// Adds `faults`, with the sites and lines that they are.
void add_faults(nlohmann::ordered_json& data, const Setup& setup, const std::vector<PageFault>& faults);

/// Refuses what add_chip would: call it before a run. Throws InputError.
void require_page(const Setup& setup);

/// @name The traffic of a run: `load` and `series` are counts over time, `sections` have latencies. `pes`: the nodes
/// with a PE
/// @{
void add_load(nlohmann::ordered_json& data, const RunResult& result, std::size_t nodes);
void add_series(nlohmann::ordered_json& data, const RunResult& result);
void add_sections(nlohmann::ordered_json& data, const RunResult& result, std::size_t pes);
/// @}

/// Adds `packets` and `reasons`; numbers the names of ports.
void add_packets(nlohmann::ordered_json& data, const RunResult& result, const Setup& setup, NumberedNames& ports);
/// Returns the packets to show, by position in the log, ascending: all that are lost, then the slowest, then an even
/// sample of the others, as long as there is room for packets and for hops.
std::vector<std::size_t> chosen_packets(const PacketLog& log);

}  // namespace kintsugi::view
