#include "tb/tool/yield/result.hpp"

#include <algorithm>
#include <memory>

#include "models/network/text.hpp"
#include "models/repair/repair_verifier.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/console/table.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/scenario/written_parameters.hpp"
#include "tb/tool/yield/map_units.hpp"

namespace kintsugi::yield {

namespace {

JudgeMaker bounding(const Curve& curve) {
  return [fabric = curve.fabric, bound = *curve.bound]() -> Judge {
    const std::shared_ptr<RepairTester> tester = std::move(fabric->bounds()[bound].tester);
    return [tester](const Defects& defects) {
      return tester->repairable(defects) ? MapOutcome::kRepaired : MapOutcome::kIrreparable;
    };
  };
}

JudgeMaker judge_of(const YieldRequest& request, const Curve& curve) {
  if (curve.bound) return bounding(curve);
  if (request.options.verify) return verifying(*curve.fabric, request.design->network(), curve.options);
  return planning(*curve.fabric, curve.options);
}

/// Returns a text for all that decides what a curve makes of a map.
std::string name_of(const YieldRequest& request, const Curve& curve) {
  const std::string text =
      reproducer(*request.scenario, curve.fabric_options, curve.options, curve.fabric->fabric(), {});
  if (curve.bound) return text + ", bound: " + curve.key;
  return request.options.verify ? text + ", verified" : text;
}

DefectMaps maps_of_pes(const YieldRequest& request, std::size_t faults) {
  const YieldOptions& options = request.options;
  if (options.exhaustive) return DefectMaps::all(request.sites, faults);
  if (!options.cluster) return DefectMaps::random(request.sites, faults, options.maps, options.seed);
  const double probability = faults == 0 ? 0 : static_cast<double>(faults) / static_cast<double>(request.sites.size());
  return DefectMaps::scattered(request.sites, {probability, options.cluster, request.field_of}, options.maps,
                               options.seed);
}

DefectMaps maps_with(const YieldRequest& request, std::size_t faults) {
  DefectMaps maps = maps_of_pes(request, faults);
  const std::optional<double> chain = request.options.chain_defect;
  return chain ? maps.with_segments(request.fabrics.front()->segments().size(), *chain) : maps;
}

/// Names all on which maps_with() depends, but for the network.
nlohmann::ordered_json drawing_of(const YieldRequest& request, std::size_t faults) {
  const YieldOptions& options = request.options;
  nlohmann::ordered_json json = {{"faults", faults}, {"core_only", options.core_only}};
  if (options.exhaustive) return json;
  json["seed"] = options.seed;
  if (options.cluster) json["cluster"] = *options.cluster;
  if (options.field) json["field"] = {options.field->columns, options.field->rows};
  if (options.chain_defect) json["chain_defect"] = *options.chain_defect;
  return json;
}

Interval confidence_of(const RepairCount& count, std::uint64_t wanted, bool exhaustive) {
  const std::uint64_t highest = count.repairable + count.not_decided;
  if (!exhaustive) return {wilson(count.repairable, count.maps).low, wilson(highest, count.maps).high};
  const auto share = [wanted](std::uint64_t maps) { return static_cast<double>(maps) / static_cast<double>(wanted); };
  return {share(count.repairable), share(highest + (wanted - count.maps))};
}

Row row_of(std::size_t faults, const RepairCount& count, std::uint64_t wanted, bool exhaustive) {
  const double probability = static_cast<double>(count.repairable) / static_cast<double>(count.maps);
  return {faults, count, wanted, probability, confidence_of(count, wanted, exhaustive)};
}

std::vector<Interval> yields_of(const YieldRequest& request, const std::vector<Row>& rows) {
  std::vector<double> lowest, highest;
  for (const Row& row : rows) {
    if (!row.complete()) continue;
    lowest.push_back(row.probability);
    highest.push_back(row.highest());
  }
  std::vector<Interval> yields;
  for (const double pe_defect : request.options.pe_defects) {
    yields.push_back({array_yield(request.sites.size(), pe_defect, request.first, lowest).low,
                      array_yield(request.sites.size(), pe_defect, request.first, highest).high});
  }
  return yields;
}

}  // namespace

double Row::highest() const {
  return static_cast<double>(count.repairable + count.not_decided) / static_cast<double>(count.maps);
}

std::string to_text(const Interval& interval) {
  return fixed(interval.low, kShareDigits) + " to " + fixed(interval.high, kShareDigits);
}

std::vector<JudgeMaker> judges_of(const YieldRequest& request) {
  return each_of(request.curves, [&](const Curve& curve) { return judge_of(request, curve); });
}

JudgedMaps maps_of(const YieldRequest& request) {
  JudgedMaps maps;
  maps.judges = judges_of(request);
  for (const Curve& curve : request.curves) maps.judge_names.push_back(name_of(request, curve));
  for (std::size_t faults = request.first; faults <= request.last; ++faults) {
    maps.sets.push_back(maps_with(request, faults));
    maps.drawn.push_back(drawing_of(request, faults));
  }
  return maps;
}

YieldResult result_of(const YieldRequest& request, const JudgedMaps& maps,
                      const std::vector<std::vector<RepairCount>>& counts) {
  YieldResult result;
  for (std::size_t curve = 0; curve < request.curves.size(); ++curve) {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i][curve].maps == 0) continue;
      rows.push_back(row_of(request.first + i, counts[i][curve], maps.sets[i].size(), request.options.exhaustive));
    }
    result.yields.push_back(yields_of(request, rows));
    result.rows.push_back(std::move(rows));
  }
  return result;
}

