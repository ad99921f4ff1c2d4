/// Compares two plans of a repair, as `check --plan` reads them: by the names of PEs, rings and nodes.
///
/// Kinds   `path`: the direction of the path of a PE; `ring`: the PEs that a ring passes; `node`: the PE of a node;
///         `pe`: the node of a PE; `fabric`: the number of the fabric
/// Both    kinds that one plan has alone are left out, with a note; a PE without a node is null
/// Fabric  none is needed: names and addresses are compared as they are written, [1,1] as [1, 1]
#pragma once

#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/diff/difference.hpp"
#include "tb/tool/scenario/source.hpp"

namespace kintsugi::diff {

/// The report of `repair` is a plan too: its keys that are no plan are skipped. Throws InputError if the plans have no
/// kind in common.
Comparison compare_plans(const Source& a, const Source& b, std::size_t most_listed, Diagnostics& errors);

}  // namespace kintsugi::diff
