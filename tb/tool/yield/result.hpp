/// Counts the repairable maps of a request, and reports the result.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/repair/repair_count.hpp"
#include "models/repair/yield_statistics.hpp"
#include "tb/tool/plot/plot.hpp"
#include "tb/tool/yield/map_units.hpp"
#include "tb/tool/yield/request.hpp"

namespace kintsugi::yield {

/// One curve at one number of defective PEs.
struct Row {
  std::size_t faults = 0;
  RepairCount count;
  std::uint64_t wanted = 0;  ///< maps; more than were counted if the program was asked to stop
  double probability = 0;    ///< among the maps counted
  /// 95 %. Exhaustive: the probability itself, or where it lies whatever the maps that were not counted are. Maps that
  /// are not decided are irreparable in `low` and repairable in `high`.
  Interval confidence;
  /// Returns the probability if all maps that are not decided are repairable.
  double highest() const;

  bool complete() const { return count.maps == wanted; }
};

inline constexpr int kShareDigits = 4;  ///< of shares in texts, after the point
/// Returns "0.9500 to 0.9712".
std::string to_text(const Interval& interval);

struct YieldResult {
  std::vector<std::vector<Row>> rows;  ///< by curve; without numbers of defective PEs of which no map was counted
  std::vector<std::vector<Interval>> yields;  ///< by curve, by YieldOptions::pe_defects; of the complete rows
};

/// Returns a judge for each curve. They refer to the request.
std::vector<JudgeMaker> judges_of(const YieldRequest& request);

/// Returns the maps of a request, and a judge for each curve. They refer to the request.
JudgedMaps maps_of(const YieldRequest& request);

/// Returns the result that these counts make, by number of defective PEs and curve.
YieldResult result_of(const YieldRequest& request, const JudgedMaps& maps,
                      const std::vector<std::vector<RepairCount>>& counts);

/// Returns the counts; the same for every number of threads, unless the program is asked to stop: then those so far.
YieldResult result(const YieldRequest& request, unsigned threads, const Progress& progress);

/// Returns the number of wrong repairs in all rows: maps reported as repaired whose extracted network differs.
std::uint64_t wrong(const YieldResult& result);

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
nlohmann::ordered_json to_json(const YieldRequest& request, const YieldResult& result);
std::string to_text(const YieldRequest& request, const YieldResult& result);
std::string to_csv(const YieldRequest& request, const YieldResult& result);
/// Plots the probability against the number of defective PEs, one series for each curve.
plot::Plot plot_of(const YieldRequest& request, const YieldResult& result);
/// Returns a line for each curve with a wrong repair: the command that reproduces it.
std::string wrong_repairs(const YieldRequest& request, const YieldResult& result);

}  // namespace kintsugi::yield
