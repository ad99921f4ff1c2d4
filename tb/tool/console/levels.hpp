/// How deep the lists and mappings of a document may be nested: what walks through it by recursion must come to an end.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "models/network/text.hpp"

namespace kintsugi {

inline constexpr int kMostLevels = 32;
inline const std::string kTooDeep = "nested too deeply: more than " + counted(kMostLevels, "level");

/// Returns the place in a JSON text, which may be wrong, of the first level beyond the limit.
std::optional<std::size_t> too_deep_at(std::string_view json);

}  // namespace kintsugi
