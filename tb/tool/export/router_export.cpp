#include "tb/tool/export/router_export.hpp"

#include "hw/rtl/router_project.hpp"
#include "tb/tool/console/diagnostics.hpp"

namespace kintsugi {

namespace {

/// A router without a link has no credits, and there is no vector of no bits.
void refuse_without_links(const Scenario& scenario, const Network& network) {
  Diagnostics errors;
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    if (!network.ports(node).empty()) continue;
    errors.add(scenario.where("network"),
               "node " + network.node_name(node) + " has no link, so there is no router to write; leave it out");
  }
  errors.raise();
}

}  // namespace

std::vector<RtlFile> export_routers(const Scenario& scenario, const Setup& setup, RtlExport& request,
                                    std::span<const LinkLatency> link_cycles) {
  if (setup.fabric) {
    throw InputError({{scenario.where("fabric"),
                       "the routers of a network on a fabric are a part of its chip; valid: --part chip, or a network "
                       "without a fabric"}});
  }
  if (request.preconfigured) {
    throw InputError({{{"--preconfigured", 0, 0}, "routers have no states to wire in; valid: --part fabric"}});
  }
  refuse_without_links(scenario, setup.network());
  return routers_or_errors(scenario, setup, request, [&] {
    const rtl::RouterForm form{scenario.router.buffer, scenario.router.latency, request.flit_bits};
    return rtl::router_project(setup.network(), *setup.relation, form, link_cycles, request.progress);
  });
}

nlohmann::ordered_json mended_names_json(const Network& network) {
  auto json = nlohmann::ordered_json::object();
  for (const rtl::MendedName& name : rtl::mended_names(network)) json[name.name] = name.netlist;
  return json;
}

std::string mended_names_text(const Network& network) {
  constexpr std::size_t kMostNamed = 6;
  const std::vector<rtl::MendedName> names = rtl::mended_names(network);
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMostNamed); ++i) {
    text += (i == 0 ? "" : ", ") + names[i].name + " is " + names[i].netlist;
  }
  if (names.size() > kMostNamed) {
    text += " and " + std::to_string(names.size() - kMostNamed) + " more (--json names all)";
  }
  return names.empty() ? "" : "names      mended in the netlist, as SystemVerilog does not take them: " + text + '\n';
}

}  // namespace kintsugi
