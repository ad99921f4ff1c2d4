/// All files of a fabric for a design in RTL: modules, netlist, states, bench, constraints, Makefile, page.
///
/// Errors  std::invalid_argument: as fabric_netlist()
#pragma once

#include <optional>
#include <vector>

#include "hw/rtl/fabric_bench.hpp"
#include "hw/rtl/fabric_netlist.hpp"
#include "hw/rtl/rtl_file.hpp"
#include "hw/rtl/systemc_fabric.hpp"
#include "hw/rtl/timing_constraints.hpp"
#include "models/fabric/fabric.hpp"

namespace kintsugi::rtl {

struct FabricRtl {
  const Fabric* fabric = nullptr;
  Configuration configuration;  ///< of the repair
  Placement placement;
  std::vector<StreamLoad> loads;  ///< that the bench makes; all_loads() has some
  unsigned chain_bits = 32;
  unsigned flit_bits = 32;
  bool preconfigured = false;        ///< the states are wired in: there is no chain
  const Network* network = nullptr;  ///< that the placement is of; nullptr: the bench does not check the placement
  std::optional<SystemcFabric> systemc = {};  ///< nullopt: there is nothing for a SystemC chip; not if preconfigured
  bool packed = false;                        ///< with packed_ports.hpp
};

/// A fabric in the states of a repair: what a fabric by itself and a chip on it have in common.
struct FabricStates {
  const Fabric* fabric = nullptr;
  const Configuration& configuration;
  const Placement& placement;
  unsigned chain_bits = 32;
  bool preconfigured = false;
  unsigned flit_bits = 32;  ///< of a lane in each direction, unless an instance of the fabric says otherwise
};

/// Returns the modules, packages first: package, switches, fields and chain, netlist. `sites`: nullptr for a fabric by
/// itself.
std::vector<RtlFile> fabric_sources(const FabricStates& states, const SiteModules* sites = nullptr);

/// Returns what holds for this repair: placement.memh, connections.txt, the constraints of a netlist with these ports
/// and, unless preconfigured, bitstream.memh and how the chain is reached (chain_access.hpp).
std::vector<RtlFile> repair_files(const FabricStates& states, const TimedNetlist& netlist);

/// Returns a sentence that names the longest of the links that the states make: beside the longest path of a netlist.
std::string longest_link(const Fabric& fabric, const Configuration& configuration);

/// Returns the files, ascending by name.
std::vector<RtlFile> fabric_rtl(const FabricRtl& request);

}  // namespace kintsugi::rtl
