#include "tb/tool/yield/reproducer.hpp"

#include "tb/tool/setup/defect_sites.hpp"

namespace kintsugi::yield {

namespace {

std::string list_text(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string value_text(const ParameterValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* name = std::get_if<std::string>(&value)) return *name;
  std::vector<std::string> parts;
  for (const std::int64_t number : std::get<std::vector<std::int64_t>>(value)) parts.push_back(std::to_string(number));
  return "[" + list_text(parts) + "]";
}

std::string network_text(const NetworkSection& network) {
  std::vector<std::string> parts = {"kind: " + network.kind};
  for (const auto& [name, value] : network.parameters) parts.push_back(name + ": " + value_text(value));
  return list_text(parts);
}

std::string fabric_text(const FabricOptions& options, std::optional<unsigned> tracks) {
  std::vector<std::string> parts;
  if (!tracks) tracks = options.tracks;
  if (tracks) parts.push_back("tracks: " + std::to_string(*tracks));
  if (options.wrap_pitches) parts.push_back("wrap: " + std::to_string(*options.wrap_pitches));
  return list_text(parts);
}

std::string repair_text(const RepairOptions& options) {
  return "planner: " + options.planner + ", rule: " + options.rule + ", objective: " + options.objective;
}

std::string defects_text(const Fabric& fabric, const Defects& defects) {
  std::vector<std::string> pes;
  for (const SiteId site : defects.sites) pes.push_back(describe_address(fabric.sites[site.value].address));
  return "pe: [" + list_text(pes) + "]";
}

}  // namespace

std::string reproducer(const Scenario& scenario, std::optional<unsigned> tracks, const RepairOptions& options,
                       const Fabric& fabric, const Defects& defects) {
  return "{network: {" + network_text(scenario.network) + "}, fabric: {" +
         fabric_text(scenario.fabric_or_default().options, tracks) + "}, repair: {" + repair_text(options) +
         "}, defects: {" + defects_text(fabric, defects) + "}}";
}

}  // namespace kintsugi::yield
