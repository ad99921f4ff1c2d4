// The least sets of irreparable maps, compared with all subsets by size, and with planners that share no code.
#include "models/repair/least_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "models/grid/topology.hpp"
#include "models/random/random.hpp"
#include "models/repair/random_defects.hpp"
#include "models/sse/array_fabric.hpp"
#include "models/wafer/wafer.hpp"
#include "tb/tests/unit/models/repair/maps.hpp"
#include "tb/tests/unit/models/repair/subsets.hpp"
#include "tb/tests/unit/models/wafer/brute_force.hpp"
#include "tb/tests/unit/models/wafer/ring_brute_force.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi {
namespace {

using IsRepairable = std::function<bool(const Defects&)>;

// --- The definition, by brute force ----------------------------------------------------------------------------------

Defects part_of_map(const std::vector<Fault>& faults, unsigned bits) {
  Defects part;
  for (std::size_t i = 0; i < faults.size(); ++i) {
    if ((bits >> i & 1U) != 0) part.add(faults[i]);
  }
  return part;
}

/// Returns all minimal sets: goes through all subsets by size, those of one size by their first defect that differs. A
/// subset is minimal if it suffices and contains no other that does.
std::vector<Defects> minimal_sets_of_all(const Defects& defects, const IsRepairable& repairable) {
  const std::vector<Fault> faults = new_faults({}, defects);
  const unsigned all = (1U << faults.size()) - 1;
  std::vector<unsigned> minimal;
  for (int size = 0; size <= static_cast<int>(faults.size()); ++size) {
    std::vector<std::pair<std::vector<std::size_t>, unsigned>> in_order;
    for (unsigned bits = 0; bits <= all; ++bits) {
      if (std::popcount(bits) != size) continue;
      if (std::ranges::any_of(minimal, [&](unsigned each) { return (bits & each) == each; })) continue;
      if (!repairable(part_of_map(faults, all & ~bits))) continue;
      std::vector<std::size_t> members;
      for (std::size_t i = 0; i < faults.size(); ++i) {
        if ((bits >> i & 1U) != 0) members.push_back(i);
      }
      in_order.emplace_back(members, bits);
    }
    std::ranges::sort(in_order);
    for (const auto& [members, bits] : in_order) minimal.push_back(bits);
  }
  std::vector<Defects> sets;
  for (const unsigned bits : minimal) sets.push_back(part_of_map(faults, bits));
  return sets;
}

/// Returns what is wrong with a list of all minimal sets; empty if nothing is.
std::string mistake_of_sets(const std::vector<Defects>& listed, const Defects& defects,
                            const IsRepairable& repairable) {
  const std::vector<Defects> expected = minimal_sets_of_all(defects, repairable);
  for (std::size_t i = 0; i < listed.size(); ++i) {
    if (!repairable(without(defects, listed[i]))) return "set " + std::to_string(i) + " does not suffice";
    if (std::ranges::find(expected, listed[i]) == expected.end()) return "set " + std::to_string(i) + " is not minimal";
    if (i >= expected.size() || expected[i] != listed[i]) return "set " + std::to_string(i) + " is out of order";
  }
  return listed.size() == expected.size() ? "" : "a set is missing";
}

// --- Testers that are no planners ------------------------------------------------------------------------------------

/// Asks a function, and counts how often.
class FunctionTester final : public RepairTester {
 public:
  explicit FunctionTester(IsRepairable function) : function_(std::move(function)) {}
  bool repairable(const Defects& defects) override {
    ++calls_;
    return function_(defects);
  }
  std::size_t calls() const { return calls_; }

