/// The tables of a routing: made before they are needed, with their progress; and as a text.
#pragma once

#include <iosfwd>
#include <string>

#include "models/routing/tables.hpp"
#include "tb/tool/console/progress.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

/// Makes the tables that the first packet or the proof would wait for: seconds in a large network. Does nothing for a
/// routing without such tables.
inline void make_tables(const RoutingRelation& relation, ProgressLine::Style style, std::ostream& messages) {
  const auto* const tables = dynamic_cast<const HasTables*>(&relation);
  if (tables == nullptr) return;
  ProgressLine progress("tables of routing " + relation.name(), "step", style, messages);
  tables->make_tables(progress.listener());
}

/// Returns the routing as CSV, or JSON with the same: see read_route_table(). Classes of messages, which share the
/// routing, are left out. Throws std::length_error where the table is too large (models/routing/route_table.hpp).
/// `progress` counts destinations.
std::string route_table_text(const Setup& setup, bool as_json, const Progress& progress);

}  // namespace kintsugi
