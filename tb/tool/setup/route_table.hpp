/// Reads the file of router.table.
#pragma once

#include <optional>

#include "models/general/table_relation.hpp"
#include "tb/tool/setup/build_steps.hpp"

namespace kintsugi {

/// Returns the table that the scenario names, as text (models/general/route_table_file.hpp) or as a JSON object with
/// the same: a key for each kind of row in front, with its cell or a list of rows; `columns`, a list; and `rows`, a
/// list of lists. nullopt after an error. It has at least `least_vcs` channels, one less if detours get a channel of
/// their own: beside a table of a whole network that has holes here.
std::optional<general::GivenTable> read_route_table(const Building& building, unsigned least_vcs, bool holes);

}  // namespace kintsugi
