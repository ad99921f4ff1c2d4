/// Searches for the assignment that makes the best RDT(2, R, m) of a side.
///
/// Tried    Every assignment that gives each of the eight classes m of the ranks 1 .. R, C^8 of them, where C is the
///          number of sets of m ranks. The search is complete: C is at most kMostSets. Assignments that part a class,
///          its rank-2 tori one by one, are not tried
/// Classes  Two assignments are alike if a translation, a rotation by 90 degrees or a mirror turns one into the other,
///          at most 64 of them: these map every rank onto itself. One of each is tried
/// Value    the entries of the assignment's file, row after row: "2143-1212". Order of values: class 0 first, by rank
/// Cost     a breadth-first search from each of the eight classes for each of about C^8 / 64 classes: for RDT(2,4,1)
///          a second at side 64, half a minute at side 256
#pragma once

#include "models/family/search.hpp"
#include "models/network/progress.hpp"
#include "models/rdt/assignment.hpp"

namespace kintsugi::rdt {

inline constexpr unsigned kMostSets = 6;

/// Measures one network of each class. The result has the file of the best assignment and labels those that have a
/// name. Calls `progress` from time to time. Throws ParameterError if the cardinal number is not 2, m is not 1 to R, or
/// there are too many sets; std::invalid_argument, as require_numbers(), if a number is out of range.
SearchResult search_assignment(const Unassigned& size, unsigned upper_ranks, const Progress& progress);

/// Returns the assignments that are alike, each once, ascending.
std::vector<ClassRanks> alike(const Unassigned& size, const ClassRanks& ranks);

}  // namespace kintsugi::rdt
