#include "tb/tool/states/writer.hpp"

#include <array>

#include "tb/tool/console/csv.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/states/json.hpp"

namespace kintsugi::states {

namespace {

using nlohmann::ordered_json;

std::string one_line(const ordered_json& json) {
  // Names and messages can hold any bytes that the user gave.
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

ordered_json or_null(const std::optional<LinkEnds>& ends) {
  return ends ? ordered_json{ends->first, ends->second} : ordered_json();
}

ordered_json or_null(std::optional<unsigned> number) {
  return number ? ordered_json(*number) : ordered_json();
}

ordered_json to_json(const FieldRow& row) {
  return {{"offset", row.offset}, {"bits", row.bits}, {"name", row.name}, {"value", row.value}, {"state", row.state}};
}

ordered_json to_json(const SwitchRow& row) {
  ordered_json json = {{"name", row.name},
                       {"type", row.type},
                       {"field", row.field},
                       {"before", text_or_null(row.before)},
                       {"after", row.after}};
  if (!row.defect.empty()) json["defect"] = row.defect;
  return json;
}

ordered_json to_json(const PeRow& row, const Fabric& fabric) {
  ordered_json json = {{"pe", address_json(fabric, row.site)},
                       {"name", row.name},
                       {"before", text_or_null(row.before)},
                       {"after", text_or_null(row.after)}};
  if (row.defective) json["defective"] = true;
  return json;
}

ordered_json to_json(const WireRow& row) {
  return {{"a", row.a},
          {"b", row.b},
          {"lane", row.lane},
          {"pitches", row.pitches},
          {"before", or_null(row.before)},
          {"after", or_null(row.after)}};
}

ordered_json to_json(const LinkRow& row) {
  return {{"from", row.ends.first},
          {"to", row.ends.second},
          {"pitches_before", or_null(row.before)},
          {"pitches_after", or_null(row.after)}};
}

template <class Row, class... More>
RowList list_of(const char* key, const std::vector<Row>& rows, const More&... more) {
  RowList list{key, {}};
  list.rows.reserve(rows.size());
  for (const Row& row : rows) list.rows.push_back(one_line(to_json(row, more...)));
  return list;
}

/// The columns of the CSV, and a row of cells of them.
enum Column { kKind, kName, kFar, kLane, kPitches, kBefore, kAfter, kOffset, kBits, kValue, kState, kColumns };
constexpr std::array<const char*, kColumns> kHeader = {"kind",  "name",   "far",  "lane",  "pitches", "before",
                                                       "after", "offset", "bits", "value", "state"};
using Cells = std::array<std::string, kColumns>;

void add(std::string& csv, const Cells& cells) {
  for (std::size_t column = 0; column < cells.size(); ++column) {
    csv += (column == 0 ? "" : ",") + csv_cell(cells[column]);
  }
  csv += '\n';
}

/// "x0.y0.e > x1.y0.w"
std::string text_of(const std::optional<LinkEnds>& ends) {
  return ends ? ends->first + " > " + ends->second : "";
}

std::string text_of(std::optional<unsigned> number) {
  return number ? std::to_string(*number) : "";
}

void add(std::string& csv, const FieldRow& row) {
  Cells cells;
  cells[kKind] = "field";
  cells[kName] = row.name;
  cells[kOffset] = std::to_string(row.offset);
  cells[kBits] = std::to_string(row.bits);
  cells[kValue] = std::to_string(row.value);
  cells[kState] = row.state;
  add(csv, cells);
}

void add(std::string& csv, const SwitchRow& row) {
  Cells cells;
  cells[kKind] = "switch";
  cells[kName] = row.name;
  cells[kBefore] = row.before;
  cells[kAfter] = row.after;
  add(csv, cells);
}

void add(std::string& csv, const PeRow& row) {
  Cells cells;
  cells[kKind] = "pe";
  cells[kName] = row.name;
  cells[kBefore] = row.before;
  cells[kAfter] = row.after;
  cells[kState] = row.defective ? "defective" : "";
  add(csv, cells);
}

void add(std::string& csv, const WireRow& row) {
  Cells cells;
  cells[kKind] = "wire";
  cells[kName] = row.a;
  cells[kFar] = row.b;
  cells[kLane] = std::to_string(row.lane);
  cells[kPitches] = std::to_string(row.pitches);
  cells[kBefore] = text_of(row.before);
  cells[kAfter] = text_of(row.after);
  add(csv, cells);
}

void add(std::string& csv, const LinkRow& row) {
  Cells cells;
  cells[kKind] = "link";
  cells[kName] = row.ends.first;
  cells[kFar] = row.ends.second;
  cells[kBefore] = text_of(row.before);
  cells[kAfter] = text_of(row.after);
  add(csv, cells);
}

}  // namespace

std::vector<RowList> to_rows(const RepairStates& states, const Fabric& fabric) {
  return {list_of("fields", states.fields), list_of("switches", states.switches), list_of("pes", states.pes, fabric),
          list_of("wires", states.wires), list_of("links", states.links)};
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
  std::string csv;
  Cells header;
  for (std::size_t column = 0; column < kHeader.size(); ++column) header[column] = kHeader[column];
  add(csv, header);
  Cells number;
  number[kKind] = "fabric";
  number[kName] = fabric.name;
  number[kState] = hex32(fabric.number);
  add(csv, number);
  for (const FieldRow& row : states.fields) add(csv, row);
  for (const SwitchRow& row : states.switches) add(csv, row);
  for (const PeRow& row : states.pes) add(csv, row);
  for (const WireRow& row : states.wires) add(csv, row);
  for (const LinkRow& row : states.links) add(csv, row);
  return csv;
}

std::string to_text(const std::vector<FieldRow>& fields) {
  TextTable table;
  table.add({"offset", "bits", "name", "value", "state"});
  for (const FieldRow& row : fields) {
    table.add({std::to_string(row.offset), std::to_string(row.bits), row.name, std::to_string(row.value), row.state});
  }
  return table.text();
}

}  // namespace kintsugi::states
