/// The netlist of a fabric with its ports as arrays by site and port, beside those that have a name each.
///
/// Module   <fabric>_packed, with the parameter FlitBits: the ports of the chain as <fabric> has them, and lane_i and
///          lane_o, packed arrays [site][port] of flits: lane_i[s][p] is what the router at site s sends into the
///          fabric at port p. Sites and ports are in the order of the model. Yosys, which knows no such arrays, sees a
///          vector with the same bits
/// Package  kt_<fabric>_ports_pkg: the numbers of sites and ports by their names, SITE_r3_c4 and PORT_e
/// Errors   std::invalid_argument: a name that is no identifier
#pragma once

#include <vector>

#include "hw/rtl/rtl_file.hpp"
#include "models/fabric/fabric.hpp"

namespace kintsugi::rtl {

/// `chain_bits`: of a word of the configuration chain; 0: there is no chain. The package comes first.
std::vector<RtlFile> packed_ports(const Fabric& fabric, unsigned chain_bits, unsigned flit_bits);

}  // namespace kintsugi::rtl
