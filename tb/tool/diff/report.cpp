#include "tb/tool/diff/compare.hpp"

#include "models/network/text.hpp"
#include "tb/tool/console/json_optional.hpp"
#include "tb/tool/console/printable.hpp"
#include "tb/tool/console/text_table.hpp"

namespace kintsugi::diff {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t kLongestValue = 60;  // bytes in the text

/// A text in quotes where the type of the value matters.
std::string value_text(const ordered_json& value, bool in_quotes) {
  if (value.is_null()) return "-";
  const std::string text = value.is_string() && !in_quotes
                               ? value.get<std::string>()
                               : value.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  return shortened(text, kLongestValue);
}

bool is_typed(const Difference& difference) {
  return difference.kind == "type";
}

std::string list_text(const Comparison& comparison, std::size_t most) {
  if (most == 0 || comparison.list.empty()) return "";
  TextTable table;
  std::vector<std::string> header = {"kind", "name", "a", "b"};
  if (!comparison.unit.empty()) header.insert(header.begin(), comparison.unit);
  table.add(header);
  for (const Difference& each : comparison.list) {
    std::vector<std::string> row = {each.kind, shortened(each.name, kLongestValue * 2),
                                    value_text(each.values.a, is_typed(each)),
                                    value_text(each.values.b, is_typed(each))};
    if (!comparison.unit.empty()) row.insert(row.begin(), each.position ? std::to_string(*each.position) : "-");
    table.add(row);
  }
  std::string text = '\n' + table.text();
  const std::uint64_t left = comparison.differences - comparison.list.size();
  if (left > 0) text += "and " + counted(left, "more difference") + "; --list N lists more\n";
  return text;
}

}  // namespace

ordered_json to_json(const Difference& difference, const std::string& unit) {
  ordered_json json = {{"kind", difference.kind}, {"name", difference.name}};
  if (!unit.empty()) json[unit] = difference.position;
  json["a"] = difference.values.a;
  json["b"] = difference.values.b;
  return json;
}

std::string text_of(const Difference& first, const std::string& unit, const std::string& a, const std::string& b) {
  std::string text;
  if (first.position && !unit.empty()) text += unit + ' ' + std::to_string(*first.position) + ", ";
  text += shortened(first.name, kLongestValue * 4) + ", " + first.kind + ": ";
  return text + value_text(first.values.a, is_typed(first)) + " in " + a + ", " +
         value_text(first.values.b, is_typed(first)) + " in " + b;
}

std::string kinds_text(const KindCounts& kinds) {
  return with_commas(kinds, [](const auto& each) { return each.first + ' ' + std::to_string(each.second); });
}

ordered_json to_json(const Request& request, const ComparedFiles& compared) {
  const Comparison& comparison = compared.comparison;
  ordered_json json = {{"a", request.a},
                       {"b", request.b},
                       {"form", form_name(compared.form)},
                       {"compared", comparison.compared},
                       {"equal", comparison.equal()},
                       {"first", nullptr},
                       {"differences", comparison.differences},
                       {"by_kind", ordered_json::object()},
                       {"list", ordered_json::array()},
                       {"notes", comparison.notes}};
  for (const auto& [kind, number] : comparison.by_kind) json["by_kind"][kind] = number;
  for (const Difference& each : comparison.list) {
    if (json["first"].is_null()) json["first"] = to_json(each, comparison.unit);
    if (json["list"].size() < request.most_listed) json["list"].push_back(to_json(each, comparison.unit));
  }
  return json;
}

std::string to_text(const Request& request, const ComparedFiles& compared) {
  const Comparison& comparison = compared.comparison;
  TextTable table;
  table.add({"a", request.a});
  table.add({"b", request.b});
  table.add({"form", describe(compared.form)});
  table.add({"compared", comparison.compared});
  for (const std::string& note : comparison.notes) table.add({"note", note});
  table.add({"equal", yes_no(comparison.equal())});
  if (!comparison.equal()) {
    table.add({"first", text_of(comparison.list.front(), comparison.unit, "a", "b")});
    table.add({"differences", std::to_string(comparison.differences) + ": " + kinds_text(comparison.by_kind)});
  }
  return table.text() + list_text(comparison, request.most_listed);
}

}  // namespace kintsugi::diff
