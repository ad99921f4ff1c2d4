#include "tb/tool/run/routing_tables.hpp"

#include <nlohmann/json.hpp>

#include "models/general/route_table_file.hpp"
#include "models/routing/route_table.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

/// A row of two cells is the only one of its kind, unless it names a dead node.
void add_front(const general::RouteTableWriter& writer, ordered_json& json) {
  for (const general::TextRow& row : writer.front()) {
    if (row.size() == 2 && row[0] != "dead") {
      json[row[0]] = row[1];
      if (row[0] == "channels") json[row[0]] = std::stoul(row[1]);
    } else {
      json[row[0]].push_back(general::TextRow(row.begin() + 1, row.end()));
    }
  }
}

std::string json_text(const general::RouteTableWriter& writer) {
  ordered_json json;
  add_front(writer, json);
  json["columns"] = writer.columns();
  std::string text = json.dump(2);
  text.erase(text.rfind("\n}"));
  text += ",\n  \"rows\": [";
  const char* between = "\n    ";
  writer.for_each_row([&](const general::TextRow& row) {
    text += between + ordered_json(row).dump();
    between = ",\n    ";
  });
  return text + "\n  ]\n}\n";
}

}  // namespace

std::string route_table_text(const Setup& setup, bool as_json, const Progress& progress) {
  const RoutingRelation& relation = setup.plain_relation();
  RouteTable table = all_queries(setup.network(), relation, {}, progress);
  reduce_keys(table);
  const Defects dead = setup.fault_aware != nullptr ? setup.defects : Defects();
  if (!dead.empty()) table.routing = setup.routing.name;  // that of the scenario, whatever leads around them
  const general::RouteTableWriter writer(setup.network(), relation, table, dead);
  return as_json ? json_text(writer) : writer.csv();
}

}  // namespace kintsugi
