/// Makes the tables of a routing before they are needed, and shows the progress.
#pragma once

#include <iosfwd>

#include "models/routing/relation.hpp"
#include "tb/tool/console/progress.hpp"

namespace kintsugi {

/// Makes the tables that the first packet or the proof would wait for: seconds in a large network. Does nothing for a
/// routing without such tables.
void make_tables(const RoutingRelation& relation, ProgressLine::Style style, std::ostream& messages);

}  // namespace kintsugi
