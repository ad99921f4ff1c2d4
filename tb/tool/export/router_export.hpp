/// What `kintsugi export --part routers` writes: the routers of a directly wired network.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "hw/rtl/rtl_file.hpp"
#include "tb/tool/export/rtl_export.hpp"

namespace kintsugi {

/// Returns the files for the routers of a scenario. `link_cycles`: the latency of each link. Throws InputError if the
/// network is on a fabric, the routing is too large for a table, or flits are too short.
std::vector<RtlFile> export_routers(const Scenario& scenario, const Setup& setup, RtlExport& request,
                                    std::span<const LinkLatency> link_cycles);

/// Returns the names of nodes and ports that SystemVerilog does not take, with those of the netlist; empty if it takes
/// all.
nlohmann::ordered_json mended_names_json(const Network& network);
/// Returns a line about them; "" if there are none.
std::string mended_names_text(const Network& network);

}  // namespace kintsugi
