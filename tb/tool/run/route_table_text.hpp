/// The routing of a setup as the text of a table (models/general/route_table_file.hpp).
#pragma once

#include <string>

#include "models/network/progress.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// Returns CSV, or JSON with the same: see read_route_table(). Classes of messages, which share the routing, are left
/// out. Throws std::length_error where the table is too large (models/routing/route_table.hpp). `progress` counts
/// destinations.
std::string route_table_text(const Setup& setup, bool as_json, const Progress& progress);

}  // namespace kintsugi
