/// The valid name a user most likely meant.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kintsugi {

/// Insertions, deletions, replacements and exchanges of neighbours that turn one text into the other; upper and
/// lower case count as the same.
unsigned edit_distance(std::string_view a, std::string_view b);

/// The candidate with the smallest distance, the first among equals; nothing when none is close enough to be a slip.
std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> candidates);

/// "; did you mean 'x'?", or "; valid: a, b, c" when nothing is close.
std::string suggestion(std::string_view name, std::span<const std::string> candidates);

}  // namespace kintsugi
