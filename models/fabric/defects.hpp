/// The defects of a chip: PEs, links, and the switches and wires of a fabric.
#pragma once

#include <initializer_list>
#include <utility>
#include <variant>
#include <vector>

#include "models/fabric/chain_segment.hpp"
#include "models/fabric/element_defect.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

/// Defective sites, ascending and without duplicates.
using DefectMap = std::vector<SiteId>;

/// A defective link, by the sites at its ends, as a list of defects names them. If two sites have several links between
/// them, the fabric decides which of them are meant.
struct LinkDefect {
  SiteId a;
  SiteId b;
  friend constexpr auto operator<=>(LinkDefect, LinkDefect) = default;
};

/// Returns the name of the links between two nodes of a directly wired network, where node n is site n: the lower
/// first.
constexpr LinkDefect link_between(NodeId a, NodeId b) {
  return {SiteId{a < b ? a.value : b.value}, SiteId{a < b ? b.value : a.value}};
}

/// One fault: a PE with everything that belongs to it dies, or a link, or an element: a switch gets stuck, a wire is
/// cut.
using Fault = std::variant<SiteId, LinkDefect, ElementDefect>;

/// All defects of a chip. The lists are ascending and without duplicates.
struct Defects {
  Defects() = default;
  Defects(DefectMap site_map, std::vector<LinkDefect> link_list = {})
      : sites(std::move(site_map)), links(std::move(link_list)) {}
  Defects(std::initializer_list<SiteId> list) : sites(list) {}
  std::size_t size() const { return sites.size() + links.size() + elements.size(); }
  bool empty() const { return size() == 0; }
  /// Adds a fault, which must not be there yet, and keeps the lists ascending.
  void add(const Fault& fault);
  /// Removes a fault that has ended, which must be there.
  void remove(const Fault& fault);
  bool contains(const Fault& fault) const;
  friend bool operator==(const Defects&, const Defects&) = default;

  DefectMap sites;
  std::vector<LinkDefect> links;
  std::vector<ElementDefect> elements;
  /// Dead segments of the configuration chain, ascending. What they cost is among the sites and the elements, where
  /// DeadSegments (dead_segments.hpp) has put it: they do not count as defects beside it.
  std::vector<SegmentId> segments;
};

/// Returns the dead nodes of a directly wired network; ascending.
std::vector<NodeId> nodes_of(const Defects& defects);

/// Returns the dead PEs, then the dead links, then the elements, that are among the second defects and not among the
/// first; ascending.
std::vector<Fault> new_faults(const Defects& known, const Defects& now);

}  // namespace kintsugi
