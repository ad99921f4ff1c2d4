#include "models/network/text.hpp"

#include <algorithm>
#include <charconv>

namespace kintsugi {

std::string counted(std::uint64_t number, const std::string& noun) {
  const std::string text = std::to_string(number) + ' ' + noun;
  if (number == 1) return text;
  if (noun.ends_with("ch")) return text + "es";
  const bool has_ies = noun.ends_with('y') && !noun.ends_with("ey") && !noun.ends_with("ay");
  return has_ies ? text.substr(0, text.size() - 1) + "ies" : text + 's';
}

std::string rounded(double number) {
  constexpr int kDigits = 6;
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number, std::chars_format::general, kDigits).ptr};
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

bool has_control_character(std::string_view text) {
  return std::ranges::any_of(text, [](unsigned char c) { return c < ' ' || c == 0x7f; });
}

std::vector<std::string_view> characters_of(std::string_view text) {
  const auto goes_on = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  std::vector<std::string_view> all;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin + 1;
    while (end < text.size() && goes_on(text[end])) ++end;
    all.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return all;
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
