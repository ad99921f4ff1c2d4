/// What an export adds for a SystemC chip that has its fabric in RTL: Verilator makes a module of SystemC of the fabric
/// with the lanes of all sites around it (--sc), and a header joins it to the chip (hw/pins/verilated_fabric.hpp).
///
/// kt_fabric.sv    the module kt_fabric, with the same ports for every fabric; in it `fabric`, the netlist, and for
///                 each port of a site lanes_<site>_<port>, a kt_site_lanes of one port
/// kt_fabric.hpp   to be included by a program: kt_rtl::Fabric has the factory for ChipPlan::on_link
/// CMakeLists.txt, kt_fabric.mk  as for routers (systemc_routers.hpp): the library kt_fabric
/// Ports           of the chain: those of kt_config_chain and of its readback, on the clock config_clk_i; states_o and
///                 shadows_o, all fields in the order of the bitstream. Of the lanes, on clk_i: those of kt_site_lanes
///                 as vectors by site, then port, the first in the lowest bits; for each port link_extra_i has
///                 kExtraBits, flit_i and flit_o have kSlotBits, the flit in the lowest
/// Lanes           take their inputs at the falling edge of clk_i: Verilator 5.006 settles on wrong values where a port
///                 of the top leads into a loop of the netlist without a register
/// Flits           {head, tail, channel, place in the packet, number of the packet}: what a flit of
///                 the model is, so that any routing goes
/// Links           the delay lines of the lanes have `most_extra` cycles beyond the first
/// Errors          std::invalid_argument: as fabric_netlist(); for more than kMostExtra
#pragma once

#include <vector>

#include "hw/rtl/rtl_file.hpp"
#include "models/fabric/fabric.hpp"

namespace kintsugi::rtl {

struct SystemcFabric {
  unsigned vcs = 1;         ///< channels of a link
  unsigned most_extra = 0;  ///< cycles that a link may take beyond its first, at most kMostExtra
  static constexpr unsigned kMostExtra = 255;
  static constexpr unsigned kExtraBits = 8;    ///< of link_extra_i, for each port
  static constexpr unsigned kPacketBits = 32;  ///< of a flit, for the number of its packet
  static constexpr unsigned kPlaceBits = 16;   ///< of a flit, for its place in the packet
  static constexpr unsigned kSlotBits = 64;    ///< of flit_i and flit_o, for each port: a flit, and zeros above it
};

/// Returns the files for a fabric whose modules are in `sources`, packages first.
std::vector<RtlFile> systemc_fabric(const Fabric& fabric, unsigned chain_bits, const SystemcFabric& form,
                                    const std::vector<RtlFile>& sources);

}  // namespace kintsugi::rtl
