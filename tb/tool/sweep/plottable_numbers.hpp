/// The numbers of the report of a run that a plot can show, by their paths.
#pragma once

#include <string>
#include <vector>

namespace kintsugi {
struct Scenario;
struct Setup;
}  // namespace kintsugi

namespace kintsugi::sweep {

/// Returns the paths of all numbers but those of --timing, with which no run of a sweep is started. The report of a
/// single run has a part of them. GROUP stands for the name of any collective: "workload.collectives.GROUP.cycles".
const std::vector<std::string>& plottable_numbers();

/// Returns whether a report can have a number of this path; of a collective, with its name in the path.
bool is_plottable(const std::string& path);

/// Returns why no run of the scenario reports the number of this path, and what to do; "" if a run can, or only after a
/// check has failed.
std::string why_not_plottable(const std::string& path, const Scenario& scenario, const Setup& setup);

/// Returns what a message suggests in place of another path: the nearest, or all.
std::string plottable_like(const std::string& path);

}  // namespace kintsugi::sweep
