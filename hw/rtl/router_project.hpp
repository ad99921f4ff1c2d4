/// All files of the routers of a directly wired network: modules, routing, netlist, a bench, a Makefile.
///
/// Bench     kt_bench.sv (packet_bench.hpp): every node sends a packet to every other to which it has a route. It
///           does not show that routers equal the model's in every cycle at every port: tb/tests/cosimulation does
/// Dead      nodes and links are built as all others; no packet goes there
/// Makefile  lint, sim and synth, as for a fabric (project_makefile.hpp); synth takes the router of node 0
/// SystemC   with RouterForm::systemc: what a chip that has these routers in RTL needs (systemc_routers.hpp)
/// Errors    std::invalid_argument and std::length_error: as routing_table.hpp and routers.hpp
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hw/rtl/bench_packet.hpp"
#include "hw/rtl/routers.hpp"

namespace kintsugi::rtl {

/// Returns the files, ascending by name. `progress` is that of make_routing_table(); without `delivery_cycles` the
/// bench compares no cycles.
std::vector<RtlFile> router_project(const Network& network, const RoutingRelation& relation, const RouterForm& form,
                                    std::span<const LinkLatency> link_cycles, const Progress& progress = {},
                                    const DeliveryCycles& delivery_cycles = {});

/// A name that the netlist has in mended form (verilog_text.hpp).
struct MendedName {
  std::string name;
  std::string netlist;
};
/// Returns those of nodes, in their order, then those of the blocks of ports, "in_" or "out_" and the name of the port,
/// in alphabetical order.
std::vector<MendedName> mended_names(const Network& network);

}  // namespace kintsugi::rtl
