/// The netlist of a fabric in SystemVerilog, from the Fabric alone: switches, wires, fields and the configuration
/// chain.
///
/// Module  <fabric>, such as `wafer`, with the parameter FlitBits
/// Ports   of the chain: kt_config_chain.sv says how a stream is given, kt_config_reader.sv how it is read back. For
///         every port p of every site s: `<s>_<p>_i`, what the router there sends into the fabric, and `<s>_<p>_o`,
///         what it receives; FlitBits wide. A port that leads nowhere receives 0
/// Names   those of the SystemC model: the switch wafer.r3.c4.bunch_ew is the block `bunch_ew` in the block `c4` in the
///         block `r3`; in it are `sw`, the switch, and for the first switch of a field `field`, the field. The chain is
///         wafer.config_chain, its readback wafer.config_reader
/// Wires   every lane of a wire is two nets, one for each direction, with the number of the wire, its switch and
///         terminal at end a and the lane: w12_r3_c4_bunch_ew_line_a_0_ab, and _ba
/// Ends    open ends are 0; what leaves the fabric nowhere has a name that ends in `unused`
/// Loops   the switches can be set so that lanes close to loops: UNOPTFLAT of Verilator is waived for the nets of the
///         wires, and nothing else
/// Probes  with the macro KT_PROBES: `states` and `shadows`, all fields in the order of the bitstream; at each switch
///         `state` and `shadow`, which have the names of the model's waveform
///
/// configured_netlist() is the same without a chain: the states are the parameter States, in the order of the
/// bitstream. So configured, the fabric is wires: synthesis leaves no cell.
///
/// With SiteModules the ports of the sites are nets in the module, and the routers are joined to them in the blocks of
/// the sites. The module then has no parameter FlitBits, and ports as the site modules need them.
///
/// Errors  std::invalid_argument: a name that is no identifier; two ports of sites with one name; a field that sets no
///         switch
#pragma once

#include <string>
#include <vector>

#include "hw/rtl/rtl_file.hpp"
#include "models/fabric/fabric.hpp"

namespace kintsugi::rtl {

class SwitchKinds;
class ConfigurationLayout;

/// What stands at the sites of a fabric in its netlist, as text.
struct SiteModules {
  std::string about;                            ///< a line for the head of the netlist
  unsigned lane_bits = 1;                       ///< of a lane in each direction
  std::string ports;                            ///< of the module, beside clk_i, rst_ni and those of the chain
  std::vector<std::vector<std::string>> lines;  ///< by site, for its block
};

/// `sites`: nullptr for a fabric by itself, of which FlitBits is `flit_bits` unless an instance says otherwise.
RtlFile fabric_netlist(const Fabric& fabric, const SwitchKinds& kinds, const ConfigurationLayout& layout,
                       const SiteModules* sites = nullptr, unsigned flit_bits = 32);
RtlFile configured_netlist(const Fabric& fabric, const SwitchKinds& kinds, const ConfigurationLayout& layout,
                           const Configuration& configuration, const SiteModules* sites = nullptr,
                           unsigned flit_bits = 32);

/// Returns the name of a port of a site in names of nets: "r3_c4_bypass_e".
std::string port_name(const Fabric& fabric, SitePort port);

/// Returns the name of the switch itself below the module: "r3.c4.bunch_ew.sw".
std::string cell_name(const Fabric& fabric, SwitchId id);

}  // namespace kintsugi::rtl
