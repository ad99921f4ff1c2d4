/// The file of a coverage: a JSON document with a line for each element, so that two of them can be compared by line.
///
///   {"coverage": 1,                                                                     the version of the form
///    "chips": [
///      {"network": ..., "number": ..., "routing": ..., "vcs": ..., "runs": N, "scenario": "{network: ...}",
///       "groups": {
///         "states": {"reached": N, "goal": N,                                           what follows from the points
///           "points": {"wafer.sh.g0.c0": {"D1": 0, "D2": "unreachable", "X": 3}, ...
///    "seal": ...}                                                                       a hash of what is above
///
/// Order    chips, elements and points by name, groups as in kGroups: equal coverages are equal bytes
/// Errors   InputError with line and column: what is no document, an unknown or missing key, a key twice, a count that
///          is none, numbers that contradict the points, a seal of other chips, a file that is cut
#pragma once

#include <string>

#include "tb/tool/coverage/coverage.hpp"

namespace kintsugi::coverage {

std::string to_file(const Coverage& coverage);

/// `source` is the name of the file, for messages.
Coverage from_file(const std::string& text, const std::string& source);

/// Reads a file; `-` is standard input. Throws InputError if it cannot be read too.
Coverage read_coverage(const std::string& file);

}  // namespace kintsugi::coverage
