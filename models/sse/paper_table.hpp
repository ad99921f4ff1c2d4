/// The tables of H. I. Choi, "Fault Tolerant Static Shuffle-Exchange Network", 2003, as this room computes them.
///
/// Tables 1 to 5   the links of each PE of SFT2, 4-SFT2, EXM, EXP1 and EXP2 with 16 PEs, modules of 4, k = 1 except in
///                 table 2: a row for each PE, the shuffle-outs, then the exchange links. "o" marks a link that is in
///                 use without faults, "x" another link, "e" exchange. Spares are e0, e1 ... The printed tables are
///                 pictures of a matrix without numbers, so no published numbers are shown beside them.
/// Table 6         nodes and edges of Rennels' hypercube and of EXP2 with k = 1 in modules of 8 and 16 PEs; edges are
///                 unordered pairs of distinct PEs. The printed edges of EXP2 are too many from 128 nodes on, for
///                 modules of 16 from 256 on: each is twice the row above plus a summand that keeps growing by 3 (17,
///                 20, 23 ...), but the true summand does not keep growing. A computed cell that differs from the
///                 printed one ends in " !".
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::sse {

/// Computes the tables. Calls `progress` after each table.
std::vector<PaperTable> paper_tables(const Progress& progress);

}  // namespace kintsugi::sse
