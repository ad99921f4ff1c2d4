#include "tb/tool/yield/reproducer.hpp"

#include "models/network/text.hpp"
#include "tb/tool/scenario/written_parameters.hpp"

namespace kintsugi::yield {

namespace {

std::string repair_text(const RepairOptions& options) {
  std::string text = "planner: " + options.planner + ", rule: " + options.rule + ", objective: " + options.objective;
  if (options.longest != RepairOptions{}.longest) text += ", longest: " + std::to_string(options.longest);
  if (options.conflicts != RepairOptions{}.conflicts) text += ", conflicts: " + std::to_string(options.conflicts);
  return text;
}

}  // namespace

std::string reproducer(const Scenario& scenario, const Parameters& fabric_options, const RepairOptions& options,
                       const Fabric& fabric, const Defects& defects) {
  Parameters own = fabric_options;
  own.merge(Parameters(scenario.fabric_or_default().options));
  const auto address = [&fabric](SiteId site) { return describe_address(fabric.sites[site.value].address); };
  return "{network: {" + written_network(scenario.network) + "}, fabric: {" + written_options(scenario.network, own) +
         "}, repair: {" + repair_text(options) + "}, defects: {pe: [" + with_commas(defects.sites, address) + "]}}";
}

}  // namespace kintsugi::yield
