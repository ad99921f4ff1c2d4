#include "tb/tool/run/report_numbers.hpp"

#include <algorithm>

#include "models/network/text.hpp"
#include "tb/tool/run/instrument.hpp"
#include "tb/tool/run/report_rows.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

bool has_need(const ReportNumber& row, Need need) {
  return std::ranges::find(row.needs, need) != row.needs.end();
}

const std::string kAnyEntry = ".GROUP.";

/// What all instruments declare; made anew if one has been added since the last call.
struct AllNumbers {
  std::size_t instruments = 0;
  RunRows rows = {};
  std::vector<ReportNumber> numbers = {};
  std::vector<ReportNumber> of_entries = {};
};

const AllNumbers& all_numbers() {
  static AllNumbers all;
  if (all.instruments == instruments().size()) return all;
  all = {instruments().size(), make_run_rows()};
  all.numbers = all.rows.numbers();
  for (const InstrumentInfo& info : instruments()) {
    if (info.entry_numbers != nullptr) std::ranges::move(info.entry_numbers(), std::back_inserter(all.of_entries));
  }
  return all;
}

/// Terms of the definitions, and what is reported as a list.
const std::vector<std::pair<std::string, std::string>> kTerms = {
    {"window", "[first, last): the cycles in which is measured; null if the run ended before them"},
    {"occupancy",
     "flits in the buffer of one virtual channel at the end of a link between routers, at the end of a cycle of the "
     "window"}};

/// Returns the value at a path below a mapping, or below a list whose entries have names; nullptr if there is none.
const ordered_json* value_at(const ordered_json& json, const std::string& path) {
  const std::size_t dot = path.find('.');
  const std::string key = path.substr(0, dot);
  const auto has_name = [&key](const ordered_json& entry) {
    return entry.is_object() && entry.value("name", "") == key;
  };
  const auto found = json.is_object()  ? json.find(key)
                     : json.is_array() ? std::find_if(json.begin(), json.end(), has_name)
                                       : json.end();
  if (found == json.end()) return nullptr;
  return dot == std::string::npos ? &*found : value_at(*found, path.substr(dot + 1));
}

std::string section_above(const std::string& path) {
  const std::size_t dot = path.find('.');
  return dot == std::string::npos ? "" : path.substr(0, dot);
}

}  // namespace

void put_at(ordered_json& json, const std::string& path, ordered_json value) {
  const std::size_t dot = path.find('.');
  if (dot == std::string::npos) {
    json[path] = std::move(value);
  } else {
    put_at(json[path.substr(0, dot)], path.substr(dot + 1), std::move(value));
  }
}

const RunRows& run_rows() {
  return all_numbers().rows;
}

const std::vector<ReportNumber>& report_numbers() {
  return all_numbers().numbers;
}

const std::vector<ReportNumber>& entry_numbers() {
  return all_numbers().of_entries;
}

const ReportNumber* EntryPath::row() const {
  const auto found = std::ranges::find(entry_numbers(), list + kAnyEntry + key, &ReportNumber::path);
  return found == entry_numbers().end() ? nullptr : &*found;
}

std::vector<std::string> EntryPath::paths() const {
  std::vector<std::string> paths;
  for (const ReportNumber& each : entry_numbers()) {
    if (!each.path.starts_with(list + kAnyEntry)) continue;
    paths.push_back(list + '.' + group + '.' + each.path.substr(list.size() + kAnyEntry.size()));
  }
  return paths;
}

std::string why_absent(const ReportNumber& row, const Scenario& scenario, const Setup& setup) {
  for (const Need need : row.needs) {
    if (std::string why = need(scenario, setup); !why.empty()) return why;
  }
  return "";
}

std::optional<EntryPath> entry_path(const std::string& path) {
  for (const ReportNumber& each : entry_numbers()) {
    const std::string list = each.path.substr(0, each.path.find(kAnyEntry));
    if (!path.starts_with(list + '.')) continue;
    const std::string rest = path.substr(list.size() + 1);
    const std::size_t dot = rest.find('.');
    if (dot == 0 || dot == std::string::npos) return std::nullopt;
    return EntryPath{list, rest.substr(0, dot), rest.substr(dot + 1)};
  }
  return std::nullopt;
}

ordered_json number_in(const ordered_json& report, const std::string& path) {
  const ordered_json* const value = value_at(report, path);
  return value != nullptr && value->is_number() ? *value : ordered_json();
}

std::vector<Term> expectable_numbers() {
  std::vector<Term> terms;
  for (const auto* rows : {&report_numbers(), &entry_numbers(), &reconfiguration_numbers()}) {
    if (rows == &reconfiguration_numbers()) terms.push_back({kCountOfReconfigurations, "reconfigurations begun"});
    for (const ReportNumber& row : *rows) {
      if (has_need(row, need::failure) || has_need(row, need::timing)) continue;
      terms.push_back({row.path, "[" + row.unit + "] " + row.definition});
    }
  }
  return terms;
}

ordered_json ReportNumbers::at(const std::string& path) const {
  return run_rows().at(path, {*result_, *setup_});
}

std::string filled(std::string_view sentence, const std::function<ordered_json(const std::string&)>& value_at) {
  std::string filled;
  while (true) {
    const std::size_t open = sentence.find('{');
    filled += sentence.substr(0, open);
    if (open == std::string_view::npos) return filled;
    const std::size_t close = sentence.find('}', open);
    const std::string field(sentence.substr(open + 1, close - open - 1));
    const std::size_t colon = field.find(':');
    const ordered_json value = value_at(field.substr(0, colon));
    const std::string form = colon == std::string::npos ? "" : field.substr(colon + 1);
    if (form.empty()) {
      filled += value.is_string() ? value.get<std::string>() : value.dump();
    } else {
      const bool is_number = form.find_first_not_of("0123456789") == std::string::npos;
      filled += is_number ? fixed(value.get<double>(), std::stoi(form)) : counted(value.get<std::uint64_t>(), form);
    }
    sentence.remove_prefix(close + 1);
  }
}

ordered_json ReportNumbers::section(const std::string& path) const {
  ordered_json json;
  run_rows().fill(json, {*result_, *setup_}, path + '.');
  return json;
}

ordered_json definitions() {
  ordered_json definitions;
  for (const auto& [term, definition] : kTerms) definitions[term] = definition;
  for (const ReportNumber& row : report_numbers()) {
    const std::string section = section_above(row.path);
    const std::string key = section.empty() ? row.path : row.path.substr(section.size() + 1);
    const std::string definition = (section.empty() ? "" : key + ' ') + '[' + row.unit + "]: " + row.definition;
    ordered_json& text = definitions[section.empty() ? row.path : section];
    text = text.is_null() ? definition : text.get<std::string>() + "; " + definition;
  }
  return definitions;
}

std::string table_of_numbers(const std::vector<ReportNumber>& rows) {
  std::string table = "| number | unit | is |\n|---|---|---|\n";
  for (const ReportNumber& row : rows) {
    table += "| `" + row.path + "` | " + row.unit + " | " + row.definition + " |\n";
  }
  return table;
}

}  // namespace kintsugi
