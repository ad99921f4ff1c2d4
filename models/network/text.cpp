#include "models/network/text.hpp"

#include <algorithm>

namespace kintsugi {

std::string listed_words(std::span<const std::string> words, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(words.size(), most); ++i) text += (i == 0 ? "" : ", ") + words[i];
  return words.size() > most ? text + " and " + std::to_string(words.size() - most) + " more" : text;
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
