/// The search for the shift that makes the best SRT(n, T, s) of two or three dimensions.
///
/// Classes  Shifts s and s' make the same network up to its symmetries if s' is s + 2^T (the levels repeat), N - s
///          (mirror y), s^-1 modulo N (exchange x and the last axis: multiplied by an odd number, a coordinate keeps
///          its level), or results from s by several of these. One shift of each class is tried.
/// Cost     for each class a breadth-first search from each residue of the level pattern: a few seconds for 64k nodes
///          of two dimensions, and for 64^3 nodes
#pragma once

#include <vector>

#include "models/family/search.hpp"
#include "models/network/progress.hpp"

namespace kintsugi::srt {

/// Returns the classes of odd shifts below 2^n, each ascending, in the order of their smallest members.
std::vector<std::vector<unsigned>> classes_of_shifts(unsigned n, unsigned T);

/// Measures one network of each class. The parameters must be in the range of a Torus. The result labels the 1-shift
/// and the uniform shift. Calls `progress` after each class.
SearchResult search_shift(unsigned n, unsigned T, unsigned dimensions, const Progress& progress);

}  // namespace kintsugi::srt
