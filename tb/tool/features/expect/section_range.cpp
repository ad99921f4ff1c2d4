#include "tb/tool/features/expect/section_range.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "tb/tool/scenario/vocabulary.hpp"

namespace kintsugi {

namespace {

constexpr RealRange kExpectedValues{0, 1e15};
constexpr RealRange kAnyRange{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};

/// Reads {at_least: 10, at_most: 14}.
bool read_ends(MapReader& ends, RealRange& range) {
  Diagnostics& errors = ends.context().errors;
  const std::size_t errors_before = errors.size();
  range = kAnyRange;
  const bool low = ends.real(range_keys()[0], kExpectedValues, range.low);
  const bool high = ends.real(range_keys()[1], kExpectedValues, range.high);
  if (errors.size() != errors_before) return false;
  if (!low && !high) {
    if (ends.value().entries.empty()) ends.complain_of_all(" is empty: give at_least, at_most or both");
    return false;  // any other key is unknown
  }
  if (range.low > range.high) {
    ends.complain_of_all(" is empty: at_least, ", readable(range.low), ", is above at_most, ", readable(range.high),
                         "; exchange them");
  }
  return errors.size() == errors_before;
}

}  // namespace

bool is_written_range(const Value& value) {
  return std::ranges::any_of(range_keys(), [&](const std::string& key) { return value.find(key) != nullptr; });
}

bool read_written_range(MapReader& map, std::string_view key, RealRange& range) {
  const Value* value = map.find(key);
  if (value == nullptr) return false;
  if (value->type == Value::Type::kMap) {
    bool right = false;
    map.section(key, [&](MapReader& ends) { right = read_ends(ends, range); });
    return right;
  }
  if (value->type == Value::Type::kScalar) {
    double exactly = 0;
    if (!map.real(key, kExpectedValues, exactly)) return false;
    range = {exactly, exactly};
    return true;
  }
  map.complain(key, " must be a number, or a range {at_least: ..., at_most: ...}, not ", describe(*value));
  return false;
}

}  // namespace kintsugi
