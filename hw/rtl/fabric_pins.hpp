/// The fabric of a chip for a simulation in SystemC (hw/pins/rtl_fabric.hpp): the netlist of the fabric with the lanes
/// of all sites around it, as one module with the same ports for every fabric.
///
/// Module  kt_fabric; in it `fabric`, the netlist, and for each site <site>.lanes, a kt_site_lanes
/// Ports   of the chain: those of kt_config_chain, on the clock config_clk_i. Of the lanes, on clk_i, vectors by site,
///         then port, the first in the lowest bits: those of kt_site_lanes, 8 bits of link_extra_i for each port.
///         phase_o; states_o and shadows_o, all fields in the order of the bitstream
/// Flits   {head, tail, channel, place in the packet (16 bits), number of the packet (32 bits)}: what a flit of the
///         model is, so that any routing and any network goes
/// Errors  std::invalid_argument: as fabric_netlist(); kMostExtra
#pragma once

#include <vector>

#include "hw/rtl/rtl_file.hpp"
#include "models/fabric/fabric.hpp"

namespace kintsugi::rtl {

struct FabricPins {
  const Fabric* fabric = nullptr;
  unsigned chain_bits = 32;
  unsigned vcs = 2;
  unsigned most_extra = 0;  ///< cycles that a link may take beyond its first, at most kMostExtra
  static constexpr unsigned kMostExtra = 255;
};

/// Returns the modules, packages first, and kt_fabric.hpp, the header that binds them to a chip.
std::vector<RtlFile> fabric_pins(const FabricPins& request);

}  // namespace kintsugi::rtl
