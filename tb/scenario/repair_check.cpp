#include "tb/scenario/repair_check.hpp"

#include <stdexcept>

#include "models/fabric/bitstream.hpp"
#include "models/fabric/trace.hpp"
#include "tb/scenario/defect_sites.hpp"
#include "tb/scenario/text_table.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

Repair plan(const Scenario& scenario, const Setup& setup) {
  try {
    return setup.fabric->repair(setup.defects, scenario.repair);
  } catch (const std::invalid_argument& error) {
    throw InputError({{scenario.where("repair"), std::string("repair: ") + error.what()}});
  }
}

ordered_json address_json(const Fabric& fabric, SiteId site) {
  const std::vector<int>& address = fabric.sites[site.value].address;
  return address.size() == 1 ? ordered_json(address.front()) : ordered_json(address);
}

std::string address_text(const Fabric& fabric, SiteId site) {
  return describe_address(fabric.sites[site.value].address);
}

ordered_json paths_json(const CheckedRepair& repair, const Fabric& fabric) {
  ordered_json paths = ordered_json::array();
  for (const RepairPath& path : repair.repair.paths) {
    paths.push_back({{"pe", address_json(fabric, path.fault)}, {"direction", path.direction}, {"moved", path.moved}});
  }
  return paths;
}

std::string irreparable_text(const CheckedRepair& repair, const Fabric& fabric) {
  TextTable table;
  table.add({"repair", "impossible"});
  table.add({"faults", std::to_string(repair.faults)});
  std::string label = "irreparable by themselves";
  for (const SiteId site : repair.repair.irreparable_subset) {
    table.add({label, address_text(fabric, site)});
    label.clear();
  }
  return table.text();
}

}  // namespace

CheckedRepair check_repair(const Scenario& scenario, const Setup& setup) {
  const Fabric& fabric = setup.fabric->fabric();
  CheckedRepair checked;
  checked.faults = setup.defects.size();
  checked.repair = plan(scenario, setup);
  if (!checked.repair.repairable) return checked;
  const TracedNetwork traced = Tracer(fabric).trace(switch_states(fabric, checked.repair.configuration));
  checked.difference = difference(traced, setup.network(), checked.repair.placement, fabric).value_or("");
  checked.bitstream = pack(fabric, checked.repair.configuration);
  checked.crc32 = crc32(checked.bitstream);
  return checked;
}

std::string bitstream_file(const CheckedRepair& repair) {
  const std::vector<std::uint8_t> bytes = with_crc(repair.bitstream);
  return {bytes.begin(), bytes.end()};
}

ordered_json to_json(const CheckedRepair& repair, const Fabric& fabric) {
  ordered_json json;
  json["repairable"] = repair.repair.repairable;
  json["faults"] = repair.faults;
  if (repair.repair.repairable) {
    json["paths"] = paths_json(repair, fabric);
    json["moved"] = repair.repair.moved;
    json["verified"] = repair.verified();
    if (!repair.difference.empty()) json["difference"] = repair.difference;
    json["bitstream_bytes"] = repair.bitstream.size();
    json["crc32"] = hex32(repair.crc32);
  }
  json["irreparable_subset"] = ordered_json::array();
  for (const SiteId site : repair.repair.irreparable_subset) {
    json["irreparable_subset"].push_back(address_json(fabric, site));
  }
  return json;
}

std::string to_text(const CheckedRepair& repair, const Fabric& fabric) {
  if (!repair.repair.repairable) return irreparable_text(repair, fabric);
  TextTable table;
  table.add({"repair", "possible"});
  table.add({"faults", std::to_string(repair.faults)});
  std::string label = "paths";
  for (const RepairPath& path : repair.repair.paths) {
    table.add({label,
               address_text(fabric, path.fault) + ' ' + path.direction + ", " + std::to_string(path.moved) + " moved"});
    label.clear();
  }
  table.add({"moved", std::to_string(repair.repair.moved)});
  table.add({"verified", repair.verified() ? "yes: the traced network is the one wanted" : "no: " + repair.difference});
  table.add({"bitstream", std::to_string(repair.bitstream.size()) + " bytes, CRC-32 " + hex32(repair.crc32)});
  return table.text();
}

}  // namespace kintsugi
