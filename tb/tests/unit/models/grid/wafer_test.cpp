// Wafers of meshes and tori: every repair of small ones is extracted and compared, and nothing is wrong unnoticed.
#include "models/grid/wafer.hpp"

#include <gtest/gtest.h>

#include <set>

#include "models/fabric/bitstream.hpp"
#include "models/grid/family.hpp"
#include "models/grid/topology.hpp"
#include "models/repair/random_defects.hpp"
#include "models/wafer/exact_planner.hpp"
#include "tb/tests/unit/models/wafer/brute_force.hpp"
#include "tb/tests/unit/models/wafer/wafer_checks.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::grid {
namespace {

struct Form {
  unsigned x = 4;
  unsigned y = 4;
  bool wraps = false;
  std::int64_t tracks = 1;
  bool isolate = false;
};

Network network_of(const Form& form) {
  return form.wraps ? make_network(Torus{{form.x, form.y}}) : make_network(Mesh{{form.x, form.y}});
}

/// The links by definition: neighbours along x and y, and the last and the first of a side longer than two if it wraps.
std::vector<test::CheckedWafer::Join> joins_of(const Form& form) {
  constexpr PortId kEast{0}, kWest{1}, kSouth{2}, kNorth{3};
  std::vector<test::CheckedWafer::Join> joins;
  const auto node = [&](unsigned x, unsigned y) { return NodeId{y * form.x + x}; };
  for (unsigned y = 0; y < form.y; ++y) {
    for (unsigned x = 0; x < form.x; ++x) {
      if (x + 1 < form.x || (form.wraps && form.x > 2)) {
        joins.push_back({{node(x, y), kEast}, {node((x + 1) % form.x, y), kWest}});
      }
      if (y + 1 < form.y || (form.wraps && form.y > 2)) {
        joins.push_back({{node(x, y), kSouth}, {node(x, (y + 1) % form.y), kNorth}});
      }
    }
  }
  return joins;
}

/// A wafer with all that it is checked by.
struct Case {
  explicit Case(const Form& form)
      : network(network_of(form)),
        wafer(network, form.wraps ? wafer_info() : mesh_wafer_info(),
              {.tracks = form.tracks, .wrap_pitches = {}, .isolate = form.isolate}),
        checked(wafer, network, joins_of(form)) {}

