/// Words for messages and reports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace kintsugi {

/// Returns a number with its noun in the singular or plural: "1 node", "2 nodes".
inline std::string counted(std::uint64_t number, const std::string& noun) {
  return std::to_string(number) + ' ' + noun + (number == 1 ? "" : "s");
}

/// Returns the same with its verb: "1 node is", "2 nodes are".
inline std::string counted_are(std::uint64_t number, const std::string& noun) {
  return counted(number, noun) + (number == 1 ? " is" : " are");
}

/// Returns the first words with commas, and how many there are besides: "a, b and 3 more".
std::string listed_words(std::span<const std::string> words, std::size_t most);

/// Returns what `text` makes of each item, with commas: "a, b". Empty texts in front are left out.
template <class Items, class Text = std::identity>
std::string with_commas(const Items& items, Text text = {}) {
  std::string all;
  for (const auto& item : items) {
    if (!all.empty()) all += ", ";
    all += std::invoke(text, item);
  }
  return all;
}

/// Returns the text with each character that has a meaning in XML and HTML written as what it stands for.
std::string escaped_xml(std::string_view text);

}  // namespace kintsugi
