/// The kinds of the links of a draft, with their latencies.
///
/// Order   that of the list of the file, or in which links first have them
/// Parted  the links of one kind that have different latencies become kinds of their own, latencies ascending:
///         "express" for those without one, then "express 3", "express 3/5" (back 5), "express 5"
/// Errors  a name that cannot be, is not in the list or is twice there; more than 256 kinds. They are added to the
///         mistakes, and the result has no meaning then
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "models/graph/draft.hpp"

namespace kintsugi::graph {

struct KindList {
  std::vector<std::string> names;
  std::vector<LinkLatency> latencies;  ///< by kind; 0: none given
  std::map<std::pair<std::string, LinkLatency>, std::size_t>
      number;  ///< by the kind and latency of a link of the draft
};

KindList list_kinds(const Draft& draft, Mistakes& mistakes);

}  // namespace kintsugi::graph
