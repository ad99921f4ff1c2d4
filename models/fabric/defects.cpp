#include "models/fabric/defects.hpp"

#include <algorithm>

namespace kintsugi {

namespace {

/// Calls `use` with the list to which the fault belongs, and the fault as an item of it.
template <class D, class Use>
auto with_list(D& defects, const Fault& fault, Use use) {
  if (const SiteId* site = std::get_if<SiteId>(&fault)) return use(defects.sites, *site);
  if (const LinkDefect* link = std::get_if<LinkDefect>(&fault)) return use(defects.links, *link);
  return use(defects.elements, std::get<ElementDefect>(fault));
}

}  // namespace

void Defects::add(const Fault& fault) {
  with_list(*this, fault,
            [](auto& list, const auto& item) { list.insert(std::ranges::upper_bound(list, item), item); });
}

void Defects::remove(const Fault& fault) {
  with_list(*this, fault, [](auto& list, const auto& item) { list.erase(std::ranges::lower_bound(list, item)); });
}

bool Defects::contains(const Fault& fault) const {
  return with_list(*this, fault,
                   [](const auto& list, const auto& item) { return std::ranges::binary_search(list, item); });
}

std::vector<NodeId> nodes_of(const Defects& defects) {
  std::vector<NodeId> nodes;
  for (const SiteId site : defects.sites) nodes.push_back(NodeId{site.value});
  return nodes;
}

std::vector<Fault> new_faults(const Defects& known, const Defects& now) {
  std::vector<Fault> faults;
  const auto add = [&faults](const auto& known_list, const auto& list) {
    for (const auto& item : list) {
      if (!std::ranges::binary_search(known_list, item)) faults.emplace_back(item);
    }
  };
  add(known.sites, now.sites);
  add(known.links, now.links);
  add(known.elements, now.elements);
  return faults;
}

}  // namespace kintsugi