  Network network;
  Wafer wafer;
  test::CheckedWafer checked;
};

std::vector<Form> four_by_four() {
  std::vector<Form> forms;
  for (const bool wraps : {false, true}) {
    for (const std::int64_t tracks : {1, 2}) forms.push_back({4, 4, wraps, tracks});
  }
  return forms;
}

// --- Repairs --------------------------------------------------------------------------------------------------------

TEST(GridWafer, every_map_of_three_dead_pes_of_four_by_four_is_repaired) {
  for (const Form& form : four_by_four()) {
    EXPECT_EQ(Case(form).checked.check_all(3), (std::vector<std::size_t>{1, 32, 496, 4960}));
  }
}

TEST(GridWafer, other_planners_rules_and_objectives_repair_pairs) {
  std::size_t turn = 0;
  for (const Form& form : four_by_four()) {
    const Case each(form);
    ++turn;
    for (const RepairOptions& options :
         {RepairOptions{.rule = "strict"}, RepairOptions{.objective = "moved"}, RepairOptions{.objective = "short"},
          RepairOptions{.planner = "fixed"}, RepairOptions{.planner = "nearest"}, RepairOptions{.planner = "local"}}) {
      if (++turn % test::part_of(5u, 1u) != 0) continue;  // other options for each form
      EXPECT_EQ(each.checked.check_all(2, options), (std::vector<std::size_t>{1, 32, 496}));
    }
  }
}

TEST(GridWafer, repairs_of_many_dead_pes_are_extracted) {
  for (const bool wraps : {false, true}) {
    for (const auto& [x, y] : {std::pair{8u, 8u}, {3u, 7u}, {9u, 4u}}) {
      const Case each({x, y, wraps, 2});
      int repaired = 0;
      for (std::uint64_t seed = 0; seed < 100; ++seed) {
        repaired += each.checked.check(random_defects(each.wafer.grid().sites(), seed % 10, seed)) ? 1 : 0;
      }
      EXPECT_GT(repaired, 80);
    }
  }
}

TEST(GridWafer, sides_can_differ) {
  for (const bool wraps : {false, true}) {
    for (const auto& [x, y] : {std::pair{2u, 2u}, {2u, 5u}, {5u, 2u}, {3u, 2u}, {3u, 5u}}) {
      const Case each({x, y, wraps, 1});
      const std::size_t sites = each.wafer.grid().sites();
      EXPECT_EQ(each.checked.check_all(2), (std::vector<std::size_t>{1, sites, sites * (sites - 1) / 2}));
    }
  }
}

/// Sets of up to eight defects on wafers that are not square: the planner against all combinations of paths.
TEST(GridWafer, the_planner_agrees_with_brute_force_where_sides_differ) {
  for (const ConflictRule rule :
       {ConflictRule::kOneTrack, ConflictRule::kOneTrackStrict, ConflictRule::kTwoTracks, ConflictRule::kShort}) {
    int irreparable = 0;
    for (const auto& [rows, columns] : {std::pair{4, 4}, {2, 5}, {5, 2}, {3, 7}}) {
      const WaferGrid grid(rows, columns);
      const test::BruteForce brute_force(grid, rule);
      ExactPlanner planner(grid, rule);
      for (std::uint64_t seed = 0; seed < 2000; ++seed) {
        const DefectMap defects = random_defects(grid.sites(), 1 + seed % 8, seed);
        SCOPED_TRACE(test::print(grid, defects));
        const bool repairable = planner.plan(defects);
        ASSERT_EQ(repairable, brute_force.repairable(defects));
        if (repairable) test::expect_valid(grid, defects, planner.paths(), rule);
        irreparable += repairable ? 0 : 1;
      }
    }
    EXPECT_GT(irreparable, 100);
  }
}

TEST(GridWafer, which_maps_can_be_repaired_does_not_depend_on_the_network) {
  const Case torus({4, 4, true});
  const Case mesh({4, 4, false});
  const auto of_torus = torus.wafer.tester({.planner = "straight"});
  const auto of_mesh = mesh.wafer.tester({.planner = "straight"});
  int irreparable = 0;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const DefectMap defects = random_defects(32, 6 + seed % 4, seed);
    const bool repairable = of_torus->repairable(Defects(defects));
    EXPECT_EQ(repairable, of_mesh->repairable(Defects(defects)));
    irreparable += repairable ? 0 : 1;
  }
  EXPECT_GT(irreparable, 50);
}

TEST(GridWafer, an_irreparable_map_comes_with_a_checked_reason_for_each_direction) {
  const Case each({5, 3, true});
  const WaferGrid& grid = each.wafer.grid();
  DefectMap defects;
  for (const GridPoint p : {GridPoint{2, 3}, {2, 0}, {2, 4}, {1, 3}, {4, 3}}) defects.push_back(grid.site(p));
  std::ranges::sort(defects);
  const Repair repair = each.wafer.repair(Defects(defects), {.planner = "straight"});
  EXPECT_FALSE(repair.repairable);
  EXPECT_EQ(repair.irreparable_subset, defects);
  EXPECT_EQ(repair.blocked.size(), 3 * 4u) << "three core PEs are dead";
}

// --- Elements -------------------------------------------------------------------------------------------------------

TEST(GridWafer, every_defective_element_of_four_by_four_is_repaired_and_extracted_or_has_no_plan) {
  for (const bool wraps : {false, true}) {
    const Case each({4, 4, wraps});
    std::size_t repaired = 0;
    const std::vector<ElementDefect> elements = all_elements(each.wafer);
    for (const ElementDefect& element : elements) {
      repaired += each.checked.check(element, {}) ? 1 : 0;
      each.checked.check(element, {SiteId{14}});
    }
    EXPECT_GT(repaired, elements.size() * 3 / 4);
    EXPECT_EQ(repaired < elements.size(), wraps) << "only a return wire has no other way";
  }
}

