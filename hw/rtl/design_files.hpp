/// Manifests by which a design takes an export: for Bender and FuseSoC, and their part of its page.
#pragma once

#include <string>
#include <vector>

#include "hw/rtl/rtl_file.hpp"

namespace kintsugi::rtl {

/// Returns the files of a whole export with two more, and with more on its page:
///   Bender.yml   the modules of <top>.f, and those that the targets `bench`, `tap`, `tap_bench` and `systemc` add
///   <top>.core   every file, for FuseSoC (CAPI2): targets default, lint (Verilator) and sim (Icarus Verilog)
///   README.md    what these are, how two exports fit into one design, what the licence allows
/// `top` is the module of which there is a list <top>.f (project_makefile.hpp), `version` that of the program. Throws
/// std::invalid_argument if there is no such list, or no page.
std::vector<RtlFile> with_design_files(std::vector<RtlFile> files, const std::string& top, const std::string& version);

/// Returns the modules that a list of files names, in its order.
std::vector<std::string> files_in_list(const std::string& list);

}  // namespace kintsugi::rtl
