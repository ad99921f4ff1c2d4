// Wafers that isolate idle bunches: no repair leaves a closed ring, and nothing else changes.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "models/fabric/closed_rings.hpp"
#include "models/fabric/defective_fabric.hpp"
#include "models/fabric/extraction.hpp"
#include "models/random/random.hpp"
#include "models/repair/random_defects.hpp"
#include "models/srt/topology.hpp"
#include "models/srt/wafer.hpp"
#include "models/wafer/planner.hpp"
#include "models/wafer/switch_rule.hpp"
#include "models/wafer/wafer_element_defects.hpp"
#include "models/wafer/wafer_elements.hpp"
#include "tb/tests/unit/models/fabric/flood_rings.hpp"
#include "tb/tests/unit/models/srt/wafer_cases.hpp"
#include "tb/tests/unit/models/wafer/all_elements.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::srt {
namespace {

using Plan = std::vector<CompensationPath>;
using Switches = std::set<std::string>;

const Torus kSmall{2, 2, 1};

WaferOptions options_of(unsigned tracks, bool isolate) {
  return {.tracks = tracks, .wrap_pitches = {}, .isolate = isolate};
}

/// Returns whether the type joins no two of its terminals in this state.
bool is_open(const SwitchType& type, SwitchState state) {
  for (TerminalNo terminal = 0; terminal < type.terminals().size(); ++terminal) {
    for (Lane lane = 0; lane < type.lanes(terminal); ++lane) {
      if (type.through(state, {terminal, lane})) return false;
    }
  }
  return true;
}

/// Returns the bunch switches that a link passes or at which one ends: follows every router port, by code of its own.
class PassedSwitches {
 public:
  explicit PassedSwitches(const Fabric& fabric) : fabric_(fabric) {
    for (const Wire& wire : fabric.wires) {
      far_end_[{wire.a.switch_id, wire.a.terminal}] = {wire.b, wire.lanes};
      far_end_[{wire.b.switch_id, wire.b.terminal}] = {wire.a, wire.lanes};
    }
  }

  std::set<SwitchId> under(const SwitchStates& states) const {
    std::set<SwitchId> passed;
    for (const Tap& tap : fabric_.taps) {
      TerminalRef at = tap.terminal;
      Lane lane = tap.lane;
      std::vector<SwitchId> way;
      for (;;) {
        const auto out =
            fabric_.switches[at.switch_id.value].type->through(states[at.switch_id.value], {at.terminal, lane});
        if (!out) break;
        way.push_back(at.switch_id);
        if (way.size() > 1 && out->terminal >= BunchSwitchType::kTapA && is_bunch(at.switch_id)) {
          passed.insert(way.begin(), way.end());
          break;
        }
        const auto beyond = far_end_.find({at.switch_id, out->terminal});
        if (beyond == far_end_.end() || out->lane >= beyond->second.second) break;
        at = beyond->second.first;
        lane = out->lane;
      }
    }
    return passed;
  }

 private:
  bool is_bunch(SwitchId id) const { return fabric_.switches[id.value].name.find(".bunch_") != std::string::npos; }

  const Fabric& fabric_;
  std::map<std::pair<SwitchId, TerminalNo>, std::pair<TerminalRef, unsigned>> far_end_;
};

/// A wafer in both forms.
struct BothForms {
  explicit BothForms(const Torus& torus, unsigned tracks = 1)
      : plain(torus, options_of(tracks, false)),
        isolating(torus, options_of(tracks, true)),
        network(make_network(torus)),
        extractor(isolating.fabric()),
        passed(isolating.fabric()) {}

  /// Checks the configuration of one plan: extraction, rings, and that just those bunches are open that no link passes.
  void check(const Configuration& configuration, const Placement& placement) const {
    const Fabric& fabric = isolating.fabric();
    const SwitchStates states = switch_states(fabric, configuration);
    EXPECT_EQ(difference(extractor.extract(states), network, placement, fabric).value_or(""), "");
    EXPECT_TRUE(closed_rings(fabric, states).empty());
    const std::set<SwitchId> in_use = passed.under(states);
    for (std::size_t i = isolating.tracks().switches(); i < states.size(); ++i) {
      const bool open = is_open(*fabric.switches[i].type, states[i]);
      EXPECT_NE(open, in_use.contains(SwitchId::from(i))) << fabric.switches[i].name;
    }
  }

