/// Exact decimal numbers: three times 0.1 is 0.3.
///
/// Range  `[+-]digits[.digits][e[+-]digits]`, up to 15 digits in all once written without an exponent
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kintsugi::sweep {

/// The number units / 10^digits.
struct Decimal {
  std::int64_t units = 0;
  int digits = 0;  ///< after the point, 0 .. 15
};

/// Returns nullopt if the text is not such a number.
std::optional<Decimal> parse_decimal(std::string_view text);

/// Returns the number without zeros at its end: "0.1", "12", "-0.005".
std::string to_text(const Decimal& number);

/// The numbers from, from + step ... that are not above `to`.
struct DecimalRange {
  Decimal from;
  Decimal to;
  Decimal step;

  /// Returns whether from, to and step have at most 18 digits each once written with equally many after the point.
  bool is_countable() const;
  /// Returns the number of numbers; 0 if the step is not above 0, or if they cannot be counted.
  std::uint64_t size() const;
  std::vector<std::string> texts() const;
};

}  // namespace kintsugi::sweep