 private:
  IsRepairable function_;
  std::size_t calls_ = 0;
};

/// Returns a map of PEs, links and elements.
Defects mixed_map(std::uint32_t pes, std::uint32_t links, std::uint32_t elements) {
  Defects defects;
  for (std::uint32_t i = 0; i < pes; ++i) defects.sites.push_back(SiteId{3 * i});
  for (std::uint32_t i = 0; i < links; ++i) defects.links.push_back({SiteId{i}, SiteId{i + 7}});
  for (std::uint32_t i = 0; i < elements; ++i) {
    defects.elements.push_back({StuckSwitch{SwitchId{i}, 1}, "switch " + std::to_string(i)});
  }
  return defects;
}

/// A map is repairable if it contains none of some random cores.
struct RandomCores {
  RandomCores(const Defects& defects, std::size_t count, std::uint64_t seed) {
    const std::vector<Fault> faults = new_faults({}, defects);
    RandomStream random(seed, 1);
    for (std::size_t i = 0; i < count; ++i) {
      unsigned bits = 0;
      const std::uint64_t size = 1 + random.below(5);
      for (std::uint64_t member = 0; member < size; ++member) bits |= 1U << random.below(faults.size());
      cores.push_back(part_of_map(faults, bits));
    }
  }
  bool repairable(const Defects& defects) const {
    return std::ranges::none_of(cores, [&](const Defects& core) {
      return std::ranges::all_of(new_faults({}, core), [&](const Fault& fault) { return defects.contains(fault); });
    });
  }
  std::vector<Defects> cores;
};

TEST(LeastSets, of_any_cores_are_those_of_all_subsets) {
  std::size_t most_sets = 0;
  std::size_t largest_least = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Defects defects = mixed_map(4, 3, 3);
    const RandomCores cores(defects, seed % 13, seed);
    FunctionTester tester([&](const Defects& part) { return cores.repairable(part); });
    const LeastSets found = least_sets(defects, tester);
    EXPECT_EQ(found.end, LeastSets::End::kAll);
    EXPECT_EQ(mistake_of_sets(found.sets, defects, [&](const Defects& part) { return cores.repairable(part); }), "")
        << "seed " << seed;
    EXPECT_EQ(found.tests, tester.calls());
    EXPECT_FALSE(found.enough);
    most_sets = std::max(most_sets, found.sets.size());
    largest_least = std::max(largest_least, found.sets.front().size());
  }
  EXPECT_GE(most_sets, 12u);
  EXPECT_GE(largest_least, 4u);
}

TEST(LeastSets, of_a_repairable_map_are_the_empty_set) {
  FunctionTester tester([](const Defects&) { return true; });
  const LeastSets found = least_sets(mixed_map(3, 0, 0), tester);
  EXPECT_EQ(found.end, LeastSets::End::kAll);
  EXPECT_EQ(found.sets, std::vector<Defects>{Defects{}});
  EXPECT_EQ(found.least(), 1u);
  EXPECT_EQ(found.tests, 1u);
}

TEST(LeastSets, are_none_if_a_whole_fabric_has_no_repair) {
  FunctionTester tester([](const Defects&) { return false; });
  const LeastSets found = least_sets(mixed_map(3, 1, 0), tester);
  EXPECT_EQ(found.end, LeastSets::End::kAll);
  EXPECT_TRUE(found.sets.empty());
  EXPECT_EQ(found.least(), 0u);
  const LeastSets one = least_sets(mixed_map(3, 1, 0), tester, {.tests = 1});
  EXPECT_FALSE(one.enough);
}

/// Half of eight PEs at most can be defective: each set of four of them is minimal.
bool is_half(const Defects& defects) {
  return defects.size() <= 4;
}

TEST(LeastSets, end_at_the_limit_of_listed_sets) {
  FunctionTester tester(is_half);
  const Defects defects = mixed_map(8, 0, 0);
  const LeastSets all = least_sets(defects, tester);
  ASSERT_EQ(all.sets.size(), 70u);
  EXPECT_EQ(all.least(), 70u);
  const LeastSets some = least_sets(defects, tester, {.sets = 7});
  EXPECT_EQ(some.end, LeastSets::End::kSets);
  EXPECT_EQ(some.sets, std::vector<Defects>(all.sets.begin(), all.sets.begin() + 7));
  EXPECT_EQ(some.at_least, 4u);
  EXPECT_FALSE(some.enough);
  EXPECT_EQ(least_sets(defects, tester, {.sets = 70}).end, LeastSets::End::kAll);
}

