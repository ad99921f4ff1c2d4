#include "tb/tool/yield/answer.hpp"

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

std::vector<JudgeMaker> judges_of(const Question& question) {
  std::vector<JudgeMaker> judges;
  for (const Curve& curve : question.curves) {
    if (curve.bound) {
      judges.push_back(bounding(curve));
    } else if (question.wishes.verify) {
      judges.push_back(verifying(*curve.fabric, question.design->network(), curve.options));
    } else {
      judges.push_back(planning(*curve.fabric, curve.options));
    }
  }
  return judges;
}

std::vector<DefectMaps> maps_of(const Question& question) {
  const Wishes& wishes = question.wishes;
  std::vector<DefectMaps> sets;
  for (std::size_t faults = question.first; faults <= question.last; ++faults) {
    sets.push_back(wishes.exhaustive ? DefectMaps::all(question.sites, faults)
                                     : DefectMaps::random(question.sites, faults, wishes.maps, wishes.seed));
  }
  return sets;
}

Row row_of(std::size_t faults, const Tally& tally, bool exhaustive) {
  Row row{faults, tally, static_cast<double>(tally.repairable) / static_cast<double>(tally.maps), {}};
  row.confidence = exhaustive ? Interval{row.probability, row.probability} : wilson(tally.repairable, tally.maps);
  return row;
}

std::vector<Interval> yields_of(const Question& question, const std::vector<Row>& rows) {
  std::vector<double> probabilities;
  for (const Row& row : rows) probabilities.push_back(row.probability);
  std::vector<Interval> yields;
  for (const double pe_defect : question.wishes.pe_defects) {
    yields.push_back(array_yield(question.sites.size(), pe_defect, question.first, probabilities));
  }
  return yields;
}

}  // namespace

Answer answer(const Question& question, unsigned threads, const TallyProgress& progress) {
  const auto tallies = tally(maps_of(question), judges_of(question), threads, progress);
  Answer answer;
  for (std::size_t curve = 0; curve < question.curves.size(); ++curve) {
    std::vector<Row> rows;
    for (std::size_t i = 0; i < tallies.size(); ++i) {
      rows.push_back(row_of(question.first + i, tallies[i][curve], question.wishes.exhaustive));
    }
    answer.yields.push_back(yields_of(question, rows));
    answer.rows.push_back(std::move(rows));
  }
  return answer;
}

std::uint64_t wrong(const Answer& answer) {
  std::uint64_t sum = 0;
  for (const std::vector<Row>& rows : answer.rows) {
    for (const Row& row : rows) sum += row.tally.wrong;
  }
  return sum;
}

}  // namespace kintsugi::yield
