/// Legal configurations of a sound fabric that bring its switches to as many states as they can, and for every other
/// state whether a legal configuration has it.
///
/// Legal     the extracted network is the wanted one. The repair of a map of defects is legal on a sound fabric too
/// From      the repairs of random defect maps; their idle switches in all states that leave the network as it is; and
///           for the other states an exact search (models/repair/legal_states.hpp)
/// Scope     of the search: on a fabric whose PEs have rows and columns each node is at most one row and one column
///           from its place without defects, as in all plans of its planners; on others anywhere
/// Limits    of the search: 2 million conflicts for each question, networks of up to LegalStates::kMostNodes nodes, and
///           an end after 5 questions that it does not decide. They count conflicts, so that the result is always the
///           same
#pragma once

#include <vector>

#include "models/fabric/fabric.hpp"
#include "models/network/network.hpp"
#include "models/network/progress.hpp"
#include "models/repair/reconfigurable.hpp"
#include "models/search/exact_search.hpp"

namespace kintsugi {

struct LegalConfiguration {
  Configuration configuration;
  SwitchStates states;  ///< by switch
  Placement placement;
};

struct LegalPool {
  std::vector<LegalConfiguration> configurations;
  /// By field and value: whether some legal configuration has it; if so, one of the pool does.
  std::vector<std::vector<Decision>> reach;
  bool is_near = false;  ///< each node was searched near its place only: see Scope
};

/// `wanted`, by field and value: the only ones for which the exact search runs. `progress` is called after each
/// question of the search.
LegalPool legal_pool(const ReconfigurableFabric& fabric, const Network& network,
                     const std::vector<std::vector<bool>>& wanted, const Progress& progress = {});

}  // namespace kintsugi
