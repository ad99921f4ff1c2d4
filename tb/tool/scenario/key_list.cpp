#include "tb/tool/scenario/key_list.hpp"

#include <algorithm>

#include "tb/tool/scenario/key_texts.hpp"
#include "tb/tool/scenario/reader.hpp"

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
    text += section.name == "faults"    ? "[{}]"
            : section.name == "traffic" ? "{multicast: {}}"
            : section.name == "expect"  ? "{single_packets: [{}]}"
                                        : "{}";
  }
  return text + '}';
}

void take(std::string_view text, std::string& into) {
  if (!text.empty()) into = text;
}

void add_texts(KeySpecs& specs) {
  for (const KeyText& text : key_texts()) {
    const auto spec = std::ranges::find(specs, text.path, &KeySpec::path);
    if (spec == specs.end()) continue;
    take(text.help, spec->help);
    take(text.otherwise, spec->otherwise);
    if (!text.otherwise.empty()) spec->otherwise_is_value = false;
    take(text.type, spec->type);
  }
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

FabricInfo all_fabrics(const FamilyList& list) {
  FabricInfo all;
  for (const Family* family : list) {
    const FabricInfo* info = family->fabric_info();
    if (info != nullptr) std::ranges::copy(info->elements, std::back_inserter(all.elements));
  }
  return all;
}

/// Adds the names that are not there yet.
void add_choices(const std::vector<Term>& more, std::vector<Term>& choices) {
  for (const Term& term : more) {
    if (std::ranges::find(choices, term.name, &Term::name) == choices.end()) choices.push_back(term);
  }
}

/// Adds the keys of one family; a new one goes behind the one in front of it, so that sections stay together.
void merge(const KeySpecs& of_family, const std::string& kind, KeySpecs& all) {
  std::size_t place = 0;
  for (const KeySpec& spec : of_family) {
    auto known = std::ranges::find(all, spec.path, &KeySpec::path);
    if (known == all.end()) {
      known = all.insert(all.begin() + static_cast<std::ptrdiff_t>(place), spec);
    } else {
      add_choices(spec.choices, known->choices);
      known->required = known->required && spec.required;
      if (spec.type.size() > known->type.size()) known->type = spec.type;  // an address with more parts explains both
    }
    known->kinds.push_back(kind);
    place = static_cast<std::size_t>(known - all.begin()) + 1;
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
  const FabricInfo fabrics = all_fabrics(list);
  std::erase_if(specs, [&](const KeySpec& spec) {
    return is_section_itself(spec) || (family.fabric_info() == nullptr && is_of_fabric(spec, fabrics));
  });
  for (Term& kind : find_or_add(specs, "network.kind").choices) kind.summary = find_family(kind.name, list)->summary();
  add_texts(specs);
  return specs;
}

KeySpecs keys_of_all(const FamilyList& list) {
  KeySpecs all;
  std::size_t with_fabric = 0;
  for (const Family* family : list) {
    merge(keys_of(*family, list), family->kind(), all);
    if (family->fabric_info() != nullptr) ++with_fabric;
  }
  const FabricInfo fabrics = all_fabrics(list);
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
  if (!spec.kinds.empty()) {
    std::string kinds;
    for (const std::string& kind : spec.kinds) kinds += (kinds.empty() ? "" : ", ") + kind;
    more("only " + kinds);
  }
  return text;
}

nlohmann::ordered_json to_json(const KeySpec& spec) {
  nlohmann::ordered_json json = {{"key", spec.path}, {"type", spec.type}, {"help", spec.help}};
  if (!spec.range.empty()) json["range"] = spec.range;
  const bool is_required = spec.required && spec.otherwise_is_value;
  if (!spec.otherwise.empty() && !is_required) json["default"] = spec.otherwise;
  json["required"] = is_required;
  for (const Term& choice : spec.choices)
    json["choices"].push_back({{"name", choice.name}, {"summary", choice.summary}});
  if (!spec.kinds.empty()) json["kinds"] = spec.kinds;
  return json;
}

}  // namespace kintsugi
