#include "tb/tool/yield/result.hpp"

#include <memory>

#include "models/repair/repair_verifier.hpp"
#include "tb/tool/console/stop.hpp"

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

std::vector<JudgeMaker> judges_of(const YieldRequest& request) {
  std::vector<JudgeMaker> judges;
  for (const Curve& curve : request.curves) {
    if (curve.bound) {
      judges.push_back(bounding(curve));
    } else if (request.options.verify) {
      judges.push_back(verifying(*curve.fabric, request.design->network(), curve.options));
    } else {
      judges.push_back(planning(*curve.fabric, curve.options));
    }
  }
  return judges;
}

DefectMaps maps_of(const YieldRequest& request, std::size_t faults) {
  const YieldOptions& options = request.options;
  if (options.exhaustive) return DefectMaps::all(request.sites, faults);
  if (!options.cluster) return DefectMaps::random(request.sites, faults, options.maps, options.seed);
  const double probability = faults == 0 ? 0 : static_cast<double>(faults) / static_cast<double>(request.sites.size());
  return DefectMaps::scattered(request.sites, {probability, options.cluster, request.field_of}, options.maps,
                               options.seed);
}

std::vector<DefectMaps> maps_of(const YieldRequest& request) {
  std::vector<DefectMaps> sets;
  for (std::size_t faults = request.first; faults <= request.last; ++faults) sets.push_back(maps_of(request, faults));
  return sets;
}

Interval confidence_of(const RepairCount& count, std::uint64_t wanted, bool exhaustive) {
  if (!exhaustive) return wilson(count.repairable, count.maps);
  const auto share = [wanted](std::uint64_t maps) { return static_cast<double>(maps) / static_cast<double>(wanted); };
  return {share(count.repairable), share(count.repairable + (wanted - count.maps))};
}

Row row_of(std::size_t faults, const RepairCount& count, std::uint64_t wanted, bool exhaustive) {
  const double probability = static_cast<double>(count.repairable) / static_cast<double>(count.maps);
  return {faults, count, wanted, probability, confidence_of(count, wanted, exhaustive)};
}

std::vector<Interval> yields_of(const YieldRequest& request, const std::vector<Row>& rows) {
  std::vector<double> probabilities;
  for (const Row& row : rows) {
    if (row.complete()) probabilities.push_back(row.probability);
  }
  std::vector<Interval> yields;
  for (const double pe_defect : request.options.pe_defects) {
    yields.push_back(array_yield(request.sites.size(), pe_defect, request.first, probabilities));
  }
  return yields;
}

}  // namespace

YieldResult result(const YieldRequest& request, unsigned threads, const Progress& progress) {
  const std::vector<DefectMaps> sets = maps_of(request);
  const auto counts = count_repairs(sets, judges_of(request), threads, progress, stop_requested);
  YieldResult result;
  for (std::size_t curve = 0; curve < request.curves.size(); ++curve) {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i][curve].maps == 0) continue;
      rows.push_back(row_of(request.first + i, counts[i][curve], sets[i].size(), request.options.exhaustive));
    }
    result.yields.push_back(yields_of(request, rows));
    result.rows.push_back(std::move(rows));
  }
  return result;
}

std::uint64_t wrong(const YieldResult& result) {
  std::uint64_t sum = 0;
  for (const std::vector<Row>& rows : result.rows) {
    for (const Row& row : rows) sum += row.count.wrong;
  }
  return sum;
}

}  // namespace kintsugi::yield
