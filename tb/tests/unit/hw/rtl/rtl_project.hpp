/// The files of an exported project in a folder of its own, and the programs that read them.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "hw/rtl/fabric_rtl.hpp"
#include "tb/tests/unit/hw/wave/temporary_folder.hpp"

namespace kintsugi::test {

class RtlProject {
 public:
  explicit RtlProject(const std::vector<RtlFile>& files) {
    for (const RtlFile& file : files) write(file.name, file.text);
  }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }

  /// Runs a command of the shell there; returns what it says, and "status N" at the end unless it succeeds.
  std::string run(const std::string& command) const {
    const auto said = folder_ / "said.log";
    const std::string there = "cd '" + (folder_ / "").string() + "' && { " + command + "; } >said.log 2>&1";
    const int status = std::system(there.c_str());
    return text_of(said) + (status == 0 ? "" : "status " + std::to_string(WEXITSTATUS(status)) + '\n');
  }
  std::string compile_bench() const { return run("make -s bench.vvp"); }
  std::string simulate(const std::string& options = "") const { return run("vvp -n bench.vvp " + options); }
  std::string read(const std::string& name) const { return text_of(folder_ / name); }

 private:
  TemporaryFolder folder_;
};

}  // namespace kintsugi::test
