/// What several reports say of a fabric, as JSON and as text.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "models/fabric/closed_rings.hpp"
#include "models/fabric/fabric.hpp"
#include "tb/tool/console/text_table.hpp"

namespace kintsugi {

/// Returns an address as [3, 4], or as 7 if it has one part.
nlohmann::ordered_json address_json(const std::vector<int>& address);
nlohmann::ordered_json address_json(const Fabric& fabric, SiteId site);

/// Returns null for an empty text.
nlohmann::ordered_json text_or_null(const std::string& text);

/// Returns `rings`, `lanes`, and the `list` of rings, each with its elements and lanes.
nlohmann::ordered_json rings_json(std::span<const ClosedRing> rings, const Fabric& fabric);
/// Adds the row "rings", and one for each ring.
void add_rings(TextTable& table, std::span<const ClosedRing> rings, const Fabric& fabric);

}  // namespace kintsugi
