/// The work of `kintsugi yield --rivals`.
#pragma once

#include <string>

#include "tb/tool/cli/command.hpp"
#include "tb/tool/rivals/study.hpp"

namespace kintsugi::cli {

struct RivalsCommand {
  CommonOptions common;
  rivals::StudyOptions options;
  std::string tolerance;  ///< between rates; a decimal number above 0, at most 1
  bool csv = false;
  unsigned jobs = 1;
};

/// Compares the rivals on the network of `input`, writes the files and prints the report. Returns the exit status.
int compare_rivals(const Input& input, const RivalsCommand& command);

}  // namespace kintsugi::cli
