#include "tb/tool/yield/result.hpp"

#include <memory>

#include "models/repair/repair_verifier.hpp"

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

std::vector<DefectMaps> maps_of(const YieldRequest& request) {
  const YieldOptions& options = request.options;
  std::vector<DefectMaps> sets;
  for (std::size_t faults = request.first; faults <= request.last; ++faults) {
    sets.push_back(options.exhaustive ? DefectMaps::all(request.sites, faults)
                                      : DefectMaps::random(request.sites, faults, options.maps, options.seed));
  }
  return sets;
}

Row row_of(std::size_t faults, const RepairCount& count, bool exhaustive) {
  Row row{faults, count, static_cast<double>(count.repairable) / static_cast<double>(count.maps), {}};
  row.confidence = exhaustive ? Interval{row.probability, row.probability} : wilson(count.repairable, count.maps);
  return row;
}

std::vector<Interval> yields_of(const YieldRequest& request, const std::vector<Row>& rows) {
  std::vector<double> probabilities;
  for (const Row& row : rows) probabilities.push_back(row.probability);
  std::vector<Interval> yields;
  for (const double pe_defect : request.options.pe_defects) {
    yields.push_back(array_yield(request.sites.size(), pe_defect, request.first, probabilities));
  }
  return yields;
}

}  // namespace

YieldResult result(const YieldRequest& request, unsigned threads, const Progress& progress) {
  const auto counts = count_repairs(maps_of(request), judges_of(request), threads, progress);
  YieldResult result;
  for (std::size_t curve = 0; curve < request.curves.size(); ++curve) {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      rows.push_back(row_of(request.first + i, counts[i][curve], request.options.exhaustive));
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
