/// The report of a study of rivals: text, JSON, CSV, a plot for each kind of dies.
///
/// Performance   of a map: the throughput of the die, as a share of that of the wanted network without defects;
///               without simulations the usable PEs, as a share of the wanted ones
/// Performance yield  at x: the share of maps with a performance of at least x
/// Distances     are those of the maps on which a scheme delivers a network
/// Not decided   dies count as lost; beside it stands what holds if all of them are repaired: in the interval of
///               confidence, as "performance_yield_high", as a second value in the text, and as a band in the plot
/// JSON   network, wanted, seed, maps, simulated, cluster, field, schemes (name, summary, pes, switches, wires),
///        absent, full_throughput; settings: pe_defect, cluster, schemes: name, repaired, not_decided and
///        performance_yield_high if there can be such dies, share, ci_low, ci_high, usable, diameter, distance and
///        throughput with their quantiles, performance_yield
/// CSV    a line for each kind of dies, scheme and map; `repaired` is empty where it is not decided
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tb/tool/plot/plot.hpp"
#include "tb/tool/rivals/study.hpp"

namespace kintsugi::rivals {

struct StudyReport {
  const Study* study = nullptr;
  const StudyResult* result = nullptr;
  double full_throughput = 0;  ///< of the wanted network without defects, flits/cycle; 0: nothing was simulated
};

nlohmann::ordered_json to_json(const StudyReport& report);
std::string to_text(const StudyReport& report);
std::string to_csv(const StudyReport& report);

/// Returns the names of the files of the plots.
std::vector<std::string> plot_files(const Study& study);

/// A plot, and the name of its file: "rivals_0.02_uniform.svg".
struct NamedPlot {
  std::string file;
  plot::Plot plot;
};
/// Plots the performance yield against the performance, one series for each scheme.
std::vector<NamedPlot> plots_of(const StudyReport& report);

}  // namespace kintsugi::rivals
