#include "models/network/limits.hpp"

#include <charconv>
#include <stdexcept>

namespace kintsugi {

namespace {

constexpr std::int64_t kPlainDigits = 1'000'000;  // numbers below are written in digits

/// Returns the exponent of a power of the base; 0 if the number is none.
unsigned exponent_of(std::uint64_t number, std::uint64_t base) {
  unsigned exponent = 0;
  for (; number > 1 && number % base == 0; number /= base) ++exponent;
  return number == 1 ? exponent : 0;
}

std::string power(unsigned base, int exponent) {
  return std::to_string(base) + '^' + std::to_string(exponent);
}

}  // namespace

std::string readable(std::int64_t number) {
  if (number == std::numeric_limits<std::int64_t>::min()) return "-2^63";
  if (number < 0) return '-' + readable(-number);
  if (number < kPlainDigits) return std::to_string(number);
  const auto magnitude = static_cast<std::uint64_t>(number);
  if (const unsigned exponent = exponent_of(magnitude, 10)) return power(10, static_cast<int>(exponent));
  if (const unsigned exponent = exponent_of(magnitude, 2)) return power(2, static_cast<int>(exponent));
  if (const unsigned exponent = exponent_of(magnitude + 1, 2)) return power(2, static_cast<int>(exponent)) + " - 1";
  return std::to_string(number);
}

std::string readable(double number) {
  char text[32];
  std::string shortest(text, std::to_chars(text, text + sizeof text, number).ptr);
  const std::size_t mantissa_end = shortest.find('e');
  if (mantissa_end == std::string::npos) return shortest;
  const int exponent = std::stoi(shortest.substr(mantissa_end + 1));
  const std::string mantissa = shortest.substr(0, mantissa_end);
  if (mantissa == "1") return exponent == 0 ? mantissa : power(10, exponent);
  return mantissa + " * " + power(10, exponent);
}

std::string to_text(IntegerRange range) {
  if (range.low == range.high) return readable(range.low);
  return readable(range.low) + " to " + readable(range.high);
}

std::string to_text(RealRange range) {
  return readable(range.low) + " to " + readable(range.high);
}

void require(const std::string& parameter, IntegerRange range, std::int64_t value, const std::string& unit) {
  if (range.contains(value)) return;
  throw std::invalid_argument(parameter + " must be " + to_text(range) + (unit.empty() ? "" : ' ' + unit) + ", not " +
                              std::to_string(value));
}

}  // namespace kintsugi
