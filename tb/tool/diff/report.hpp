/// The report of a comparison.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tb/tool/diff/compare.hpp"

namespace kintsugi::diff {

/// Returns the kind, the name, the position if there is a unit of positions, and the values in `a` and `b`.
nlohmann::ordered_json to_json(const Difference& difference, const std::string& unit);
/// Returns "cycle 20, packet 0 of node n1, delivered: 20 in a, 21 in b", for files that are called a and b.
std::string text_of(const Difference& first, const std::string& unit, const std::string& a, const std::string& b);
/// Returns "delivered 3, lost 1".
std::string kinds_text(const KindCounts& kinds);

/// Returns `a`, `b`, `form`, `compared`, `equal`, `first`, `differences`, `by_kind`, `list` and `notes`. `first` is the
/// first entry of the list, or null. The page of this room describes them.
nlohmann::ordered_json to_json(const Request& request, const ComparedFiles& compared);

std::string to_text(const Request& request, const ComparedFiles& compared);

}  // namespace kintsugi::diff
