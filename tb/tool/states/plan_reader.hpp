/// Reads a plan that was made elsewhere: paths and their directions, rings, or a placement.
///
/// paths       [{pe: [3, 4], direction: east}, ...], on a fabric whose plans have paths; `moved` is skipped
/// rings_of_nodes   [{ring: column 4, passes: [[2, 4], [5, 4]]}, ...], on a fabric whose plans have paths: the two PEs
///             that a ring passes without a node; rings that are left out pass the spares
/// placement   {x0.y0: [1, 1], ...}: the PE of a node, by its name or number; a node that is left out is at its PE on a
///             fabric without defects. Or [[1, 1], [1, 2], ...]: the PEs of all nodes, by number
/// pes         [{pe: [1, 1], after: x0.y0}, ...]: the placement as kintsugi repair writes it; `node` is the same as
///             `after`, and a PE with null has no node
///
/// A document has one of them. The report of `repair` is a plan too: its rings if it has any, else its paths, or its
/// `pes` where plans have no paths; its other keys are skipped.
#pragma once

#include <string>

#include "models/repair/reconfigurable.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi::states {

/// `options` are those of the repair of the scenario. Errors: an unknown key, name or direction; an address without PE;
/// two nodes at one PE; a node without PE. The plan may be used only if none was added.
GivenPlan read_plan(const std::string& text, const std::string& source, const Setup& setup,
                    const RepairOptions& options, Diagnostics& errors);

}  // namespace kintsugi::states
