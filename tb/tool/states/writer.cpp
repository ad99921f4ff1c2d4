#include "tb/tool/states/writer.hpp"

#include "tb/tool/console/table.hpp"
#include "tb/tool/states/json.hpp"

namespace kintsugi::states {

namespace {

using nlohmann::ordered_json;

const ColumnForm kJsonIfAny = {.null_in_json = false, .csv = false};
const ColumnForm kCsvOnly = {.json = false};

std::string one_line(const ordered_json& json) {
  // Names and messages can hold any bytes that the user gave.
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

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
  for (const Row& row : rows) list.rows.push_back(one_line(table.object(row)));
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

}  // namespace kintsugi::states
