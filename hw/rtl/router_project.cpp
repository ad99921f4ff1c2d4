#include "hw/rtl/router_project.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "hw/rtl/packet_bench.hpp"
#include "hw/rtl/project_makefile.hpp"
#include "hw/rtl/systemc_routers.hpp"
#include "hw/rtl/timing_constraints.hpp"
#include "hw/rtl/verilog_text.hpp"

namespace kintsugi::rtl {

namespace {

/// Every node is at home. Says which names are others in the netlist, and which nodes have no PE.
RtlFile placement(const Network& network) {
  std::string text = "// the node of every router\n";
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    const std::string name = network.node_name(node), netlist = mended(name);
    text += hex_word(node.value) + "  // " + name + (netlist == name ? "" : ", in the netlist " + netlist) +
            (network.has_pe(node) ? "" : ", without a PE") + '\n';
  }
  return {"placement.memh", text};
}

PacketBench bench_of(const Network& network, const RoutingRelation& relation,
                     std::span<const LinkLatency> link_cycles) {
  PacketBench bench{.top = "kt_routers", .routers = {}, .ports = {}, .packets = all_to_all(network, relation)};
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    bench.routers.push_back("net." + mended(network.node_name(node)) + ".router");
    bench.ports.push_back(network.ports(node).size());
  }
  for (const LinkLatency& cycles : link_cycles) bench.longest_link = std::max(bench.longest_link, cycles.longer());
  return bench;
}

}  // namespace

std::vector<MendedName> mended_names(const Network& network) {
  std::vector<MendedName> names;
  std::set<std::string> blocks;
  const auto add = [&names](const std::string& name) {
    if (std::string netlist = mended(name); netlist != name) names.push_back({name, std::move(netlist)});
  };
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    add(network.node_name(node));
    for (const std::string& port : network.ports(node)) blocks.insert({"in_" + port, "out_" + port});
  }
  for (const std::string& block : blocks) add(block);
  return names;
}

std::vector<RtlFile> router_project(const Network& network, const RoutingRelation& relation, const RouterForm& form,
                                    std::span<const LinkLatency> link_cycles, const Progress& progress) {
  const RoutingTable table = routing_table_for(form, network, relation, progress);
  std::vector<RtlFile> files = router_sources(network, table, form);
  files.push_back(router_netlist(network, table, form, link_cycles));
  const std::string router = router_module_name(network, NodeId{0});
  std::vector<RtlFile> project = project_makefile({.top = "kt_routers",
                                                   .defines = {"KT_ASSERTIONS"},
                                                   .wave = true,
                                                   .synthesis = synthesis_by_module(router),
                                                   .timed = router,
                                                   .constraints = router_constraints().name},
                                                  files);
  if (form.systemc) append(project, systemc_routers(network, table, form, router_sources(network, table, form)));
  append(files, project);
  files.push_back(router_constraints());
  append(files, packet_bench(bench_of(network, relation, link_cycles), table, form));
  files.push_back(placement(network));
  std::ranges::sort(files, {}, &RtlFile::name);
  return files;
}

}  // namespace kintsugi::rtl
