/// Where a refutation is written: clauses without a solution, and a solver's proof of that (refutation_check.hpp).
#pragma once

#include <string>

namespace kintsugi {

struct RefutationFiles {
  std::string formula;  ///< the clauses, as DIMACS CNF
  std::string proof;    ///< as DRAT, in text
};

}  // namespace kintsugi
