#include "models/network/text.hpp"

#include <charconv>

namespace kintsugi {

std::string rounded(double number) {
  constexpr int kDigits = 6;
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number, std::chars_format::general, kDigits).ptr};
}

std::string escaped_xml(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

}  // namespace kintsugi
