// Rings around defective switches, tracks and wires: what the clauses forbid is what does harm.
#include "models/wafer/ring_elements.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "models/fabric/defect_comparison.hpp"
#include "models/fabric/defective_fabric.hpp"
#include "models/fabric/extraction.hpp"
#include "models/repair/random_defects.hpp"
#include "models/search/refutation_check.hpp"
#include "models/wafer/ring_planner.hpp"
#include "tb/tests/unit/models/search/temporary_refutation.hpp"
#include "tb/tests/unit/models/srt/repaired_wafers.hpp"
#include "tb/tests/unit/models/wafer/all_elements.hpp"

namespace kintsugi::test {
namespace {

/// Returns literals that hold for this plan alone.
std::vector<Literal> only(const RingFormula& formula, const RingPlan& plan) {
  const WaferGrid& grid = plan.grid();
  std::vector<Literal> literals;
  for (const Plane plane : kPlanes) {
    const int last = grid.lines(plane) + 1;
    for (int ring = 1; ring <= grid.positions(plane); ++ring) {
      const int low = plan.ring(plane, ring).low.line;
      const int high = last - plan.ring(plane, ring).high.line;
      literals.push_back(formula.low_moves_at_most(plane, ring, low));
      literals.push_back(formula.high_moves_at_most(plane, ring, high));
      if (low > 0) literals.push_back(~formula.low_moves_at_most(plane, ring, low - 1));
      if (high > 0) literals.push_back(~formula.high_moves_at_most(plane, ring, high - 1));
      for (int line = 0; line <= last; ++line) {
        const int position = plan.position(plane, ring, line);
        literals.push_back(formula.passes_up_to(plane, ring, line, position));
        literals.push_back(~formula.passes_up_to(plane, ring, line, position - 1));
      }
    }
  }
  return literals;
}

struct Agreement {
  std::size_t plans = 0;
  std::size_t harmless = 0;
  std::size_t harmful = 0;
  std::size_t missed = 0;  // harmless, but forbidden
};

/// Returns the states of a plan around an element; nullopt if there are none to which it does no harm.
std::optional<SwitchStates> states_around(const Wafer& wafer, const RingPlan& plan, const ElementDefect& element) {
  try {
    return switch_states(wafer.fabric(), wafer.configure(plan, std::span(&element, 1)));
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

/// Compares for plans of rings, and every element, what the clauses forbid with what extraction finds to do harm.
Agreement compare(const Wafer& wafer, std::size_t plans) {
  const std::vector<ElementDefect> elements = all_elements(wafer);
  const RingElements clauses(wafer.tracks(), wafer.bundle(), wafer.bunches());
  const int tracks = wafer.tracks().tracks();
  RingFormula formula(wafer.grid(), tracks, {});
  std::vector<Literal> guards;
  for (const ElementDefect& element : elements) {
    guards.push_back(formula.variable());
    clauses.forbid_harm(formula, element, guards.back());
  }
  const std::size_t spares = wafer.grid().sites() - wafer.grid().nodes();
  RingPlanner planner(wafer.grid(), tracks, tracks == 1 ? ConflictRule::kOneTrack : ConflictRule::kTwoTracks);
  DefectComparison comparison(wafer.fabric());
  Agreement agreement;
  for (std::uint64_t seed = 0; agreement.plans < plans; ++seed) {
    const DefectMap map = random_defects(wafer.grid().sites(), spares / 2 + seed % (spares / 4), seed);
    if (planner.plan(map) != Decision::kYes || !planner.rings()) continue;
    ++agreement.plans;
    std::vector<Literal> assumptions = only(formula, *planner.rings());
    EXPECT_EQ(formula.solve({}, assumptions), Decision::kYes);
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const DefectiveSwitches defective(wafer.fabric(), std::span(&elements[i], 1));
      const auto states = states_around(wafer, *planner.rings(), elements[i]);
      const bool harmless = states && comparison.same(defective, [&](SwitchId id) { return (*states)[id.value]; });
      assumptions.push_back(guards[i]);
      const bool allowed = formula.solve({}, assumptions) == Decision::kYes;
      assumptions.pop_back();
      EXPECT_TRUE(harmless || !allowed) << elements[i].name << ", map " << seed;
      if (harmless && !allowed) {
        ++agreement.missed;
        EXPECT_FALSE(clauses.is_exact(elements[i])) << elements[i].name << ", map " << seed;
      }
      ++(harmless ? agreement.harmless : agreement.harmful);
    }
  }
  return agreement;
}

TEST(RingElements, forbid_what_does_harm_and_no_more) {
  const auto networks = [] {
    std::vector<std::unique_ptr<NetworkWafer>> wafers;
    const WaferOptions options{.tracks = 1, .wrap_pitches = {}};
    const WaferOptions corners{.tracks = 1, .wrap_pitches = {}, .corners = true};
    const WaferOptions two_tracks{.tracks = 2, .wrap_pitches = {}};
    const WaferOptions per_wire{.tracks = 1, .wrap_pitches = {}, .per_wire = true};
    wafers.push_back(std::make_unique<NetworkWafer>(srt::Torus{2, 1, 1}, options));
    wafers.push_back(std::make_unique<NetworkWafer>(srt::Torus{2, 1, 1}, per_wire));
    wafers.push_back(std::make_unique<NetworkWafer>(srt::Torus{3, 2, 1}, options));
    wafers.push_back(std::make_unique<NetworkWafer>(grid::Torus{{4, 4}}, options));
    wafers.push_back(std::make_unique<NetworkWafer>(grid::Torus{{5, 3}}, options));
    wafers.push_back(std::make_unique<NetworkWafer>(grid::Mesh{{4, 4}}, options));
    wafers.push_back(std::make_unique<NetworkWafer>(grid::Torus{{4, 4}}, corners));
    wafers.push_back(std::make_unique<NetworkWafer>(srt::Torus{2, 1, 1}, two_tracks));
    wafers.push_back(std::make_unique<NetworkWafer>(grid::Mesh{{4, 4}}, two_tracks));
    return wafers;
  };
  for (const auto& wafer : networks()) {
    const std::size_t plans =
        wafer->wafer->tracks().tracks() == 1 ? part_of<std::size_t>(1, 20) : part_of<std::size_t>(1, 10);
    const Agreement agreement = compare(*wafer->wafer, plans);
    EXPECT_LT(agreement.missed, agreement.harmless / 5) << wafer->network.name();
    EXPECT_GT(agreement.harmful, 200u) << wafer->network.name();
    EXPECT_GT(agreement.harmless, 150 * plans) << wafer->network.name();
  }
}

/// Returns a map of dead PEs and defective elements, no two of which contradict each other.
Defects random_map(const Wafer& wafer, const std::vector<ElementDefect>& elements, std::size_t dead, std::size_t count,
                   std::uint64_t seed) {
  Defects defects(random_defects(wafer.grid().sites(), dead, seed));
  std::mt19937_64 random(seed);
  while (defects.elements.size() < count) {
    const ElementDefect& element = elements[random() % elements.size()];
    const auto contradicts = [&](const ElementDefect& each) { return each == element || contradict(each, element); };
    if (std::ranges::none_of(defects.elements, contradicts)) defects.elements.push_back(element);
  }
  std::ranges::sort(defects.elements);
  return defects;
}

void expect_wanted_network(const NetworkWafer& each, const Defects& defects, const Repair& repair) {
  const DefectiveFabric defective(each.wafer->fabric(), defects.elements);
  const NetworkExtractor extractor(defective.fabric());
  const SwitchStates states = switch_states(defective.fabric(), repair.configuration);
  EXPECT_EQ(difference(extractor.extract(states), each.network, repair.placement, each.wafer->fabric()), std::nullopt);
  for (const SiteId dead : defects.sites) EXPECT_EQ(repair.placement.node_at[dead.value], kNoNode);
}

TEST(RingElements, repairs_are_the_wanted_network_and_never_fewer_than_those_of_straight_paths) {
  int by_rings = 0;
  int by_paths = 0;
  for (const auto& [tracks, isolate] : {std::pair{1, false}, {1, true}, {2, false}, {2, true}}) {
    const WaferOptions options{.tracks = tracks, .wrap_pitches = {}, .isolate = isolate};
    const std::array wafers{NetworkWafer(srt::Torus{2, 1, 1}, options), NetworkWafer(grid::Torus{{4, 4}}, options),
                            NetworkWafer(grid::Mesh{{4, 3}}, options)};
    for (const NetworkWafer& each : wafers) {
      const std::vector<ElementDefect> elements = all_elements(*each.wafer);
      for (std::uint64_t seed = 0; seed < part_of<std::uint64_t>(25, 600); ++seed) {
        const Defects defects = random_map(*each.wafer, elements, seed % 7, 1 + seed % 5, seed);
        SCOPED_TRACE(each.network.name() + ", map " + std::to_string(seed));
        const Repair repair = each.wafer->repair(defects, {});
        const bool straight = each.wafer->repair(defects, {.planner = "straight", .explain = false}).repairable;
        by_rings += repair.repairable ? 1 : 0;
        by_paths += straight ? 1 : 0;
        EXPECT_TRUE(repair.repairable || !straight);
        if (repair.repairable) {
          expect_wanted_network(each, defects, repair);
        } else {
          EXPECT_TRUE(!repair.reason.empty() || !repair.irreparable_subset.empty());
        }
      }
    }
  }
  EXPECT_GT(by_rings, by_paths);
}

TEST(RingElements, a_plan_in_force_stays_if_a_new_element_does_it_no_harm) {
  for (const int tracks : {1, 2}) {
    const NetworkWafer each(grid::Torus{{4, 4}}, {.tracks = tracks, .wrap_pitches = {}});
    const Wafer& wafer = *each.wafer;
    const std::vector<ElementDefect> elements = all_elements(wafer);
    DefectComparison comparison(wafer.fabric());
    std::mt19937_64 random(7);
    int kept = 0;
    int moved = 0;
    for (std::uint64_t seed = 0; seed < part_of<std::uint64_t>(40, 400); ++seed) {
      const DefectMap dead = random_defects(wafer.grid().sites(), seed % 9, seed);
      const Repair before = wafer.repair(Defects(dead), {});
      if (!before.repairable) continue;
      Defects defects(dead);
      defects.elements.push_back(elements[random() % elements.size()]);
      const Repair after = wafer.repair(defects, {.in_force = before.paths, .rings_in_force = before.rings});
      if (!after.repairable) continue;
      expect_wanted_network(each, defects, after);
      const DefectiveSwitches defective(wafer.fabric(), defects.elements);
      const SwitchStates states = switch_states(wafer.fabric(), before.configuration);
      if (comparison.same(defective, [&](SwitchId id) { return states[id.value]; })) {
        ++kept;
        EXPECT_EQ(after.placement, before.placement) << defects.elements.front().name << ", map " << seed;
      } else {
        moved += after.placement == before.placement ? 0 : 1;
      }
    }
    EXPECT_GT(kept, part_of(10, 100));
    EXPECT_GT(moved, part_of(2, 20));
  }
}

TEST(RingElements, are_searched_anew_if_rings_in_force_pass_a_line_three_times) {
  const NetworkWafer each(grid::Torus{{4, 4}}, {.tracks = 1, .wrap_pitches = {}});
  const Wafer& wafer = *each.wafer;
  DefectMap dead;
  for (const GridPoint at : {GridPoint{0, 1}, {1, 0}, {1, 1}, {1, 5}, {2, 2}, {5, 1}})
    dead.push_back(wafer.grid().site(at));
  const Repair before = wafer.repair(Defects(dead), {.planner = "fabric"});
  ASSERT_TRUE(before.repairable);
  ASSERT_TRUE(std::ranges::any_of(before.rings, [](const RepairRing& ring) { return ring.passes.size() > 2; }));
  Defects defects(dead);
  defects.elements.push_back(all_elements(wafer).front());
  const Repair after = wafer.repair(
      defects, {.planner = "fabric", .explain = false, .in_force = before.paths, .rings_in_force = before.rings});
  EXPECT_FALSE(after.repairable) << "no plan of rings repairs the dead PEs";
}

/// A refutation of rings would not say why planner fabric finds none.
TEST(RingElements, planner_fabric_leaves_open_what_rings_do_not_repair_around_elements) {
  const NetworkWafer each(grid::Torus{{4, 4}}, {.tracks = 1, .wrap_pitches = {}});
  const Wafer& wafer = *each.wafer;
  const std::vector<ElementDefect> elements = all_elements(wafer);
  const TemporaryRefutation files;
  int open = 0;
  int without_plan = 0;
  for (std::uint64_t seed = 0; seed < part_of<std::uint64_t>(6, 100); ++seed) {
    const Defects defects = random_map(wafer, elements, 12 + seed % 4, 2, seed);
    SCOPED_TRACE(seed);
    for (const bool explain : {false, true}) {
      const Repair repair = wafer.repair(defects, {.planner = "fabric", .explain = explain});
      const Repair by_rings = wafer.repair(defects, {.explain = false});
      EXPECT_EQ(repair.repairable, by_rings.repairable);
      if (repair.repairable) continue;
      const Repair without = wafer.repair(Defects(defects.sites), {.planner = "fabric", .explain = false});
      EXPECT_EQ(repair.decided, !without.repairable) << "elements only forbid plans";
      EXPECT_TRUE(repair.irreparable_subset.elements.empty());
      EXPECT_EQ(repair.irreparable_subset.sites.empty(), !repair.decided || !explain);
      EXPECT_TRUE(repair.decided || repair.reason.ends_with("plans of passes around them are not searched"));
      ++(repair.decided ? without_plan : open);
    }
    EXPECT_NE(wafer.write_refutation(defects, {.planner = "fabric"}, files.both), std::nullopt);
  }
  EXPECT_GT(open, 1);
  EXPECT_GT(without_plan, 0);
}

TEST(RingElements, the_irreparable_set_has_a_repair_without_any_one_of_its_defects) {
  const NetworkWafer each(grid::Torus{{4, 4}}, {.tracks = 1, .wrap_pitches = {}});
  const std::vector<ElementDefect> elements = all_elements(*each.wafer);
  const TemporaryRefutation files;
  int sets = 0;
  for (std::uint64_t seed = 0; sets < part_of(5, 50); ++seed) {
    ASSERT_LT(seed, 2000u);
    const Defects defects = random_map(*each.wafer, elements, 9 + seed % 4, 4, seed);
    const Repair repair = each.wafer->repair(defects, {});
    const Defects& set = repair.irreparable_subset;
    if (repair.repairable || set.elements.size() != 1) continue;
    ++sets;
    SCOPED_TRACE(seed);
    EXPECT_EQ(repair.irreparable_by, kRings);
    EXPECT_EQ(each.wafer->write_refutation(set, {}, files.both), std::nullopt);
    std::istringstream formula(files.formula());
    std::istringstream proof(files.proof());
    EXPECT_EQ(check_refutation(formula, proof).mistake, std::nullopt);
    EXPECT_TRUE(files.requires_named("defect: " + set.elements.front().name));
    EXPECT_FALSE(files.requires_named("defect: another"));
    for (const SiteId site : set.sites) {
      EXPECT_TRUE(files.requires_named(WaferGrid::name(each.wafer->grid().point(site)) + " is dead"));
    }
    EXPECT_FALSE(each.wafer->repair(set, {.explain = false}).repairable);
    EXPECT_TRUE(each.wafer->repair(Defects(set.sites), {.explain = false}).repairable);
    for (std::size_t i = 0; i < set.sites.size(); ++i) {
      Defects rest = set;
      rest.sites.erase(rest.sites.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_TRUE(each.wafer->repair(rest, {.explain = false}).repairable);
    }
  }
}

}  // namespace
}  // namespace kintsugi::test
