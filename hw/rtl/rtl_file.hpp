/// A text of the hand-over to RTL: SystemVerilog, a memory image, a constraint, a page. Writers in this room return
/// such texts; what calls them decides where they lie.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace kintsugi {

struct RtlFile {
  std::string name;  ///< of the file, without a folder: "kt_field.sv"
  std::string text;
  friend bool operator==(const RtlFile&, const RtlFile&) = default;
};

/// Returns what is written by hand, the modules hw/rtl/*.sv, their macros and the library of cells, as they were when
/// the library was built: ascending by name.
std::vector<RtlFile> rtl_library();
/// Returns those of these names, in the order of the library.
std::vector<RtlFile> rtl_library(std::initializer_list<std::string_view> names);

/// Puts more files behind those that are there.
void append(std::vector<RtlFile>& files, std::vector<RtlFile> more);

}  // namespace kintsugi
