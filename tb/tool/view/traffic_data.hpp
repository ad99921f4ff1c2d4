/// The traffic on the page of a run, as tb/tool/view/README.md says: counts over time, latencies by section, and the
/// packets that are shown with their way.
#pragma once

#include <nlohmann/json.hpp>

#include "tb/tool/features/packet_log/packet_log.hpp"
#include "tb/tool/run/run_report.hpp"
#include "tb/tool/setup/setup.hpp"
#include "tb/tool/view/columns.hpp"

namespace kintsugi::view {

/// Adds `load`.
void add_load(nlohmann::ordered_json& data, const RunResult& result, std::size_t nodes);
/// Adds `series`.
void add_series(nlohmann::ordered_json& data, const RunResult& result);
/// Adds `sections`. `pes`: the nodes with a PE.
void add_sections(nlohmann::ordered_json& data, const RunResult& result, std::size_t pes);

/// Adds `packets` and `reasons`; numbers the names of ports.
void add_packets(nlohmann::ordered_json& data, const RunResult& result, const Setup& setup, NumberedNames& ports);
/// Returns the packets to show, by position in the log, ascending: all that are lost, then the slowest, then an even
/// sample of the others, as long as there is room for packets and for hops.
std::vector<std::size_t> chosen_packets(const PacketLog& log);

}  // namespace kintsugi::view
