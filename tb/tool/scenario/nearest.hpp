/// Finds the valid name that a user most likely meant.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace kintsugi {

/// Returns the number of insertions, deletions, replacements and exchanges of neighbours that turn one text into the
/// other; upper and lower case count as the same.
unsigned edit_distance(std::string_view a, std::string_view b);

/// Returns the candidate with the smallest distance, the first among equals; nullopt if none is close.
std::optional<std::string> nearest_name(std::string_view name, std::span<const std::string> candidates);

/// Returns "; did you mean 'x'?", or "; valid: a, b, c" if no candidate is close.
std::string suggestion(std::string_view name, std::span<const std::string> candidates);

}  // namespace kintsugi
