/// What makes the exported texts a project: the list of sources, a Makefile, a page.
#pragma once

#include <vector>

#include "hw/rtl/fabric_rtl.hpp"

namespace kintsugi::rtl {

/// Returns README.md, Makefile, synth.ys and bench.f (project_makefile.hpp). `sources` are the modules for synthesis,
/// packages first.
///
/// make lint   Verilator and Icarus with all their warnings: no message
/// make sim    the bench in Icarus Verilog; fails unless it prints PASS
/// make wave   the same, and writes <fabric>.vcd; not of a preconfigured fabric
/// make synth  Yosys: cells and flip-flops for every module; a preconfigured fabric must come down to wires
std::vector<RtlFile> project_files(const FabricRtl& request, const std::vector<RtlFile>& sources);

}  // namespace kintsugi::rtl
