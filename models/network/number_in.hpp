/// Reads a text that is a number and nothing else.
///
/// Form    of std::from_chars: digits, with a - in front if the type has a sign; for double also a point, an exponent,
///         inf and nan. No +, and no blanks
/// Errors  nullopt for any other text, and for a number that the type does not have
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace kintsugi {

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && stop == end ? std::optional(number) : std::nullopt;
}

}  // namespace kintsugi
