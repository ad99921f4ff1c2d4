/// What is said of a map that is not repaired: its least sets (models/repair/least_set.hpp), and its refutation.
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>

#include "models/repair/least_set.hpp"
#include "models/repair/reconfigurable.hpp"
#include "models/search/refutation_check.hpp"
#include "tb/tool/console/progress.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

struct FoundLeastSets {
  LeastSets found;
  bool exact = false;  ///< has_exact_least_sets()
};

/// Finds the least sets of the defects, for the planner of the scenario, and shows on `out` what takes more than two
/// seconds. Each part that is said to be repairable is repaired, set and extracted: throws std::logic_error if that
/// does not make the wanted network.
FoundLeastSets find_least_sets(const Scenario& scenario, const Setup& setup, const LeastSetLimits& limits,
                               ProgressLine::Style style, std::ostream& out);

/// Returns the key `least_sets` of the report: size, the defects of a least set, and repaired, those that are repaired
/// if it works, both null if no set is listed; complete, whether all minimal sets are listed; exact; sets, each a list
/// of defects, a defect being its key in the section `defects` with its address; tests. If it is not complete also
/// ended, why, and at_least, the fewest defects of a set that is not listed; if no set is listed also enough, a set
/// that suffices, if one was found.
nlohmann::ordered_json to_json(const FoundLeastSets& least, const Setup& setup);
/// Names the first sets only.
std::string to_text(const FoundLeastSets& least, const Setup& setup);

/// The refutation of a map that a search by clauses has not repaired: written, and checked by separate code.
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
