/// Where a refutation is written: clauses without a solution, and a solver's proof of that (refutation_check.hpp).
#pragma once

#include <filesystem>

namespace kintsugi {

struct RefutationFiles {
  std::filesystem::path formula;  ///< the clauses, as DIMACS CNF
  std::filesystem::path proof;    ///< as DRAT, in text
};

}  // namespace kintsugi
