/// Counts literals by clauses, so that a search can be told how many of them may be true.
///
/// Source  the totalizer: Bailleux and Boufkhad, "Efficient CNF Encoding of Boolean Cardinality Constraints", 2003
///         At most one of many, by a variable for each that says whether one of those so far is true: Sinz, "Towards an
///         Optimal CNF Encoding of Boolean Cardinality Constraints", 2005
#pragma once

#include <span>
#include <vector>

#include "models/search/exact_search.hpp"

namespace kintsugi {

/// Adds clauses, and returns as many literals: number k, from 0, is true if more than k of the given ones are true.
/// Nothing makes it false: assume its negation to allow k at most.
std::vector<Literal> count(ExactSearch& search, std::span<const Literal> literals);

/// Allows at most one of the literals. `variable` returns a new variable, `add` takes a clause of two literals.
template <class Variable, class Add>
void at_most_one(std::span<const Literal> literals, Variable variable, Add add) {
  constexpr std::size_t kFew = 5;
  if (literals.size() <= kFew) {
    for (std::size_t i = 0; i < literals.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) add(~literals[i], ~literals[j]);
    }
    return;
  }
  Literal so_far;
  for (std::size_t i = 0; i < literals.size(); ++i) {
    const Literal before = so_far;
    so_far = variable();
    add(~literals[i], so_far);
    if (i == 0) continue;
    add(~before, so_far);
    add(~literals[i], ~before);
  }
}

}  // namespace kintsugi
