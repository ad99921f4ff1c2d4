#include "tb/tool/cli/key_help.hpp"

#include <algorithm>

#include "models/network/nearest.hpp"
#include "models/network/text.hpp"
#include "models/registry/routings.hpp"
#include "tb/tool/cli/help.hpp"
#include "tb/tool/cli/values.hpp"
#include "tb/tool/scenario/key_list.hpp"
#include "tb/tool/scenario/reader.hpp"
#include "tb/tool/sweep/reader.hpp"

namespace kintsugi::cli {

namespace {

constexpr std::size_t kKeyColumn = 30;
constexpr const char* kSweep = "sweep";  // the topic of all keys of a sweep, beside the command

/// Returns a key and, below it, the names that it can have and what they mean.
std::string text_of(const KeySpec& spec) {
  std::string text = help_row(spec.path, line_of(spec), kKeyColumn);
  for (const Term& choice : spec.choices) {
    if (!choice.summary.empty()) text += help_row("  " + choice.name, choice.summary, kKeyColumn);
  }
  return text;
}

void add_keys(const KeySpecs& specs, Report& report) {
  for (const KeySpec& spec : specs) {
    report.text += text_of(spec);
    report.json["keys"].push_back(to_json(spec));
  }
}

void add_routing(const RoutingInfo& routing, const std::string& condition, Report& report) {
  report.text += help_row(routing.name, condition + routing.summary, kKeyColumn);
  report.json["routings"].push_back({{"name", routing.name}, {"summary", condition + routing.summary}});
}

/// Returns the keys that depend on the kind of the network, and its routings.
Report help_of_kind(const Family& family) {
  Report report;
  report.json = {{"topic", "network"}, {"kind", family.kind()}, {"keys", nlohmann::ordered_json::array()}};
  report.text = family.kind() + ": " + family.summary() + "\n\n";
  KeySpecs keys = keys_below(keys_of(family), "network");
  std::erase_if(keys, [](const KeySpec& spec) { return spec.path == "network.kind"; });
  if (const FabricInfo* fabric = family.fabric_info()) {
    std::ranges::copy(keys_below(keys_of(family), "fabric"), std::back_inserter(keys));
    keys.push_back({.path = "defects.pe", .type = "list of " + fabric->pe_form(), .help = "dead PEs of the fabric"});
    for (const ElementSpec& element : fabric->elements) {
      std::ranges::copy(keys_below(keys_of(family), "defects." + element.key), std::back_inserter(keys));
    }
  }
  add_keys(keys, report);
  report.text += "\nRoutings (router.routing):\n";
  for (const FamilyRouting& routing : family.routings()) {
    add_routing(routing.info, routing.only_with ? "with " + routing.only_with->text() + ": " : "", report);
  }
  for (const RoutingInfo& routing : general_routings()) add_routing(routing, "", report);
  return report;
}

/// Returns the title of a topic: a section, or a key.
std::string title_of(const std::string& topic) {
  for (const Term& section : section_terms()) {
    if (section.name == topic) return "Section " + topic + " of a scenario: " + section.summary + "\n\n";
  }
  return topic == kSweep ? "Keys of a sweep:\n\n" : "";
}

/// What else there is to read about a section.
std::string end_of(const std::string& topic) {
  if (topic == "network") return "\nkintsugi help network KIND prints the keys and routings of one kind.\n";
  if (topic == "expect") {
    return '\n' +
           wrapped(
               "Every other key is the path of a number of the report, with a number or a range {at_least: A, "
               "at_most: B}; kintsugi list has these paths. In that of a collective, GROUP is its name in the report.",
               "", 0) +
           '\n';
  }
  return "";
}

}  // namespace

std::string topics() {
  return with_commas(names_of(section_terms()));
}

std::vector<std::string> topics_like(const std::string& name) {
  const std::vector<std::string> sections = names_of(section_terms());
  if (name.find('.') == std::string::npos) return sections;
  const auto paths_of = [](const KeySpecs& specs) { return each_of(specs, &KeySpec::path); };
  KeySpecs all = keys_of_all();
  std::ranges::copy(sweep::keys_of_sweep(), std::back_inserter(all));
  if (nearest_name(name, paths_of(all))) return paths_of(all);
  const KeySpecs of_section = keys_below(all, name.substr(0, name.find('.')));
  return of_section.empty() ? sections : paths_of(of_section);
}

std::optional<Report> key_help(const std::string& topic, const std::string& kind) {
  if (!kind.empty()) return help_of_kind(family_named(kind));
  KeySpecs keys = keys_below(keys_of_all(), without_numbers(topic));
  if (keys.empty()) keys = topic == kSweep ? sweep::keys_of_sweep() : keys_below(sweep::keys_of_sweep(), topic);
  if (keys.empty()) return std::nullopt;
  Report report;
  report.json = {{"topic", topic}};
  report.text = title_of(topic);
  add_keys(keys, report);
  report.text += end_of(topic);
  return report;
}

}  // namespace kintsugi::cli
