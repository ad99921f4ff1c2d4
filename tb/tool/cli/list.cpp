/// `kintsugi list`: prints every name that a scenario can use.
#include <algorithm>

#include "models/network/text.hpp"
#include "models/registry/families.hpp"
#include "models/repair/reconfigurable.hpp"
#include "models/traffic/pattern.hpp"
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/scenario/vocabulary.hpp"

namespace kintsugi::cli {

namespace {

using nlohmann::ordered_json;

ParameterValue example_value(const ParameterSpec& spec, std::int64_t number) {
  switch (spec.type) {
    case ParameterSpec::Type::kName:
      return spec.choices.front();
    case ParameterSpec::Type::kIntegers:
      return std::vector<std::int64_t>{number, number};
    case ParameterSpec::Type::kInteger:
    case ParameterSpec::Type::kIntegerOrName:
      break;
  }
  return number;
}

/// A small network of the family, with these parameters and the required ones.
std::unique_ptr<Design> example_of(const Family& family, const Parameters& chosen) {
  for (std::int64_t number = 2; number <= 16; ++number) {
    Parameters parameters = chosen;
    for (const ParameterSpec& spec : family.parameters()) {
      if (spec.required) parameters.emplace(spec.name, example_value(spec, number));
    }
    try {
      return family.build(parameters);
    } catch (const ParameterError&) {
      // The next number may be in range.
    }
  }
  return nullptr;
}

/// "at least 2 virtual channels, more with levels"
std::string channels_text(const FamilyRouting& routing) {
  return "at least " + counted(routing.info.min_vcs, "virtual channel") +
         (routing.channels_grow_with.empty() ? "" : ", more with " + routing.channels_grow_with);
}

/// When a network of the family is built on a fabric.
struct ListedFabric {
  bool on_request = false;               ///< with the defaults, when a scenario has the key `fabric`
  std::vector<std::string> always_with;  ///< "scheme: sft1"
  bool exists() const { return on_request || !always_with.empty(); }
};

ListedFabric fabric_of(const Family& family) {
  ListedFabric listed;
  const auto example = example_of(family, {});
  listed.on_request = example && !example->always_on_fabric() && example->fabric({}) != nullptr;
  for (const ParameterSpec& spec : family.parameters()) {
    for (const std::string& choice : spec.choices) {
      const auto chosen = example_of(family, {{spec.name, choice}});
      if (chosen && chosen->always_on_fabric()) listed.always_with.push_back(spec.name + ": " + choice);
    }
  }
  return listed;
}

std::string to_text(const ListedFabric& fabric) {
  std::string text = fabric.on_request ? "with the key fabric" : "";
  for (std::size_t i = 0; i < fabric.always_with.size(); ++i) {
    text += (i != 0 ? ", " : text.empty() ? "always with " : "; always with ") + fabric.always_with[i];
  }
  return text;
}

ordered_json to_json(const ParameterSpec& spec) {
  ordered_json json = {{"name", spec.name}, {"required", spec.required}, {"help", spec.help}};
  if (!spec.choices.empty()) json["choices"] = spec.choices;
  return json;
}

ordered_json to_json(const Family& family) {
  ordered_json json = {{"kind", family.kind()}, {"summary", family.summary()}};
  json["parameters"] = ordered_json::array();
  for (const ParameterSpec& spec : family.parameters()) json["parameters"].push_back(to_json(spec));
  json["routings"] = ordered_json::array();
  for (const FamilyRouting& routing : family.routings()) {
    json["routings"].push_back({{"name", routing.info.name},
                                {"summary", routing.info.summary},
                                {"min_vcs", routing.info.min_vcs},
                                {"default_vcs", routing.info.default_vcs}});
    if (routing.only_with) json["routings"].back()["only_with"] = routing.only_with->text();
    if (!routing.channels_grow_with.empty()) json["routings"].back()["grows_with"] = routing.channels_grow_with;
  }
  if (const ListedFabric fabric = fabric_of(family); fabric.exists()) {
    json["fabric"] = {{"on_request", fabric.on_request}, {"always_with", fabric.always_with}};
  }
  return json;
}

std::string to_text(const Family& family) {
  TextTable table;
  for (const ParameterSpec& spec : family.parameters()) {
    table.add({"  " + spec.name, spec.help + (spec.required ? " (required)" : "")});
  }
  for (const FamilyRouting& routing : family.routings()) {
    table.add({"  routing " + routing.info.name,
               (routing.only_with ? "(" + routing.only_with->text() + ") " : "") + routing.info.summary + "; " +
                   channels_text(routing)});
  }
  if (const ListedFabric fabric = fabric_of(family); fabric.exists()) table.add({"  on a fabric", to_text(fabric)});
  return "  " + family.kind() + ": " + family.summary() + '\n' + table.text();
}

std::vector<Term> preset_terms() {
  std::vector<Term> terms;
  for (const RouterPreset& preset : router_presets()) terms.push_back(preset.term);
  return terms;
}

void add_terms(const std::string& key, const std::string& title, std::span<const Term> terms, Report& report) {
  TextTable table;
  report.json[key] = ordered_json::array();
  for (const Term& term : terms) {
    report.json[key].push_back({{"name", term.name}, {"summary", term.summary}});
    table.add({"  " + term.name, term.summary});
  }
  report.text += '\n' + title + '\n' + table.text();
}

void add_patterns(Report& report) {
  TextTable table;
  report.json["patterns"] = ordered_json::array();
  for (const PatternInfo& pattern : patterns()) {
    ordered_json json = {{"name", pattern.name}, {"summary", pattern.summary}};
    table.add({"  " + pattern.name, pattern.summary});
    for (const PatternParameter& parameter : pattern.parameters) {
      json["parameters"].push_back({{"name", parameter.name}, {"help", parameter.help}});
      table.add({"    " + parameter.name, parameter.help});
    }
    report.json["patterns"].push_back(std::move(json));
  }
  report.text += "\ntraffic patterns (traffic.pattern)\n" + table.text();
}

void add_families(Report& report) {
  report.text += "networks (network.kind)\n";
  report.json["networks"] = ordered_json::array();
  for (const Family* family : families()) {
    report.json["networks"].push_back(to_json(*family));
    report.text += to_text(*family);
  }
}

int list_command(const CommonOptions& options) {
  Report report;
  add_families(report);
  add_terms("planners", "planners (repair.planner)", planners(), report);
  add_terms("rules", "rules (repair.rule)", repair_rules(), report);
  add_terms("objectives", "objectives (repair.objective)", repair_objectives(), report);
  add_terms("presets", "router presets (router.preset)", preset_terms(), report);
  add_patterns(report);
  print(std::move(report), options);
  return kDone;
}

}  // namespace

void add_list(CLI::App& app, Action& action) {
  auto options = std::make_shared<CommonOptions>();
  CLI::App* command =
      app.add_subcommand("list", "list networks, routings, planners and patterns, with their parameters");
  add_report_options(*command, *options);
  on_chosen(*command, options, action, list_command);
}

}  // namespace kintsugi::cli
