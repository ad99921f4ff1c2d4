/// Counts literals by clauses, so that a search can be told how many of them may be true.
///
/// Source  the totalizer: Bailleux and Boufkhad, "Efficient CNF Encoding of Boolean Cardinality Constraints", 2003
#pragma once

#include <span>
#include <vector>

#include "models/search/exact_search.hpp"

namespace kintsugi {

/// Adds clauses, and returns as many literals: number k, from 0, is true if more than k of the given ones are true.
/// Nothing makes it false: assume its negation to allow k at most.
std::vector<Literal> count(ExactSearch& search, std::span<const Literal> literals);

}  // namespace kintsugi
