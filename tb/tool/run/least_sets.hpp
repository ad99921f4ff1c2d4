/// The least sets of the defects of a scenario (models/repair/least_set.hpp) and their report.
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>
#include <string>

#include "models/repair/least_set.hpp"
#include "tb/tool/console/progress.hpp"
#include "tb/tool/scenario/scenario.hpp"
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

}  // namespace kintsugi