YieldResult result(const YieldRequest& request, unsigned threads, const Progress& progress) {
  const JudgedMaps maps = maps_of(request);
  return result_of(request, maps, count_repairs(maps.sets, maps.judges, threads, progress, stop_requested));
}

std::uint64_t wrong(const YieldResult& result) {
  std::uint64_t sum = 0;
  for (const std::vector<Row>& rows : result.rows) {
    for (const Row& row : rows) sum += row.count.wrong;
  }
  return sum;
}

namespace {

using nlohmann::ordered_json;

std::string maps_text(const Row& row) {
  return std::to_string(row.count.maps) + (row.complete() ? "" : " of " + std::to_string(row.wanted));
}

/// `is_limited`: whether maps can be left undecided.
Table<Row> columns(const YieldRequest& request, bool is_limited) {
  const auto confidence = [exhaustive = request.options.exhaustive](const Row& row) {
    if (exhaustive && row.complete() && row.count.not_decided == 0) return std::string("exact");
    return to_text(row.confidence);
  };
  const auto of = [](const Row& row) { return row.complete() ? std::nullopt : std::optional(row.wanted); };
  return {{"faults", &Row::faults},
          {"maps", [](const Row& row) { return row.count.maps; }, maps_text},
          {"repairable", [](const Row& row) { return row.count.repairable; }},
          {"not_decided",
           [](const Row& row) { return row.count.not_decided; },
           {.heading = "not decided", .json = is_limited, .csv = is_limited, .text = is_limited}},
          {"probability", &Row::probability, {.digits = kShareDigits}},
          {"ci_low", [](const Row& row) { return row.confidence.low; }, confidence, {.heading = "95 % confidence"}},
          {"ci_high", [](const Row& row) { return row.confidence.high; }, {.text = false}},
          {"of", of, {.null_in_json = false, .csv = false, .text = false}}};
}

ordered_json yields_json(const std::vector<double>& pe_defects, const std::vector<Interval>& yields) {
  ordered_json list = ordered_json::array();
  for (std::size_t i = 0; i < yields.size(); ++i) {
    list.push_back({{"pe_defect", pe_defects[i]}, {"low", yields[i].low}, {"high", yields[i].high}});
  }
  return list;
}

/// Adds what a curve reports besides its rows.
void add_curve(ordered_json& json, const YieldRequest& request, const YieldResult& result, std::size_t index) {
  const Curve& curve = request.curves[index];
  if (curve.bound) {
    json["bound"] = curve.key;
  } else {
    json["planner"] = curve.options.planner;
    json["rule"] = curve.options.rule;
    json["objective"] = curve.options.objective;
    if (curve.options.objective == "short") json["longest"] = curve.options.longest;
    for (const auto& [name, value] : curve.fabric_options) json[name] = parameter_json(value);
  }
  json["rows"] = columns(request, curve.is_limited()).json(result.rows[index]);
  if (!result.yields[index].empty()) {
    json["array_yield"] = yields_json(request.options.pe_defects, result.yields[index]);
  }
}

/// Returns the number of maps that were set, extracted and compared: those that were repaired.
std::uint64_t verified(const YieldRequest& request, const YieldResult& result) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < request.curves.size(); ++i) {
    for (const Row& row : result.rows[i]) sum += request.curves[i].bound ? 0 : row.count.repairable;
  }
  return sum;
}

