/// Resolves the defects and faults of a scenario to sites and links of its fabric, or, without a fabric, to nodes and
/// links of its network.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/fabric/fabric.hpp"
#include "models/family/family.hpp"
#include "models/repair/reconfigurable.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

/// The places that can be defective. Refers to the fabric or network from which it was made.
struct Places {
  std::string name;                         ///< what it is called in messages: "fabric", "network"
  std::vector<std::vector<int>> addresses;  ///< by site
  std::function<std::optional<std::string>(LinkDefect)> refusal;  ///< why it cannot be a defect; nothing when it can
  bool links_die = false;                                         ///< at run time too
  /// What an address of a switch, track or wire stands for; std::invalid_argument when there is no such element.
  std::function<ElementDefect(const ElementAddress&)> element = {};
};
Places places_of(const ReconfigurableFabric& fabric);
/// Returns the nodes and links of a directly wired network.
Places places_of(const Design& design);

/// Errors: an address with the wrong number of parts, out of range, of a place without a PE (the corners of a
/// wafer), named twice; a link or an element that the fabric refuses, or that is named twice; more random defects than
/// sites.
Defects find_defects(const DefectsSection& defects, const Places& places, Diagnostics& errors);

/// Returns the faults at run time, in their order. Errors: those of a defect; a PE or link named twice or defective
/// already; a link on a fabric; a cycle at or after run.cycles; multicasts in the same scenario.
std::vector<Fault> find_faults(const Scenario& scenario, const Defects& defects, const Places& places,
                               Diagnostics& errors);

/// "[3, 4]", or "7".
std::string describe_address(const std::vector<int>& address);

}  // namespace kintsugi
