#include "tb/tool/setup/route_table.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "models/general/route_table_file.hpp"
#include "models/network/node_names.hpp"
#include "tb/tool/console/files.hpp"
#include "tb/tool/scenario/value.hpp"

namespace kintsugi {

namespace {

/// Hands the rows of a JSON object to the reader, those in front first, whatever their order is.
class JsonRows {
 public:
  JsonRows(general::RouteTableReader& reader, Diagnostics& errors) : reader_(reader), errors_(errors) {}

  void take(const Value& document) {
    for (const Value::Entry& entry : document.entries) {
      if (entry.key != "columns" && entry.key != "rows") take_front(entry);
    }
    const Value::Entry* const columns = document.find("columns");
    const Value::Entry* const rows = document.find("rows");
    if (columns == nullptr || rows == nullptr) {
      errors_.add(document.where,
                  "a routing table in JSON has the keys columns and rows; kintsugi prove --tables "
                  "FILE.json writes one");
      return;
    }
    take_row(columns->value);
    take_rows(rows->value);
  }

 private:
  static bool is_list_of_lists(const Value& value) {
    return value.type == Value::Type::kList &&
           std::ranges::all_of(value.items, [](const Value& item) { return item.type == Value::Type::kList; });
  }

  void take_front(const Value::Entry& entry) {
    const Cell name{entry.key, entry.where.column};
    if (!is_list_of_lists(entry.value)) return take_row(entry.value, &name);
    for (const Value& row : entry.value.items) take_row(row, &name);
  }

  void take_rows(const Value& rows) {
    if (!is_list_of_lists(rows)) return errors_.add(rows.where, "rows must be a list of lists, a row each");
    for (const Value& row : rows.items) take_row(row);
  }

  void take_row(const Value& row, const Cell* name = nullptr) {
    cells_.clear();
    if (name != nullptr) cells_.push_back(*name);
    if (row.type != Value::Type::kList) {
      add(row);
    } else {
      for (const Value& item : row.items) add(item);
    }
    reader_.take(row.where.line, cells_);
  }

  void add(const Value& cell) {
    if (cell.type == Value::Type::kList || cell.type == Value::Type::kMap) {
      errors_.add(cell.where, "a cell must be text or a number, not " + describe(cell));
    }
    cells_.push_back({cell.type == Value::Type::kScalar ? cell.text : "", cell.where.column});
  }

  general::RouteTableReader& reader_;
  Diagnostics& errors_;
  std::vector<Cell> cells_;
};

bool is_json(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string::npos && text[first] == '{';
}

}  // namespace

std::optional<general::GivenTable> read_route_table(const Building& building, unsigned least_vcs) {
  const std::filesystem::path& path = *building.scenario.router.table;
  std::string text;
  const std::string error = read_parts(
      path, kRouteTableLimit, [&](std::string_view part) { text += part; },
      begin_part(building.progress, "reading the routing table", "byte"));
  if (!error.empty()) {
    building.errors.add(building.scenario.where("router.table"),
                        "cannot read the routing table " + path.string() + ": " + error);
    return std::nullopt;
  }
  const NodeNames names(building.setup.network());
  general::RouteTableReader reader(names);
  const std::size_t errors_before = building.errors.size();
  if (!is_json(text)) {
    reader.take_text(text);
  } else if (const auto document = parse_document(text, path.string(), building.errors)) {
    JsonRows(reader, building.errors).take(*document);
  }
  if (building.errors.size() != errors_before) return std::nullopt;
  auto read = reader.finish(path.stem().string(), least_vcs);
  if (auto* const table = std::get_if<general::GivenTable>(&read)) return std::move(*table);
  for (FileMistake& mistake : std::get<std::vector<FileMistake>>(read)) {
    building.errors.add({path.string(), mistake.line, mistake.column}, std::move(mistake.message));
  }
  return std::nullopt;
}

}  // namespace kintsugi
