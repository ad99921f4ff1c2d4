/// Reads a scenario from a document: checks every key of every section for its name, type and range.
///
/// It collects all mistakes. A wrong value leaves the default in the scenario, and its key is in Scenario::refused: the
/// checks that follow (tb/tool/setup/setup.hpp) find the other mistakes, and do not judge what depends on that value.
/// Use the scenario only if there are no errors.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "models/registry/families.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/scenario/key_spec.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/scenario/value.hpp"

namespace kintsugi {

struct ReadScenario {
  Scenario scenario;
  const Family* family = nullptr;  ///< of network.kind; nullptr: it is not in the list
  bool network_known = false;      ///< the kind and all required parameters are present, and no value is refused
  bool fabric_known = true;        ///< no option of the fabric is refused
  bool network_intact = false;     ///< the network section has no mistake
  /// Paths of the keys that the readers know: "router.vcs", "faults.0.cycle". Those of `network` and `fabric` are of
  /// this kind of network; those of a mapping that is not given are not among them.
  std::set<std::string> known_keys;
};

/// Returns whether a scenario has a section of this name at its top.
bool is_section(std::string_view name);
/// Returns whether it is a list of mappings.
bool is_list_section(std::string_view name);

/// Returns the sections with what they are about, in the order in which they are read.
std::vector<Term> section_terms();

/// The kinds of networks are those of `list`; so are the options, addresses and names of their fabrics. `specs` gets
/// what the readers check of each key, given or not; tb/tool/scenario/key_list.hpp makes the list of them all.
ReadScenario read_scenario(const Value& document, const std::string& source, Diagnostics& errors,
                           const FamilyList& list = families(), KeySpecs* specs = nullptr);

}  // namespace kintsugi
