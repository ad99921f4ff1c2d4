/// All files of a chip on a fabric for a design in RTL: fabric, configuration chain, a router at every site, bench,
/// Makefile, page.
///
/// Top     <fabric>, such as `wafer`: the netlist of the fabric with a router in the block of every site
///         (site_routers.hpp)
/// Bench   kt_bench.sv (packet_bench.hpp): loads the stream, tells the sites their nodes, and sends the packets
/// Links   a link of more cycles than one is delayed where its lane ends. How many cycles a link takes depends on the
///         repair: links.memh has them, by site and port, and the sites are told
/// Errors  std::invalid_argument: as fabric_netlist(), site_routers(), routers.hpp and packet_bench(); a number of
///         latencies that is not that of the ports; std::length_error: as routing_table.hpp
#pragma once

#include <vector>

#include "hw/rtl/packet_bench.hpp"
#include "hw/rtl/rtl_file.hpp"
#include "models/fabric/fabric.hpp"
#include "models/network/network.hpp"
#include "models/routing/relation.hpp"

namespace kintsugi::rtl {

struct ChipRtl {
  const Network* network = nullptr;
  const RoutingRelation* relation = nullptr;
  const Fabric* fabric = nullptr;
  Configuration configuration;  ///< of the repair
  Placement placement;
  RouterForm router;
  std::vector<unsigned> link_cycles;  ///< by site, then port; 1 where a port leads nowhere
  std::vector<BenchPacket> packets;   ///< that the bench sends; all_to_all() has some
  unsigned chain_bits = 32;
  bool preconfigured = false;           ///< the states are wired in: there is no chain
  Progress progress = {};               ///< of make_routing_table()
  DeliveryCycles delivery_cycles = {};  ///< of the model; empty: the bench compares no cycles
};

/// Returns the files, ascending by name.
std::vector<RtlFile> chip_rtl(const ChipRtl& request);

}  // namespace kintsugi::rtl
