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

/// What a JSON text has, before it is parsed. The text may be wrong.
struct JsonOutline {
  /// The place of the first level beyond the limit; what follows is not seen.
  std::optional<std::size_t> too_deep = {};
  std::size_t keys = 0;  ///< of all objects, those included that a parser replaces by a later one
};
JsonOutline outline_of(std::string_view json);

}  // namespace kintsugi
