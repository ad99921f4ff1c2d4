/// The report of `kintsugi packets`.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tb/tool/packets/query.hpp"

namespace kintsugi::packets {

/// Returns counts, latency and hops with their percentiles and bins, and if `listed` each packet as `list`.
nlohmann::ordered_json to_json(const Log& log, const std::vector<const Packet*>& packets, bool listed);
/// The same as text; of the list the first lines.
std::string to_text(const Log& log, const std::vector<const Packet*>& packets, bool listed);

}  // namespace kintsugi::packets
