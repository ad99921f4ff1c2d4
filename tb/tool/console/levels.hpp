/// How deep the lists and mappings of a document may be nested: what walks through it by recursion must come to an end.
#pragma once

#include <string>
#include <string_view>

#include "models/network/text.hpp"

namespace kintsugi {

inline constexpr int kMostLevels = 32;
inline const std::string kTooDeep = "nested too deeply: more than " + counted(kMostLevels, "level");

/// Returns whether a JSON text has more levels, before it is parsed. The text may be wrong.
bool is_too_deep(std::string_view json);

}  // namespace kintsugi