  /// Repairs a map in both forms; returns whether it can be repaired.
  bool check(const DefectMap& defects, const RepairOptions& options) const {
    const Repair without = plain.repair(defects, options);
    const Repair with = isolating.repair(defects, options);
    EXPECT_EQ(with.repairable, without.repairable);
    if (!with.repairable || !without.repairable) return false;
    EXPECT_EQ(with.placement, without.placement);
    compare(with.configuration, without.configuration);
    check(with.configuration, with.placement);
    return true;
  }

  /// Checks that only the codes of PEs without a node have changed, from 0 to one that isolates.
  void compare(const Configuration& with, const Configuration& without) const {
    ASSERT_EQ(with.size(), without.size());
    const std::size_t first = isolating.tracks().switches();
    const unsigned states = plain.fabric().fields.back().states;
    for (std::size_t i = 0; i < with.size(); ++i) {
      if (i >= first && without[i] == BunchSwitchType::kBypassAll) {
        EXPECT_GE(with[i], states) << isolating.fabric().fields[i].name;
      } else {
        EXPECT_EQ(with[i], without[i]) << isolating.fabric().fields[i].name;
      }
    }
  }

  std::size_t plain_rings(const Plan& plan) const {
    return closed_rings(plain.fabric(), switch_states(plain.fabric(), plain.configure(plan))).size();
  }

