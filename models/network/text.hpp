/// Words for messages and reports.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

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

/// Returns a number with its noun in the singular or plural: "1 node", "2 nodes", "2 switches", "2 entries".
std::string counted(std::uint64_t number, const std::string& noun);

/// Returns the same with its verb: "1 node is", "2 nodes are".
inline std::string counted_are(std::uint64_t number, const std::string& noun) {
  return counted(number, noun) + (number == 1 ? " is" : " are");
}

/// Returns the number with six digits at most: "1.25", "0.333333".
std::string rounded(double number);

/// Returns what `of` makes of each item, with a separator in between. Empty texts in front are left out. Of more than
/// `most` items it has the first, and how many there are besides: "a; b and 3 more".
template <class Items, class Of = std::identity>
std::string with_between(std::string_view separator, const Items& items, Of of = {}, std::size_t most = SIZE_MAX) {
  std::string all;
  std::size_t count = 0;
  for (const auto& item : items) {
    if (count++ < most) (all += all.empty() ? "" : separator) += std::invoke(of, item);
  }
  return count > most ? joined(all, " and ", count - most, " more") : all;
}

/// Returns the same with commas: "a, b".
template <class Items, class Of = std::identity>
std::string with_commas(const Items& items, Of of = {}, std::size_t most = SIZE_MAX) {
  return with_between(", ", items, of, most);
}

/// Returns the same with an "and" before the last one: "a, b and c".
template <class Items, class Of = std::identity>
std::string with_and(const Items& items, Of of = {}) {
  std::string all;
  std::size_t left = std::size(items);
  for (const auto& item : items) {
    --left;
    if (!all.empty()) all += left == 0 ? " and " : ", ";
    all += std::invoke(of, item);
  }
  return all;
}

/// Returns what `of` makes of each item.
template <class Items, class Of>
auto each_of(const Items& items, Of of) {
  std::vector<std::remove_cvref_t<decltype(std::invoke(of, *std::begin(items)))>> all;
  for (const auto& item : items) all.push_back(std::invoke(of, item));
  return all;
}

/// Returns the text with the letters of ASCII in lower case.
std::string lower_case(std::string_view text);

/// Returns whether a text has a character that ends a line or moves the cursor: a name with one cannot be printed.
bool has_control_character(std::string_view text);

/// Returns the characters of a text in UTF-8, each with all of its bytes.
std::vector<std::string_view> characters_of(std::string_view text);

/// Returns the text with each character that has a meaning in XML and HTML written as what it stands for.
std::string escaped_xml(std::string_view text);

}  // namespace kintsugi
