/// All files of a fabric for a design in RTL: modules, netlist, states, bench, constraints, Makefile, page.
///
/// Errors  std::invalid_argument: as fabric_netlist()
#pragma once

#include <vector>

#include "hw/rtl/fabric_bench.hpp"
#include "hw/rtl/rtl_file.hpp"
#include "models/fabric/fabric.hpp"

namespace kintsugi::rtl {

struct FabricRtl {
  const Fabric* fabric = nullptr;
  Configuration configuration;  ///< of the repair
  Placement placement;
  std::vector<StreamLoad> loads;  ///< that the bench makes; all_loads() has some
  unsigned chain_bits = 32;
  unsigned flit_bits = 32;
  bool preconfigured = false;  ///< the states are wired in: there is no chain
};

/// Returns the files, ascending by name.
std::vector<RtlFile> fabric_rtl(const FabricRtl& request);

}  // namespace kintsugi::rtl