std::size_t spares_of(const YieldRequest& request) {
  return request.fabrics.front()->fabric().sites.size() - request.design->network().nodes();
}

std::string maps_text(const YieldOptions& options) {
  if (options.exhaustive) return "all";
  const std::string seed = ", seed " + std::to_string(options.seed);
  if (!options.cluster) return std::to_string(options.maps) + " random ones for each number of defective PEs" + seed;
  return std::to_string(options.maps) + " clustered ones for each mean number of defective PEs" + seed + ", alpha " +
         ordered_json(*options.cluster).dump() + " for each " +
         (options.field ? "field of " + std::to_string(options.field->columns) + " x " +
                              std::to_string(options.field->rows) + " PEs"
                        : "chip");
}

std::string head_text(const YieldRequest& request, const YieldResult& result) {
  const YieldOptions& options = request.options;
  TextTable table;
  table.add({"network", name_with_legend(*request.design)});
  table.add({"PEs", std::to_string(request.fabrics.front()->fabric().sites.size()) + ", " +
                        std::to_string(spares_of(request)) + " of them spare"});
  table.add({"defective", options.core_only ? "PEs that are in use without defects" : "any PEs"});
  table.add({"maps", maps_text(options)});
  if (options.chain_defect) {
    table.add({"chain", "each of its " + counted(request.fabrics.front()->segments().size(), "segment") +
                            " dead with " + nlohmann::ordered_json(*options.chain_defect).dump()});
  }
  if (options.verify) {
    table.add({"verified", counted(verified(request, result), "repair") + " set, extracted and compared, " +
                               std::to_string(wrong(result)) + " of them wrong"});
  }
  return table.text();
}

/// Prints the first curve with its counts, then the probabilities of the others, under letters.
std::string rows_text(const YieldRequest& request, const YieldResult& result) {
  TextTable names, table;
  const Table<Row> first = columns(request, request.curves.front().is_limited());
  std::vector<std::string> head = first.headings();
  for (std::size_t i = 1; i < request.curves.size(); ++i) head.push_back("(" + std::to_string(i) + ")");
  table.add(std::move(head));
  for (std::size_t at = 0; at < result.rows.front().size(); ++at) {
    std::vector<std::string> cells = first.cells(result.rows.front()[at]);
    for (std::size_t i = 1; i < result.rows.size(); ++i) {
      cells.push_back(fixed(result.rows[i][at].probability, kShareDigits));
    }
    table.add(std::move(cells));
  }
  for (std::size_t i = 0; i < request.curves.size(); ++i) {
    names.add({i == 0 ? "probability" : "(" + std::to_string(i) + ")", request.curves[i].name});
  }
  return names.text() + '\n' + table.text();
}

