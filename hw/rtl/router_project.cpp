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

PacketBench bench_of(const Network& network, const RoutingRelation& relation, std::span<const LinkLatency> link_cycles,
                     const DeliveryCycles& delivery_cycles) {
  PacketBench bench{.top = "kt_routers",
                    .routers = {},
                    .ports = {},
                    .packets = all_to_all(network, relation),
                    .delivery_cycles = delivery_cycles};
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    bench.routers.push_back("net." + mended(network.node_name(node)) + ".router");
    bench.ports.push_back(network.ports(node).size());
  }
  for (const LinkLatency& cycles : link_cycles) bench.longest_link = std::max(bench.longest_link, cycles.longer());
  return bench;
}

const char* const kRoutersPage = R"(# The routers of @NETWORK@ in SystemVerilog

Written by `kintsugi export`, for the routing @ROUTING@: @NODES@ routers, and the links between them.

```
make lint     # Verilator and Icarus Verilog: no message
make sim      # the bench sends a packet from every node to every other that it reaches, and ends in PASS or FAIL
make wave     # the same, and writes kt_routers.vcd
make synth    # Yosys: cells and flip-flops of the router of node 0
make sta      # OpenSTA: its longest path
```

| file | holds |
|---|---|
| `kt_routers.sv` | the netlist: a router for every node, joined by links |
| `kt_node_router_*.sv` | the kinds of routers, by their ports |
| `kt_kinds.sv`, `kt_route.sv`, `kt_candidates.sv`, `kt_adaptive.sv` | the routing as tables |
| `kt_*.sv`, `kt_assertions.svh` | the modules below, each with its contract; macros of their assertions |
| `kt_router.sdc`, `sta.ys`, `sta.tcl`, `kt_toy.lib` | constraints of a router; what `make sta` runs, with a few cells |
| `placement.memh` | the node of every router, and its name |
| `kt_bench.sv`, `packets.memh`, `sources.memh`@EXPECTED@ |

**PEs.** Each router takes flits of its PE by `pe_flit_i`, at a register of the PE, and returns a credit for each; what
reaches the PE leaves by `pe_flit_o`. Router i has part i of the vectors, in the order of `placement.memh`.
)";

RtlFile routers_page(const Network& network, const RoutingRelation& relation, const DeliveryCycles& delivery_cycles) {
  return {"README.md", filled(kRoutersPage, {{"NETWORK", network.name()},
                                             {"ROUTING", relation.name()},
                                             {"EXPECTED", expected_text(delivery_cycles)},
                                             {"NODES", number(network.nodes())}})};
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
                                    std::span<const LinkLatency> link_cycles, const Progress& progress,
                                    const DeliveryCycles& delivery_cycles) {
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
  files.push_back(routers_page(network, relation, delivery_cycles));
  append(files, packet_bench(bench_of(network, relation, link_cycles, delivery_cycles), table, form));
  files.push_back(placement(network));
  std::ranges::sort(files, {}, &RtlFile::name);
  return files;
}

}  // namespace kintsugi::rtl