TEST(GridWafer, elements_of_sides_that_differ_are_all_there_and_no_others) {
  const Case each({3, 2, true});  // 3 columns, 2 rows
  const auto message = [&](const std::string& key, const Parts& address) -> std::string {
    try {
      element_of(each.wafer, key, address);
    } catch (const std::invalid_argument& error) {
      const std::string text = error.what();
      return text.substr(text.find("]: ") + 3);
    }
    return "accepted";
  };
  EXPECT_EQ(message("switch", {"H", 2, 4, 0, "D1"}), "accepted");
  EXPECT_EQ(message("switch", {"H", 3, 4, 0, "D1"}), "in plane H the gap must be 0 to 2");
  EXPECT_EQ(message("switch", {"V", 3, 3, 0, "D1"}), "accepted");
  EXPECT_EQ(message("switch", {"V", 3, 4, 0, "D1"}), "in plane V the position must be 0 to 3");
  EXPECT_EQ(message("track", {"V", 3, 2, 0}), "accepted");
  EXPECT_EQ(message("track", {"V", 3, 3, 0}), "in plane V the position must be 0 to 2");
  EXPECT_EQ(message("wire", {1, 0, "w", 0}), "accepted") << "it has a wrap";
  EXPECT_EQ(message("wire", {0, 1, "n", 0}), "wire 0 of r0.c1 does not lead on to the north") << "a side of two";
}

// --- Wrong states, closed rings, bits -------------------------------------------------------------------------------

TEST(GridWafer, a_wrong_bunch_switch_is_always_a_wrong_network) {
  for (const Form& form : four_by_four()) {
    const Case each(form);
    const Repair repair = each.wafer.repair(Defects(DefectMap{SiteId{6}, SiteId{14}, SiteId{21}}), {});
    const NetworkExtractor extractor(each.wafer.fabric());
    SwitchStates states = switch_states(each.wafer.fabric(), repair.configuration);
    const std::size_t tracks = each.wafer.tracks().switches();
    std::size_t wrong_tracks = 0;
    for (std::size_t id = 0; id < states.size(); ++id) {
      const SwitchState right = states[id];
      for (states[id] = 0; states[id] < each.wafer.fabric().switches[id].type->states(); ++states[id]) {
        if (states[id] == right) continue;
        const bool wrong =
            difference(extractor.extract(states), each.network, repair.placement, each.wafer.fabric()).has_value();
        EXPECT_TRUE(wrong || id < tracks) << each.wafer.fabric().switches[id].name;
        wrong_tracks += id < tracks && wrong ? 1 : 0;
      }
      states[id] = right;
    }
    EXPECT_GT(wrong_tracks, tracks / 2);
  }
}

/// Calls `use` with every plan of up to two paths.
template <class Use>
void for_each_pair_of_paths(const WaferGrid& grid, ConflictRule rule, Use use) {
  std::vector<CompensationPath> all;
  for (std::uint32_t node = 0; node < grid.nodes(); ++node) {
    for (const Direction d : kDirections) all.push_back({grid.default_point(NodeId{node}), d});
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    use(std::vector{all[i]});
    for (std::size_t j = 0; j < i; ++j) {
      if (all[i].defect != all[j].defect && !conflict(all[i], all[j], rule)) use(std::vector{all[j], all[i]});
    }
  }
}

TEST(GridWafer, with_isolation_no_plan_of_two_paths_closes_a_ring) {
  for (const Form& form : four_by_four()) {
    Form isolating = form;
    isolating.isolate = true;
    const Case plain(form);
    const Case each(isolating);
    std::size_t rings = 0;
    const NetworkExtractor extractor(each.wafer.fabric());
    const ConflictRule rule = form.tracks == 1 ? ConflictRule::kOneTrack : ConflictRule::kTwoTracks;
    for_each_pair_of_paths(each.wafer.grid(), rule, [&](const std::vector<CompensationPath>& paths) {
      const SwitchStates states = switch_states(each.wafer.fabric(), each.wafer.configure(paths));
      EXPECT_TRUE(closed_rings(each.wafer.fabric(), states).empty());
      EXPECT_EQ(
          difference(extractor.extract(states), each.network, place(each.wafer.grid(), paths), each.wafer.fabric()),
          std::nullopt);
      rings +=
          closed_rings(plain.wafer.fabric(), switch_states(plain.wafer.fabric(), plain.wafer.configure(paths))).size();
    });
    EXPECT_GT(rings, 10u) << "or it says nothing";
  }
}

