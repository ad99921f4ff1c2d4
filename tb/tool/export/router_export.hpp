/// What `kintsugi export --part routers` writes: the routers of a directly wired network.
#pragma once

#include <span>
#include <vector>

#include "hw/rtl/rtl_file.hpp"
#include "tb/tool/export/rtl_export.hpp"

namespace kintsugi {

/// Returns the files for the routers of a scenario. `link_cycles`: the latency of each link. Throws InputError if the
/// network is on a fabric, the routing is too large for a table, or flits are too short.
std::vector<RtlFile> export_routers(const Scenario& scenario, const Setup& setup, RtlExport& request,
                                    std::span<const unsigned> link_cycles);

}  // namespace kintsugi
