// A segmented configuration chain: what a dead segment costs, that it is repaired around, and what a stream says of it.
#include "models/repair/segmented_fabric.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/fabric/bitstream.hpp"
#include "models/fabric/dead_segments.hpp"
#include "models/fabric/defective_fabric.hpp"
#include "models/fabric/extraction.hpp"
#include "models/fabric/network_check.hpp"
#include "models/random/random.hpp"
#include "models/registry/families.hpp"
#include "models/repair/repair_verifier.hpp"

namespace kintsugi::test {
namespace {

/// A network of a family on its fabric.
struct Segmented {
  explicit Segmented(const std::string& kind, Parameters parameters, Parameters options = {})
      : design(find_family(kind)->build(parameters)) {
    serial = design->fabric(options);
    options["chain"] = "segmented";
    fabric = design->fabric(options);
  }
  const Fabric& data() const { return fabric->fabric(); }
  Defects dead(std::vector<SegmentId> segments, DefectMap pes = {}) const {
    Defects defects(std::move(pes));
    defects.segments = std::move(segments);
    DeadSegments(data()).add_to(defects);
    return defects;
  }
  /// Returns whether these states make the network with these defects.
  bool makes_network(const SwitchStates& states, const Placement& placement, const Defects& defects = {}) const {
    const DefectiveFabric built(data(), defects.elements);
    return NetworkCheck(design->network(), data()).same(NetworkExtractor(built.fabric()).extract(states), placement);
  }

