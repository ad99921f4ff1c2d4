/// Reads a plan that was made elsewhere: paths and their directions, rings, or a placement.
///
/// paths           [{pe: [3, 4], direction: east}, ...]; `moved` is skipped
/// rings_of_nodes  [{ring: column 4, passes: [[2, 4], [5, 4]]}, ...]: the two PEs that a ring passes without a node;
///                 rings that are left out pass the spares. These and paths are of fabrics whose plans have paths
/// placement       {x0.y0: [1, 1], ...}: the PE of a node, by its name or number; a node that is left out is at its PE
///                 on a fabric without defects. Or [[1, 1], [1, 2], ...]: the PEs of all nodes, by number
/// pes             [{pe: [1, 1], after: x0.y0}, ...]: the placement as kintsugi repair writes it; `node` is the same as
///                 `after`, and a PE with null has no node
/// fabric_number   of the fabric for which the plan was made; it can be left out
///
/// A document has one of the first four. The report of `repair` is a plan too: its rings if it has any, else its paths,
/// or its `pes` where plans have no paths. Its `pes` must say the same as these; its other keys are skipped.
#pragma once

#include <string>
#include <vector>

#include "models/repair/reconfigurable.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi::states {

/// A node and where a file puts it.
struct PlacedNode {
  NodeId node;
  SiteId site;
  Where where;
};

struct FilePlan : GivenPlan {
  Where where;                     ///< of its paths, rings or placement
  std::vector<Where> ring_places;  ///< of the name of each ring
  std::vector<PlacedNode> pes;     ///< of a report with rings or paths: what it says besides
};

/// `options` are those of the repair of the scenario. Errors: an unknown key, name or direction; an address without PE;
/// two nodes at one PE; a node without PE; a ring that is given twice; another fabric. The plan may be used only if
/// none was added.
FilePlan read_plan(const std::string& text, const std::string& source, const Setup& setup, const RepairOptions& options,
                   Diagnostics& errors);

/// Adds an error for each of the `pes` of a report that is not where its rings or paths put the node.
void compare_pes(const FilePlan& plan, const Placement& placement, const Setup& setup, Diagnostics& errors);

}  // namespace kintsugi::states
