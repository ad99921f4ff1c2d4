/// The report of a comparison.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tb/tool/diff/compare.hpp"

namespace kintsugi::diff {

/// Returns `a`, `b`, `form`, `compared`, `equal`, `first`, `differences`, `by_kind`, `list` and `notes`. `first` is the
/// first entry of the list, or null. The page of this room describes them.
nlohmann::ordered_json to_json(const Request& request, const ComparedFiles& compared);

std::string to_text(const Request& request, const ComparedFiles& compared);

}  // namespace kintsugi::diff
