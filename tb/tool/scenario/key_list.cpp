#include "tb/tool/scenario/key_list.hpp"

#include <algorithm>
#include <tuple>

#include "models/network/text.hpp"
#include "tb/tool/scenario/reader.hpp"
#include "tb/tool/scenario/vocabulary.hpp"

namespace kintsugi {

namespace {

/// Returns a scenario with every section and every mapping in a section.
std::string everything(const Family& family) {
  std::string network = "{kind: " + family.kind();
  for (const ParameterSpec& spec : family.parameters()) {
    if (spec.type == ParameterSpec::Type::kNameOrFile) network += ", " + spec.name + ": {}";
  }
  std::string text = "{network: " + network + '}';
  for (const Term& section : section_terms()) {
    if (section.name == "network") continue;
    text += ", " + section.name + ": ";
    text += is_list_section(section.name) ? "[{}]"
            : section.name == "traffic"   ? "{multicast: {}, workload: {}, burst: {}, reply: {}, classes: {}}"
            : section.name == "expect"    ? "{single_packets: [{}], at: [{}], always: [{}], never: [{}]}"
                                          : "{}";
  }
  return text + '}';
}

bool is_section_itself(const KeySpec& spec) {
  return spec.path.find('.') == std::string::npos;
}

/// The first parts of the paths of the keys that only a fabric has.
bool is_of_fabric(const KeySpec& spec, const FabricInfo& fabrics) {
  if (spec.path.starts_with("fabric.")) return true;
  return std::ranges::any_of(fabrics.elements, [&spec](const ElementSpec& element) {
    return spec.path == "defects." + element.key || spec.path == "faults." + element.key;
  });
}

/// Whether two keys of one path are said in one row: all of their values are the same, but for names of planners and
/// rules that only some fabrics have.
bool is_said_alike(const KeySpec& a, const KeySpec& b) {
  const auto values = [](const KeySpec& spec) {
    return std::tie(spec.path, spec.type, spec.range, spec.otherwise, spec.help, spec.required);
  };
  return values(a) == values(b);
}

/// Adds the keys of one family. A key that another family has with other values gets a row of its own, next to it; a
/// new one goes behind the one in front of it, so that sections stay together.
void merge(const KeySpecs& of_family, const std::string& kind, KeySpecs& all) {
  auto place = all.begin();
  for (const KeySpec& spec : of_family) {
    auto known = std::ranges::find_if(all, [&spec](const KeySpec& other) { return is_said_alike(spec, other); });
    if (known == all.end()) {
      const auto last =
          std::find_if(all.rbegin(), all.rend(), [&](const KeySpec& key) { return key.path == spec.path; });
      known = all.insert(last == all.rend() ? place : last.base(), spec);
    } else {
      add_new(spec.choices, known->choices);
    }
    known->kinds.push_back(kind);
    place = known;
    while (place != all.end() && place->path == spec.path) ++place;
  }
}

/// Returns ", a, b, c" for names that say what they mean.
std::string plain_choices(const KeySpec& spec) {
  std::string text;
  for (const Term& choice : spec.choices) {
    if (!choice.summary.empty()) return "";
    text += ", " + choice.name;
  }
  return text;
}

}  // namespace

KeySpecs keys_of(const Family& family, const FamilyList& list) {
  Diagnostics errors;  // the mistakes of a scenario that is empty otherwise
  const std::string text = everything(family);
  KeySpecs specs;
  read_scenario(*parse_document(text, "all sections", errors), "all sections", errors, list, &specs);
  std::erase_if(specs, is_section_itself);
  if (family.fabric_info() == nullptr) remove_keys_of_fabrics(specs, list);
  for (Term& kind : find_or_add(specs, "network.kind").choices) kind.summary = find_family(kind.name, list)->summary();
  take_what_is_said(specs);
  return specs;
}

void remove_keys_of_fabrics(KeySpecs& specs, const FamilyList& list) {
  const FabricInfo fabrics = fabric_vocabulary(nullptr, list);
  std::erase_if(specs, [&fabrics](const KeySpec& spec) { return is_of_fabric(spec, fabrics); });
}

KeySpecs keys_of_all(const FamilyList& list) {
  KeySpecs all;
  std::size_t with_fabric = 0;
  for (const Family* family : list) {
    merge(keys_of(*family, list), family->kind(), all);
    if (family->fabric_info() != nullptr) ++with_fabric;
  }
  const FabricInfo fabrics = fabric_vocabulary(nullptr, list);
  for (KeySpec& spec : all) {
    const bool of_fabric = is_of_fabric(spec, fabrics);
    if (spec.kinds.size() == (of_fabric ? with_fabric : list.size())) spec.kinds.clear();
  }
  return all;
}

KeySpecs keys_below(const KeySpecs& specs, std::string_view path) {
  KeySpecs below;
  std::ranges::copy_if(specs, std::back_inserter(below), [path](const KeySpec& spec) {
    return spec.path == path || spec.path.starts_with(std::string(path) + '.');
  });
  return below;
}

std::string line_of(const KeySpec& spec) {
  std::string text = spec.help;
  const auto more = [&text](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  const bool has_range = !spec.help_is_whole && !spec.range.empty();
  more(spec.type + (has_range ? ", " + spec.range : "") + plain_choices(spec));
  if (spec.required) {
    more(spec.otherwise_is_value ? "required" : spec.otherwise);
  } else if (!spec.otherwise.empty() && !spec.help_is_whole) {
    more("default " + spec.otherwise);
  }
  if (!spec.condition.empty()) more(spec.condition);
  if (!spec.kinds.empty()) more("only " + with_commas(spec.kinds));
  return text;
}

nlohmann::ordered_json to_json(const KeySpec& spec) {
  nlohmann::ordered_json json = {{"key", spec.path}, {"type", spec.type}, {"help", spec.help}};
  if (!spec.range.empty()) json["range"] = spec.range;
  const bool is_required = spec.required && spec.otherwise_is_value;
  if (!spec.otherwise.empty() && !is_required) json["default"] = spec.otherwise;
  json["required"] = is_required;
  if (!spec.condition.empty()) json["condition"] = spec.condition;
  for (const Term& choice : spec.choices)
    json["choices"].push_back({{"name", choice.name}, {"summary", choice.summary}});
  if (!spec.kinds.empty()) json["kinds"] = spec.kinds;
  return json;
}

}  // namespace kintsugi
