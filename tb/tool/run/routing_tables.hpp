/// Makes the tables of a routing before they are needed, and shows the progress.
#pragma once

#include <iosfwd>

#include "models/routing/tables.hpp"
#include "tb/tool/console/progress.hpp"

namespace kintsugi {

/// Makes the tables that the first packet or the proof would wait for: seconds in a large network. Does nothing for a
/// routing without such tables.
inline void make_tables(const RoutingRelation& relation, ProgressLine::Style style, std::ostream& messages) {
  const auto* const tables = dynamic_cast<const HasTables*>(&relation);
  if (tables == nullptr) return;
  ProgressLine progress("tables of routing " + relation.name(), "step", style, messages);
  tables->make_tables(progress.listener());
}

}  // namespace kintsugi
