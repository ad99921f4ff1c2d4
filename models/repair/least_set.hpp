/// The least sets of an irreparable map: the fewest defects that would have to work so that a planner repairs the
/// others.
///
/// Sufficient   a set of the defects of a map suffices if the planner repairs the map without it
/// Minimal      a set that suffices, of which no proper subset suffices
/// Least        a set that suffices with the fewest defects; it is minimal. If it works, the largest part of the map is
///              repaired: of M defects M less those of the set
/// Core         a subset of the defects that is irreparable by itself. A set suffices only if it has a member of every
///              core, and a set with a member of every core suffices. So the minimal sets are the minimal hitting sets
///              of the cores
/// Search       takes the smallest hitting set of the cores that are known (models/search/hitting_sets.hpp), and tests
///              the map without it. If the rest is repairable, the hitting set is the next minimal set, and neither it
///              nor a set that contains it comes again. Otherwise the rest is made smaller by leaving out one defect
///              after the other while it stays irreparable: that is a new core, which the hitting set does not hit
/// Order        by the number of defects, then by the first defect that differs. Defects are in the order of
///              new_faults(): PEs, links, elements. It depends on the planner's answers alone
/// Exact        if every part of a repairable map is repairable, and every test is decided, each set is minimal, the
///              first one is a least set, and kAll means all minimal sets. It holds for a planner that misses no plan
///              of its kind: a plan that avoids the defects of a map avoids those of a part of it. It need not hold for
///              greedy planners, which can repair a map and miss a part of it. Nor around defective switches and wires:
///              plans around them are searched for a limited number of steps, and one defect can undo the harm of
///              another. Then each set suffices, as the planner said when it was tested, but there can be smaller ones
/// Limits       of tests and of listed sets. A test that the planner does not decide while a core is made smaller keeps
///              a defect that the core need not have; the core holds all the same. If a test of a rest is not decided,
///              the search ends
/// Enough       if the search ends before the first set is found, one more test for each defect leaves a set that
///              suffices: each defect in their order is added to a part that is repairable, if it stays so. The result
///              then bounds the least set from both sides
/// Not found    maps with more than kMostFaults defects are not searched, since the counter of the hitting sets would
///              take too many clauses. Where spares are too few, cores are large and many, and the search can reach its
///              limit
/// Source       the duality of cores and sets that suffice: Reiter, "A Theory of Diagnosis from First Principles",
///              1987; smallest first by hitting sets: Davies and Bacchus, "Solving MAXSAT by Solving a Sequence of
///              Simpler SAT Instances", 2011
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/fabric/defects.hpp"
#include "models/network/progress.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi {

struct LeastSetLimits {
  std::size_t tests = 10'000;
  std::size_t sets = 100;
};

/// The most defects of a map that is searched.
inline constexpr std::size_t kMostFaults = 1024;

struct LeastSets {
  /// Why the search has ended.
  enum class End : std::uint8_t {
    kAll,         ///< all minimal sets are listed
    kSets,        ///< the limit of listed sets was reached; there can be more
    kTests,       ///< the limit of tests was reached
    kNotDecided,  ///< the planner did not decide a test
    kTooMany,     ///< the map has more than kMostFaults defects
  };
  End end = End::kAll;
  std::vector<Defects> sets;  ///< in the order of the header
  /// Every set that suffices and is not listed has so many defects at least.
  std::size_t at_least = 0;
  /// Only if no set is listed and the end is kTests or kNotDecided: a set that suffices.
  std::optional<Defects> enough;
  std::size_t tests = 0;  ///< so many maps were tested

  /// Returns the number of listed sets with as few defects as the first.
  std::size_t least() const;
};

/// Returns a map without some of its defects.
Defects without(Defects defects, const Defects& working);

/// Finds the least sets of a map for a tester. `progress` counts the tests; their number is not known before. A map
/// that is repairable has one minimal set, which is empty. A map of which not even the empty part is repairable has
/// none.
LeastSets least_sets(const Defects& defects, RepairTester& tester, const LeastSetLimits& limits = {},
                     const Progress& progress = {});

/// Returns whether the least sets of these defects are exact, as far as the fabric tells: its planner misses no plan of
/// its kind, and no element is defective. With a repair objective that refuses plans it returns false.
bool has_exact_least_sets(const ReconfigurableFabric& fabric, const RepairOptions& options, const Defects& defects);

}  // namespace kintsugi