TEST(GridWafer, a_pe_takes_one_bit_of_the_stream) {
  for (const bool wraps : {false, true}) {
    const Case each({8, 8, wraps});
    EXPECT_EQ(pack(each.wafer.fabric(), each.wafer.configure({})).size(), (2 * 2 * 9 * 10 + 96u + 7) / 8);
  }
}

TEST(GridWafer, numbers_tell_the_wafers_apart) {
  std::set<std::uint32_t> numbers;
  for (const bool wraps : {false, true}) {
    for (const auto& [x, y] : {std::pair{4u, 4u}, {4u, 5u}, {5u, 4u}}) {
      for (const std::int64_t tracks : {1, 2}) {
        numbers.insert(Case({x, y, wraps, tracks}).wafer.fabric().number);
        numbers.insert(Case({x, y, wraps, tracks, true}).wafer.fabric().number);
      }
    }
  }
  EXPECT_EQ(numbers.size(), 24u);
}

TEST(GridWafer, return_wires_are_as_long_as_the_side_of_the_wafer_or_as_given) {
  const Network network = network_of({5, 3, true});
  for (const std::int64_t given : {0, 4}) {
    const Wafer wafer(network, wafer_info(), {.wrap_pitches = given == 0 ? std::nullopt : std::optional(given)});
    const SwitchStates states = switch_states(wafer.fabric(), wafer.configure({}));
    const NetworkExtractor extractor(wafer.fabric());
    const auto length = [&](GridPoint at, std::uint16_t port) {
      return extractor.follow({wafer.grid().site(at), PortId{port}}, states)->pitches;
    };
    EXPECT_EQ(length({1, 1}, 0), 1u);
    EXPECT_EQ(length({1, 1}, 1), given == 0 ? 7u + 2 : 4u + 2) << "and a pitch to each spare";
    EXPECT_EQ(length({1, 1}, 3), given == 0 ? 5u + 2 : 4u + 2);
  }
}

// --- Refusals -------------------------------------------------------------------------------------------------------

std::string wafer_refusal(const Family& family, std::vector<std::int64_t> sides, const Parameters& options = {}) {
  try {
    family.build({{"sides", std::move(sides)}})->fabric(options);
  } catch (const ParameterError& error) {
    return error.parameter() + ": " + error.what();
  }
  return "accepted";
}

TEST(GridWafer, needs_two_sides_that_are_not_too_long) {
  const std::string valid = "; valid is two sides of 2 to 512 each, such as [8, 8], or no fabric";
  for (const Family* family :
       {static_cast<const Family*>(new MeshFamily), static_cast<const Family*>(new TorusFamily)}) {
    const std::unique_ptr<const Family> owner(family);
    EXPECT_EQ(wafer_refusal(*family, {8}),
              "network.sides: a wafer carries a mesh or torus of 2 dimensions, not of 1" + valid);
    EXPECT_EQ(wafer_refusal(*family, {4, 4, 4}),
              "network.sides: a wafer carries a mesh or torus of 2 dimensions, not of 3" + valid);
    EXPECT_EQ(wafer_refusal(*family, {2, 513}), "network.sides: a wafer does not carry 2x513 nodes" + valid);
    EXPECT_EQ(wafer_refusal(*family, {2, 512}), "accepted");
  }
}

TEST(GridWafer, a_mesh_has_no_return_wires_whose_length_could_be_given) {
  EXPECT_EQ(wafer_refusal(MeshFamily(), {4, 4}, {{"wrap", std::int64_t{3}}}),
            "fabric.wrap: this fabric has no option 'wrap'; valid: tracks, isolate, bunch, corners, chain");
  EXPECT_EQ(wafer_refusal(TorusFamily(), {4, 4}, {{"wrap", std::int64_t{3}}}), "accepted");
}

}  // namespace
}  // namespace kintsugi::grid
