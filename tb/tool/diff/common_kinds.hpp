/// Which kinds of rows two files have in common: those that one of them has alone are not compared.
#pragma once

#include <set>
#include <string>

#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/diff/difference.hpp"

namespace kintsugi::diff {

using Kinds = std::set<std::string>;

/// Returns the kinds that both have, and adds a note about the others. Throws InputError if there is none; `source`
/// names the second file, and `remedy` says what to compare.
Kinds common_kinds(const Kinds& a, const Kinds& b, const std::string& source, const std::string& remedy,
                   Differences& found);

/// Returns the kinds of rows, each of which has a `kind`.
template <class Rows>
Kinds kinds_of(const Rows& rows) {
  Kinds kinds;
  for (const auto& row : rows) {
    if (!kinds.contains(row.kind)) kinds.insert(row.kind);
  }
  return kinds;
}

}  // namespace kintsugi::diff
