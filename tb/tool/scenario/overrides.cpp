#include "tb/tool/scenario/overrides.hpp"

#include <algorithm>

#include "tb/tool/scenario/wafer_file.hpp"

namespace kintsugi {

namespace {

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Returns the value of a key of a map; makes it if it is missing.
Value& entry_of(Value& map, const std::string& key, const Where& where) {
  if (Value::Entry* found = map.find(key)) return found->value;
  map.entries.push_back({key, where, {.entries = {}, .where = where}});
  return map.entries.back().value;
}

/// Returns the value of an option, which is no YAML.
Value value_of_option(const std::string& text, const Where& where) {
  return {.type = Value::Type::kScalar, .text = text, .quoted = true, .entries = {}, .where = where, .of_option = true};
}

/// Removes the entries of a section whose keys have a property.
template <class Has>
void remove_keys(Value& document, const std::string& section, Has has) {
  if (Value::Entry* found = document.find(section); found != nullptr) {
    std::erase_if(found->value.entries, [&](const Value::Entry& entry) { return has(entry.key); });
  }
}

/// Why a key cannot be set inside a value, which has the path `name`.
std::string no_mapping(const std::string& name, const Value& value, const std::string& key) {
  const std::string subject = name.empty() ? "the document" : name;
  return subject + " is " + describe(value) + ", which has no key '" + key + "': set it as a whole";
}

}  // namespace

std::vector<std::string> split_path(const std::string& path) {
  std::vector<std::string> parts;
  for (std::size_t start = 0; start <= path.size();) {
    const std::size_t end = std::min(path.find('.', start), path.size());
    parts.push_back(path.substr(start, end - start));
    start = end + 1;
  }
  if (std::ranges::any_of(parts, &std::string::empty)) return {};
  return parts;
}

void set_at_path(Value& document, std::span<const std::string> path, Value value, const Where& where,
                 Diagnostics& errors) {
  if (path.size() > kMostLevels) return errors.add(where, kTooDeep);
  Value* target = &document;
  std::string name;
  for (const std::string& key : path) {
    if (target->type == Value::Type::kEmpty) target->type = Value::Type::kMap;
    if (target->type != Value::Type::kMap) return errors.add(where, no_mapping(name, *target, key));
    target = &entry_of(*target, key, where);
    name += (name.empty() ? "" : ".") + key;
  }
  *target = std::move(value);
}

void use_map(const std::string& file, Value& document, Diagnostics& errors) {
  const Where where{"--map", 0, 0};
  remove_keys(document, "defects",
              [](const std::string& key) { return std::ranges::find(kMapKeys, key) == kMapKeys.end(); });
  set_at_path(document, std::vector<std::string>{"defects", "file"}, value_of_option(file, where), where, errors);
}

void use_routing(const std::string& name, Value& document, Diagnostics& errors) {
  const Where where{"--routing", 0, 0};
  remove_keys(document, "router",
              [](const std::string& key) { return key == "table" || key == "vcs" || key == "patience"; });
  set_at_path(document, std::vector<std::string>{"router", "routing"}, value_of_option(name, where), where, errors);
}

void apply_override(const std::string& override_text, Value& document, Diagnostics& errors) {
  const Where where{"--set " + override_text, 0, 0};
  const std::size_t equals = override_text.find('=');
  const auto path = split_path(trimmed(override_text.substr(0, equals)));
  if (equals == std::string::npos || path.empty()) return errors.add(where, "must have the form key.path=value");
  auto value = parse_value(override_text.substr(equals + 1), where, errors);
  if (!value) return;
  set_at_path(document, path, std::move(*value), where, errors);
}

}  // namespace kintsugi
