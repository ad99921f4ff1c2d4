#include "models/repair/least_set.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "models/search/deletion_filter.hpp"
#include "models/search/exact_search.hpp"
#include "models/search/hitting_sets.hpp"

namespace kintsugi {

namespace {

/// Some of the defects of a map, by number in the order of new_faults(), ascending.
using FaultNumbers = std::vector<std::size_t>;

class LeastSetSearch {
 public:
  LeastSetSearch(const Defects& defects, RepairTester& tester, const LeastSetLimits& limits, const Progress& progress)
      : faults_(new_faults({}, defects)), tester_(tester), limits_(limits), progress_(progress) {}

  LeastSets run() {
    if (faults_.size() > kMostFaults) {
      result_.end = LeastSets::End::kTooMany;
      return std::move(result_);
    }
    HittingSets hitting_sets(faults_.size());
    result_.end = search(hitting_sets);
    using enum LeastSets::End;
    if (result_.sets.empty() && (result_.end == kTests || result_.end == kNotDecided)) find_enough();
    return std::move(result_);
  }

 private:
  LeastSets::End search(HittingSets& hitting_sets) {
    for (;;) {
      const std::optional<FaultNumbers> next = hitting_sets.smallest();
      if (!next) return LeastSets::End::kAll;
      result_.at_least = next->size();
      if (result_.sets.size() == limits_.sets) return LeastSets::End::kSets;
      if (has_no_tests_left()) return LeastSets::End::kTests;
      const FaultNumbers rest = all_but(*next);
      const Decision decision = test(rest);
      if (decision == Decision::kNotDecided) return LeastSets::End::kNotDecided;
      if (decision == Decision::kYes) {
        result_.sets.push_back(defects_of(*next));
        hitting_sets.rule_out(*next);
      } else {
        hitting_sets.hit(core_of(rest));
      }
    }
  }

  /// Makes an irreparable part smaller. Without tests left it keeps what it could not test.
  FaultNumbers core_of(const FaultNumbers& part) {
    return without_needless(part, [&](const FaultNumbers& smaller) -> std::optional<FaultNumbers> {
      if (has_no_tests_left() || test(smaller) != Decision::kNo) return std::nullopt;
      return smaller;
    });
  }

  /// Leaves out of a repairable part what makes it irreparable: that suffices.
  void find_enough() {
    FaultNumbers kept;
    if (test(kept) != Decision::kYes) return;
    FaultNumbers left_out;
    for (std::size_t number = 0; number < faults_.size(); ++number) {
      kept.push_back(number);
      if (test(kept) == Decision::kYes) continue;
      kept.pop_back();
      left_out.push_back(number);
    }
    result_.enough = defects_of(left_out);
  }

  bool has_no_tests_left() const { return result_.tests >= limits_.tests; }

  Decision test(const FaultNumbers& part) {
    if (progress_) progress_(result_.tests, 0);
    ++result_.tests;
    if (tester_.repairable(defects_of(part))) return Decision::kYes;
    return tester_.decided() ? Decision::kNo : Decision::kNotDecided;
  }

  FaultNumbers all_but(std::span<const std::size_t> part) const {
    FaultNumbers rest;
    for (std::size_t number = 0; number < faults_.size(); ++number) {
      if (!std::ranges::binary_search(part, number)) rest.push_back(number);
    }
    return rest;
  }

  /// The lists of defects stay ascending, since the numbers are.
  Defects defects_of(std::span<const std::size_t> part) const {
    Defects defects;
    for (const std::size_t number : part) defects.add(faults_[number]);
    return defects;
  }

  std::vector<Fault> faults_;
  RepairTester& tester_;
  LeastSetLimits limits_;
  const Progress& progress_;
  LeastSets result_;
};

}  // namespace

std::size_t LeastSets::least() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(sets, [&](const Defects& set) { return set.size() == sets.front().size(); }));
}

Defects without(Defects defects, const Defects& working) {
  for (const Fault& fault : new_faults({}, working)) defects.remove(fault);
  return defects;
}

LeastSets least_sets(const Defects& defects, RepairTester& tester, const LeastSetLimits& limits,
                     const Progress& progress) {
  return LeastSetSearch(defects, tester, limits, progress).run();
}

bool has_exact_least_sets(const ReconfigurableFabric& fabric, const RepairOptions& options, const Defects& defects) {
  return defects.elements.empty() && fabric.complete_for(options).has_value();
}

}  // namespace kintsugi
