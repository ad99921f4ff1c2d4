#include "tb/scenario/simulation.hpp"

#include <ostream>

namespace kintsugi {

int run_scenario(const Scenario&, const Setup&, const RunOptions&, std::ostream&, std::ostream& messages) {
  messages << "kintsugi: simulation is not built yet\n";
  return 2;
}

int run_demo(const RunOptions&, std::ostream&, std::ostream& messages) {
  messages << "kintsugi: simulation is not built yet\n";
  return 2;
}

}  // namespace kintsugi
