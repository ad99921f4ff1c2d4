/// Finds the valid name that a user most likely meant.
#pragma once

#include <cstddef>
#include <functional>
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

/// Returns the same of `count` candidates by its number, for lists that are not in memory: `candidate` returns the one
/// of a number, whose text must stay valid until the next call. A million candidates take a second or less.
std::optional<std::size_t> nearest_of(std::string_view name, std::size_t count,
                                      const std::function<std::string_view(std::size_t)>& candidate);

/// Returns "; did you mean 'x'?", or "; valid: a, b, c" if no candidate is close.
std::string suggestion(std::string_view name, std::span<const std::string> candidates);

/// The same; returns `otherwise` if no candidate is close.
std::string suggestion(std::string_view name, std::span<const std::string> candidates, const std::string& otherwise);

/// Returns a word for a message, in quotes. Of a long one the first characters, and "...".
std::string shown_word(std::string_view word);

}  // namespace kintsugi
