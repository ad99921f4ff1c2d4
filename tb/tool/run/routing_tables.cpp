#include "tb/tool/run/routing_tables.hpp"

#include "models/routing/tables.hpp"

namespace kintsugi {

void make_tables(const RoutingRelation& relation, ProgressLine::Style style, std::ostream& messages) {
  const auto* const tables = dynamic_cast<const HasTables*>(&relation);
  if (tables == nullptr) return;
  ProgressLine progress("tables of routing " + relation.name(), "step", style, messages);
  tables->make_tables(progress.listener());
}

}  // namespace kintsugi