  std::unique_ptr<Design> design;
  std::unique_ptr<ReconfigurableFabric> serial;
  std::unique_ptr<ReconfigurableFabric> fabric;
};

const Parameters kSides{{"sides", std::vector<std::int64_t>{4, 4}}};

/// Returns what does not hold of a repair around these dead segments; empty if all does.
std::string mistake_of(const Segmented& of, const Defects& defects, const Repair& repair) {
  const Fabric& fabric = of.data();
  for (const SegmentId id : ids<SegmentId>(fabric.segments.size())) {
    const bool is_dead = std::ranges::binary_search(defects.segments, id);
    if ((repair.configuration[id.index()] == kBypassed) != is_dead) return "the header is wrong";
    const ChainSegment& segment = fabric.segments[id.index()];
    for (std::size_t field = segment.first_field; is_dead && field < segment.end_field; ++field) {
      if (repair.configuration[field] != segment.fallback) return "a dead segment has other states";
    }
    for (const SiteId site : segment.sites) {
      if (is_dead && repair.placement.node_at[site.index()] != kNoNode) return "a dead site has a node";
    }
  }
  const SwitchStates states = switch_states(fabric, repair.configuration);
  return of.makes_network(states, repair.placement, defects) ? "" : "it is another network";
}

TEST(SegmentedChain, any_dead_segment_of_a_sound_fabric_is_repaired_around) {
  std::vector<std::pair<std::string, Segmented>> all;
  all.emplace_back("torus", Segmented("torus", kSides));
  all.emplace_back("mesh", Segmented("mesh", {{"sides", std::vector<std::int64_t>{5, 4}}}));
  all.emplace_back("two tracks", Segmented("torus", kSides, {{"tracks", std::int64_t{2}}}));
  all.emplace_back("wire by wire", Segmented("srt2d", {{"n", std::int64_t{2}}}, {{"bunch", "per_wire"}}));
  all.emplace_back("corners", Segmented("srt2d", {{"n", std::int64_t{2}}}, {{"corners", "true"}}));
  all.emplace_back("isolated", Segmented("torus", kSides, {{"isolate", "true"}}));
  all.emplace_back("row", Segmented("srt1d", {{"n", std::int64_t{3}}}));
  for (const char* scheme : {"sft1", "sft2", "exm", "exp1", "exp2"}) {
    all.emplace_back(scheme, Segmented("sse", {{"n", std::int64_t{3}}, {"scheme", scheme}}));
  }
  for (const auto& [name, each] : all) {
    for (const SegmentId id : ids<SegmentId>(each.data().segments.size())) {
      const Defects defects = each.dead({id});
      const Repair repair = each.fabric->repair(defects, {});
      ASSERT_TRUE(repair.repairable) << name << ' ' << each.data().segments[id.index()].name << ' ' << repair.reason;
      EXPECT_EQ(mistake_of(each, defects, repair), "") << name << ' ' << each.data().segments[id.index()].name;
    }
  }
}

TEST(SegmentedChain, segments_have_all_fields_behind_the_header_and_all_sites_once) {
  for (const Segmented& each : {Segmented("torus", kSides), Segmented("srt1d", {{"n", std::int64_t{3}}}),
                                Segmented("srt2d", {{"n", std::int64_t{2}}}, {{"bunch", "per_wire"}}),
                                Segmented("sse", {{"n", std::int64_t{3}}, {"scheme", "exm"}})}) {
    const Fabric& fabric = each.data();
    std::size_t field = fabric.segments.size();
    std::vector<SiteId> sites;
    for (const ChainSegment& segment : fabric.segments) {
      EXPECT_EQ(segment.first_field, field);
      field = segment.end_field;
      sites.insert(sites.end(), segment.sites.begin(), segment.sites.end());
    }
    EXPECT_EQ(field, fabric.fields.size());
    EXPECT_EQ(sites.size(), fabric.sites.size());
    EXPECT_TRUE(std::ranges::is_sorted(sites, std::less_equal{}));
    for (const Tap& tap : fabric.taps) {  // the switches at a site are those of its segment
      const std::size_t of = fabric.switches[tap.terminal.switch_id.index()].field;
      const auto has = [of](const ChainSegment& segment) { return segment.has_field(of); };
      const auto segment = std::ranges::find_if(fabric.segments, has);
      ASSERT_NE(segment, fabric.segments.end());
      EXPECT_TRUE(std::ranges::binary_search(segment->sites, tap.site)) << fabric.sites[tap.site.index()].name;
    }
  }
}

/// Of N + 2 rows of PEs any two can be spared, and no three: a plan that moves whole rows is one for each two.
TEST(SegmentedChain, any_two_dead_rows_of_a_wafer_are_repaired_around_and_no_three) {
  const Segmented wafer("torus", kSides);
  const auto rows = static_cast<std::uint32_t>(wafer.data().segments.size());
  const std::uint32_t first = rows - 6;
  for (std::uint32_t a = first; a < rows; ++a) {
    for (std::uint32_t b = a + 1; b < rows; ++b) {
      const Defects two = wafer.dead({{a}, {b}});
      const Repair repair = wafer.fabric->repair(two, {});
      ASSERT_TRUE(repair.repairable) << a << ' ' << b;
      EXPECT_EQ(mistake_of(wafer, two, repair), "");
      for (std::uint32_t c = b + 1; c < rows; ++c) {
        EXPECT_FALSE(wafer.fabric->repair(wafer.dead({{a}, {b}, {c}}), {}).repairable) << a << ' ' << b << ' ' << c;
      }
    }
  }
}

TEST(SegmentedChain, of_a_row_any_two_segments_can_be_dead_and_of_an_array_as_many_as_it_has_spare_units) {
  const Segmented row("srt1d", {{"n", std::int64_t{3}}});
  const Segmented array("sse", {{"n", std::int64_t{3}}, {"scheme", "ksft2"}, {"k", std::int64_t{2}}});
  for (const auto& [fabric, most] : {std::pair(&row, 2), std::pair(&array, 2)}) {
    const std::size_t segments = fabric->data().segments.size();
    for (std::uint32_t set = 0; set < 1u << segments; ++set) {
      std::vector<SegmentId> dead;
      for (std::uint32_t i = 0; i < segments; ++i) {
        if ((set >> i & 1) != 0) dead.push_back({i});
      }
      if (dead.size() > 3) continue;
      const Repair repair = fabric->fabric->repair(fabric->dead(dead), {});
      EXPECT_EQ(repair.repairable, dead.size() <= static_cast<std::size_t>(most)) << set;
    }
  }
}

/// Every two segments. Without PEs in the corners the four rows of nodes need the four wraps of rows 1 to 4. That of a
/// dead row is reached through the tracks beside the spares at its two ends: where one of these gaps is dead too, all
/// its switches pass straight on, and no plan can repair it.
TEST(SegmentedChain, any_two_dead_segments_are_repaired_around_but_a_row_and_the_gap_at_the_end_of_its_wrap) {
  const Segmented wafer("torus", kSides);
  std::size_t irreparable = 0;
  for (const SegmentId a : ids<SegmentId>(wafer.data().segments.size())) {
    for (const SegmentId b : ids<SegmentId>(a.index())) {
      const Defects two = wafer.dead({b, a});
      Defects costs = two;
      costs.segments.clear();
      const Repair repair = wafer.fabric->repair(two, {});
      EXPECT_EQ(repair.repairable, wafer.serial->repair(costs, {}).repairable);
      const std::string of_gap = wafer.data().segments[b.index()].name, of_row = wafer.data().segments[a.index()].name;
      const bool is_end = of_gap == "sv.g0" || of_gap == "sv.g4";
      const bool is_core_row = of_row >= "r1" && of_row <= "r4";
      EXPECT_EQ(repair.repairable, !(is_end && is_core_row)) << of_gap << ' ' << of_row;
      irreparable += repair.repairable ? 0 : 1;
      if (repair.repairable) {
        EXPECT_EQ(mistake_of(wafer, two, repair), "") << of_gap << ' ' << of_row;
      }
    }
  }
  EXPECT_EQ(irreparable, 8u);
}

TEST(SegmentedChain, the_values_of_a_bypassed_segment_are_not_looked_at) {
  const Segmented wafer("torus", kSides);
  const Fabric& fabric = wafer.data();
  const SegmentId row = segment_named(fabric.segments, "r2");
  const Repair repair = wafer.fabric->repair(wafer.dead({row}), {});
  ASSERT_TRUE(repair.repairable);
  const std::vector<std::uint8_t> right = pack(fabric, repair.configuration);
  EXPECT_EQ(right[row.index() / 8] >> row.index() % 8 & 1, 1);  // the header comes first
  RandomStream random(1, 1);
  std::size_t first = 0, end = 0;  // bits of the segment
  for (std::size_t i = 0; i < fabric.segments[row.index()].end_field; ++i) {
    if (i < fabric.segments[row.index()].first_field) first += fabric.fields[i].bits;
    end += fabric.fields[i].bits;
  }
  for (int times = 0; times < 20; ++times) {
    std::vector<std::uint8_t> noise = right;
    for (std::size_t bit = first; bit < end; ++bit) {
      noise[bit / 8] = static_cast<std::uint8_t>(noise[bit / 8] ^ (random.next() & 1) << bit % 8);
    }
    EXPECT_EQ(unpack(fabric, noise), repair.configuration);
    if (noise != right) {
      EXPECT_NE(checksum(fabric, noise), checksum(fabric, right));
    }
  }
}

TEST(SegmentedChain, a_value_that_is_no_state_is_refused_where_the_segment_is_loaded) {
  const Segmented wafer("srt2d", {{"n", std::int64_t{2}}}, {{"isolate", std::string("true")}});
  const Fabric& fabric = wafer.data();
  Configuration configuration = wafer.fabric->repair({}, {}).configuration;
  const ChainSegment& last = fabric.segments.back();
  ASSERT_LT(fabric.fields[last.first_field].states, 1u << fabric.fields[last.first_field].bits);
  std::vector<std::uint8_t> bytes = pack(fabric, configuration);
  std::size_t end = 0;
  for (const ConfigField& field : fabric.fields) end += field.bits;
  for (std::size_t bit = end - fabric.fields.back().bits; bit < end; ++bit) {
    bytes[bit / 8] = static_cast<std::uint8_t>(bytes[bit / 8] | 1 << bit % 8);
  }
  EXPECT_THROW(unpack(fabric, bytes), std::invalid_argument);
  const std::size_t header = fabric.segments.size() - 1;
  bytes[header / 8] = static_cast<std::uint8_t>(bytes[header / 8] | 1 << header % 8);
  configuration[header] = kBypassed;
  EXPECT_EQ(unpack(fabric, bytes), with_bypasses(fabric, configuration));
}

/// The negative of all above: who does not bypass a dead segment has another network.
TEST(SegmentedChain, a_dead_segment_that_is_not_bypassed_is_found_by_extraction) {
  const Segmented wafer("torus", kSides);
  const Fabric& fabric = wafer.data();
  const SegmentId gap = segment_named(fabric.segments, "sh.g2");
  const Defects defects = wafer.dead({gap});
  const Repair repair = wafer.fabric->repair(defects, {});
  ASSERT_TRUE(repair.repairable);
  SwitchStates states = switch_states(fabric, repair.configuration);
  EXPECT_TRUE(wafer.makes_network(states, repair.placement));
  for (const SwitchId id : ids<SwitchId>(states.size())) {  // its switches stay in their state of power-up
    if (fabric.segments[gap.index()].has_field(fabric.switches[id.index()].field)) states[id.index()] = 0;
  }
  EXPECT_FALSE(wafer.makes_network(states, repair.placement));

  Configuration bypassed = wafer.fabric->repair({}, {}).configuration;  // and a healthy row that is bypassed is missed
  bypassed[segment_named(fabric.segments, "r2").index()] = kBypassed;
  EXPECT_FALSE(wafer.makes_network(switch_states(fabric, bypassed), wafer.fabric->repair({}, {}).placement));
}

TEST(SegmentedChain, a_serial_fabric_is_as_before_and_a_segmented_one_has_another_number) {
  const Segmented wafer("torus", kSides);
  const std::unique_ptr<ReconfigurableFabric> named = wafer.design->fabric({{"chain", std::string("serial")}});
  EXPECT_EQ(named->fabric().number, wafer.serial->fabric().number);
  EXPECT_EQ(named->fabric().fields.size(), wafer.serial->fabric().fields.size());
  EXPECT_NE(wafer.data().number, wafer.serial->fabric().number);
  EXPECT_EQ(wafer.data().fields.size(), wafer.serial->fabric().fields.size() + wafer.data().segments.size());
}

TEST(SegmentedChain, a_switch_that_is_stuck_keeps_its_state_in_a_dead_segment) {
  const Segmented wafer("torus", kSides);
  const SegmentId gap = segment_named(wafer.data().segments, "sh.g2");
  const std::vector<ElementDefect> all = wafer.dead({gap}).elements;
  ElementDefect open = all.front();
  std::get<StuckSwitch>(open.what).state = 0;
  Defects defects;
  defects.elements = {open};
  defects.segments = {gap};
  DeadSegments(wafer.data()).add_to(defects);
  EXPECT_EQ(defects.elements.size(), all.size());
  EXPECT_TRUE(defects.contains(open));
  EXPECT_FALSE(defects.contains(all.front()));
}

TEST(SegmentedChain, an_unknown_segment_is_refused_with_the_nearest_name) {
  const Segmented wafer("torus", kSides);
  try {
    segment_named(wafer.data().segments, "sh.g9");
    FAIL() << "it is known";
  } catch (const std::invalid_argument& error) {
    EXPECT_EQ(std::string(error.what()).find("the chain has no segment 'sh.g9'; did you mean 'sh.g"), 0u)
        << error.what();
  }
}

TEST(DeadSegmentsOfMaps, are_drawn_with_the_seed_and_leave_the_pes_as_they_are) {
  const std::vector<SiteId> sites = {{0}, {1}, {2}, {3}, {4}, {5}};
  const DefectMaps without = DefectMaps::random(sites, 2, 100, 7);
  const DefectMaps few = without.with_segments(10, 0.1), many = without.with_segments(10, 0.5);
  DefectMapReader plain(without), less(few), more(many), again(many);
  std::size_t dead = 0;
  for (std::uint64_t number = 0; number < 100; ++number) {
    const Defects map = more.read(number);
    EXPECT_EQ(map.sites, plain.read(number).sites);
    EXPECT_EQ(map, again.read(number));
    EXPECT_TRUE(std::ranges::includes(map.segments, less.read(number).segments));
    dead += map.segments.size();
  }
  EXPECT_NEAR(static_cast<double>(dead), 500, 60);  // four standard deviations
  EXPECT_EQ(DefectMapReader(without.with_segments(10, 1)).read(0).segments.size(), 10u);
  EXPECT_TRUE(DefectMapReader(without.with_segments(10, 0)).read(0).segments.empty());
  EXPECT_THROW(DefectMaps::all(sites, 2).with_segments(10, 0.1), std::logic_error);
}

TEST(DeadSegmentsOfMaps, leave_a_serial_chain_irreparable_and_a_segmented_one_repaired) {
  const Segmented wafer("torus", kSides);
  const DefectMaps maps = DefectMaps::random({{0}, {7}, {13}, {20}}, 1, 40, 3).with_segments(16, 0.06);
  std::uint64_t sound = 0;
  DefectMapReader reader(maps);
  for (std::uint64_t number = 0; number < maps.size(); ++number) sound += reader.read(number).segments.empty();
  const std::vector<JudgeMaker> judges = {
      planning(*wafer.serial, {}), verifying(*wafer.serial, wafer.design->network(), {}), planning(*wafer.fabric, {}),
      verifying(*wafer.fabric, wafer.design->network(), {})};
  const std::vector<RepairCount> counts = count_repairs(std::vector{maps}, judges, 1).front();
  EXPECT_EQ(counts[0].repairable, sound);
  EXPECT_EQ(counts[1], counts[0]);
  EXPECT_GT(counts[2].repairable, sound);
  EXPECT_EQ(counts[3], counts[2]);
}

}  // namespace
}  // namespace kintsugi::test
