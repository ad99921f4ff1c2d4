/// From a document to a scenario: every key of every section checked for its name, type and range.
///
/// All mistakes are collected; where a value is wrong the scenario keeps the default, so that the checks that follow
/// (setup.hpp) find the other mistakes too. What is read is a scenario to be used only when there are no errors.
#pragma once

#include <set>
#include <string>

#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/scenario/value.hpp"

namespace kintsugi {

struct ReadScenario {
  Scenario scenario;
  bool network_known = false;   ///< the kind and all required parameters are there and of the right type
  bool network_intact = false;  ///< nothing at all is wrong in the network section
  /// Paths of the keys that the readers know: "router.vcs", "faults.0.cycle". Those of `network` and `fabric` are of this
  /// kind of network; those of a mapping that is not given are not among them.
  std::set<std::string> known_keys;
};

ReadScenario read_scenario(const Value& document, const std::string& source, Diagnostics& errors);

}  // namespace kintsugi
