/// Checks a text before it is read as YAML: what would take yaml-cpp too long, or is no text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "models/family/parameters.hpp"

namespace kintsugi {

/// Returns the first mistake of the text: a byte that is not UTF-8, a control character other than tab and the ends of
/// lines, or brackets and separators far beyond what a document within the limits of value.hpp has. A text that begins
/// with the mark of UTF-16 or UTF-32 is not checked for its characters.
std::optional<FileMistake> check_text(std::string_view text);

}  // namespace kintsugi
