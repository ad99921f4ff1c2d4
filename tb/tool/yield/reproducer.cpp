#include "tb/tool/yield/reproducer.hpp"

#include "tb/tool/scenario/written_parameters.hpp"

namespace kintsugi::yield {

namespace {

std::string list_text(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string fabric_text(const Scenario& scenario, Parameters options) {
  options.merge(Parameters(scenario.fabric_or_default().options));
  return written_options(scenario.network, options);
}

std::string repair_text(const RepairOptions& options) {
  std::string text = "planner: " + options.planner + ", rule: " + options.rule + ", objective: " + options.objective;
  if (options.longest != RepairOptions{}.longest) text += ", longest: " + std::to_string(options.longest);
  if (options.conflicts != RepairOptions{}.conflicts) text += ", conflicts: " + std::to_string(options.conflicts);
  return text;
}

std::string defects_text(const Fabric& fabric, const Defects& defects) {
  std::vector<std::string> pes;
  for (const SiteId site : defects.sites) pes.push_back(describe_address(fabric.sites[site.value].address));
  return "pe: [" + list_text(pes) + "]";
}

}  // namespace

std::string reproducer(const Scenario& scenario, const Parameters& fabric_options, const RepairOptions& options,
                       const Fabric& fabric, const Defects& defects) {
  return "{network: {" + written_network(scenario.network) + "}, fabric: {" + fabric_text(scenario, fabric_options) +
         "}, repair: {" + repair_text(options) +
         "}, defects: {" + defects_text(fabric, defects) + "}}";
}

}  // namespace kintsugi::yield
