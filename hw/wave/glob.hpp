/// Scope globs: select signals by their dotted names.
///
/// `*` any run of characters, the empty one and dots included;  `?` exactly one character, which may be a dot;
/// every other character stands for itself. The whole name must match:
///   wafer.r3.*       wafer.r3.vc0 and wafer.r3.c4.router.vc0; neither wafer.r3 itself nor wafer.r31.vc0
///   *.router.vc?     vc0 to vc9 of every router at any depth, not vc10
///   wafer.r3         a signal of exactly this name; a scope's signals need the `.*`
/// Time is at worst proportional to the length of the pattern times that of the name.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace kintsugi::wave {

/// Returns whether the pattern matches the whole name.
bool matches(std::string_view pattern, std::string_view name);

/// Returns whether at least one of the patterns matches; false if there are none.
bool matches_any(std::span<const std::string> patterns, std::string_view name);

}  // namespace kintsugi::wave
