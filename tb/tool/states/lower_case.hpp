/// Names of fields, switches, PEs and states are the same in upper and lower case, since other tools change the case.
#pragma once

#include <string>
#include <string_view>

namespace kintsugi::states {

/// Returns the text with the letters of ASCII in lower case.
inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

}  // namespace kintsugi::states
