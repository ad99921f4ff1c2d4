#include <filesystem>
#include <ostream>

#include "tb/tool/run/demo.hpp"
#include "tb/tool/run/simulation.hpp"

namespace kintsugi {

Input demo_input() {
  return load_text(demo_text(), "<demo>");
}

int run_demo(const Input& demo, const RunOptions& options, std::ostream& report, std::ostream& messages) {
  if (!options.json) {
    report << "The built-in scenario (traces/demo.yaml): a wafer with defects is repaired, its routing proved, its\n"
              "switches set through the configuration chain, and traffic sent through it.\n\n";
  }
  const int status = run_scenario(demo.scenario, demo.setup, options, report, messages);
  if (!options.json && status == 0) {
    std::filesystem::path save = options.out.value_or(std::filesystem::path()) / demo.scenario.waves->file;
    report << "\nTo see it:  gtkwave " << save.replace_extension(".gtkw").string() << "  (Debian package gtkwave)\n";
  }
  return status;
}

}  // namespace kintsugi
