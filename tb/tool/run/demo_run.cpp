#include <ostream>

#include "tb/tool/run/demo.hpp"
#include "tb/tool/run/instrument_checks.hpp"
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
    for (const OutputFile& file : files_of_instruments(demo.scenario, options.out)) {
      if (file.path.extension() != ".gtkw") continue;
      report << "\nTo see it:  gtkwave " << file.path.string() << "  (Debian package gtkwave)\n";
    }
  }
  return status;
}

}  // namespace kintsugi
