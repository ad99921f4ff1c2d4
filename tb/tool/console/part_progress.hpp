/// The callback by which work of several parts reports the progress of each.
#pragma once

#include <functional>
#include <string>

#include "models/network/progress.hpp"

namespace kintsugi {

/// Begins to report a part: "reading the trace", in steps of a "byte". The part before it has ended. May be empty: then
/// nothing is reported.
using BeginPart = std::function<Progress(const std::string& what, const std::string& unit)>;

/// Returns the progress of a part; empty if nothing is reported.
inline Progress begin_part(const BeginPart& begin, const std::string& what, const std::string& unit) {
  return begin ? begin(what, unit) : Progress();
}

}  // namespace kintsugi
