/// The packets on the page of a run that are shown with their way, as tb/tool/page/README.md says.
#pragma once

#include <nlohmann/json.hpp>

#include "tb/tool/features/packet_log/packet_log.hpp"
#include "tb/tool/run/run_report.hpp"
#include "tb/tool/setup/setup.hpp"
#include "tb/tool/view/numbered_names.hpp"

namespace kintsugi::view {

/// Adds `packets` and `reasons`; numbers the names of ports.
void add_packets(nlohmann::ordered_json& data, const RunResult& result, const Setup& setup, NumberedNames& ports);

/// Returns the packets to show, by position in the log, ascending: all that are lost, then the slowest, then an even
/// sample of the others, as long as there is room for packets and for hops.
std::vector<std::size_t> chosen_packets(const PacketLog& log);

}  // namespace kintsugi::view
