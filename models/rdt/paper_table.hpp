/// Tables 1 and 2 of Fan, Yang, Funahashi and Amano, and the row of the RDT in table 1 of Inoguchi and Horiguchi 1996,
/// beside what this room computes.
///
/// Table 1  diameter (degree) at 4096 and 65536 nodes, of other networks (models/network/direct_networks.hpp) too: each
///          computed cell says whether it comes from the graph or from a formula, and of how many nodes if there is no
///          network of the size; table 2  diameter (average distance) at 1024, 4096, 16384 nodes, here at 256 and 65536
///          nodes too, and for the perfect RDT, of which the paper prints no numbers.
/// Rows     The printed diameters of alpha are the most hops of floating-base, those of beta the most hops of
///          floating-best. The other printed numbers are neither distances in the graph nor hops of a routing of this
///          room. They have a row of their own; below it are the graph distances and the hops of the routings.
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::rdt {

/// Computes the tables. Calls `progress` after each network and routing.
std::vector<PaperTable> paper_tables(const Progress& progress);

}  // namespace kintsugi::rdt
