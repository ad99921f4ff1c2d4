/// Counts the repairable maps of a request.
#pragma once

#include <functional>
#include <vector>

#include "models/repair/repair_count.hpp"
#include "models/repair/yield_statistics.hpp"
#include "tb/tool/yield/request.hpp"

namespace kintsugi::yield {

/// One curve at one number of faults.
struct Row {
  std::size_t faults = 0;
  RepairCount count;
  double probability = 0;
  Interval confidence;  ///< 95 %; of all maps: the probability itself
};

struct YieldResult {
  std::vector<std::vector<Row>> rows;         ///< by curve
  std::vector<std::vector<Interval>> yields;  ///< by curve, by YieldOptions::pe_defects
};

/// Returns the counts; the same for every number of threads.
YieldResult result(const YieldRequest& request, unsigned threads, const Progress& progress);

/// Returns the number of wrong repairs in all rows: maps reported as repaired whose extracted network differs.
std::uint64_t wrong(const YieldResult& result);

}  // namespace kintsugi::yield
