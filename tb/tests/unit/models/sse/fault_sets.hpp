/// Sets of faults of an array, and a check of the fabric with its selectors set for one, from the definition of the
/// network alone.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "models/fabric/extraction.hpp"
#include "models/sse/topology.hpp"
#include "tb/tests/unit/models/repair/subsets.hpp"
#include "tb/tests/unit/models/sse/array_checks.hpp"

namespace kintsugi::sse::test {

using Visit = std::function<void(const Defects&)>;

/// Returns every set of at most `most` PEs.
inline void for_each_pe_set(const Array& array, std::uint32_t most, const Visit& visit) {
  for (std::uint32_t count = 0; count <= most; ++count) {
    kintsugi::test::for_each_subset(array.pes(), count, [&](const DefectMap& set) { visit(set); });
  }
}

inline std::vector<LinkDefect> links_of(const Array& array) {
  std::vector<LinkDefect> links;
  const Edges edges = edges_of(array);
  for (const auto& [a, b] : edges.shuffle) links.push_back({a, b});
  for (const auto& [a, b] : edges.exchange) {
    // An exchange link that is also a shuffle link has one name.
    if (!array.has_shuffle(a, b) && !array.has_shuffle(b, a)) links.push_back({a, b});
  }
  std::ranges::sort(links);
  return links;
}

/// Returns every set of at most `most` links.
inline void for_each_link_set(const Array& array, std::uint32_t most, const Visit& visit) {
  const std::vector<LinkDefect> links = links_of(array);
  for (std::uint32_t count = 0; count <= most; ++count) {
    kintsugi::test::for_each_subset(static_cast<std::uint32_t>(links.size()), count, [&](const DefectMap& indices) {
      Defects defects;
      for (const SiteId index : indices) defects.links.push_back(links[index.value]);
      visit(defects);
    });
  }
}

inline std::string text(const Defects& defects) {
  std::string words = "PEs";
  for (const SiteId pe : defects.sites) words += " " + std::to_string(pe.value);
  words += ", links";
  for (const LinkDefect link : defects.links) {
    words += " " + std::to_string(link.a.value) + "-" + std::to_string(link.b.value);
  }
  return words;
}

/// The ends of joins, without their lengths.
using Ends = std::vector<std::pair<SitePort, SitePort>>;

inline Ends ends_of(const ExtractedNetwork& extracted) {
  Ends ends;
  for (const Join& join : extracted.joins) ends.emplace_back(join.a, join.b);
  return ends;
}

/// Returns the joins of the plain network of N nodes at their sites.
inline Ends plain_network(const Placement& placement) {
  const auto nodes = static_cast<std::uint32_t>(placement.site_of.size());
  Ends ends;
  const auto join = [&](std::uint32_t from, PortId out, std::uint32_t to, PortId in) {
    const SitePort a{placement.site_of[from], out};
    const SitePort b{placement.site_of[to], in};
    ends.emplace_back(std::min(a, b), std::max(a, b));
  };
  for (std::uint32_t l = 0; l < nodes; ++l) {
    join(l, kShuffleOut, target_by_definition(nodes, l), kShuffleIn);
    if (l % 2 == 0) join(l, kExchange, l + 1, kExchange);
  }
  std::ranges::sort(ends);
  return ends;
}

/// Returns whether a join uses a faulty link.
inline bool is_over(const Array& array, const std::pair<SitePort, SitePort>& join, LinkDefect link) {
  const auto is_shuffle = [&](SiteId from, SiteId to) {
    const SitePort out{from, kShuffleOut}, in{to, kShuffleIn};
    return join == std::pair(std::min(out, in), std::max(out, in));
  };
  if (array.has_shuffle(link.a, link.b)) return is_shuffle(link.a, link.b);
  if (array.has_shuffle(link.b, link.a)) return is_shuffle(link.b, link.a);
  return join.first.port == kExchange && join == std::pair(SitePort{std::min(link.a, link.b), kExchange},
                                                           SitePort{std::max(link.a, link.b), kExchange});
}

/// Returns "" if an extracted array is exactly the plain network on logical numbers without faulty parts, else the
/// first difference.
inline std::string extraction_flaw(const Array& array, const Defects& defects, const Placement& placement,
                                   const ExtractedNetwork& extracted) {
  if (placement.site_of.size() != array.sse().nodes()) return "not all nodes are placed";
  std::vector<SiteId> used = placement.site_of;
  std::ranges::sort(used);
  if (std::ranges::adjacent_find(used) != used.end()) return "two nodes at one PE";
  if (extracted.attached != used) return "another set of PEs is attached";
  for (const SiteId pe : defects.sites) {
    if (std::ranges::binary_search(used, pe)) return "PE " + std::to_string(pe.value) + " is faulty and in use";
  }
  const Ends ends = ends_of(extracted);
  if (ends != plain_network(placement)) return "not the plain network";
  for (const LinkDefect link : defects.links) {
    if (std::ranges::any_of(ends, [&](const auto& join) { return is_over(array, join, link); })) {
      return "a faulty link is in use";
    }
  }
  return "";
}

}  // namespace kintsugi::sse::test
