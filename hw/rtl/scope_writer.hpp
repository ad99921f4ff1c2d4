/// Writes nested named blocks of SystemVerilog from texts with hierarchical names: each block is opened once.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace kintsugi::rtl {

class ScopeWriter {
 public:
  /// Adds lines to the block of this name, "r3.c4.bunch_ew". A line has no indent and no end.
  void add(const std::string& name, const std::vector<std::string>& lines);
  /// Returns all blocks in the order in which they were first named, each with its lines before its inner blocks.
  std::string text(unsigned indent) const;

 private:
  std::vector<std::string> lines_;
  std::vector<std::string> order_;
  std::map<std::string, ScopeWriter> inner_;
};

}  // namespace kintsugi::rtl
