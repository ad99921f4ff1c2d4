#include <filesystem>
#include <ostream>

#include "tb/tool/run/demo.hpp"
#include "tb/tool/run/simulation.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi {

int run_demo(const RunOptions& options, std::ostream& report, std::ostream& messages) {
  const Input input = load_text(demo_text(), "<demo>");
  if (!options.json) {
    report << "The built-in scenario (traces/demo.yaml): a wafer with defects is repaired, its routing proved, its\n"
              "switches set through the configuration chain, and traffic sent through it.\n\n";
  }
  const int status = run_scenario(input.scenario, input.setup, options, report, messages);
  if (!options.json && status == 0) {
    std::filesystem::path save = options.out.value_or(std::filesystem::path()) / input.scenario.waves->file;
    report << "\nTo see it:  gtkwave " << save.replace_extension(".gtkw").string() << "  (Debian package gtkwave)\n";
  }
  return status;
}

}  // namespace kintsugi
