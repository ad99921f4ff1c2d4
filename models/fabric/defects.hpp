/// What is defective: PEs, links, and the switches and wires of a fabric.
#pragma once

#include <initializer_list>
#include <utility>
#include <variant>
#include <vector>

#include "models/fabric/element_defect.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

/// Defective sites, ascending and without duplicates.
using DefectMap = std::vector<SiteId>;

/// A defective link, by the sites at its ends as a list of defects names them. What it stands for where two sites have
/// several links between them is for the fabric to say.
struct LinkDefect {
  SiteId a;
  SiteId b;
  friend constexpr auto operator<=>(LinkDefect, LinkDefect) = default;
};

/// One thing that is dead: a PE with all that is its own, or a link.
using Fault = std::variant<SiteId, LinkDefect>;

/// All that is defective. Links and elements ascending and without duplicates.
struct Defects {
  Defects() = default;
  Defects(DefectMap site_map, std::vector<LinkDefect> link_list = {})
      : sites(std::move(site_map)), links(std::move(link_list)) {}
  Defects(std::initializer_list<SiteId> list) : sites(list) {}
  std::size_t size() const { return sites.size() + links.size() + elements.size(); }
  bool empty() const { return size() == 0; }
  /// Keeps the lists ascending. It must not be there yet.
  void add(const Fault& fault);
  friend bool operator==(const Defects&, const Defects&) = default;

  DefectMap sites;
  std::vector<LinkDefect> links;
  std::vector<ElementDefect> elements;
};

}  // namespace kintsugi
