#include "tb/tool/scenario/listing.hpp"

#include "models/network/text.hpp"
#include "models/registry/routings.hpp"
#include "models/traffic/pattern.hpp"
#include "models/workload/collectives/catalogue.hpp"
#include "tb/tool/console/table.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/scenario/vocabulary.hpp"

namespace kintsugi {

namespace {

using nlohmann::ordered_json;

/// "at least 2 virtual channels, more with levels"
std::string channels_text(const FamilyRouting& routing) {
  return "at least " + counted(routing.info.min_vcs, "virtual channel") +
         (routing.channels_grow_with.empty() ? "" : ", more with " + routing.channels_grow_with);
}

std::vector<std::string> always_with(const FabricInfo& fabric) {
  return each_of(fabric.always_with, &ParameterChoice::text);
}

/// When a network of the family is built on its fabric.
std::string when_text(const FabricInfo& fabric) {
  const std::string on_request = fabric.on_request ? "with the key fabric" : "";
  if (fabric.always_with.empty()) return on_request;
  return on_request + (on_request.empty() ? "" : "; ") + "always with " + with_commas(always_with(fabric));
}

ordered_json to_json(const ParameterSpec& spec) {
  ordered_json json = {{"name", spec.name}, {"required", spec.required}, {"help", spec.help}};
  if (!spec.choices.empty()) json["choices"] = spec.choices;
  return json;
}

ordered_json to_json(std::span<const ParameterSpec> specs) {
  return json_list(specs, [](const ParameterSpec& spec) { return to_json(spec); });
}

ordered_json to_json(const FabricInfo& fabric) {
  ordered_json json = {{"on_request", fabric.on_request}, {"always_with", always_with(fabric)}};
  json["options"] = to_json(fabric.options);
  json["pe"] = fabric.pe_form();
  json["elements"] = Table<ElementSpec>{
      {"key", &ElementSpec::key},
      {"form", &ElementSpec::form},
      {"help", &ElementSpec::help},
      {"parts", [](const ElementSpec& element) {
         return to_json(element.parts);
       }}}.json(fabric.elements);
  json["planners"] = names_of(fabric.planners);
  json["rules"] = names_of(fabric.rules);
  json["objectives"] = names_of(fabric.objectives);
  return json;
}

ordered_json to_json(const RoutingInfo& routing) {
  return {{"name", routing.name},
          {"summary", routing.summary},
          {"min_vcs", routing.min_vcs},
          {"default_vcs", routing.default_vcs}};
}

ordered_json to_json(const Family& family) {
  ordered_json json = {{"kind", family.kind()}, {"summary", family.summary()}};
  json["parameters"] = to_json(family.parameters());
  json["routings"] = ordered_json::array();
  for (const FamilyRouting& routing : family.routings()) {
    json["routings"].push_back(to_json(routing.info));
    if (routing.only_with) json["routings"].back()["only_with"] = routing.only_with->text();
    if (!routing.channels_grow_with.empty()) json["routings"].back()["grows_with"] = routing.channels_grow_with;
  }
  if (const FabricInfo* fabric = family.fabric_info()) json["fabric"] = to_json(*fabric);
  return json;
}

void add_fabric(const FabricInfo& fabric, TextTable& table) {
  table.add({"  on a fabric", when_text(fabric)});
  for (const ParameterSpec& option : fabric.options) {
    table.add({"  fabric." + option.name, option.help + (option.required ? " (required)" : "")});
  }
  table.add({"  defects.pe", fabric.pe_form()});
  for (const ElementSpec& element : fabric.elements) {
    table.add({"  defects." + element.key, element.form() + ": " + element.help});
  }
}

std::string to_text(const Family& family) {
  TextTable table;
  for (const ParameterSpec& spec : family.parameters()) {
    table.add({"  " + spec.name, spec.help + (spec.required ? " (required)" : "")});
  }
  for (const FamilyRouting& routing : family.routings()) {
    table.add({"  routing " + routing.info.name, (routing.only_with ? "(" + routing.only_with->text() + ") " : "") +
                                                     routing.info.summary + "; " + channels_text(routing)});
  }
  if (const FabricInfo* fabric = family.fabric_info()) add_fabric(*fabric, table);
  return "  " + family.kind() + ": " + family.summary() + '\n' + table.text();
}

void add_patterns(NameList& listing) {
  TextTable table;
  listing.json["patterns"] = ordered_json::array();
  for (const PatternInfo& pattern : patterns()) {
    ordered_json json = {{"name", pattern.name}, {"summary", pattern.summary}};
    table.add({"  " + pattern.name, pattern.summary});
    for (const PatternParameter& parameter : pattern.parameters) {
      json["parameters"].push_back({{"name", parameter.name}, {"help", parameter.help}});
      table.add({"    " + parameter.name, parameter.help});
    }
    listing.json["patterns"].push_back(std::move(json));
  }
  listing.text += "\ntraffic patterns (traffic.pattern)\n" + table.text();
}

/// Returns the help of a parameter, with the names that it can have if there are some.
std::string with_choices(const ParameterSpec& spec) {
  std::string text = spec.help;
  if (!spec.choices.empty()) text += ": " + with_commas(spec.choices);
  if (!spec.choices.empty() && spec.otherwise) text += "; default " + to_text(*spec.otherwise);
  return text;
}

void add_families(const FamilyList& list, NameList& listing) {
  listing.text += "networks (network.kind)\n";
  listing.json["networks"] = json_list(list, [](const Family* family) { return to_json(*family); });
  for (const Family* family : list) listing.text += to_text(*family);
}

void add_general_routings(NameList& listing) {
  TextTable table;
  const std::vector<RoutingInfo>& routings = general_routings();
  listing.json["routings"] = json_list(routings, [](const RoutingInfo& routing) { return to_json(routing); });
  for (const RoutingInfo& routing : routings) {
    table.add({"  " + routing.name, routing.summary + "; " + channels_text({.info = routing})});
  }
  listing.text += "\nroutings of every network (router.routing)\n" + table.text();
}

}  // namespace

void add_terms(const std::string& key, const std::string& title, std::span<const Term> terms, NameList& listing) {
  TextTable table;
  listing.json[key] = Table<Term>{{"name", &Term::name}, {"summary", &Term::summary}}.json(terms);
  for (const Term& term : terms) table.add({"  " + term.name, term.summary});
  listing.text += '\n' + title + '\n' + table.text();
}

void add_workloads(NameList& listing) {
  listing.json["workloads"] = ordered_json::array();
  listing.text += "\nworkloads (kintsugi workload)\n";
  for (const workload::WorkloadInfo& info : workload::workloads()) {
    listing.json["workloads"].push_back(
        {{"name", info.name}, {"summary", info.summary}, {"parameters", to_json(info.parameters)}});
    TextTable table;
    for (const ParameterSpec& spec : info.parameters) {
      table.add({"  " + spec.name, with_choices(spec) + (spec.required ? " (required)" : "")});
    }
    listing.text += "  " + info.name + ": " + info.summary + '\n' + table.text();
  }
}

NameList list_names(const FamilyList& list) {
  NameList listing;
  add_families(list, listing);
  add_general_routings(listing);
  const FabricInfo fabrics = fabric_vocabulary(nullptr, list);
  add_terms("planners", "planners (repair.planner)", fabrics.planners, listing);
  add_terms("rules", "rules (repair.rule)", fabrics.rules, listing);
  add_terms("objectives", "objectives (repair.objective)", fabrics.objectives, listing);
  add_terms("diagnosis_methods", "methods of diagnosis at run time (repair.diagnosis)", kDiagnosisMethods, listing);
  add_terms("repair_modes", "modes of reconfiguration at run time (repair.mode)", kRepairModes, listing);
  add_terms("crc_schemes", "checksums that find corrupted flits (detection.crc)", kCrcSchemes, listing);
  add_terms("link_weights", "what general routings make small (router.weight)", kLinkWeights, listing);
  add_terms("presets", "router presets (router.preset)", preset_terms(), listing);
  add_terms("allocators", "allocators of output channels (router.allocator)", allocator_terms(), listing);
  add_patterns(listing);
  add_workloads(listing);
  add_terms("packet_facts", "facts of a packet (expect.single_packets)", each_of(packet_facts(), &PacketFact::term),
            listing);
  return listing;
}

}  // namespace kintsugi
