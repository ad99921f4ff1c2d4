/// Resolves the defects and faults of a scenario to sites and links of its fabric, or, without a fabric, to nodes and
/// links of its network.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "models/fabric/address.hpp"
#include "models/family/family.hpp"
#include "models/repair/reconfigurable.hpp"
#include "tb/tool/scenario/scenario.hpp"

namespace kintsugi {

/// The places that can be defective. Refers to the fabric or network from which it was made.
struct Places {
  std::string name;                  ///< what it is called in messages: "fabric", "network"
  std::vector<PeAddress> addresses;  ///< by site
  /// Returns what an address stands for. Throws std::invalid_argument, which says what is valid, when it stands for
  /// nothing.
  std::function<Defect(const Address&)> resolve;
};
Places places_of(const ReconfigurableFabric& fabric);
/// Returns the nodes and links of a directly wired network.
Places places_of(const Design& design);

/// Errors: an address that stands for nothing, or for what another address stands for; what is stuck in two states;
/// more random defects than sites.
Defects find_defects(const DefectsSection& defects, const Places& places, Diagnostics& errors);

/// Returns the faults at run time, in their order. Errors: those of a defect; what fails while it is dead, or is
/// defective already; a switch that gets stuck in a second state; a cycle at or after run.cycles; an end that is not
/// after the beginning; multicasts in the same scenario. A fault can end after run.cycles.
std::vector<Fault> find_faults(const Scenario& scenario, const Defects& defects, const Places& places,
                               Diagnostics& errors);

}  // namespace kintsugi
