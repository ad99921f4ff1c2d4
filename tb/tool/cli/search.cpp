#include "tb/tool/cli/search.hpp"

#include "tb/tool/console/text_table.hpp"
#include "tb/tool/scenario/parameter_json.hpp"

namespace kintsugi::cli {

namespace {

constexpr std::size_t kBest = 5;
constexpr std::size_t kNamed = 8;  // equivalent values that a line has room for

nlohmann::ordered_json to_json(const SearchResult::Row& row) {
  nlohmann::ordered_json json = {{"value", parameter_json(row.value)}};
  if (!row.label.empty()) json["label"] = row.label;
  json["diameter"] = row.diameter;
  json["average_distance"] = row.average_distance;
  for (const ParameterValue& value : row.alike) json["alike"].push_back(parameter_json(value));
  return json;
}

std::string listed(const std::vector<ParameterValue>& values) {
  std::string text;
  for (std::size_t i = 0; i < values.size() && i < kNamed; ++i) {
    text += (i == 0 ? "" : " ") + kintsugi::to_text(values[i]);
  }
  return text + (values.size() > kNamed ? " and " + std::to_string(values.size() - kNamed) + " more" : "");
}

std::string to_text(const SearchResult& result) {
  TextTable table;
  table.add({result.parameter, "diameter", "average distance", "", "alike"});
  for (std::size_t i = 0; i < result.rows.size(); ++i) {
    const SearchResult::Row& row = result.rows[i];
    if (i >= kBest && row.label.empty()) continue;
    table.add({kintsugi::to_text(row.value), std::to_string(row.diameter), fixed(row.average_distance, 4), row.label,
               listed(row.alike)});
  }
  return "search for the " + result.parameter + " of " + result.network + ", best first; the best of " +
         std::to_string(result.tried) + " that are not alike\n" + table.text();
}

}  // namespace

void add_search(const SearchResult& result, const std::optional<std::filesystem::path>& out, Report& report) {
  report.json["search"] = {{"parameter", result.parameter}, {"network", result.network}};
  if (result.rows.size() < result.tried) report.json["search"]["tried"] = result.tried;
  for (const SearchResult::Row& row : result.rows) report.json["search"]["rows"].push_back(to_json(row));
  report.text += '\n' + to_text(result);
  if (!result.file) return;
  report.json["search"]["file"] = result.file->text;
  report.text += "the best " + result.parameter +
                 (out ? " is in " + (*out / result.file->name).string() : " as a file: --out DIR writes it") + '\n';
}

}  // namespace kintsugi::cli
