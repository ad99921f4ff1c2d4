/// Makes links of arcs: of links that lead in one direction only. A link of a network carries packets in both.
///
/// Pairs    an arc and one of the same kind in the opposite direction are one link. It has the names of the ports of
///          the first arc, and those of the second where the first has none; the latency of the second is that of the
///          direction back
/// Others   an arc without an opposite is a link too. So is one from a node to itself, which needs none
/// Notes    say how many of each there are, and what of an opposite arc is lost
#pragma once

#include "models/graph/draft.hpp"

namespace kintsugi::graph {

void join_arcs(Draft& draft);

/// Takes the links as arcs if each of them has an opposite: lists by other programs have every link twice, and one from
/// a node to itself once.
void find_arcs(Draft& draft);

}  // namespace kintsugi::graph