  Wafer plain;
  Wafer isolating;
  Network network;
  NetworkExtractor extractor;
  PassedSwitches passed;
};

/// Calls `use` with every plan of up to `most` paths: whatever planner, rule, objective or run-time repair there is, it
/// finds one of these.
template <class Use>
void for_each_plan(const WaferGrid& grid, ConflictRule rule, std::size_t most, Use use) {
  Plan plan;
  const auto next = [&](auto& self, std::uint32_t node) -> void {
    if (node == grid.nodes() || plan.size() == most) return use(std::as_const(plan));
    self(self, node + 1);
    for (const Direction d : kDirections) {
      const CompensationPath path{grid.default_point(NodeId{node}), d};
      if (std::ranges::any_of(plan, [&](CompensationPath other) { return conflict(path, other, rule); })) continue;
      plan.push_back(path);
      self(self, node + 1);
      plan.pop_back();
    }
  };
  next(next, 0);
}

struct PlanCount {
  std::size_t plans = 0;
  std::size_t with_rings_without_isolation = 0;
};

/// Checks all plans of at most so many paths, or every so many-th.
PlanCount check_all_plans(unsigned tracks, std::size_t most, std::size_t every = 1) {
  const BothForms wafer(kSmall, tracks);
  PlanCount count;
  const ConflictRule rule = tracks == 1 ? ConflictRule::kOneTrack : ConflictRule::kTwoTracks;
  for_each_plan(wafer.isolating.grid(), rule, most, [&](const Plan& plan) {
    if (testing::Test::HasFailure() || ++count.plans % every != 0) return;
    std::string trace = std::to_string(tracks) + " tracks:";
    for (const CompensationPath& path : plan) trace += ' ' + describe(path);
    SCOPED_TRACE(trace);
    wafer.check(wafer.isolating.configure(plan), place(wafer.isolating.grid(), plan));
    count.with_rings_without_isolation += wafer.plain_rings(plan) == 0 ? 0 : 1;
  });
  return count;
}

// --- Every plan -----------------------------------------------------------------------------------------------------

TEST(WaferIsolation, no_plan_of_two_paths_on_four_by_four_leaves_a_ring) {
  for (const unsigned tracks : {1u, 2u}) {
    const PlanCount count = check_all_plans(tracks, 2);
    EXPECT_GT(count.plans, 1400u);
    EXPECT_GT(count.with_rings_without_isolation, 10u) << "or it says nothing";
  }
}

TEST(WaferIsolationSlow, no_plan_of_three_paths_on_four_by_four_leaves_a_ring) {
  for (const unsigned tracks : {1u, 2u}) {
    const std::size_t every = test::part_of(12, 1);
    const PlanCount count = check_all_plans(tracks, 3, every);
    EXPECT_GT(count.plans, 14000u);
    EXPECT_GT(count.with_rings_without_isolation, 300u / every);
  }
}

// --- Random maps, under every planner, rule and objective -----------------------------------------------------------

std::vector<RepairOptions> all_repair_options() {
  std::vector<RepairOptions> all;
  for (const Term& planner : path_planners()) {
    for (const Term& rule : wafer_info().rules) {
      for (const Term& objective : plan_objectives()) {
        if (objective.name == "moved" && planner.name != "straight" && planner.name != "rings") continue;
        all.push_back({.planner = planner.name, .rule = rule.name, .objective = objective.name, .explain = false});
      }
    }
  }
  return all;
}

void check_isolated_maps(const WaferCase& each, std::size_t maps) {
  const BothForms wafer(each.torus, each.tracks);
  const std::vector<RepairOptions> all = all_repair_options();
  const std::uint64_t most = each.torus.n == 2 ? 9 : each.torus.n == 3 ? 16 : 26;
  std::size_t repaired = 0;
  for (std::uint64_t seed = 0; repaired < maps; ++seed) {
    const RepairOptions& options = all[seed % all.size()];
    SCOPED_TRACE(each.name + ", seed " + std::to_string(seed) + ", " + options.planner + ' ' + options.rule + ' ' +
                 options.objective);
    const std::size_t dead = 1 + (seed * 7) % most;
    repaired += wafer.check(random_defects(wafer.isolating.grid().sites(), dead, seed), options) ? 1 : 0;
    if (testing::Test::HasFailure()) break;
  }
}

TEST(WaferIsolation, repairs_the_same_maps_with_the_same_plan_and_leaves_no_ring) {
  for (const WaferCase& each : wafer_cases({2, 3})) check_isolated_maps(each, 30);
}

TEST(WaferIsolationSlow, repairs_the_same_maps_with_the_same_plan_and_leaves_no_ring) {
  for (const WaferCase& each : wafer_cases({2, 3, 4})) check_isolated_maps(each, test::part_of(16u, 300u));
}

TEST(WaferIsolation, leaves_no_ring_for_any_period_and_shift_of_the_level_pattern) {
  for (unsigned T = 0; T <= 3; ++T) {
    for (unsigned s = 1; s < 8; s += 2) check_isolated_maps({"T" + std::to_string(T), {3, T, s}, 1}, 10);
  }
}

TEST(WaferIsolation, leaves_no_ring_at_run_time) {
  for (const unsigned tracks : {1u, 2u}) {
    const BothForms wafer({3, 3, 1}, tracks);
    RandomStream random(1, tracks);
    for (std::uint64_t sequence = 0; sequence < 5; ++sequence) {
      DefectMap defects;
      RepairOptions options{.planner = "straight", .explain = false};
      for (;;) {
        const SiteId dead{static_cast<std::uint32_t>(random.below(wafer.isolating.grid().sites()))};
        if (std::ranges::binary_search(defects, dead)) continue;
        defects.insert(std::ranges::upper_bound(defects, dead), dead);
        if (!wafer.check(defects, options)) break;
        options.in_force = wafer.isolating.repair(defects, options).paths;
      }
      EXPECT_GT(defects.size(), 5u);
    }
  }
}

// --- Codes ----------------------------------------------------------------------------------------------------------

std::size_t stream_bits(unsigned n, bool isolate) {
  const Wafer wafer({n, n, 1}, options_of(1, isolate));
  std::size_t sum = 0;
  for (const ConfigField& field : wafer.fabric().fields) sum += field.bits;
  return sum;
}

/// The table on the page of the wafer, models/srt/README.md.
TEST(WaferIsolation, costs_a_bit_of_each_pe_where_two_codes_more_do_not_fit) {
  struct Cost {
    unsigned n;
    std::size_t without, with;
  };
  for (const auto& [n, without, with] : {Cost{2, 184, 216}, {3, 552, 648}, {4, 2184, 2184}, {5, 7944, 7944}}) {
    EXPECT_EQ(stream_bits(n, false), without) << n;
    EXPECT_EQ(stream_bits(n, true), with) << n;
  }
}

TEST(WaferIsolation, keeps_the_codes_of_nodes_and_of_power_up) {
  const BothForms wafer({3, 3, 1});
  const ConfigField& field = wafer.isolating.fabric().fields.back();
  EXPECT_EQ(field.states, wafer.plain.fabric().fields.back().states + 2);
  for (std::size_t i = 0; i < wafer.plain.fabric().switches.size(); ++i) {
    const SwitchType& plain = *wafer.plain.fabric().switches[i].type;
    const SwitchType& isolating = *wafer.isolating.fabric().switches[i].type;
    for (SwitchState state = 0; state < plain.states(); ++state) {
      ASSERT_EQ(isolating.state_name(state), plain.state_name(state));
      for (TerminalNo terminal = 0; terminal < plain.terminals().size(); ++terminal) {
        for (Lane lane = 0; lane < plain.lanes(terminal); ++lane) {
          ASSERT_EQ(isolating.through(state, {terminal, lane}), plain.through(state, {terminal, lane}));
        }
      }
    }
  }
}

/// Two dead PEs of one column whose paths lead away from each other, with what makes them do so.
class SmallestRing : public testing::Test {
 protected:
  SmallestRing() {
    for (const GridPoint p : {GridPoint{4, 5}, {4, 2}, {3, 2}, {3, 0}, {5, 3}}) {
      defects.push_back(wafer.isolating.grid().site(p));
    }
    std::ranges::sort(defects);
    states = switch_states(fabric(), wafer.isolating.repair(defects, {}).configuration);
  }
  const Fabric& fabric() const { return wafer.isolating.fabric(); }
  std::size_t number(const std::string& name) const {
    return std::ranges::find(fabric().switches, name, &FabricSwitch::name) - fabric().switches.begin();
  }
  std::string state_of(const std::string& name) const {
    return fabric().switches[number(name)].type->state_name(states[number(name)]);
  }

