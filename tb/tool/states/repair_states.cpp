#include "tb/tool/states/repair_states.hpp"

#include <algorithm>
#include <utility>

#include "models/fabric/link_path.hpp"
#include "models/fabric/placed_network.hpp"
#include "tb/tool/console/ordered_document.hpp"
#include "tb/tool/console/table.hpp"
#include "tb/tool/states/json.hpp"

namespace kintsugi::states {

namespace {

std::string state_in(const FieldTable& table, SwitchId id, const std::optional<Setting>& setting) {
  return setting ? table.state_name(id, setting->states[id.value]) : "";
}

std::string node_in(const Network& network, SiteId site, const std::optional<Setting>& setting) {
  const NodeId node = setting ? setting->placement.node_at[site.value] : kNoNode;
  return node == kNoNode ? "" : network.node_name(node);
}

std::vector<SwitchRow> switches_of(const FieldTable& table, const Setup& setup, const std::optional<Setting>& before,
                                   const Setting& after) {
  const Fabric& fabric = table.fabric();
  std::vector<SwitchRow> rows;
  rows.reserve(fabric.switches.size());
  for (const SwitchId id : ids<SwitchId>(fabric.switches.size())) {
    const FabricSwitch& each = fabric.switches[id.value];
    rows.push_back({each.name, each.type->name(), fabric.fields[each.field].name, state_in(table, id, before),
                    state_in(table, id, after), ""});
  }
  for (const ElementDefect& element : setup.defects.elements) {
    std::string& defect = rows[element.switch_id().value].defect;
    defect += (defect.empty() ? "" : "; ") + element.name;
  }
  return rows;
}

std::vector<PeRow> pes_of(const Setup& setup, const std::optional<Setting>& before, const Setting& after) {
  const Fabric& fabric = setup.fabric->fabric();
  std::vector<PeRow> rows;
  for (const SiteId site : ids<SiteId>(fabric.sites.size())) {
    rows.push_back({site, fabric.sites[site.value].name, node_in(setup.network(), site, before),
                    node_in(setup.network(), site, after), std::ranges::binary_search(setup.defects.sites, site)});
  }
  return rows;
}

/// Finds the lanes on which the links of the network lie in a setting, and their lengths.
class LinkLanes {
 public:
  explicit LinkLanes(const Fabric& fabric) : fixed_(fabric.links.size()) {
    for (const Wire& wire : fabric.wires) {
      first_.push_back(lanes_);
      lanes_ += wire.lanes;
    }
    carried_.resize(lanes_);
  }

  void follow(const Network& network, const Setting& setting, std::vector<std::optional<unsigned>>& lengths) {
    const PlacedNetwork placed(network, setting.placement, *setting.fabric);
    const LinkPaths paths(*setting.fabric);
    lengths.resize(network.links().size());
    for (std::size_t link = 0; link < network.links().size(); ++link) {
      const auto from = placed.at(network.links()[link].a);
      if (!from) continue;
      const LinkPath path = paths.from(*from, setting.states);
      if (!path.end || path.end != placed.at(network.links()[link].b)) continue;
      lengths[link] = path.pitches;
      if (path.fixed) fixed_[*path.fixed] = link;
      for (const Passage& passage : path.passages) {
        if (passage.wire) carried_[first_[*passage.wire] + passage.out.lane] = link;
      }
    }
  }

  std::optional<std::size_t> on(std::size_t wire, unsigned lane) const { return carried_[first_[wire] + lane]; }
  std::optional<std::size_t> on_fixed(std::size_t link) const { return fixed_[link]; }