TEST(LeastSets, end_at_the_limit_of_tests_with_bounds_from_both_sides) {
  FunctionTester tester(is_half);
  const Defects defects = mixed_map(8, 0, 0);
  const std::size_t enough = least_sets(defects, tester).tests;
  for (std::size_t tests = 0; tests < enough; tests += 5) {
    const LeastSets found = least_sets(defects, tester, {.tests = tests});
    EXPECT_EQ(found.end, LeastSets::End::kTests);
    EXPECT_LE(found.tests, tests + (found.sets.empty() ? 9 : 0));
    EXPECT_LE(found.at_least, 4u);
    if (!found.sets.empty()) continue;
    ASSERT_TRUE(found.enough);
    EXPECT_EQ(found.enough->size(), 4u);
    EXPECT_TRUE(is_half(without(defects, *found.enough)));
  }
  EXPECT_EQ(least_sets(defects, tester, {.tests = enough}).end, LeastSets::End::kAll);
}

/// Decides no map of just so many defects.
class UndecidedTester final : public RepairTester {
 public:
  explicit UndecidedTester(std::size_t size) : size_(size) {}
  bool repairable(const Defects& defects) override {
    decided_ = defects.size() != size_;
    return decided_ && is_half(defects);
  }
  bool decided() const override { return decided_; }

 private:
  std::size_t size_;
  bool decided_ = true;
};

TEST(LeastSets, claim_nothing_that_was_not_decided) {
  const Defects defects = mixed_map(8, 0, 0);
  for (std::size_t size = 0; size <= 8; ++size) {
    UndecidedTester tester(size);
    const LeastSets found = least_sets(defects, tester);
    const bool needs_it = size >= 4;  // cores have five defects, rests four and more
    EXPECT_EQ(found.end, needs_it ? LeastSets::End::kNotDecided : LeastSets::End::kAll) << size;
    EXPECT_EQ(found.sets.size(), needs_it ? 0u : 70u) << size;
    EXPECT_LE(found.at_least, 8 - size) << size;
    if (!needs_it) continue;
    ASSERT_TRUE(found.enough) << size;
    EXPECT_TRUE(is_half(without(defects, *found.enough))) << size;
  }
}

TEST(LeastSets, of_a_planner_that_misses_parts_suffice_all_the_same) {
  const auto misses = [](const Defects& part) { return part.size() < 2 || part.size() == 4; };
  FunctionTester tester(misses);
  const Defects defects = mixed_map(7, 0, 0);
  const LeastSets found = least_sets(defects, tester);
  ASSERT_FALSE(found.sets.empty());
  for (const Defects& set : found.sets) EXPECT_TRUE(misses(without(defects, set)));
}

TEST(LeastSets, of_a_very_large_map_are_not_searched) {
  FunctionTester tester(is_half);
  const LeastSets found = least_sets(mixed_map(1025, 0, 0), tester);
  EXPECT_EQ(found.end, LeastSets::End::kTooMany);
  EXPECT_EQ(found.tests, 0u);
  EXPECT_EQ(least_sets(mixed_map(1024, 0, 0), tester, {.tests = 1}).end, LeastSets::End::kTests);
}

TEST(LeastSets, a_wrong_list_is_noticed) {
  const Defects defects = mixed_map(2, 1, 2);
  const std::vector<Fault> faults = new_faults({}, defects);
  const auto repairable = [&](const Defects& part) { return part.size() <= 3 || !part.contains(faults[0]); };
  FunctionTester tester(repairable);
  const std::vector<Defects> right = least_sets(defects, tester).sets;
  ASSERT_EQ(right.size(), 7u);
  EXPECT_EQ(mistake_of_sets(right, defects, repairable), "");
  std::vector<Defects> wrong = right;
  wrong[3].remove(new_faults({}, wrong[3]).front());
  EXPECT_EQ(mistake_of_sets(wrong, defects, repairable), "set 3 does not suffice");
  wrong = right;
  wrong[3].add(faults[0]);
  EXPECT_EQ(mistake_of_sets(wrong, defects, repairable), "set 3 is not minimal");
  wrong = right;
  std::swap(wrong[1], wrong[2]);
  EXPECT_EQ(mistake_of_sets(wrong, defects, repairable), "set 1 is out of order");
  wrong = right;
  wrong.pop_back();
  EXPECT_EQ(mistake_of_sets(wrong, defects, repairable), "a set is missing");
  wrong = right;
  wrong.erase(wrong.begin());
  EXPECT_EQ(mistake_of_sets(wrong, defects, repairable), "set 0 is out of order");
}

