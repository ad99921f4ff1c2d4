#include "tb/tool/yield/result.hpp"

#include <memory>

#include "models/network/text.hpp"
#include "models/repair/repair_verifier.hpp"
#include "tb/tool/console/stop.hpp"
#include "tb/tool/console/text_table.hpp"
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

DefectMaps maps_with(const YieldRequest& request, std::size_t faults) {
  const YieldOptions& options = request.options;
  if (options.exhaustive) return DefectMaps::all(request.sites, faults);
  if (!options.cluster) return DefectMaps::random(request.sites, faults, options.maps, options.seed);
  const double probability = faults == 0 ? 0 : static_cast<double>(faults) / static_cast<double>(request.sites.size());
  return DefectMaps::scattered(request.sites, {probability, options.cluster, request.field_of}, options.maps,
                               options.seed);
}

/// Names all on which maps_with() depends, but for the network.
nlohmann::ordered_json drawing_of(const YieldRequest& request, std::size_t faults) {
  const YieldOptions& options = request.options;
  nlohmann::ordered_json json = {{"faults", faults}, {"core_only", options.core_only}};
  if (options.exhaustive) return json;
  json["seed"] = options.seed;
  if (options.cluster) json["cluster"] = *options.cluster;
  if (options.field) json["field"] = {options.field->columns, options.field->rows};
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

}  // namespace kintsugi::yield
