#include "tb/tool/run/repair_check.hpp"

#include <algorithm>
#include <optional>
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
  return Table<RepairPath>{{"pe", [&](const RepairPath& path) { return address_json(fabric, path.defect); }},
                           {"direction", &RepairPath::direction},
                           {"moved", &RepairPath::moved}}
      .json(repair.repair.paths);
}

ordered_json link_json(const Fabric& fabric, LinkDefect link) {
  return {address_json(fabric, link.a), address_json(fabric, link.b)};
}

/// Returns the far end of a port for every site that has a node, null for all others.
ordered_json far_ends(const CheckedRepair& repair, const Fabric& fabric, const std::string& name) {
  const PortId port{static_cast<std::uint16_t>(std::ranges::find(fabric.layout, name) - fabric.layout.begin())};
  ordered_json list(fabric.sites.size(), nullptr);
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
  const auto number = [](NodeId node) { return node == kNoNode ? std::nullopt : std::optional(node.value); };
  json["logical"] = json_list(repair.repair.placement.node_at, number);
  for (const std::string& port : ports) json[port] = far_ends(repair, fabric.fabric(), port);
}

std::string verdict(const Repair& repair) {
  if (!repair.decided) return "not decided";
  if (repair.irreparable_subset.empty()) return "none found";
  return repair.irreparable_by.empty() ? "impossible" : "no repair by " + repair.irreparable_by;
}

/// Returns the names of the dead segments of the chain.
std::vector<std::string> bypassed(const CheckedRepair& repair, const Fabric& fabric) {
  return each_of(repair.defects.segments, [&](SegmentId each) { return fabric.segments[each.index()].name; });
}

/// Returns null if there are none.
ordered_json rings_of_nodes_json(const CheckedRepair& repair, const Fabric& fabric) {
  const auto address = [&fabric](SiteId site) { return address_json(fabric, site); };
  ordered_json rings;
  for (const RepairRing& ring : repair.repair.rings) {
    rings.push_back({{"ring", ring.name}, {"passes", json_list(ring.passes, address)}});
  }
  return rings;
}

/// "column 4 passes [0, 4], [2, 3] and [5, 4] without a node"
std::string ring_text(const RepairRing& ring, const Fabric& fabric) {
  const auto address = [&fabric](SiteId site) { return address_text(fabric, site); };
  return ring.name + " passes " + with_and(ring.passes, address) + " without a node";
}

std::string irreparable_text(const CheckedRepair& repair, const Fabric& fabric) {
  TextTable table;
  table.add({"repair", verdict(repair.repair)});
  table.add({"defects", defects_text(repair, fabric)});
  const Defects& subset = repair.repair.irreparable_subset;
  std::vector<std::string> irreparable;
  for (const SiteId site : subset.sites) {
    irreparable.push_back(fabric.sites[site.value].name + ", the PE at " + address_text(fabric, site));
  }
  for (const auto [a, b] : subset.links) {
    irreparable.push_back("link from " + address_text(fabric, a) + " to " + address_text(fabric, b));
  }
  for (const ElementDefect& element : subset.elements) irreparable.push_back(element.name);
  table.add_list("irreparable by themselves", irreparable);
  table.add_list("because", repair.repair.blocked, [&](const BlockedWay& way) {
    return fabric.sites[way.defect.value].name + ' ' + way.direction + ": " + way.reason;
  });
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

ReportRows<RepairView> repair_rows() {
  using View = RepairView;
  ReportRows<View> repaired;
  repaired.other("paths", [](const View& view) { return paths_json(view.repair, view.fabric); })
      .other("rings_of_nodes", [](const View& view) { return rings_of_nodes_json(view.repair, view.fabric); })
      .other("isolated", [](const View& view) { return unless_empty(view.repair.repair.isolated); })
      .other("bypassed", [](const View& view) { return unless_empty(bypassed(view.repair, view.fabric)); })
      .number("moved", "nodes", "that live at another site than on a fabric without defects",
              [](const View& view) { return view.repair.repair.moved; })
      .other("verified", [](const View& view) { return view.repair.verified(); })
      .other("difference", [](const View& view) { return unless_empty(view.repair.difference); })
      .other("differences", [](const View& view) { return unless_empty(view.repair.differences); })
      .number("bitstream_bytes", "bytes", "of the bitstream, without its CRC",
              [](const View& view) { return view.repair.bitstream.size(); })
      .other("crc32", [](const View& view) { return hex32(view.repair.crc32); })
      .other("fabric_number", [](const View& view) { return hex32(view.fabric.number); })
      .number("closed_rings.rings", "rings", "of idle bundles with no router on them, which the switch states close",
              [](const View& view) { return view.repair.rings.size(); })
      .number("closed_rings.lanes", "lanes", "of these rings; each is a loop without a driver",
              [](const View& view) { return count_lanes(view.repair.rings); })
      .other("closed_rings.list", [](const View& view) { return rings_json(view.repair.rings, view.fabric)["list"]; });
  return ReportRows<View>()
      .other("repairable", [](const View& view) { return view.repair.repair.repairable; })
      .other("decided",
             [](const View& view) { return view.repair.repair.decided ? std::nullopt : std::optional(false); })
      .number("faults", "defects", "PEs, links and elements of the fabric that are defective before power-up",
              [](const View& view) { return view.repair.defects.size(); })
      .include("", repaired, [](const View& view) { return view.repair.repair.repairable ? &view : nullptr; });
}

ordered_json to_json(const CheckedRepair& repair, const ReconfigurableFabric& reconfigurable, Listing listing) {
  const Fabric& fabric = reconfigurable.fabric();
  ordered_json json = repair_rows().json({repair, fabric});
  if (listing == Listing::kSites && repair.repair.repairable) add_listing(json, repair, reconfigurable);
  const Defects& irreparable = repair.repair.irreparable_subset;
  json["irreparable_subset"] =
      json_list(irreparable.sites, [&fabric](SiteId site) { return address_json(fabric, site); });
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
  table.add_list("paths", repair.repair.paths, [&](const RepairPath& path) {
    return address_text(fabric, path.defect) + ' ' + path.direction + ", " + std::to_string(path.moved) + " moved";
  });
  table.add_list("rings of nodes", repair.repair.rings,
                 [&](const RepairRing& ring) { return ring_text(ring, fabric); });
  if (!repair.repair.isolated.empty()) table.add({"isolated", repair.repair.isolated});
  if (!repair.defects.segments.empty())
    table.add({"bypassed", with_commas(bypassed(repair, fabric)) + " of the chain"});
  table.add({"moved", std::to_string(repair.repair.moved)});
  table.add(
      {"verified", repair.verified() ? "yes: the extracted network is the one wanted" : "no: " + repair.difference});
  table.add_list("differences", repair.differences, {.most = 20});
  table.add(
      {"bitstream", repair_rows().fill("{bitstream_bytes} bytes, CRC-32 {crc32} for fabric number {fabric_number}",
                                       {repair, fabric})});
  add_rings(table, repair.rings, fabric);
  return table.text();
}

}  // namespace kintsugi