// --- Planners --------------------------------------------------------------------------------------------------------

std::unique_ptr<Wafer> torus_wafer(std::int64_t tracks) {
  return std::make_unique<Wafer>(grid::make_network(grid::Torus{{4, 4}}), wafer_info(), WaferOptions{.tracks = tracks});
}

/// Compares the least sets of wafers of 4 x 4 with all subsets of their maps.
class WaferLeastSets {
 public:
  explicit WaferLeastSets(std::int64_t tracks)
      : wafer_(torus_wafer(tracks)),
        straight_(wafer_->tester({.planner = "straight"})),
        rings_(wafer_->tester({.planner = "rings"})),
        paths_of_all_(grid_, tracks == 2 ? ConflictRule::kTwoTracks : ConflictRule::kOneTrack),
        rings_of_all_(grid_, static_cast<int>(tracks)) {}

  std::uint32_t sites() const { return static_cast<std::uint32_t>(grid_.sites()); }
  bool straight_repairable(const DefectMap& map) { return straight_->repairable(map); }
  bool rings_repairable(const DefectMap& map) { return rings_->repairable(map); }

  /// Asks a search over all straight paths.
  void compare_straight(const DefectMap& map) {
    compare(map, *straight_, [&](const Defects& part) { return paths_of_all_.repairable(part.sites); });
  }
  /// Asks the planner of rings itself.
  void compare_rings(const DefectMap& map) {
    compare(map, *rings_, [&](const Defects& part) { return rings_->repairable(part); });
  }
  /// Asks a search over all straight paths and rings, which takes seconds.
  void compare_all_rings(const DefectMap& map) {
    compare(map, *rings_, [&](const Defects& part) {
      return paths_of_all_.repairable(part.sites) || rings_of_all_.repairable(part.sites);
    });
  }

  /// By the number of defects in a least set.
  const std::vector<int>& maps_by_size() const { return maps_by_size_; }

