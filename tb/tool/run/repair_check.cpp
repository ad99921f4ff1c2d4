#include "tb/tool/run/repair_check.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <utility>

#include "models/network/text.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/run/defect_map.hpp"
#include "tb/tool/states/given_repair.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

std::string address_text(const Fabric& fabric, SiteId site) {
  return describe_address(fabric.sites[site.value].address);
}

std::string defects_text(const CheckedRepair& repair, const Fabric& fabric) {
  return to_text(repair.defects, {[&](SiteId site) { return address_text(fabric, site); }});
}

ordered_json paths_json(const CheckedRepair& repair, const Fabric& fabric) {
  ordered_json paths = ordered_json::array();
  for (const RepairPath& path : repair.repair.paths) {
    paths.push_back({{"pe", address_json(fabric, path.defect)}, {"direction", path.direction}, {"moved", path.moved}});
  }
  return paths;
}

ordered_json link_json(const Fabric& fabric, LinkDefect link) {
  return {address_json(fabric, link.a), address_json(fabric, link.b)};
}

/// Returns the far end of a port for every site that has a node, null for all others.
ordered_json far_ends(const CheckedRepair& repair, const Fabric& fabric, const std::string& name) {
  const PortId port{static_cast<std::uint16_t>(std::ranges::find(fabric.layout, name) - fabric.layout.begin())};
  ordered_json list = ordered_json::array();
  for (std::size_t site = 0; site < fabric.sites.size(); ++site) list.push_back(nullptr);
  for (const Join& join : repair.extracted.joins) {
    if (join.a.port == port) list[join.a.site.value] = address_json(fabric, join.b.site);
    if (join.b.port == port) list[join.b.site.value] = address_json(fabric, join.a.site);
  }
  return list;
}

/// Lists the sites in the order of the fabric.
void add_listing(ordered_json& json, const CheckedRepair& repair, const ReconfigurableFabric& fabric) {
  const std::vector<std::string> ports = fabric.listed_ports();
  if (ports.empty()) return;
  json["logical"] = ordered_json::array();
  for (const NodeId node : repair.repair.placement.node_at) {
    json["logical"].push_back(node == kNoNode ? ordered_json() : ordered_json(node.value));
  }
  for (const std::string& port : ports) json[port] = far_ends(repair, fabric.fabric(), port);
}

std::string verdict(const Repair& repair) {
  if (!repair.decided) return "not decided";
  if (repair.irreparable_subset.empty()) return "none found";
  return repair.irreparable_by.empty() ? "impossible" : "no repair by " + repair.irreparable_by;
}

ordered_json rings_of_nodes_json(const CheckedRepair& repair, const Fabric& fabric) {
  ordered_json rings = ordered_json::array();
  for (const RepairRing& ring : repair.repair.rings) {
    ordered_json passes = ordered_json::array();
    for (const SiteId site : ring.passes) passes.push_back(address_json(fabric, site));
    rings.push_back({{"ring", ring.name}, {"passes", std::move(passes)}});
  }
  return rings;
}

/// "column 4 passes [0, 4], [2, 3] and [5, 4] without a node"
std::string ring_text(const RepairRing& ring, const Fabric& fabric) {
  std::string text = ring.name + " passes ";
  for (std::size_t i = 0; i < ring.passes.size(); ++i) {
    text += (i == 0 ? "" : i + 1 < ring.passes.size() ? ", " : " and ") + address_text(fabric, ring.passes[i]);
  }
  return text + " without a node";
}

void add_differences(TextTable& table, const CheckedRepair& repair) {
  constexpr std::size_t kMost = 20;
  std::string label = "differences";
  for (const std::string& difference :
       std::span(repair.differences).first(std::min(kMost, repair.differences.size()))) {
    table.add({std::exchange(label, ""), difference});
  }
  if (repair.differences.size() > kMost) {
    table.add({"", "and " + std::to_string(repair.differences.size() - kMost) + " more"});
  }
}

std::string irreparable_text(const CheckedRepair& repair, const Fabric& fabric) {
  TextTable table;
  table.add({"repair", verdict(repair.repair)});
  table.add({"defects", defects_text(repair, fabric)});
  std::string label = "irreparable by themselves";
  for (const SiteId site : repair.repair.irreparable_subset.sites) {
    table.add({label, fabric.sites[site.value].name + ", the PE at " + address_text(fabric, site)});
    label.clear();
  }
  for (const LinkDefect link : repair.repair.irreparable_subset.links) {
    table.add({label, "link from " + address_text(fabric, link.a) + " to " + address_text(fabric, link.b)});
    label.clear();
  }
  for (const ElementDefect& element : repair.repair.irreparable_subset.elements) {
    table.add({label, element.name});
    label.clear();
  }
  label = "because";
  for (const BlockedWay& way : repair.repair.blocked) {
    table.add({label, fabric.sites[way.defect.value].name + ' ' + way.direction + ": " + way.reason});
    label.clear();
  }
  if (!repair.repair.blocked.empty())
    table.add({"certificate", "checked: these reasons leave no choice of straight paths"});
  if (!repair.repair.reason.empty()) table.add({"reason", repair.repair.reason});
  return table.text();
}

}  // namespace

