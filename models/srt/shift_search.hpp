/// Which shift makes the best 2D-SRT(n, T, s)?
///
/// Alike    Shifts s and s' make the same network up to its symmetries when s' is s + 2^T (the levels repeat), N - s
///          (turn y round), s^-1 modulo N (exchange x and y: multiplied by an odd number, a coordinate keeps its
///          level), or comes from s by several of these. One of each class is tried.
/// Cost     a breadth-first search from each of the residues of the level pattern for each class: a few seconds for 64k
///          nodes
#pragma once

#include <vector>

#include "models/family/family.hpp"

namespace kintsugi::srt {

/// The classes of odd shifts below 2^n, each ascending, in the order of their smallest members.
std::vector<std::vector<unsigned>> classes_of_shifts(unsigned n, unsigned T);

/// n and T within the range of a Torus. 1-shift and the uniform shift are labelled. `progress` is told after each
/// class.
SearchResult search_shift(unsigned n, unsigned T, const Progress& progress);

}  // namespace kintsugi::srt
