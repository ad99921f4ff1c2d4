#include "tb/tool/states/json.hpp"

#include "models/network/text.hpp"

namespace kintsugi {

using nlohmann::ordered_json;

namespace {

/// Names the first switches of a long ring only: it can be as long as two lines of a wafer.
std::string ring_text(const ClosedRing& ring, const Fabric& fabric) {
  constexpr std::size_t kMostNames = 8;
  const std::vector<std::string> names = element_names(fabric, ring);
  const std::size_t named = names.size() <= kMostNames ? names.size() : kMostNames - 1;
  std::string text = counted(ring.lanes.size(), "lane") + ": ";
  for (std::size_t i = 0; i < named; ++i) text += names[i] + " - ";
  if (named < names.size()) text += std::to_string(names.size() - named) + " more (--json names all) - ";
  return text + "back";
}

}  // namespace

ordered_json address_json(const std::vector<int>& address) {
  return address.size() == 1 ? ordered_json(address.front()) : ordered_json(address);
}

ordered_json address_json(const Fabric& fabric, SiteId site) {
  return address_json(fabric.sites[site.value].address);
}

ordered_json text_or_null(const std::string& text) {
  return text.empty() ? ordered_json() : ordered_json(text);
}

ordered_json rings_json(std::span<const ClosedRing> rings, const Fabric& fabric) {
  ordered_json list = ordered_json::array();
  for (const ClosedRing& ring : rings) {
    list.push_back({{"elements", element_names(fabric, ring)}, {"lanes", ring.lanes.size()}});
  }
  return {{"rings", rings.size()}, {"lanes", count_lanes(rings)}, {"list", std::move(list)}};
}

void add_rings(TextTable& table, std::span<const ClosedRing> rings, const Fabric& fabric) {
  if (rings.empty()) return table.add({"rings", "none"});
  table.add({"rings", counted(rings.size(), "ring") + " with no router on " + (rings.size() == 1 ? "it" : "them") +
                          ", a loop in each lane"});
  for (const ClosedRing& ring : rings) table.add({"", ring_text(ring, fabric)});
}

}  // namespace kintsugi
