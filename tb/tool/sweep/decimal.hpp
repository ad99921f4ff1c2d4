/// Decimal numbers as they are written, exact: 0.1 three times is 0.3.
///
/// Range  `[+-]digits[.digits][e[+-]digits]`, up to 15 digits in all once written without an exponent
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kintsugi::sweep {

/// units / 10^digits.
struct Decimal {
  std::int64_t units = 0;
  int digits = 0;  ///< after the point, 0 .. 15
};

/// Nothing: the text is no such number.
std::optional<Decimal> parse_decimal(std::string_view text);

/// Without zeros at the end: "0.1", "12", "-0.005".
std::string to_text(const Decimal& number);

/// from, from + step ... up to and not above `to`.
struct DecimalRange {
  Decimal from;
  Decimal to;
  Decimal step;

  /// How many numbers; 0 when there are none or the step is not above 0.
  std::uint64_t size() const;
  std::vector<std::string> texts() const;
};

}  // namespace kintsugi::sweep
