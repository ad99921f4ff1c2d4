/// Numbers in messages.
#pragma once

#include <charconv>
#include <string>

namespace kintsugi {

/// Returns the number with six digits at most: "1.25", "0.333333".
inline std::string rounded(double number) {
  constexpr int kDigits = 6;
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number, std::chars_format::general, kDigits).ptr};
}

}  // namespace kintsugi