 private:
  std::size_t lanes_ = 0;
  std::vector<std::size_t> first_;                   // by wire
  std::vector<std::optional<std::size_t>> carried_;  // by lane of a wire: index of a link of the network
  std::vector<std::optional<std::size_t>> fixed_;    // by link of the fabric
};

LinkEnds ends_of(const Network& network, std::size_t link) {
  return {network.describe(network.links()[link].a), network.describe(network.links()[link].b)};
}

std::optional<LinkEnds> ends_of(const Network& network, std::optional<std::size_t> link) {
  return link ? std::optional(ends_of(network, *link)) : std::nullopt;
}

void add_wires(const Setup& setup, const LinkLanes& before, const LinkLanes& after, bool idle,
               std::vector<WireRow>& rows) {
  const Fabric& fabric = setup.fabric->fabric();
  const Network& network = setup.network();
  for (std::size_t number = 0; number < fabric.wires.size(); ++number) {
    const Wire& wire = fabric.wires[number];
    for (unsigned lane = 0; lane < wire.lanes; ++lane) {
      if (!idle && !before.on(number, lane) && !after.on(number, lane)) continue;
      rows.push_back({fabric.describe(wire.a), fabric.describe(wire.b), lane, wire.pitches,
                      ends_of(network, before.on(number, lane)), ends_of(network, after.on(number, lane))});
    }
  }
  for (std::size_t number = 0; number < fabric.links.size(); ++number) {
    if (!idle && !before.on_fixed(number) && !after.on_fixed(number)) continue;
    const FixedLink& link = fabric.links[number];
    rows.push_back({fabric.describe(link.a), fabric.describe(link.b), 0, link.pitches,
                    ends_of(network, before.on_fixed(number)), ends_of(network, after.on_fixed(number))});
  }
}

}  // namespace

std::vector<FieldRow> fields_of(const FieldTable& table, const Configuration& configuration) {
  std::vector<FieldRow> rows;
  rows.reserve(configuration.size());
  for (std::size_t field = 0; field < configuration.size(); ++field) {
    const ConfigField& each = table.fabric().fields[field];
    rows.push_back({table.offset(field), each.bits, each.name, configuration[field],
                    table.state_name(field, configuration[field])});
  }
  return rows;
}

LinkRows link_rows(const Setup& setup, const std::optional<Setting>& before, const Setting& after, bool idle) {
  LinkRows rows;
  LinkLanes lanes_before(setup.fabric->fabric());
  LinkLanes lanes_after(setup.fabric->fabric());
  std::vector<std::optional<unsigned>> length_before(setup.network().links().size());
  std::vector<std::optional<unsigned>> length_after;
  if (before) lanes_before.follow(setup.network(), *before, length_before);
  lanes_after.follow(setup.network(), after, length_after);
  add_wires(setup, lanes_before, lanes_after, idle, rows.wires);
  for (std::size_t link = 0; link < setup.network().links().size(); ++link) {
    rows.links.push_back({ends_of(setup.network(), link), length_before[link], length_after[link]});
  }
  return rows;
}

RepairStates states_of(const Setup& setup, const RepairOptions& options, const CheckedRepair& checked) {
  const FieldTable table(setup.fabric->fabric());
  const std::optional<Setting> before = setting_before(setup, options);
  const Setting after = setting_after(setup, checked.repair);
  LinkRows links = link_rows(setup, before, after);
  return {fields_of(table, checked.repair.configuration), switches_of(table, setup, before, after),
          pes_of(setup, before, after), std::move(links.wires), std::move(links.links)};
}

namespace {

using nlohmann::ordered_json;

const ColumnForm kJsonIfAny = {.null_in_json = false, .csv = false};
const ColumnForm kCsvOnly = {.json = false};

/// "x0.y0.e > x1.y0.w"
std::optional<std::string> text_of(const std::optional<LinkEnds>& ends) {
  return ends ? std::optional(ends->first + " > " + ends->second) : std::nullopt;
}

// The columns of each kind of rows; "kind" and those of the other kinds come besides in CSV.

Table<FieldRow> field_columns() {
  return {{"offset", &FieldRow::offset},
          {"bits", &FieldRow::bits},
          {"name", &FieldRow::name},
          {"value", &FieldRow::value},
          {"state", &FieldRow::state}};
}

Table<SwitchRow> switch_columns() {
  return {{"name", &SwitchRow::name},
          {"type", &SwitchRow::type, {.csv = false}},
          {"field", &SwitchRow::field, {.csv = false}},
          {"before", [](const SwitchRow& row) { return text_or_null(row.before); }},
          {"after", &SwitchRow::after},
          {"defect", [](const SwitchRow& row) { return text_or_null(row.defect); }, kJsonIfAny}};
}

Table<PeRow> pe_columns(const Fabric& fabric) {
  return {
      {"pe", [&fabric](const PeRow& row) { return address_json(fabric, row.site); }, {.csv = false}},
      {"name", &PeRow::name},
      {"before", [](const PeRow& row) { return text_or_null(row.before); }},
      {"after", [](const PeRow& row) { return text_or_null(row.after); }},
      {"defective", [](const PeRow& row) { return row.defective ? ordered_json(true) : ordered_json(); }, kJsonIfAny},
      {"state", [](const PeRow& row) { return row.defective ? "defective" : ""; }, kCsvOnly}};
}

Table<WireRow> wire_columns() {
  return {{"a", &WireRow::a, {.in_csv = "name"}},
          {"b", &WireRow::b, {.in_csv = "far"}},
          {"lane", &WireRow::lane},
          {"pitches", &WireRow::pitches},
          {"before", &WireRow::before, {.csv = false}},
          {"after", &WireRow::after, {.csv = false}},
          {"before", [](const WireRow& row) { return text_of(row.before); }, kCsvOnly},
          {"after", [](const WireRow& row) { return text_of(row.after); }, kCsvOnly}};
}

Table<LinkRow> link_columns() {
  return {{"from", [](const LinkRow& row) { return row.ends.first; }, {.in_csv = "name"}},
          {"to", [](const LinkRow& row) { return row.ends.second; }, {.in_csv = "far"}},
          {"pitches_before", &LinkRow::before, {.in_csv = "before"}},
          {"pitches_after", &LinkRow::after, {.in_csv = "after"}}};
}

template <class Row>
RowList list_of(const char* key, const std::vector<Row>& rows, const Table<Row>& table) {
  RowList list{key, {}};
  list.rows.reserve(rows.size());
  for (const Row& row : rows) list.rows.push_back(to_line(table.object(row)));
  return list;
}

/// The columns of the CSV, behind the kind of a row.
const std::vector<std::string> kCsvColumns = {"name",  "far",    "lane", "pitches", "before",
                                              "after", "offset", "bits", "value",   "state"};

template <class Row>
void add_csv(std::string& csv, const char* kind, const std::vector<Row>& rows, const Table<Row>& table) {
  for (const Row& row : rows) csv += std::string(kind) + ',' + table.csv_line(row, kCsvColumns);
}

}  // namespace

std::vector<RowList> to_rows(const RepairStates& states, const Fabric& fabric) {
  return {list_of("fields", states.fields, field_columns()), list_of("switches", states.switches, switch_columns()),
          list_of("pes", states.pes, pe_columns(fabric)), list_of("wires", states.wires, wire_columns()),
          list_of("links", states.links, link_columns())};
}

std::string dump(const ordered_json& document, const std::vector<RowList>& lists) {
  std::string text = document.dump(2, ' ', false, ordered_json::error_handler_t::replace);
  if (lists.empty()) return text + '\n';
  text.resize(text.size() - 1);  // the bracket that closes the document
  while (text.back() == '\n') text.pop_back();
  for (const RowList& list : lists) {
    if (text.back() != '{') text += ',';
    text += "\n  \"" + list.key + "\": [";
    for (std::size_t row = 0; row < list.rows.size(); ++row) text += (row == 0 ? "\n    " : ",\n    ") + list.rows[row];
    text += list.rows.empty() ? "]" : "\n  ]";
  }
  return text + "\n}\n";
}

std::string to_csv(const RepairStates& states, const Fabric& fabric) {
  std::string csv = "kind";
  for (const std::string& column : kCsvColumns) csv += ',' + column;
  csv += '\n';
  const Table<Fabric> number = {{"name", &Fabric::name},
                                {"state", [](const Fabric& each) { return hex32(each.number); }}};
  csv += "fabric," + number.csv_line(fabric, kCsvColumns);
  add_csv(csv, "field", states.fields, field_columns());
  add_csv(csv, "switch", states.switches, switch_columns());
  add_csv(csv, "pe", states.pes, pe_columns(fabric));
  add_csv(csv, "wire", states.wires, wire_columns());
  add_csv(csv, "link", states.links, link_columns());
  return csv;
}

std::string to_text(const std::vector<FieldRow>& rows) {
  return field_columns().text(rows).text();
}

std::optional<Setting> setting_before(const Setup& setup, RepairOptions options) {
  options.in_force.reset();
  options.rings_in_force.clear();
  options.explain = false;
  Repair repair = setup.fabric->repair({}, options);
  if (!repair.repairable) return std::nullopt;
  const Fabric& fabric = setup.fabric->fabric();
  return Setting{&fabric, std::move(repair.placement), switch_states(fabric, repair.configuration)};
}

Setting setting_after(const Setup& setup, const Repair& repair) {
  const Fabric& fabric = setup.built_fabric();
  return {&fabric, repair.placement, switch_states(fabric, repair.configuration)};
}

}  // namespace kintsugi::states