  BothForms wafer{kSmall};
  DefectMap defects;
  SwitchStates states;
};

TEST_F(SmallestRing, is_opened_at_both_dead_pes) {
  EXPECT_TRUE(closed_rings(fabric(), states).empty());
  for (const std::string pe : {"r3.c2", "r4.c2"}) {
    EXPECT_EQ(state_of(pe + ".bunch_ew"), "isolated");
    EXPECT_EQ(state_of(pe + ".bunch_ns"), "cross_alone") << "the path leads along the column";
  }
  EXPECT_EQ(state_of("r3.c5.bunch_ns"), "isolated") << "an idle spare passes the return wire of its row";
  EXPECT_EQ(state_of("r3.c5.bunch_ew"), "cross_alone");
}

TEST_F(SmallestRing, closes_again_if_both_pass_straight) {
  states[number("r3.c2.bunch_ew")] = BunchSwitchType::kBypassAll;
  EXPECT_TRUE(closed_rings(fabric(), states).empty()) << "one is enough to open it";
  states[number("r4.c2.bunch_ew")] = BunchSwitchType::kBypassAll;
  const auto rings = closed_rings(fabric(), states);
  EXPECT_EQ(rings.size(), 1u);
  EXPECT_EQ(test::outlines(rings), test::flood_rings(fabric(), states));
}

TEST_F(SmallestRing, loses_the_column_if_the_wrong_axis_is_isolated) {
  const auto extracted = [&] { return wafer.extractor.extract(states); };
  const Placement placement = wafer.isolating.repair(defects, {}).placement;
  ASSERT_EQ(difference(extracted(), wafer.network, placement, fabric()), std::nullopt);
  const BunchSwitchType type(2, BunchSwitchType::Axis::kNs);
  states[number("r3.c2.bunch_ns")] = type.isolated(BunchSwitchType::Axis::kNs);
  EXPECT_TRUE(difference(extracted(), wafer.network, placement, fabric()).has_value());
}

// --- Defective elements ---------------------------------------------------------------------------------------------

struct ElementCount {
  std::size_t maps = 0;
  std::size_t repaired = 0;
  Switches with_rings;  ///< the defective elements of repairs with a ring
};

/// Repairs an element with these dead PEs on the isolating wafer, extracts the repair on the defective fabric, and
/// looks for rings there.
void check_element(const BothForms& wafer, const ElementDefect& element, const DefectMap& dead, ElementCount& count) {
  Defects defects{dead};
  defects.elements.push_back(element);
  const RepairOptions quick{.planner = "straight", .explain = false};
  const Repair repair = wafer.isolating.repair(defects, quick);
  EXPECT_EQ(repair.repairable, wafer.plain.repair(defects, quick).repairable) << element.name;
  ++count.maps;
  if (!repair.repairable) return;
  const DefectiveFabric defective(wafer.isolating.fabric(), std::span(&element, 1));
  const SwitchStates states = switch_states(defective.fabric(), repair.configuration);
  const ExtractedNetwork extracted = NetworkExtractor(defective.fabric()).extract(states);
  EXPECT_EQ(difference(extracted, wafer.network, repair.placement, defective.fabric()).value_or(""), "")
      << element.name;
  if (!closed_rings(defective.fabric(), states).empty()) count.with_rings.insert(element.name);
  ++count.repaired;
}

TEST(WaferIsolation, no_repair_around_one_defective_element_leaves_a_ring) {
  const BothForms wafer(kSmall);
  ElementCount count;
  for (const ElementDefect& element : all_elements(wafer.isolating)) check_element(wafer, element, {}, count);
  EXPECT_EQ(count.maps, 786u);
  EXPECT_GT(count.repaired, 600u);
  EXPECT_EQ(count.with_rings, Switches{});
}

TEST(WaferIsolationSlow, no_repair_around_one_defective_element_and_a_dead_pe_leaves_a_ring) {
  const std::uint32_t every = test::part_of(16u, 1u);
  for (const unsigned tracks : {1u, 2u}) {
    const BothForms wafer(kSmall, tracks);
    ElementCount count;
    std::uint32_t first = 0;  // of the PEs: another one for each element
    for (const ElementDefect& element : all_elements(wafer.isolating)) {
      for (std::uint32_t pe = first++ % every; pe < wafer.isolating.grid().sites(); pe += every) {
        check_element(wafer, element, {SiteId{pe}}, count);
      }
    }
    EXPECT_GT(count.repaired, 20000u / every);
    EXPECT_EQ(count.with_rings, Switches{}) << tracks << " tracks";
  }
}

TEST_F(SmallestRing, closes_on_one_wire_if_that_is_stuck_in_cross_at_both_dead_pes) {
  std::vector<ElementDefect> stuck;
  for (const int row : {3, 4}) stuck.push_back(element_of(wafer.isolating, "bunch", {row, 2, "ew", 1, "cross"}));
  const DefectiveFabric both(fabric(), stuck);
  const auto rings = closed_rings(both.fabric(), states);
  ASSERT_EQ(rings.size(), 1u);
  EXPECT_EQ(rings[0].lanes, std::vector<Lane>{1});
  EXPECT_TRUE(closed_rings(DefectiveFabric(fabric(), std::span(stuck).first(1)).fabric(), states).empty());
}

TEST(WaferIsolation, four_stuck_switches_of_one_gap_with_two_tracks_can_be_a_ring) {
  const BothForms wafer(kSmall, 2);
  std::vector<ElementDefect> stuck;
  for (const auto& [column, track, state] :
       {std::tuple{0, 0, "D2"}, std::tuple{0, 1, "D1"}, std::tuple{5, 0, "D1"}, std::tuple{5, 1, "D2"}}) {
    stuck.push_back(element_of(wafer.isolating, "switch", {"H", 1, column, track, state}));
  }
  const DefectiveFabric defective(wafer.isolating.fabric(), stuck);
  const SwitchStates states = switch_states(defective.fabric(), wafer.isolating.configure({}));
  EXPECT_EQ(difference(NetworkExtractor(defective.fabric()).extract(states), wafer.network,
                       place(wafer.isolating.grid(), {}), defective.fabric()),
            std::nullopt);
  const auto rings = closed_rings(defective.fabric(), states);
  ASSERT_EQ(rings.size(), 1u);
  for (const std::string& name : element_names(defective.fabric(), rings[0])) EXPECT_TRUE(name.starts_with("sh.g1."));
}

}  // namespace
}  // namespace kintsugi::srt
