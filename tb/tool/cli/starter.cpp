#include "tb/tool/cli/starter.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "tb/tool/cli/help.hpp"
#include "tb/tool/scenario/key_list.hpp"
#include "tb/tool/scenario/reader.hpp"

namespace kintsugi::cli {

namespace {

/// A routing that every network has, and that routes around what is dead.
constexpr const char* kRoutingAroundFaults = "around";

/// What a scenario says: the sections in order, and the keys in them that have a value.
struct Plan {
  std::vector<std::string> sections = {"network"};
  std::map<std::string, std::string> values = {};  ///< by path
  std::optional<ParameterFile> file = {};
};

bool is_on_fabric(const Family& family, const std::string& purpose) {
  return family.fabric_info() != nullptr && purpose != "detection";
}

bool has_faults(const std::string& purpose) {
  return purpose == "repair" || purpose == "faults" || purpose == "detection";
}

/// Returns the address of a PE that every small network has.
std::string pe_of(const FabricInfo* fabric) {
  return fabric != nullptr && fabric->pe.size() == 2 ? "[2, 3]" : "2";
}

/// Returns the name of a file as YAML has it: in quotes if it has another character than those of usual names.
std::string in_yaml(const std::string& name) {
  const auto is_usual = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '-'; };
  const bool is_plain = std::ranges::all_of(name, is_usual) && std::isalpha(static_cast<unsigned char>(name[0])) != 0;
  if (is_plain) return name;
  return nlohmann::json(name).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void plan_network(const Family& family, const std::string& stem, Plan& plan) {
  plan.values["network.kind"] = family.kind();
  for (const ParameterSpec& spec : family.parameters()) {
    if (!spec.example) continue;
    std::string text = to_text(*spec.example);
    if (const auto* file = std::get_if<ParameterFile>(&*spec.example)) {
      plan.file = {stem + std::filesystem::path(file->path).extension().string(), file->text};
      text = in_yaml(plan.file->path);
    }
    plan.values["network." + spec.name] = text;
  }
}

/// Builds the network on its fabric by a section, or by a parameter where only some values of it have spares.
void plan_fabric(const FabricInfo& fabric, Plan& plan) {
  if (!fabric.always_with.empty()) {
    const ParameterChoice& choice = fabric.always_with.front();
    plan.values["network." + choice.parameter] = choice.value;
  }
  plan.sections.push_back("fabric");
}

/// Returns the ends of a link without which each of them still has two.
std::string link_of(const Family& family) {
  Parameters parameters;
  for (const ParameterSpec& spec : family.parameters()) {
    if (spec.example) parameters.emplace(spec.name, *spec.example);
  }
  const auto design = family.build(parameters);
  const Network& network = design->network();
  std::vector<unsigned> links(network.nodes());
  for (const Link& link : network.links()) {
    if (link.a.node == link.b.node) continue;
    ++links[link.a.node.value];
    ++links[link.b.node.value];
  }
  for (const Link& link : network.links()) {
    if (link.a.node.value == link.b.node.value || links[link.a.node.value] < 3 || links[link.b.node.value] < 3)
      continue;
    return '[' + std::to_string(link.a.node.value) + ", " + std::to_string(link.b.node.value) + ']';
  }
  return "[0, 1]";
}

void plan_faults(const Family& family, const std::string& purpose, Plan& plan) {
  const FabricInfo* fabric = is_on_fabric(family, purpose) ? family.fabric_info() : nullptr;
  if (purpose == "repair") {
    plan.sections.push_back("defects");
    plan.values["defects.pe"] = '[' + pe_of(fabric) + ']';
  } else if (purpose == "faults") {
    plan.values["faults.cycle"] = "1000";
    plan.values["faults.pe"] = pe_of(fabric);
  } else {
    plan.sections.push_back("detection");
    plan.values["detection.heartbeat"] = "25";
    plan.values["faults.cycle"] = "1000";
    plan.values["faults.link"] = link_of(family);
  }
  if (fabric != nullptr) plan.sections.push_back("repair");
  plan.sections.push_back("router");
  if (fabric == nullptr) plan.values["router.routing"] = kRoutingAroundFaults;
}

Plan plan_of(const Family& family, const std::string& purpose, const std::string& stem) {
  Plan plan;
  plan_network(family, stem, plan);
  if (is_on_fabric(family, purpose)) plan_fabric(*family.fabric_info(), plan);
  if (has_faults(purpose)) {
    plan_faults(family, purpose, plan);
  } else {
    plan.sections.push_back("router");
  }
  plan.sections.insert(plan.sections.end(), {"link", "traffic", "run"});
  if (purpose == "waves") plan.sections.push_back("waves");
  if (plan.values.contains("faults.cycle")) plan.sections.push_back("faults");
  plan.values.insert({{"traffic.pattern", "uniform"},
                      {"traffic.rate", "0.02"},
                      {"traffic.flits", "8"},
                      {"run.cycles", "4000"},
                      {"run.seed", "1"},
                      {"waves.file", "run.vcd"},
                      {"waves.to", "500"}});
  if (is_on_fabric(family, purpose)) plan.values.emplace("link.reach", "4");
  return plan;
}

/// Returns the comment above a key; the names that it can have follow.
std::string comment_of(const KeySpec& spec, const std::string& indentation) {
  std::string text = indentation + "# " + wrapped(line_of(spec), indentation + "# ", indentation.size() + 2) + '\n';
  for (const Term& choice : spec.choices) {
    if (choice.summary.empty()) continue;
    const std::string row = choice.name + ": " + choice.summary;
    text += indentation + "#   " + wrapped(row, indentation + "#     ", indentation.size() + 4) + '\n';
  }
  return text;
}

/// Returns a value that a key can have: its default, an example, the first name or the lowest number.
std::string value_of(const KeySpec& spec) {
  if (!spec.otherwise.empty() && spec.otherwise_is_value) return spec.otherwise;
  if (!spec.example.empty()) return spec.example;
  if (!spec.choices.empty()) return spec.choices.front().name;
  if (spec.type.starts_with("list")) return "[]";
  if (spec.type.starts_with("[")) return spec.type;  // an address, part by part
  return spec.range.empty() ? "1" : spec.range.substr(0, spec.range.find(' '));
}

/// Returns a key with its comment. One without a value stands in a comment; `begin` is what stands in front of it.
std::string text_of_key(const KeySpec& spec, const std::string* value, const std::string& begin) {
  const std::string indentation(begin.size(), ' ');
  const std::string name = spec.path.substr(spec.path.rfind('.') + 1);
  const std::string text = comment_of(spec, indentation);
  if (value != nullptr) return text + begin + name + ": " + *value + '\n';
  return text + indentation + "# " + name + ": " + value_of(spec) + '\n';
}

/// Returns whether the path is that of a key in the section itself, not in a mapping inside it.
bool is_in(const std::string& section, const KeySpec& spec) {
  return spec.path.starts_with(section + '.') && spec.path.find('.', section.size() + 1) == std::string::npos;
}

std::string text_of_section(const std::string& section, const KeySpecs& keys, const Plan& plan) {
  std::string with_value, without_value;
  const bool is_list = is_list_section(section);
  for (const KeySpec& spec : keys) {
    const auto value = plan.values.find(spec.path);
    if (!is_in(section, spec)) continue;
    if (value == plan.values.end()) {
      without_value += text_of_key(spec, nullptr, is_list ? "    " : "  ");
    } else {
      with_value += text_of_key(spec, &value->second, !is_list ? "  " : with_value.empty() ? "  - " : "    ");
    }
  }
  const auto terms = section_terms();
  const std::string summary = std::ranges::find(terms, section, &Term::name)->summary;
  return "\n# " + summary + "; kintsugi help " + section + '\n' + section + ":\n" + with_value + without_value;
}

}  // namespace

std::span<const Term> starter_purposes() {
  static const std::vector<Term> terms = {
      {"run", "traffic on a network without defects"},
      {"repair", "a PE or node that is defective before power-up"},
      {"faults", "a PE or node that fails while the chip runs"},
      {"detection", "a link that fails, and is noticed by its heartbeats; wired directly"},
      {"waves", "a waveform of the run"},
  };
  return terms;
}

Starter starter(const Family& family, const std::string& purpose, const std::string& stem) {
  const Plan plan = plan_of(family, purpose, stem);
  const auto terms = starter_purposes();
  Starter made;
  made.file = plan.file;
  made.scenario =
      "# " + family.kind() + ": " + std::ranges::find(terms, purpose, &Term::name)->summary +
      ".\n# To run it: kintsugi run FILE. A key in a comment is left out; it has its default there, or else\n"
      "# a value that it can have. What it needs beside it is in the text above it.\n";
  KeySpecs keys = keys_of(family);
  if (!is_on_fabric(family, purpose)) remove_keys_of_fabrics(keys);
  for (KeySpec& spec : keys) {
    if (spec.path == "network.kind") spec.choices.clear();
  }
  for (const std::string& section : plan.sections) made.scenario += text_of_section(section, keys, plan);
  return made;
}

}  // namespace kintsugi::cli
