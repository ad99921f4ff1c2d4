/// The refutation of a map that a search by clauses has not repaired: written, and checked by separate code.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "models/repair/reconfigurable.hpp"
#include "models/search/refutation_check.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

struct Refutation {
  std::string none_because;  ///< why there is none; then the rest is empty
  std::string formula;       ///< as DIMACS CNF
  std::string proof;         ///< as DRAT, in text
  RefutationCheck check;
};

/// Refutes the irreparable set that the repair names, or all of its defects if it names none. Throws std::logic_error
/// if the proof does not hold.
Refutation refute(const Scenario& scenario, const Setup& setup, const CheckedRepair& repair);

/// Returns the key `certificate` of the report: written, reason or folder, variables, clauses, lemmas, checked. The
/// files are in `folder`.
nlohmann::ordered_json to_json(const Refutation& refutation, const std::string& folder);
std::string to_text(const Refutation& refutation, const std::string& folder);

}  // namespace kintsugi
