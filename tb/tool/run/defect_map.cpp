#include "tb/tool/run/defect_map.hpp"

#include <algorithm>
#include <set>

#include "models/fabric/dead_segments.hpp"
#include "models/network/node_names.hpp"
#include "models/network/text.hpp"
#include "tb/tool/console/table.hpp"
#include "tb/tool/states/json.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t kMostNamed = 6;

ordered_json element_json(const ElementAddress& address) {
  const auto to_json = [](const auto& value) { return ordered_json(value); };
  return json_list(address.parts, [&](const AddressPart& part) { return std::visit(to_json, part); });
}

/// What the dead segments of some defects cost, which the map names by the segments.
struct OfSegments {
  OfSegments(const Setup& setup, const Defects& some) {
    if (some.segments.empty()) return;
    Defects alone;
    alone.segments = some.segments;
    DeadSegments(setup.fabric->fabric()).add_to(alone);
    sites.insert(alone.sites.begin(), alone.sites.end());
    elements.insert(alone.elements.begin(), alone.elements.end());
  }
  std::set<SiteId> sites;
  std::set<ElementDefect> elements;
};

std::size_t links_between(const Network& network, LinkDefect link) {
  const auto to_b = std::ranges::count(network.peers(NodeId{link.a.value}), NodeId{link.b.value}, &PortRef::node);
  return static_cast<std::size_t>(link.a == link.b ? to_b / 2
                                                   : to_b);  // a link of a node to itself has two ports there
}

std::size_t dead_parts(const Fault& fault, const FaultNames& names) {
  const auto* link = std::get_if<LinkDefect>(&fault);
  return link != nullptr && names.links ? names.links(*link) : 1;
}

std::size_t dead_parts(const Defects& defects, const FaultNames& names) {
  std::size_t parts = defects.size() - defects.links.size();
  for (const LinkDefect link : defects.links) parts += dead_parts(link, names);
  return parts;
}

}  // namespace

AddressJson::AddressJson(const Setup& setup)
    : setup_(&setup), by_name_(!setup.fabric && NodeNames(setup.network()).numbers_are_names()) {}

ordered_json AddressJson::operator()(SiteId site) const {
  return by_name_ ? ordered_json(setup_->pe_name(site)) : address_json(setup_->places.addresses[site.value]);
}

ordered_json defect_map(const Setup& setup, const Defects& some) {
  ordered_json map = ordered_json::object();
  if (some.empty()) return map;
  const AddressJson address(setup);
  const OfSegments costs(setup, some);
  for (const SiteId site : some.sites) {
    if (!costs.sites.contains(site)) map["pe"].push_back(address(site));
  }
  for (const auto& [a, b] : some.links) map["link"].push_back({address(a), address(b)});
  for (const ElementDefect& element : some.elements) {
    if (costs.elements.contains(element)) continue;
    const ElementAddress& written = setup.element_addresses.at(element.name);
    map[written.key].push_back(element_json(written));
  }
  for (const SegmentId each : some.segments) map["chain"].push_back(setup.fabric->fabric().segments[each.index()].name);
  return map;
}

ordered_json defect_map(const Setup& setup) {
  return defect_map(setup, setup.defects);
}

void add_wafer_map(ordered_json& json, const Setup& setup) {
  if (!setup.measured) return;
  const FittedMap& map = *setup.measured;
  json["map"] = {{"file", map.file},       {"format", map.format},   {"wafer", map.wafer},
                 {"columns", map.columns}, {"rows", map.rows},       {"good", map.good},
                 {"bad", map.bad},         {"missing", map.missing}, {"notes", map.notes}};
}

std::string wafer_map_text(const Setup& setup) {
  return setup.measured ? "map        " + setup.measured->text() + '\n' : "";
}

/// JSON values are YAML; each defect has a line, so that two maps are easily compared.
std::string defect_map_file(const Setup& setup) {
  const ordered_json map = defect_map(setup);
  std::string text = "# " + counted(dead_parts(setup.defects, fault_names(setup)), "defect") + " of " +
                     setup.network().name() +
                     ", for defects.file of a scenario\ndefects:" + (map.empty() ? " {}" : "") + '\n';
  for (const auto& [key, list] : map.items()) {
    text += "  " + key + ":\n";
    for (const ordered_json& each : list) text += "    - " + each.dump() + '\n';
  }
  return text;
}

FaultNames fault_names(const Setup& setup) {
  FaultNames names{[&setup](SiteId site) { return setup.pe_name(site); }};
  if (!setup.fabric) names.links = [&setup](LinkDefect link) { return links_between(setup.network(), link); };
  return names;
}

std::string text_of(const Fault& fault, const FaultNames& names) {
  if (const auto* element = std::get_if<ElementDefect>(&fault)) return element->name;
  if (const SiteId* site = std::get_if<SiteId>(&fault)) return "PE " + names.pe(*site);
  const std::size_t links = dead_parts(fault, names);
  const auto [a, b] = std::get<LinkDefect>(fault);
  return (links == 1 ? "the link" : "the " + std::to_string(links) + " links") + " from " + names.pe(a) + " to " +
         names.pe(b);
}

std::string to_text(const Defects& defects, const FaultNames& names) {
  const std::vector<Fault> all = new_faults({}, defects);
  std::string text = std::to_string(dead_parts(defects, names));
  const std::size_t named = std::min(all.size(), kMostNamed);
  for (std::size_t i = 0; i < named; ++i) text += (i == 0 ? ": " : ", ") + text_of(all[i], names);
  if (named < all.size()) text += ", and " + std::to_string(all.size() - named) + " more, which --json names";
  return text;
}

void add_defects(TextTable& table, const Setup& setup) {
  if (!setup.defects.empty()) table.add({"defects", to_text(setup.defects, fault_names(setup))});
}

}  // namespace kintsugi
