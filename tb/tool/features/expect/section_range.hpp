/// Reads what a scenario expects of a number: one value, or a range `{at_least: 10, at_most: 14}`.
#pragma once

#include <string_view>

#include "models/network/limits.hpp"
#include "tb/tool/scenario/map_reader.hpp"

namespace kintsugi {

/// Returns whether a mapping has a key of a range.
bool is_written_range(const Value& value);
/// Reads a number or a range; an end that is not given is infinite. Numbers are 0 to 10^15.
bool read_written_range(MapReader& map, std::string_view key, RealRange& range);

}  // namespace kintsugi
