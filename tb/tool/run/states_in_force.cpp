#include "tb/tool/run/states_in_force.hpp"

#include <algorithm>

#include "models/fabric/extraction.hpp"

namespace kintsugi {

std::string difference_in_force(const Chip& chip, const CheckedRepair& loaded, const Setup& setup) {
  const Fabric& fabric = setup.built_fabric();
  const SwitchStates states = chip.configuration().read_back();
  if (!loaded.accepted) {
    const ExtractedNetwork extracted = NetworkExtractor(fabric).extract(states);
    return difference(extracted, setup.network(), chip.nodes().placement(), fabric).value_or("");
  }
  const SwitchStates given = switch_states(fabric, loaded.repair.configuration);
  const auto wrong = std::ranges::mismatch(states, given).in1;
  if (wrong == states.end()) return "";
  return fabric.switches[wrong - states.begin()].name + " is not in the state given";
}

void keep_out_of_the_report(const CheckedRepair& repair) {
  if (!repair.accepted) return;
  sc_core::sc_report_handler::set_actions(kConfigurationReport, sc_core::SC_WARNING, sc_core::SC_DO_NOTHING);
}

}  // namespace kintsugi
