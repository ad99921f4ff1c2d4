#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/setup/build_steps.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/general/route_table_file.hpp"
#include "models/network/node_names.hpp"
#include "tb/tool/console/files.hpp"
#include "tb/tool/scenario/mistakes_of_file.hpp"
#include "tb/tool/scenario/value.hpp"

namespace kintsugi {

namespace {

/// Hands the rows of a JSON object to the reader, those in front first, whatever their order is.
class JsonRows {
 public:
  JsonRows(general::RouteTableReader& reader, Diagnostics& errors) : reader_(reader), errors_(errors) {}

  void take(const Value& document) {
    if (document.type != Value::Type::kMap) {
      errors_.add(document.where, "a routing table in JSON is an object, not ", describe(document), kRemedy);
      return;
    }
    report_wrong_keys(document);
    for (const Value::Entry& entry : document.entries) {
      if (is_front(entry.key)) take_front(entry);
    }
    const Value::Entry* const columns = document.find(kColumns);
    const Value::Entry* const rows = document.find(kRows);
    if (columns == nullptr || rows == nullptr) {
      errors_.add(document.where, "a routing table in JSON has the keys columns and rows", kRemedy);
      return;
    }
    take_columns(columns->value);
    take_rows(rows->value);
  }

 private:
  static constexpr const char* kColumns = "columns";
  static constexpr const char* kRows = "rows";
  static constexpr const char* kRemedy = "; kintsugi prove --tables FILE.json writes one";

  static bool is_front(const std::string& key) {
    const std::vector<std::string> names = general::RouteTableReader::front_names();
    return std::ranges::find(names, key) != names.end();
  }

  /// A key that is given twice would hide what stands under the second one.
  void report_wrong_keys(const Value& document) {
    std::map<std::string, Where, std::less<>> positions;
    ReadContext context{errors_, positions};
    MapReader map(context, document, "");
    for (const std::string& key : general::RouteTableReader::front_names()) map.find(key);
    for (const char* key : {kColumns, kRows}) map.find(key);
    map.report_unknown_keys();
  }

  void take_columns(const Value& columns) {
    if (columns.type != Value::Type::kList || columns.items.empty()) {
      errors_.add(columns.where, "columns must be a list of the names of columns, not ",
                  (columns.type == Value::Type::kList ? "an empty list" : describe(columns)));
      return;
    }
    collect(columns);
    reader_.take_columns(columns.where.line, cells_);
  }

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
    collect(row, name);
    reader_.take(row.where.line, cells_);
  }

  void collect(const Value& row, const Cell* name = nullptr) {
    cells_.clear();
    if (name != nullptr) cells_.push_back(*name);
    if (row.type != Value::Type::kList) {
      add(row);
    } else {
      for (const Value& item : row.items) add(item);
    }
  }

  void add(const Value& cell) {
    if (cell.type == Value::Type::kList || cell.type == Value::Type::kMap) {
      errors_.add(cell.where, "a cell must be text or a number, not ", describe(cell));
    }
    cells_.push_back({cell.type == Value::Type::kScalar ? cell.text : "", cell.where.column});
  }

  general::RouteTableReader& reader_;
  Diagnostics& errors_;
  std::vector<Cell> cells_;
};

bool is_json(const std::filesystem::path& path, const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return path.extension() == ".json" || (first != std::string::npos && text[first] == '{');
}

/// Finds the first mistake in the syntax of a JSON text, and keeps nothing of it.
class SyntaxCheck final : public nlohmann::detail::json_sax_acceptor<nlohmann::json> {
 public:
  bool parse_error(std::size_t position, const std::string& /*token*/, const nlohmann::json::exception& error) {
    offset = position == 0 ? 0 : position - 1;
    message = error.what();
    message.erase(0, std::min(message.find("syntax error"), message.size()));
    return false;
  }

  std::size_t offset = 0;
  std::string message;
};

/// YAML, as which the text is read for the places of its values, takes more than JSON.
bool is_valid_json(const std::string& text, const std::filesystem::path& path, Diagnostics& errors) {
  SyntaxCheck check;
  if (nlohmann::json::sax_parse(text, &check)) return true;
  const auto [line, column] = in_text::Places(text).at(check.offset);
  errors.add({path.string(), line, column}, "not valid JSON", (check.message.empty() ? "" : ": " + check.message));
  return false;
}

}  // namespace

std::optional<general::GivenTable> read_route_table(const Building& building, unsigned least_vcs, bool holes) {
  const std::filesystem::path& path = *building.scenario.router.table;
  std::string text;
  const std::string error = read_parts(
      path, kRouteTableLimit, [&](std::string_view part) { text += part; },
      begin_part(building.progress, "reading the routing table", "byte"));
  if (!error.empty()) {
    building.errors.add(building.scenario.where("router.table"), "cannot read the routing table ", path.string(), ": ",
                        error);
    return std::nullopt;
  }
  const NodeNames names(building.setup.network());
  general::RouteTableReader reader(names);
  const std::size_t errors_before = building.errors.size();
  if (!is_json(path, text)) {
    reader.take_text(text);
  } else if (is_valid_json(text, path, building.errors)) {
    const auto document = parse_document(text, path.string(), building.errors);
    if (document) JsonRows(reader, building.errors).take(*document);
  }
  if (building.errors.size() != errors_before) return std::nullopt;
  const bool has_detours = holes && !reader.has_dead() && least_vcs > 1;
  auto read = reader.finish(path.stem().string(), has_detours ? least_vcs - 1 : least_vcs);
  if (auto* const table = std::get_if<general::GivenTable>(&read)) return std::move(*table);
  add_mistakes(path.string(), std::get<std::vector<FileMistake>>(read), building.errors);
  return std::nullopt;
}

}  // namespace kintsugi