 private:
  void compare(const DefectMap& map, RepairTester& tester, const IsRepairable& repairable) {
    SCOPED_TRACE(test::print(grid_, map));
    const LeastSets found = least_sets(map, tester, {.sets = 10'000});
    EXPECT_EQ(found.end, LeastSets::End::kAll);
    EXPECT_EQ(mistake_of_sets(found.sets, map, repairable), "");
    if (!found.sets.empty()) ++maps_by_size_.at(found.sets.front().size());
  }

  WaferGrid grid_ = WaferGrid(4);
  std::unique_ptr<Wafer> wafer_;
  std::unique_ptr<RepairTester> straight_;
  std::unique_ptr<RepairTester> rings_;
  test::BruteForce paths_of_all_;
  test::RingBruteForce rings_of_all_;
  std::vector<int> maps_by_size_ = std::vector<int>(8);
};

/// Compares each `stride`-th of the maps of six defective PEs that straight paths do not repair; returns their number.
int compare_six_straight(WaferLeastSets& wafer, int stride) {
  int irreparable = 0;
  test::for_each_subset(wafer.sites(), 6, [&](const DefectMap& map) {
    if (wafer.straight_repairable(map)) return;
    if (irreparable++ % stride == 0) wafer.compare_straight(map);
  });
  return irreparable;
}

TEST(LeastSets, of_some_maps_of_six_by_straight_paths_are_those_of_all_subsets) {
  WaferLeastSets wafer(1);
  EXPECT_EQ(compare_six_straight(wafer, 97), 9800);
  EXPECT_EQ(wafer.maps_by_size()[1], 102);
}

/// The four maps that rings do not repair are mirror images of each other, so the search over all rings, which takes
/// seconds, is made for the first one; the test below asks the planner about all four.
TEST(LeastSets, slow_of_all_maps_of_six_are_those_of_all_subsets) {
  for (const std::int64_t tracks : {1, 2}) {
    WaferLeastSets straight(tracks);
    EXPECT_EQ(compare_six_straight(straight, 1), tracks == 1 ? 9800 : 9600);
    EXPECT_EQ(straight.maps_by_size()[1], tracks == 1 ? 9800 : 9600) << "any five but 400 maps are repaired";
    WaferLeastSets rings(tracks);
    int irreparable = 0;
    test::for_each_subset(rings.sites(), 6, [&](const DefectMap& map) {
      if (rings.straight_repairable(map) || rings.rings_repairable(map)) return;
      if (++irreparable == 1) rings.compare_all_rings(map);
    });
    EXPECT_EQ(irreparable, tracks == 1 ? 4 : 0);
  }
}

/// Any five PEs are repaired by rings: each of the six defects alone is a least set.
TEST(LeastSets, of_the_four_maps_of_six_that_rings_do_not_repair_are_those_of_all_subsets) {
  const WaferGrid grid(4);
  WaferLeastSets wafer(1);
  for (const auto& points : {std::vector<GridPoint>{{0, 1}, {1, 0}, {1, 1}, {1, 5}, {2, 2}, {5, 1}},
                             {{0, 1}, {3, 2}, {4, 0}, {4, 1}, {4, 5}, {5, 1}},
                             {{0, 4}, {1, 0}, {1, 4}, {1, 5}, {2, 3}, {5, 4}},
                             {{0, 4}, {3, 3}, {4, 0}, {4, 4}, {4, 5}, {5, 4}}}) {
    DefectMap map;
    for (const GridPoint point : points) map.push_back(grid.site(point));
    std::ranges::sort(map);
    EXPECT_FALSE(wafer.rings_repairable(map));
    wafer.compare_rings(map);
  }
  EXPECT_EQ(wafer.maps_by_size()[1], 4);
}

TEST(LeastSets, of_maps_with_more_defects_are_larger_and_those_of_all_subsets) {
  WaferLeastSets straight(1);
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const DefectMap map = random_defects(straight.sites(), 12 + seed % 4, seed);
    if (!straight.straight_repairable(map)) straight.compare_straight(map);
  }
  for (std::size_t size = 1; size <= 3; ++size) EXPECT_GT(straight.maps_by_size().at(size), 0) << size;
  WaferLeastSets rings(1);
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const DefectMap map = random_defects(rings.sites(), 14, seed);
    if (!rings.rings_repairable(map)) rings.compare_rings(map);
  }
  for (std::size_t size = 1; size <= 2; ++size) EXPECT_GT(rings.maps_by_size().at(size), 0) << size;
}

TEST(LeastSets, of_an_array_name_pes_and_links) {
  const sse::ArrayFabric array(sse::Sse{4, sse::Scheme::kExm, 1, 1, 4});
  const std::unique_ptr<RepairTester> tester = array.tester({});
  Defects defects{SiteId{3}, SiteId{9}};
  defects.links = {{SiteId{0}, SiteId{1}}, {SiteId{3}, SiteId{6}}};
  ASSERT_FALSE(tester->repairable(defects));
  EXPECT_TRUE(has_exact_least_sets(array, {}, defects));
  const LeastSets found = least_sets(defects, *tester);
  EXPECT_EQ(mistake_of_sets(found.sets, defects, [&](const Defects& part) { return tester->repairable(part); }), "");
}

TEST(LeastSets, are_exact_for_planners_that_miss_nothing) {
  const std::unique_ptr<Wafer> wafer = torus_wafer(1);
  const Defects pes{SiteId{1}, SiteId{2}};
  for (const char* planner : {"straight", "rings", "fabric"}) {
    EXPECT_TRUE(has_exact_least_sets(*wafer, {.planner = planner}, pes)) << planner;
    EXPECT_FALSE(has_exact_least_sets(*wafer, {.planner = planner}, mixed_map(1, 0, 1))) << planner;
  }
  for (const char* planner : {"fixed", "nearest", "local"}) {
    EXPECT_FALSE(has_exact_least_sets(*wafer, {.planner = planner}, pes)) << planner;
  }
}

}  // namespace
}  // namespace kintsugi
