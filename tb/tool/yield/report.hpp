/// The report of a yield run: text, JSON, CSV, a plot. Rows of a curve in ascending number of defective PEs; the same
/// bytes for every number of threads.
///
/// JSON   network, pes, spares, core_only, exhaustive or seed, cluster and field if there are any, planner, rule,
///        objective, longest with objective short, the options of the fabric that were asked for, by their names
///        rows of the first curve: faults, maps, repairable, probability, ci_low, ci_high; not_decided, if the search
///        of the planner has a limit; `of`, the maps wanted, if not all of them were counted
///        curves: the same for every curve, by name, if there are several
///        array_yield: pe_defect, low, high, of each curve
///        verified: maps, wrong
/// CSV    a line for each curve and number of defective PEs
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tb/tool/plot/plot.hpp"
#include "tb/tool/yield/result.hpp"

namespace kintsugi::yield {

nlohmann::ordered_json to_json(const YieldRequest& request, const YieldResult& result);
std::string to_text(const YieldRequest& request, const YieldResult& result);
std::string to_csv(const YieldRequest& request, const YieldResult& result);
/// Plots the probability against the number of defective PEs, one series for each curve.
plot::Plot plot_of(const YieldRequest& request, const YieldResult& result);
/// Returns a line for each curve with a wrong repair: the command that reproduces it.
std::string wrong_repairs(const YieldRequest& request, const YieldResult& result);

}  // namespace kintsugi::yield
