/// Makes text that a user wrote fit to be printed.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kintsugi {

/// Returns the number of bytes of the UTF-8 character with which `text` begins; 0 if it begins with none.
std::size_t utf8_length(std::string_view text);

/// Returns whether a text begins with a control character: U+0000 to U+001F, U+007F to U+009F.
bool begins_with_control(std::string_view text);

/// Returns how many bytes at the end of a text begin a UTF-8 character and do not complete it.
std::size_t begun_character(std::string_view text);

/// Returns the text with escapes for control characters, for characters that change the direction in which a terminal
/// writes (such as U+202E), and for bytes that are not UTF-8: "\n", "\x1b", "\u202e". Those of `kept` stay.
std::string escaped(std::string_view text, std::string_view kept = {});

/// Returns the same, but the middle of a text of more than kMostPrintable bytes is replaced by its size.
std::string printable(std::string_view text);
inline constexpr std::size_t kMostPrintable = 2000;

/// Returns the text, or, if it has more than `most` bytes, with its middle replaced by its size.
std::string shortened(std::string_view text, std::size_t most);

/// Returns a message in which every text in quotes, which can be a whole file of a user, has at most kMostQuoted bytes.
std::string with_short_quotes(std::string_view message);
inline constexpr std::size_t kMostQuoted = 240;

}  // namespace kintsugi
