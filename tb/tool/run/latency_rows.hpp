/// The numbers of latencies that a meter has kept as a histogram, and a sentence of them.
#pragma once

#include <string>

#include "models/network/text.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/run/report_rows.hpp"
#include "tb/tool/run/statistics.hpp"

namespace kintsugi {

/// Returns nullptr if nothing was measured.
inline const Histogram* if_measured(const Histogram& latencies) {
  return latencies.total() == 0 ? nullptr : &latencies;
}

/// Returns the rows mean, p95 and max.
inline ReportRows<Histogram> latency_rows(const std::string& mean) {
  return ReportRows<Histogram>()
      .number("mean", "cycles", mean, &Histogram::mean)
      .number("p95", "cycles", "its 95th percentile", [](const Histogram& each) { return each.percentile(95); })
      .number("max", "cycles", "its maximum", &Histogram::max);
}

/// "mean 12.25, 95 % within 18, at most 30 cycles"
inline std::string latency_text(const Histogram& latencies) {
  if (latencies.total() == 0) return "none measured";
  return "mean " + fixed(latencies.mean(), 2) + ", 95 % within " + std::to_string(latencies.percentile(95)) +
         ", at most " + std::to_string(latencies.max()) + " cycles";
}

}  // namespace kintsugi
