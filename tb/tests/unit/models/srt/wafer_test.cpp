#include "models/srt/wafer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/crc.hpp>
#include <map>
#include <set>

#include "models/fabric/bitstream.hpp"
#include "models/repair/random_defects.hpp"
#include "tb/tests/unit/models/srt/wafer_cases.hpp"

namespace kintsugi::srt {
namespace {

Torus torus(Variant variant, unsigned n, bool uniform = false) {
  const unsigned T = period_exponent(variant, n);
  return {n, T, uniform ? uniform_shift(n, T) : 1};
}

DefectMap defects_at(const WaferGrid& grid, const std::vector<GridPoint>& points) {
  DefectMap defects;
  for (const GridPoint p : points) defects.push_back(grid.site(p));
  std::ranges::sort(defects);
  return defects;
}

// --- Bitstream ------------------------------------------------------------------------------------------------------

/// Returns the CRC-32 of the bytes alone, without the number of a fabric.
std::uint32_t crc32(std::span<const std::uint8_t> bytes) {
  boost::crc_32_type crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

struct Golden {
  Variant variant;
  bool uniform;
  unsigned n;
  std::size_t bytes;
  std::uint32_t crc;
};

TEST(WaferBitstream, without_faults_is_the_golden_one) {
  using enum Variant;
  for (const auto& [variant, uniform, n, bytes, crc] :
       {Golden{kStandard, false, 3, 69, 0x222356c9}, Golden{kStandard, false, 4, 273, 0x2d7bcb89},
        Golden{kStandard, false, 5, 993, 0xdfb01e02}, Golden{kStandard, true, 3, 69, 0xf10f8d61},
        Golden{kStandard, true, 4, 273, 0x3c57b0ae}, Golden{kStandard, true, 5, 993, 0xb879dcb6},
        Golden{kLong, false, 3, 81, 0x01ea1ee4}, Golden{kLong, false, 4, 273, 0xc81943ce},
        Golden{kLong, false, 5, 993, 0xdb0fea23}, Golden{kShort, false, 3, 69, 0x5a7075e0},
        Golden{kShort, false, 4, 273, 0x6a25236f}, Golden{kShort, false, 5, 993, 0x16a436c3}}) {
    const Wafer wafer(torus(variant, n, uniform), {});
    const std::vector<std::uint8_t> stream = pack(wafer.fabric(), wafer.configure({}));
    EXPECT_EQ(stream.size(), bytes);
    EXPECT_EQ(crc32(stream), crc) << std::hex << crc32(stream);
  }
}

TEST(WaferBitstream, with_two_tracks_is_the_golden_one) {
  const Wafer wafer(torus(Variant::kStandard, 3), {.tracks = 2, .wrap_pitches = {}});
  EXPECT_EQ(crc32(pack(wafer.fabric(), wafer.configure({}))), 0x19b6f0b0u);
}

class TwoFaults : public testing::Test {
 protected:
  Wafer wafer{{3, 3, 1}, {}};
  std::vector<CompensationPath> paths{{{3, 4}, Direction::kEast}, {{5, 2}, Direction::kWest}};
  Configuration configuration = wafer.configure(paths);
};

TEST_F(TwoFaults, give_the_golden_bitstream) {
  EXPECT_EQ(crc32(pack(wafer.fabric(), configuration)), 0xe362a92fu);
}

TEST_F(TwoFaults, turn_exactly_the_switches_beside_their_paths) {
  std::map<std::string, SwitchState> expected;
  for (int column = 4; column <= 9; ++column) {
    expected["sh.g2.c" + std::to_string(column)] = TrackSwitchType::kD1;
    expected["sh.g3.c" + std::to_string(column)] = TrackSwitchType::kD2;
  }
  for (int column = 0; column <= 2; ++column) {
    expected["sh.g4.c" + std::to_string(column)] = TrackSwitchType::kD2;
    expected["sh.g5.c" + std::to_string(column)] = TrackSwitchType::kD1;
  }
  std::map<std::string, SwitchState> found;
  for (std::size_t i = 0; i < wafer.tracks().switches(); ++i) {
    if (configuration[i] != TrackSwitchType::kX) found[wafer.fabric().fields[i].name] = configuration[i];
  }
  EXPECT_EQ(found, expected);
}

TEST(WaferBitstream, every_repair_survives_packing_and_unpacking) {
  for (const WaferCase& each : wafer_cases({2, 3, 4})) {
    const Wafer wafer(each.torus, {.tracks = each.tracks, .wrap_pitches = {}});
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Repair repair = wafer.repair(random_defects(wafer.grid().sites(), 4, seed), {});
      ASSERT_TRUE(repair.repairable);
      EXPECT_EQ(unpack(wafer.fabric(), pack(wafer.fabric(), repair.configuration)), repair.configuration);
    }
  }
}

// --- Fabric ---------------------------------------------------------------------------------------------------------

TEST(Wafer, names_are_unique_and_hierarchical) {
  const Wafer one({2, 2, 1}, {});
  const Wafer two({2, 2, 1}, {.tracks = 2, .wrap_pitches = {}});
  std::set<std::string> names;
  for (const FabricSwitch& each : two.fabric().switches) names.insert(each.name);
  EXPECT_EQ(names.size(), two.fabric().switches.size());
  EXPECT_TRUE(names.contains("r3.c4.bunch_ew"));
  EXPECT_TRUE(names.contains("r3.c4.bunch_ns"));
  EXPECT_TRUE(names.contains("sh.g2.c5.t1"));
  EXPECT_EQ(one.fabric().switches.front().name, "sh.g0.c0");
  EXPECT_EQ(one.fabric().name, "wafer");
  EXPECT_EQ(one.fabric().sites.front().name, "r0.c1");
  EXPECT_EQ(one.fabric().sites.front().address, (std::vector<int>{0, 1}));
}

TEST(Wafer, one_field_drives_both_bunch_switches_of_a_site) {
  const Wafer wafer({3, 3, 1}, {});
  std::map<std::size_t, std::vector<std::string>> driven;
  for (const FabricSwitch& each : wafer.fabric().switches) driven[each.field].push_back(each.name);
  for (const auto& [field, names] : driven) {
    const std::string& name = wafer.fabric().fields[field].name;
    if (names.size() == 1) {
      EXPECT_EQ(names, (std::vector<std::string>{name}));
    } else {
      EXPECT_EQ(names, (std::vector<std::string>{name + ".bunch_ew", name + ".bunch_ns"}));
    }
  }
  EXPECT_EQ(driven.size(), wafer.fabric().fields.size());
}

TEST(Bundle, wires_and_wraps_are_those_of_the_variant) {
  for (unsigned n = 2; n <= 8; ++n) {
    for (const Plane plane : {Plane::kH, Plane::kV}) {
      const Bundle standard = bundle_of(torus(Variant::kStandard, n));
      EXPECT_EQ(standard.wires(), n);
      EXPECT_EQ(standard.wrapped(plane), n - 1);
      const Bundle large = bundle_of(torus(Variant::kLong, n));
      EXPECT_EQ(large.wires(), n + 1);
      EXPECT_EQ(large.wrapped(plane), n - 1);
      if (n < 3) continue;
      const Bundle small = bundle_of(torus(Variant::kShort, n));
      EXPECT_EQ(small.wires(), n);
      EXPECT_EQ(small.wrapped(plane), n);
    }
  }
}

TEST(Bundle, a_period_of_half_the_ring_is_the_standard_torus) {
  for (unsigned n = 2; n <= 5; ++n) {
    const Torus half{n, n - 1, 1};
    const Torus whole{n, n, 1};
    const Bundle of_half = bundle_of(half);
    const Bundle of_whole = bundle_of(whole);
    EXPECT_EQ(of_half.wires(), of_whole.wires());
    EXPECT_EQ(of_half.wrapped(Plane::kV), of_whole.wrapped(Plane::kV));
    for (std::uint32_t node = 0; node < half.size() * half.size(); ++node) {
      EXPECT_EQ(half.level(half.x(NodeId{node}), half.y(NodeId{node})),
                whole.level(whole.x(NodeId{node}), whole.y(NodeId{node})));
      EXPECT_EQ(of_half.wire_of(NodeId{node}), of_whole.wire_of(NodeId{node}));
    }
  }
}

// --- Repair ---------------------------------------------------------------------------------------------------------

TEST(Wafer, reports_the_paths_of_a_repair) {
  const Wafer wafer({3, 3, 1}, {});
  const DefectMap defects = defects_at(wafer.grid(), {{3, 4}, {0, 2}});
  const Repair repair = wafer.repair(defects, {});
  ASSERT_TRUE(repair.repairable);
  ASSERT_EQ(repair.paths.size(), 1u);
  EXPECT_EQ(repair.paths[0].defect, wafer.grid().site({3, 4}));
  EXPECT_EQ(repair.paths[0].moved, repair.moved);
  EXPECT_TRUE(repair.irreparable_subset.empty());
  EXPECT_EQ(repair.placement.node_at[defects[1].value], kNoNode);
}

TEST(Wafer, names_five_defects_that_straight_paths_cannot_repair) {
  const Wafer wafer({3, 3, 1}, {});
  const DefectMap disable_links = defects_at(wafer.grid(), {{4, 4}, {4, 0}, {4, 7}, {1, 4}, {9, 4}});
  DefectMap defects = disable_links;
  defects.push_back(wafer.grid().site({9, 7}));
  const Repair repair = wafer.repair(defects, {.planner = "straight"});
  EXPECT_FALSE(repair.repairable);
  EXPECT_EQ(repair.irreparable_subset, disable_links);
  EXPECT_EQ(repair.irreparable_by, "straight paths");
  EXPECT_TRUE(wafer.repair(defects, {.planner = "straight", .rule = "exact", .objective = "any", .explain = false})
                  .irreparable_subset.empty());
  EXPECT_TRUE(wafer.repair(defects, {}).repairable) << "by rings";
}

// Two dead neighbours in a row stay close only if both go north or both go south, and each way is closed to one of
// them.
TEST(Wafer, says_when_no_repair_is_as_short_as_is_asked_for) {
  const Wafer wafer({3, 3, 1}, {});
  const DefectMap defects = defects_at(wafer.grid(), {{4, 4}, {4, 5}, {0, 4}, {9, 5}});
  EXPECT_TRUE(wafer.repair(defects, {}).repairable);
  const Repair repair = wafer.repair(defects, {.planner = "straight", .objective = "short"});
  EXPECT_FALSE(repair.repairable);
  EXPECT_TRUE(repair.irreparable_subset.empty()) << "it can be repaired";
  EXPECT_EQ(repair.reason,
            "every repair of r0.c4 r4.c4 r4.c5 r9.c5 by straight paths has a base link of 3 pitches, and objective: "
            "short allows 2; take objective: any");
  EXPECT_EQ(wafer.repair(defects, {.planner = "straight", .objective = "short", .explain = false}).reason, "");
}

TEST(Wafer, says_when_a_planner_has_missed_a_repair_and_names_no_irreparable_set) {
  const Wafer wafer({3, 3, 1}, {});
  const DefectMap defects = defects_at(wafer.grid(), {{3, 5}, {5, 0}, {5, 2}, {1, 2}, {9, 2}, {0, 5}, {3, 9}});
  EXPECT_TRUE(wafer.repair(defects, {}).repairable);
  const Repair repair = wafer.repair(defects, {.planner = "fixed"});
  EXPECT_FALSE(repair.repairable);
  EXPECT_TRUE(repair.irreparable_subset.empty());
  EXPECT_EQ(repair.reason, "planner 'fixed' has missed it; take planner: straight");
}

TEST(Wafer, leaves_the_plan_in_force_alone_where_it_can) {
  const Wafer wafer({3, 3, 1}, {});
  const Repair first = wafer.repair(defects_at(wafer.grid(), {{4, 4}, {6, 2}}), {});
  ASSERT_TRUE(first.repairable);
  const DefectMap defects = defects_at(wafer.grid(), {{4, 4}, {6, 2}, {7, 7}});
  for (const std::string direction : {"north", "east", "south", "west"}) {
    const std::vector<RepairPath> in_force{{wafer.grid().site({4, 4}), direction, 0}};
    const Repair repair = wafer.repair(defects, {.in_force = in_force});
    ASSERT_TRUE(repair.repairable);
    EXPECT_EQ(repair.paths[0].direction, direction);
  }
}

TEST(Wafer, takes_the_old_name_of_the_planner_of_straight_paths) {
  const Wafer wafer({3, 3, 1}, {});
  const DefectMap defects = defects_at(wafer.grid(), {{4, 4}, {4, 0}, {4, 7}, {1, 4}, {9, 4}});
  EXPECT_FALSE(wafer.repair(defects, {.planner = "exact"}).repairable);
  EXPECT_FALSE(wafer.tester({.planner = "exact"})->repairable(defects));
  EXPECT_EQ(wafer.complete_for({.planner = "exact"}), "straight paths");
}

TEST(Wafer, says_for_which_plans_a_planner_is_complete) {
  const Wafer wafer({2, 2, 1}, {});
  EXPECT_EQ(wafer.complete_for({}), "rings that pass every line once");
  EXPECT_EQ(wafer.complete_for({.objective = "moved"}), "rings that pass every line once");
  const Wafer two_tracks({3, 3, 1}, {.tracks = 2});
  EXPECT_EQ(two_tracks.complete_for({}), "rings that pass every line once and change once between two tracks");
  EXPECT_EQ(wafer.complete_for({.objective = "short"}), std::nullopt) << "it refuses repairs";
  EXPECT_EQ(wafer.complete_for({.planner = "local"}), std::nullopt);
}

std::string refusal(const Wafer& wafer, const DefectMap& defects, const RepairOptions& options) {
  try {
    wafer.repair(defects, options);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Wafer, refuses_what_it_does_not_know_and_says_what_is_valid) {
  const Wafer wafer({2, 2, 1}, {});
  EXPECT_EQ(refusal(wafer, {}, {.planner = "greedy"}),
            "unknown planner 'greedy'; valid: rings straight fabric fixed nearest local");
  EXPECT_EQ(refusal(wafer, {}, {.rule = "loose"}), "unknown rule 'loose'; valid: exact strict");
  EXPECT_EQ(refusal(wafer, {}, {.objective = "cheap"}), "unknown objective 'cheap'; valid: any moved short");
  EXPECT_EQ(refusal(wafer, {}, {.planner = "local", .objective = "moved"}),
            "objective 'moved' needs planner 'straight', not 'local'");
  EXPECT_EQ(refusal(wafer, {}, {.in_force = {{{SiteId{7}, "up", 1}}}}),
            "no path leads 'up'; valid: north east south west");
}

TEST(Wafer, refuses_defects_that_are_not_ascending_sites) {
  const Wafer wafer({2, 2, 1}, {});
  const std::string message = "defects must be ascending sites of the wafer, 0 to 31, each once";
  EXPECT_EQ(refusal(wafer, {SiteId{32}}, {}), message);
  EXPECT_EQ(refusal(wafer, {SiteId{3}, SiteId{3}}, {}), message);
  EXPECT_EQ(refusal(wafer, {SiteId{4}, SiteId{3}}, {}), message);
}

std::string refused_parameter(const Torus& torus, const Parameters& options) {
  try {
    make_wafer(torus, options);
  } catch (const ParameterError& error) {
    return error.parameter() + ": " + error.what();
  }
  return "accepted";
}

TEST(Wafer, has_one_or_two_tracks) {
  EXPECT_EQ(refused_parameter({3, 3, 1}, {{"tracks", std::int64_t{0}}}),
            "fabric.tracks: a wafer has 1 or 2 tracks in every gap, not 0");
  EXPECT_EQ(refused_parameter({3, 3, 1}, {{"tracks", std::int64_t{3}}}),
            "fabric.tracks: a wafer has 1 or 2 tracks in every gap, not 3");
}

TEST(Wafer, has_return_wires_of_a_length_in_range) {
  EXPECT_EQ(refused_parameter({3, 3, 1}, {{"wrap", std::int64_t{0}}}),
            "fabric.wrap: a return wire is 1 to 1024 pitches long, not 0");
  EXPECT_EQ(refused_parameter({3, 3, 1}, {{"wrap", std::int64_t{1025}}}),
            "fabric.wrap: a return wire is 1 to 1024 pitches long, not 1025");
  EXPECT_EQ(refused_parameter({3, 3, 1}, {{"wrap", std::int64_t{1024}}}), "accepted");
}

TEST(Wafer, has_no_other_options) {
  EXPECT_EQ(refused_parameter({3, 3, 1}, {{"gaps", std::int64_t{1}}}),
            "fabric.gaps: this fabric has no option 'gaps'; valid: tracks, wrap, isolate, bunch, corners, chain");
}

TEST(Wafer, the_short_variant_of_four_by_four_does_not_exist) {
  const Torus torus{2, 2u - 3u, 1};
  EXPECT_EQ(refused_parameter(torus, {}), "network.variant: this variant does not exist for 4 x 4 nodes");
}

}  // namespace
}  // namespace kintsugi::srt