std::string yields_text(const YieldRequest& request, const YieldResult& result) {
  TextTable table;
  for (std::size_t i = 0; i < request.curves.size(); ++i) {
    for (std::size_t p = 0; p < result.yields[i].size(); ++p) {
      table.add({p == 0 ? request.curves[i].name : "",
                 "PEs defective with " + ordered_json(request.options.pe_defects[p]).dump(),
                 "array yield " + to_text(result.yields[i][p])});
    }
  }
  const std::string text = table.text();
  return text.empty() ? text : '\n' + text;
}

}  // namespace

ordered_json to_json(const YieldRequest& request, const YieldResult& result) {
  const YieldOptions& options = request.options;
  ordered_json json = {{"network", request.design->network().name()},
                       {"pes", request.fabrics.front()->fabric().sites.size()},
                       {"spares", spares_of(request)},
                       {"core_only", options.core_only},
                       {"exhaustive", options.exhaustive}};
  if (!options.exhaustive) json["seed"] = options.seed;
  if (options.cluster) json["cluster"] = *options.cluster;
  if (options.field) json["field"] = {options.field->columns, options.field->rows};
  if (options.chain_defect) json["chain_defect"] = *options.chain_defect;
  add_curve(json, request, result, 0);
  for (std::size_t i = 0; request.curves.size() > 1 && i < request.curves.size(); ++i) {
    ordered_json curve = {{"name", request.curves[i].name}};
    add_curve(curve, request, result, i);
    json["curves"].push_back(std::move(curve));
  }
  if (options.verify) json["verified"] = {{"maps", verified(request, result)}, {"wrong", wrong(result)}};
  return json;
}

std::string to_text(const YieldRequest& request, const YieldResult& result) {
  return head_text(request, result) + '\n' + rows_text(request, result) + yields_text(request, result);
}

std::string to_csv(const YieldRequest& request, const YieldResult& result) {
  const Table<Row> table = columns(request, std::ranges::any_of(request.curves, &Curve::is_limited));
  std::string text = "curve," + table.csv_header();
  for (std::size_t i = 0; i < request.curves.size(); ++i) {
    for (const Row& row : result.rows[i]) text += csv_cell(request.curves[i].name) + ',' + table.csv_line(row);
  }
  return text;
}

plot::Plot plot_of(const YieldRequest& request, const YieldResult& result) {
  plot::Plot plot;
  plot.title = request.design->network().name() + ": share of defect maps that can be repaired";
  plot.x = {.label = (request.options.cluster ? "mean number of defective PEs, of " : "defective PEs, of ") +
                     std::to_string(request.sites.size())};
  plot.y = {.label = "repair probability", .low = 0, .high = 1};
  for (std::size_t i = 0; i < request.curves.size(); ++i) {
    plot::Series series{request.curves[i].name, {}};
    for (const Row& row : result.rows[i]) series.points.push_back({static_cast<double>(row.faults), row.probability});
    if (std::ranges::any_of(result.rows[i], [](const Row& row) { return row.count.not_decided > 0; })) {
      plot.band_name = "if those not decided are repaired";
      for (const Row& row : result.rows[i]) {
        const auto open = static_cast<double>(row.count.not_decided) / static_cast<double>(row.count.maps);
        series.band.push_back({row.probability, row.probability + open});
      }
    }
    plot.series.push_back(std::move(series));
  }
  return plot;
}

std::string wrong_repairs(const YieldRequest& request, const YieldResult& result) {
  std::string text;
  for (std::size_t i = 0; i < request.curves.size(); ++i) {
    const auto row = std::ranges::find_if(result.rows[i], [](const Row& each) { return each.count.wrong > 0; });
    if (row == result.rows[i].end()) continue;
    const Curve& curve = request.curves[i];
    text += "kintsugi repair '" +
            reproducer(*request.scenario, curve.fabric_options, curve.options, curve.fabric->fabric(),
                       *row->count.first_wrong) +
            "'\n";
  }
  return text;
}

}  // namespace kintsugi::yield
