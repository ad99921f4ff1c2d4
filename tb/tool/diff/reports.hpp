/// Compares two JSON documents, such as the reports of `run --json` and `repair --json`, as trees.
///
/// Name     of a value is its path: "latency.mean", "defects.pe.0.1". Entries of lists are numbered from 0
/// Kinds    number, text, truth (true and false), null, list and object; type if the two values are of different types;
///          only in a, only in b. A list or object that only one document has is one difference
/// Numbers  are compared as such, so that 1 and 1.0 are equal
/// Order    that of the first document; of keys it does not count
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/diff/difference.hpp"
#include "tb/tool/scenario/source.hpp"

namespace kintsugi::diff {

/// Keys whose values differ from run to run, or name files: wherever they are in a document.
inline const std::vector<std::string> kIgnoredKeys = {"files", "timing", "wall_seconds"};

struct ReportOptions {
  double tolerance = 0;  ///< relative to the larger one of two numbers
  std::vector<std::string> ignored = kIgnoredKeys;
  std::vector<std::string> left_out = {};  ///< keys of the outermost level alone
};

/// Reads a JSON document; null if it adds an error.
nlohmann::ordered_json read_report(const Source& source, Diagnostics& errors);

Comparison compare_reports(const Source& a, const Source& b, const ReportOptions& options, std::size_t most_listed,
                           Diagnostics& errors);

}  // namespace kintsugi::diff
