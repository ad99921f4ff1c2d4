/// Words for messages and reports.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace kintsugi {

/// Returns the parts one behind the other: texts, characters, and integers in digits.
template <class... Parts>
std::string joined(const Parts&... parts) {
  std::string text;
  const auto append = [&text]<class Part>(const Part& part) {
    if constexpr (std::integral<Part> && !std::same_as<Part, char>) {
      static_assert(!std::same_as<Part, bool>, "say it in words");
      text += std::to_string(part);
    } else {
      text += part;
    }
  };
  (append(parts), ...);
  return text;
}

/// Returns a number with its noun in the singular or plural: "1 node", "2 nodes".
inline std::string counted(std::uint64_t number, const std::string& noun) {
  return std::to_string(number) + ' ' + noun + (number == 1 ? "" : "s");
}

/// Returns the same with its verb: "1 node is", "2 nodes are".
inline std::string counted_are(std::uint64_t number, const std::string& noun) {
  return counted(number, noun) + (number == 1 ? " is" : " are");
}

/// Returns the number with six digits at most: "1.25", "0.333333".
std::string rounded(double number);

/// Returns the first words with commas, and how many there are besides: "a, b and 3 more". `of` returns the word of an
/// item.
template <class Words, class Of = std::identity>
std::string listed_words(const Words& words, std::size_t most = SIZE_MAX, Of of = {}) {
  std::string text;
  std::size_t count = 0;
  for (const auto& word : words) {
    if (count++ < most) (text += count == 1 ? "" : ", ") += std::invoke(of, word);
  }
  return count > most ? joined(text, " and ", count - most, " more") : text;
}

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