CheckedRepair check_repair(const Scenario& scenario, const Setup& setup, ProgressLine::Style style, std::ostream& out) {
  std::optional<ProgressLine> line(std::in_place, "planning the repair", "element", style, out);
  const auto check = [&, is_planned = false](std::size_t done, std::size_t total) mutable {
    if (!is_planned) line.emplace("checking the repair", "step", style, out);
    is_planned = true;
    line->update(done, total);
  };
  if (scenario.given_repair) return states::given_repair(*scenario.given_repair, scenario, setup, check);
  return check_repair(scenario, setup, line->remaining_listener(), check);
}

ordered_json to_json(const CheckedRepair& repair, const ReconfigurableFabric& reconfigurable, Listing listing) {
  const Fabric& fabric = reconfigurable.fabric();
  ordered_json json;
  json["repairable"] = repair.repair.repairable;
  if (!repair.repair.decided) json["decided"] = false;
  json["faults"] = repair.defects.size();
  if (repair.repair.repairable) {
    json["paths"] = paths_json(repair, fabric);
    if (!repair.repair.rings.empty()) json["rings_of_nodes"] = rings_of_nodes_json(repair, fabric);
    if (!repair.repair.isolated.empty()) json["isolated"] = repair.repair.isolated;
    json["moved"] = repair.repair.moved;
    json["verified"] = repair.verified();
    if (!repair.difference.empty()) json["difference"] = repair.difference;
    if (!repair.differences.empty()) json["differences"] = repair.differences;
    json["bitstream_bytes"] = repair.bitstream.size();
    json["crc32"] = hex32(repair.crc32);
    json["fabric_number"] = hex32(fabric.number);
    json["closed_rings"] = rings_json(repair.rings, fabric);
    if (listing == Listing::kSites) add_listing(json, repair, reconfigurable);
  }
  const Defects& irreparable = repair.repair.irreparable_subset;
  json["irreparable_subset"] = ordered_json::array();
  for (const SiteId site : irreparable.sites) json["irreparable_subset"].push_back(address_json(fabric, site));
  for (const LinkDefect link : irreparable.links) json["irreparable_links"].push_back(link_json(fabric, link));
  for (const BlockedWay& way : repair.repair.blocked) {
    json["blocked"].push_back(
        {{"pe", address_json(fabric, way.defect)}, {"direction", way.direction}, {"reason", way.reason}});
  }
  for (const ElementDefect& element : irreparable.elements) json["irreparable_elements"].push_back(element.name);
  if (!repair.repair.irreparable_by.empty()) json["irreparable_by"] = repair.repair.irreparable_by;
  if (!repair.repair.reason.empty()) json["reason"] = repair.repair.reason;
  return json;
}

std::string to_text(const CheckedRepair& repair, const Fabric& fabric) {
  if (!repair.repair.repairable) return irreparable_text(repair, fabric);
  TextTable table;
  table.add({"repair", "possible"});
  table.add({"defects", defects_text(repair, fabric)});
  std::string label = "paths";
  for (const RepairPath& path : repair.repair.paths) {
    table.add({label, address_text(fabric, path.defect) + ' ' + path.direction + ", " + std::to_string(path.moved) +
                          " moved"});
    label.clear();
  }
  label = "rings of nodes";
  for (const RepairRing& ring : repair.repair.rings) {
    table.add({label, ring_text(ring, fabric)});
    label.clear();
  }
  if (!repair.repair.isolated.empty()) table.add({"isolated", repair.repair.isolated});
  table.add({"moved", std::to_string(repair.repair.moved)});
  table.add(
      {"verified", repair.verified() ? "yes: the extracted network is the one wanted" : "no: " + repair.difference});
  add_differences(table, repair);
  table.add({"bitstream", std::to_string(repair.bitstream.size()) + " bytes, CRC-32 " + hex32(repair.crc32) +
                              " for fabric number " + hex32(fabric.number)});
  add_rings(table, repair.rings, fabric);
  return table.text();
}

}  // namespace kintsugi
