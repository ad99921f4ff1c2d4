#include "tb/tool/rivals/report.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "models/network/text.hpp"
#include "models/repair/yield_statistics.hpp"
#include "tb/tool/console/table.hpp"

namespace kintsugi::rivals {

namespace {

using nlohmann::ordered_json;
using Values = std::vector<double>;

constexpr std::array kQuantiles = {0.05, 0.25, 0.5, 0.75, 0.95};
constexpr std::array kPerformances = {0.5, 0.75, 0.9, 0.95, 1.0};

/// The values of one number over the maps of a setting, ascending.
Values ascending(Values values) {
  std::ranges::sort(values);
  return values;
}

double mean(const Values& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

template <class Number>
Values values_of(const std::vector<Worth>& worth, bool only_delivered, Number Worth::*number) {
  Values values;
  for (const Worth& each : worth) {
    if (each.usable > 0 || !only_delivered) values.push_back(static_cast<double>(each.*number));
  }
  return ascending(std::move(values));
}

std::uint64_t repaired(const Outcomes& outcomes) {
  return static_cast<std::uint64_t>(std::ranges::count(outcomes.worth, true, &Worth::repaired));
}

std::uint64_t not_decided(const Outcomes& outcomes) {
  return static_cast<std::uint64_t>(std::ranges::count(outcomes.worth, false, &Worth::decided));
}

/// Returns the performance of each map that has one, ascending; of those that are not decided the given one.
Values performances(const StudyReport& report, const Outcomes& outcomes, double of_not_decided = 0) {
  const bool simulated = report.full_throughput > 0;
  const auto wanted = static_cast<double>(report.study->networks->wanted().nodes());
  Values values;
  for (std::size_t map = 0; map < (simulated ? outcomes.throughput.size() : outcomes.worth.size()); ++map) {
    const Worth& worth = outcomes.worth[map];
    const double value =
        simulated ? outcomes.throughput[map] / report.full_throughput : static_cast<double>(worth.usable) / wanted;
    values.push_back(worth.decided ? value : of_not_decided);
  }
  return ascending(std::move(values));
}

double share_of(const Values& ascending, Values::const_iterator from) {
  return static_cast<double>(ascending.end() - from) / static_cast<double>(ascending.size());
}

double share_from(const Values& ascending, double least) {
  return share_of(ascending, std::ranges::lower_bound(ascending, least));
}

double share_above(const Values& ascending, double value) {
  return share_of(ascending, std::ranges::upper_bound(ascending, value));
}

/// Returns "95.0 %", or "95.0 to 97.5 %".
std::string percent(double low, double high) {
  const std::string from = fixed(100 * low, 1);
  const std::string to = fixed(100 * high, 1);
  return from == to ? from + " %" : from + " to " + to + " %";
}

ordered_json statistics_json(const Values& values) {
  if (values.empty()) return nullptr;
  ordered_json json = {{"mean", mean(values)}};
  for (const double share : kQuantiles) json["q" + fixed(100 * share, 0)] = quantile(values, share);
  return json;
}

Table<std::unique_ptr<Scheme>> scheme_columns() {
  using Each = std::unique_ptr<Scheme>;
  const auto summary = [](const Each& scheme) { return scheme->summary(); };
  return {{"name", [](const Each& scheme) { return scheme->name(); }, {.heading = "scheme"}},
          {"summary", summary, {.text = false}},
          {"pes", [](const Each& scheme) { return scheme->silicon().pes; }, {.heading = "PEs"}},
          {"switches", [](const Each& scheme) { return scheme->silicon().switches; }},
          {"wires", [](const Each& scheme) { return scheme->silicon().wires; }},
          {"summary", summary, {.heading = " ", .json = false}}};
}

ordered_json outcomes_json(const StudyReport& report, const Scheme& scheme, const Outcomes& outcomes) {
  const std::uint64_t maps = outcomes.worth.size();
  const std::uint64_t open = not_decided(outcomes);
  ordered_json json = {{"name", scheme.name()}, {"repaired", repaired(outcomes)}};
  if (scheme.can_be_undecided()) json["not_decided"] = open;
  json["share"] = static_cast<double>(repaired(outcomes)) / static_cast<double>(maps);
  json["ci_low"] = wilson(repaired(outcomes), maps).low;
  json["ci_high"] = wilson(repaired(outcomes) + open, maps).high;
  json["usable"] = statistics_json(values_of(outcomes.worth, false, &Worth::usable));
  json["diameter"] = statistics_json(values_of(outcomes.worth, true, &Worth::diameter));
  json["distance"] = statistics_json(values_of(outcomes.worth, true, &Worth::average_distance));
  json["throughput"] = statistics_json(ascending(outcomes.throughput));
  const Values performance = performances(report, outcomes);
  json["performance_yield"] = ordered_json::object();
  for (const double least : kPerformances) json["performance_yield"][fixed(least, 2)] = share_from(performance, least);
  if (!scheme.can_be_undecided()) return json;
  const Values highest = performances(report, outcomes, 1);
  for (const double least : kPerformances) json["performance_yield_high"][fixed(least, 2)] = share_from(highest, least);
  return json;
}

std::string name_of(const StudyReport& report, const Setting& setting) {
  std::string name = fixed(100 * setting.probability, 2) + " % of PEs defective, ";
  if (!setting.alpha) return name + "uniform";
  const auto& field = report.study->options.field;
  return name + "clustered: alpha " + ordered_json(*setting.alpha).dump() + " for each " +
         (field ? "field of " + std::to_string(field->columns) + " x " + std::to_string(field->rows) + " PEs" : "die");
}

std::string head_text(const StudyReport& report) {
  const Study& study = *report.study;
  TextTable table;
  table.add({"network", name_with_legend(*study.input->setup.design)});
  table.add({"wanted", counted(study.networks->wanted().nodes(), "PE")});
  table.add({"maps", std::to_string(study.options.maps) + " of each kind, seed " + std::to_string(study.options.seed)});
  if (report.full_throughput > 0) {
    table.add({"simulated", "the first " + std::to_string(study.options.saturation) + " of these"});
    table.add({"full throughput", fixed(report.full_throughput, 2) + " flits/cycle, without defects"});
  }
  return table.text();
}

std::string schemes_text(const Study& study) {
  std::string text = scheme_columns().text(study.schemes).text();
  for (const std::string& why : study.absent) text += why + '\n';
  return text;
}

std::string cell(const Values& values, double share, int digits) {
  return values.empty() ? "-" : fixed(quantile(values, share), digits);
}

void add_performance_cells(const StudyReport& report, const Outcomes& outcomes, std::vector<std::string>& cells) {
  const Values values = performances(report, outcomes);
  for (const double share : {0.05, 0.5, 0.95}) cells.push_back(fixed(100 * quantile(values, share), 0) + " %");
  const Values highest = performances(report, outcomes, 1);
  for (const double least : {0.75, 0.9}) {
    cells.push_back(percent(share_from(values, least), share_from(highest, least)));
  }
}

std::string setting_text(const StudyReport& report, std::size_t at) {
  const Study& study = *report.study;
  TextTable table;
  const std::string what = report.full_throughput > 0 ? "throughput" : "usable";
  table.add({"scheme", "repaired", "usable PEs", "5 %", "diameter", "95 %", "distance", what + " 5 %", "50 %", "95 %",
             ">= 75 %", ">= 90 %"});
  for (std::size_t i = 0; i < study.schemes.size(); ++i) {
    const Outcomes& outcomes = (*report.result)[at][i];
    const Values usable = values_of(outcomes.worth, false, &Worth::usable);
    const Values diameter = values_of(outcomes.worth, true, &Worth::diameter);
    const Values distance = values_of(outcomes.worth, true, &Worth::average_distance);
    const auto maps = static_cast<double>(outcomes.worth.size());
    const double share = static_cast<double>(repaired(outcomes)) / maps;
    const double with_open = static_cast<double>(repaired(outcomes) + not_decided(outcomes)) / maps;
    std::vector<std::string> cells = {study.schemes[i]->name(),
                                      percent(share, with_open),
                                      fixed(mean(usable), 1),
                                      cell(usable, 0.05, 0),
                                      cell(diameter, 0.5, 0),
                                      cell(diameter, 0.95, 0),
                                      distance.empty() ? "-" : fixed(mean(distance), 3)};
    add_performance_cells(report, outcomes, cells);
    table.add(std::move(cells));
  }
  return name_of(report, study.settings[at]) + '\n' + table.text();
}

/// Both are of the same maps: `highest` with all of those repaired that are not decided. If they differ, the series has
/// a band.
plot::Series series_of(const std::string& name, const Values& values, const Values& highest) {
  plot::Series series{name, {{0, 1}}};
  series.band = {{1, 1}};
  Values steps = values;
  if (values != highest) steps.push_back(1);
  std::ranges::sort(steps);
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  for (const double value : steps) {
    for (const auto share : {share_from, share_above}) {
      series.points.push_back({100 * value, share(values, value)});
      series.band.push_back({share(values, value), share(highest, value)});
    }
  }
  if (values == highest) series.band.clear();
  return series;
}

std::string plot_file(const Setting& setting) {
  return "rivals_" + ordered_json(setting.probability).dump() + (setting.alpha ? "_clustered" : "_uniform") + ".svg";
}

}  // namespace

ordered_json to_json(const StudyReport& report) {
  const Study& study = *report.study;
  ordered_json json = {{"network", study.input->setup.network().name()},
                       {"wanted", study.networks->wanted().nodes()},
                       {"seed", study.options.seed},
                       {"maps", study.options.maps},
                       {"simulated", study.options.saturation}};
  if (study.options.cluster) json["cluster"] = *study.options.cluster;
  if (study.options.field) json["field"] = {study.options.field->columns, study.options.field->rows};
  json["schemes"] = scheme_columns().json(study.schemes);
  json["absent"] = study.absent;
  json["full_throughput"] = report.full_throughput > 0 ? ordered_json(report.full_throughput) : ordered_json();
  json["settings"] = ordered_json::array();
  for (std::size_t at = 0; at < study.settings.size(); ++at) {
    const Setting& setting = study.settings[at];
    ordered_json entry = {
        {"pe_defect", setting.probability}, {"cluster", setting.alpha}, {"schemes", ordered_json::array()}};
    for (std::size_t i = 0; i < study.schemes.size(); ++i) {
      entry["schemes"].push_back(outcomes_json(report, *study.schemes[i], (*report.result)[at][i]));
    }
    json["settings"].push_back(std::move(entry));
  }
  return json;
}

std::string to_text(const StudyReport& report) {
  std::string text = head_text(report) + '\n' + schemes_text(*report.study);
  for (std::size_t at = 0; at < report.study->settings.size(); ++at) text += '\n' + setting_text(report, at);
  return text;
}

std::string to_csv(const StudyReport& report) {
  const Study& study = *report.study;
  std::string text = "pe_defect,cluster,scheme,map,repaired,usable,diameter,distance,throughput\n";
  for (std::size_t at = 0; at < study.settings.size(); ++at) {
    const Setting& setting = study.settings[at];
    for (std::size_t i = 0; i < study.schemes.size(); ++i) {
      const auto& [worths, to_simulate, throughput] = (*report.result)[at][i];
      for (std::size_t map = 0; map < worths.size(); ++map) {
        const Worth& worth = worths[map];
        text += csv_line({setting.probability, setting.alpha, study.schemes[i]->name(), map,
                          worth.decided ? ordered_json(worth.repaired ? 1 : 0) : ordered_json(), worth.usable,
                          worth.diameter, worth.average_distance,
                          map < throughput.size() ? ordered_json(throughput[map]) : ordered_json()});
      }
    }
  }
  return text;
}

std::vector<std::string> plot_files(const Study& study) {
  return each_of(study.settings, plot_file);
}

std::vector<NamedPlot> plots_of(const StudyReport& report) {
  const Study& study = *report.study;
  const bool simulated = report.full_throughput > 0;
  std::vector<NamedPlot> plots;
  for (std::size_t at = 0; at < study.settings.size(); ++at) {
    const Setting& setting = study.settings[at];
    plot::Plot plot;
    plot.title = study.input->setup.network().name() + ": " + name_of(report, setting);
    plot.x = {.label = simulated ? "at least this throughput, of that without defects"
                                 : "at least so many usable PEs, of those wanted",
              .unit = "%",
              .low = 0};
    plot.y = {.label = "share of dies", .low = 0, .high = 1};
    for (std::size_t i = 0; i < study.schemes.size(); ++i) {
      const Outcomes& outcomes = (*report.result)[at][i];
      const Values values = performances(report, outcomes);
      plot.series.push_back(series_of(study.schemes[i]->name(), values, performances(report, outcomes, 1)));
      if (!plot.series.back().band.empty()) plot.band_name = "if those not decided are repaired";
    }
    plots.push_back({plot_file(setting), std::move(plot)});
  }
  return plots;
}

}  // namespace kintsugi::rivals
