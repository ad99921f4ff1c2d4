/// A text of the hand-over to RTL: SystemVerilog, a memory image, a constraint, a page. Writers in this room return
/// such texts; what calls them decides where they lie.
#pragma once

#include <string>
#include <vector>

namespace kintsugi {

struct RtlFile {
  std::string name;  ///< of the file, without a folder: "kt_field.sv"
  std::string text;
  friend bool operator==(const RtlFile&, const RtlFile&) = default;
};

/// Returns the modules that are written by hand, hw/rtl/*.sv, as they were when the library was built: ascending by
/// name.
std::vector<RtlFile> rtl_library();

}  // namespace kintsugi
