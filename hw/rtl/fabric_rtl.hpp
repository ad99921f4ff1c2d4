/// All files of a fabric for a design in RTL: modules, netlist, states, bench, constraints, Makefile, page.
///
/// Errors  std::invalid_argument: as fabric_netlist()
#pragma once

#include <vector>

#include "hw/rtl/rtl_file.hpp"
#include "models/fabric/fabric.hpp"

namespace kintsugi {

struct FabricRtl {
  const Fabric* fabric = nullptr;
  Configuration configuration;  ///< of the repair
  Configuration other;          ///< that the bench loads in between
  Placement placement;
  unsigned chain_bits = 32;
  unsigned flit_bits = 32;
  bool preconfigured = false;  ///< the states are wired in: there is no chain
};

/// Returns the files, ascending by name.
std::vector<RtlFile> fabric_rtl(const FabricRtl& request);

}  // namespace kintsugi
