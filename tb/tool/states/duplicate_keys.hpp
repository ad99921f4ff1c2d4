/// Reports keys that a mapping has twice, in documents that are read without MapReader.
#pragma once

#include "tb/tool/scenario/value.hpp"

namespace kintsugi::states {

/// Reports them in this value, and in all values inside it.
void report_duplicate_keys(const Value& value, Diagnostics& errors);

}  // namespace kintsugi::states
