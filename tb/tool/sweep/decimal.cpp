#include "tb/tool/sweep/decimal.hpp"

#include <algorithm>
#include <utility>

#include "models/network/number_in.hpp"

namespace kintsugi::sweep {

namespace {

constexpr int kMostDigits = 15;  // 10^15 times anything that is counted here fits into 64 bits
constexpr std::size_t kLongestExponent = 3;

std::int64_t power_of_ten(int exponent) {
  std::int64_t power = 1;
  while (exponent-- > 0) power *= 10;
  return power;
}

/// Returns the exponent in the text after the digits, or nullopt if it is not an exponent.
std::optional<int> exponent_of(std::string_view text) {
  if (text.empty()) return 0;
  if (text[0] != 'e' && text[0] != 'E') return std::nullopt;
  text.remove_prefix(1);
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  return text.size() <= kLongestExponent ? number_in<int>(text) : std::nullopt;
}

/// The three numbers of a range in the same unit.
struct Units {
  std::int64_t from;
  std::int64_t to;
  std::int64_t step;
  int digits;
};

std::optional<std::int64_t> scaled(const Decimal& number, int digits) {
  std::int64_t units = 0;
  if (__builtin_mul_overflow(number.units, power_of_ten(digits - number.digits), &units)) return std::nullopt;
  return units;
}

std::optional<Units> in_one_unit(const DecimalRange& range) {
  const int digits = std::max({range.from.digits, range.to.digits, range.step.digits});
  const auto from = scaled(range.from, digits);
  const auto to = scaled(range.to, digits);
  const auto step = scaled(range.step, digits);
  std::int64_t length = 0;
  if (!from || !to || !step || __builtin_sub_overflow(*to, *from, &length)) return std::nullopt;
  return Units{*from, *to, *step, digits};
}

}  // namespace

std::optional<Decimal> parse_decimal(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  const auto exponent = exponent_of(text.substr(end));
  std::string digits(text.substr(0, end));
  const std::size_t point = std::min(digits.find('.'), digits.size());
  auto after = static_cast<int>(digits.size() - point);  // digits behind the point, once it is gone
  if (after > 0) {
    digits.erase(point, 1);
    --after;
  }
  if (!exponent || digits.empty() || digits.find('.') != std::string::npos) return std::nullopt;
  // "0012" with two digits after the point, times 10^1, is "12" with one
  after -= *exponent;
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  for (; after > 0 && digits.ends_with('0'); --after) digits.pop_back();
  if (digits.empty()) return Decimal{};
  if (after < 0) digits.append(static_cast<std::size_t>(-std::exchange(after, 0)), '0');
  if (digits.size() > kMostDigits || after > kMostDigits) return std::nullopt;
  const std::int64_t units = std::stoll(digits);
  return Decimal{negative ? -units : units, after};
}

std::string to_text(const Decimal& number) {
  std::string text = std::to_string(number.units < 0 ? -number.units : number.units);
  const auto digits = static_cast<std::size_t>(number.digits);
  if (text.size() <= digits) text.insert(0, digits + 1 - text.size(), '0');
  if (digits > 0) {
    text.insert(text.size() - digits, 1, '.');
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
  }
  return (number.units < 0 ? "-" : "") + text;
}

bool DecimalRange::is_countable() const {
  return in_one_unit(*this).has_value();
}

std::uint64_t DecimalRange::size() const {
  const auto units = in_one_unit(*this);
  if (!units || units->step <= 0 || units->to < units->from) return 0;
  return static_cast<std::uint64_t>((units->to - units->from) / units->step) + 1;
}

std::vector<std::string> DecimalRange::texts() const {
  std::vector<std::string> all;
  const std::uint64_t count = size();
  const auto units = in_one_unit(*this);
  for (std::uint64_t i = 0; i < count; ++i) {
    all.push_back(to_text(Decimal{units->from + static_cast<std::int64_t>(i) * units->step, units->digits}));
  }
  return all;
}

}  // namespace kintsugi::sweep
