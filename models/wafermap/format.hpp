/// The formats of wafer maps, and how a file is recognised.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "models/wafermap/wafer_map.hpp"

namespace kintsugi::wafermap {

enum class Format : std::uint8_t { kCsv, kGrid, kSinf, kG85, kE142, kKlarf };

/// The names by which users name formats, by Format.
inline constexpr std::array<std::string_view, 6> kFormats{"csv", "grid", "sinf", "g85", "e142", "klarf"};
/// What reports call them: "SEMI G85".
std::string_view title_of(Format format);
/// Returns nullopt for a name that is none of kFormats.
std::optional<Format> format_named(std::string_view name);

/// Returns the format that the text has by its content; nullopt if it has none of them. A text with a YAML mapping or
/// list in one of its first lines has none. Lines that all have commas or semicolons are a table, right or wrong.
std::optional<Format> format_of(std::string_view text);

/// The corner of the wafer at which the columns and rows of a file begin, where a user says it.
enum class Corner : std::uint8_t { kUpperLeft, kUpperRight, kLowerLeft, kLowerRight };
inline constexpr std::array<std::string_view, 4> kCorners{"upper-left", "upper-right", "lower-left", "lower-right"};
std::optional<Corner> corner_named(std::string_view name);
inline bool is_lower(Corner corner) {
  return corner == Corner::kLowerLeft || corner == Corner::kLowerRight;
}
inline bool is_right(Corner corner) {
  return corner == Corner::kUpperRight || corner == Corner::kLowerRight;
}
inline Corner corner_of(bool lower, bool right) {
  return static_cast<Corner>((lower ? 2 : 0) + (right ? 1 : 0));
}

}  // namespace kintsugi::wafermap
