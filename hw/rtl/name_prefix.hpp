/// A prefix for all names that an export has in common with the design around it, so that two exports fit into one.
///
/// Such names are those of modules, packages and macros, of the files that have them, and, with what a SystemC chip
/// needs, of the namespace of C++ and the library of CMake; in descriptions of the chain (SystemRDL, IEEE 1687) those
/// of address maps, modules and enumerations. Names within a module stay: ports, nets, instances, parameters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hw/rtl/rtl_file.hpp"

namespace kintsugi::rtl {

/// Letters of a prefix, at most.
inline constexpr std::size_t kMostPrefix = 64;

/// Returns why a text cannot be a prefix: it is no identifier, a keyword of SystemVerilog, or too long; "" if it can.
std::string prefix_problem(std::string_view prefix);

/// Returns the files of a whole export, in which prefix and '_' stand before each such name: "left_wafer",
/// "left_kt_fifo", "left_KT_PROBES", "left_kt_fifo.sv". Names that are not those of one of its modules, packages,
/// macros or files are left as they are, and so are texts that hold values: memory images, libraries of cells. In
/// comments and on pages a name that does not begin with "kt_" counts only in backquotes or before an ending: `wafer`,
/// wafer.sv.
std::vector<RtlFile> with_prefix(std::vector<RtlFile> files, const std::string& prefix);

}  // namespace kintsugi::rtl
