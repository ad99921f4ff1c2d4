#include "tb/tests/system/generated_tables.hpp"

#include <algorithm>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "models/registry/families.hpp"
#include "models/registry/routings.hpp"
#include "tb/tool/run/report_numbers.hpp"
#include "tb/tool/scenario/key_list.hpp"
#include "tb/tool/sweep/reader.hpp"

namespace kintsugi::test {

namespace {

std::string quoted(const std::string& text) {
  return '`' + text + '`';
}

/// Returns the text with the characters escaped that Markdown gives a meaning.
std::string in_cell(const std::string& text) {
  std::string cell;
  for (const char each : text) {
    if (each == '|' || each == '*' || each == '<') cell += '\\';
    cell += each;
  }
  return cell;
}

/// Returns the texts that are not empty, with the separator between them.
std::string joined(const std::vector<std::string>& texts, const std::string& separator) {
  std::string all;
  for (const std::string& text : texts) {
    if (!text.empty()) all += (all.empty() ? "" : separator) + text;
  }
  return all;
}

std::vector<std::string> all_quoted(const std::vector<std::string>& names) {
  std::vector<std::string> quotes;
  for (const std::string& name : names) quotes.push_back(quoted(name));
  return quotes;
}

std::string meaning_of(const KeySpec& spec) {
  const std::string kinds = joined(all_quoted(spec.kinds), ", ");
  return joined({in_cell(spec.help), in_cell(spec.condition), kinds.empty() ? "" : "only " + kinds}, "; ");
}

/// Returns the type and the range of a key; or its names, each in a line of its own if it says what it means.
std::string values_of(const KeySpec& spec) {
  const bool say_something = std::ranges::any_of(spec.choices, [](const Term& term) { return !term.summary.empty(); });
  std::vector<std::string> choices;
  for (const Term& term : spec.choices) {
    choices.push_back(joined({quoted(term.name), in_cell(term.summary)}, ": "));
  }
  const std::string names = joined(choices, say_something ? "<br>" : ", ");
  const std::string type = spec.type == "name" && !names.empty() ? "" : in_cell(spec.type);
  return joined({type, spec.help_is_whole ? "" : spec.range, names}, ", ");
}

std::string default_of(const KeySpec& spec) {
  if (spec.required) return spec.otherwise_is_value ? "required" : in_cell(spec.otherwise);
  return spec.otherwise_is_value && !spec.otherwise.empty() ? quoted(spec.otherwise) : in_cell(spec.otherwise);
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

KeySpecs keys_at(const KeySpecs& specs, const std::string& path) {
  KeySpecs keys = keys_below(specs, path);
  if (keys.empty()) keys = keys_below(sweep::keys_of_sweep(), path);
  std::erase_if(keys, [&path](const KeySpec& spec) { return spec.path == path; });
  if (keys.empty()) throw std::runtime_error("a table has the keys below " + path + ", and there are none");
  return keys;
}

std::string table_of_keys(std::string arguments) {
  const auto take_after = [&arguments](const std::string& word) {
    const std::size_t at = arguments.find(word);
    const std::string rest = at == std::string::npos ? "" : arguments.substr(at + word.size());
    if (at != std::string::npos) arguments.erase(at);
    return rest;
  };
  const std::string without = take_after(" without ");
  const std::string kind = take_after(" of ");
  const Family* const family = kind.empty() ? nullptr : find_family(kind);
  if (!kind.empty() && family == nullptr) throw std::runtime_error("a table has the keys of kind " + kind);
  const KeySpecs specs = family == nullptr ? keys_of_all() : keys_of(*family);
  const std::vector<std::string> paths = words_of(arguments);
  std::string table = "| key | meaning | values | default |\n|---|---|---|---|\n";
  for (const std::string& path : paths) {
    for (const KeySpec& spec : keys_at(specs, path)) {
      const bool is_left_out =
          (!without.empty() && spec.path.starts_with(without)) || (family && spec.path.ends_with(".kind"));
      if (is_left_out) continue;
      const std::string name = paths.size() == 1 ? spec.path.substr(path.size() + 1) : spec.path;
      table +=
          "| " + joined({quoted(name), meaning_of(spec), values_of(spec)}, " | ") + " | " + default_of(spec) + " |\n";
    }
  }
  return table;
}

std::string table_of_routings(const std::string&) {
  std::string table = "| network | routings |\n|---|---|\n";
  for (const Family* family : families()) {
    std::vector<std::string> routings;
    for (const FamilyRouting& routing : family->routings()) {
      routings.push_back(quoted(routing.info.name) +
                         (routing.only_with ? " (" + quoted(routing.only_with->text()) + ")" : ""));
    }
    if (!routings.empty()) table += "| " + quoted(family->kind()) + " | " + joined(routings, ", ") + " |\n";
  }
  std::vector<std::string> general;
  for (const RoutingInfo& routing : general_routings()) general.push_back(quoted(routing.name));
  return table + "| all | " + joined(general, ", ") + " |\n";
}

std::string table_called(const std::string& name, const std::string& arguments) {
  if (name == "keys") return table_of_keys(arguments);
  if (name == "routings") return table_of_routings(arguments);
  if (name == "collectives") return table_of_numbers(entry_numbers());
  if (name == "reconfigurations") return table_of_numbers(reconfiguration_numbers());
  return table_of_numbers();
}

}  // namespace

std::string with_generated_tables(const std::string& page) {
  static const std::regex kMark("\n<!-- (keys|routings|numbers|collectives|reconfigurations)(: ([^\n]*))? -->\n");
  std::string made;
  std::size_t done = 0;
  for (std::sregex_iterator mark(page.begin(), page.end(), kMark), none; mark != none; ++mark) {
    const std::string name = (*mark)[1];
    const auto begin = static_cast<std::size_t>(mark->position() + mark->length());
    const std::size_t end = page.find("<!-- end of " + name + " -->", begin);
    if (end == std::string::npos) throw std::runtime_error("the mark of a table has no end: " + mark->str());
    made += page.substr(done, begin - done) + '\n' + table_called(name, (*mark)[3]) + '\n';
    done = end;
  }
  return made + page.substr(done);
}

}  // namespace kintsugi::test
