// Repairs of wafers: extraction gives the wanted network and no defect is used.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "models/fabric/extraction.hpp"
#include "models/repair/random_defects.hpp"
#include "models/srt/topology.hpp"
#include "models/srt/wafer.hpp"
#include "models/wafer/switch_rule.hpp"
#include "tb/tests/unit/models/repair/subsets.hpp"
#include "tb/tests/unit/models/srt/wafer_cases.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::srt {
namespace {

/// The joins a wafer must have, written down from the definition of its wires, and not from the network: wire 0 joins
/// neighbours modulo N; wire w of level l joins its nodes 2^l apart, modulo N only if it wraps.
std::vector<std::pair<SitePort, SitePort>> joins_by_definition(const Torus& torus, const Placement& placement) {
  using namespace torus_port;
  const unsigned N = torus.size();
  std::vector<std::pair<SitePort, SitePort>> joins;
  const auto join = [&](unsigned x, unsigned y, PortId out, unsigned dx, unsigned dy, PortId in) {
    const SitePort a{placement.site_of[y * N + x], out};
    const SitePort b{placement.site_of[(y + dy) % N * N + (x + dx) % N], in};
    joins.emplace_back(std::min(a, b), std::max(a, b));
  };
  for (unsigned y = 0; y < N; ++y) {
    for (unsigned x = 0; x < N; ++x) {
      join(x, y, kEast, 1, 0, kWest);
      join(x, y, kSouth, 0, 1, kNorth);
      const unsigned X = (x + torus.s * y) % N;
      unsigned zeros = 0;
      while (zeros < torus.n && (X >> zeros) % 2 == 0) ++zeros;
      if (torus.T + 1 >= torus.n && zeros + 1 >= torus.n) continue;  // level 0
      const unsigned level = std::min(zeros, torus.T) + 1;
      const unsigned span = 1u << level;
      const bool wraps = span < N / 2;
      if (wraps || x + span < N) join(x, y, kBypassEast, span, 0, kBypassWest);
      if (wraps || y + span < N) join(x, y, kBypassSouth, 0, span, kBypassNorth);
    }
  }
  std::ranges::sort(joins);
  return joins;
}

std::string print(const Fabric& fabric, const DefectMap& defects) {
  std::string text = "defects:";
  for (const SiteId site : defects) text += " " + fabric.sites[site.value].name;
  return text;
}

class Repairs {
 public:
  explicit Repairs(const WaferCase& each)
      : torus_(each.torus),
        wafer_(torus_, {.tracks = each.tracks, .wrap_pitches = {}}),
        network_(make_network(torus_)),
        extractor_(wafer_.fabric()) {}
  const Wafer& wafer() const { return wafer_; }

  /// Returns whether the map is repairable; if so, checks that the repair makes the wanted network without a defect.
  bool check(const DefectMap& defects, const RepairOptions& options = {.planner = "straight"}) const {
    SCOPED_TRACE(print(wafer_.fabric(), defects));
    const Repair repair = wafer_.repair(defects, options);
    if (!repair.repairable) return false;
    const ExtractedNetwork extracted = extractor_.extract(switch_states(wafer_.fabric(), repair.configuration));
    EXPECT_EQ(difference(extracted, network_, repair.placement, wafer_.fabric()), std::nullopt);
    EXPECT_EQ(extracted.attached.size(), network_.nodes());
    for (const SiteId defect : defects) EXPECT_FALSE(std::ranges::binary_search(extracted.attached, defect));
    std::vector<std::pair<SitePort, SitePort>> joins;
    for (const Join& join : extracted.joins) joins.emplace_back(join.a, join.b);
    EXPECT_EQ(joins, joins_by_definition(torus_, repair.placement));
    return true;
  }

 private:
  Torus torus_;
  Wafer wafer_;
  Network network_;
  NetworkExtractor extractor_;
};

/// Checks random maps, from none to so many faults that about half of them are irreparable.
int check_random_maps(const WaferCase& each, int maps) {
  SCOPED_TRACE(each.name);
  const Repairs repairs(each);
  const std::uint64_t most = each.torus.n == 2 ? 9 : each.torus.n == 3 ? 16 : 26;
  int repaired = 0;
  for (std::uint64_t seed = 0; repaired < maps; ++seed) {
    const std::size_t faults = seed % (most + 1);
    repaired += repairs.check(random_defects(repairs.wafer().grid().sites(), faults, seed)) ? 1 : 0;
    if (testing::Test::HasFailure()) break;
  }
  return repaired;
}

TEST(WaferExtraction, repaired_maps_are_the_wanted_network) {
  for (const WaferCase& each : wafer_cases({2, 3, 4})) EXPECT_EQ(check_random_maps(each, 50), 50);
}

TEST(WaferExtractionSlow, two_thousand_repaired_maps_of_every_wafer_are_the_wanted_network) {
  for (const WaferCase& each : wafer_cases({2, 3, 4})) {
    const int maps = test::part_of(100, 2000);
    EXPECT_EQ(check_random_maps(each, maps), maps);
  }
}

TEST(WaferExtraction, every_period_of_the_level_pattern_can_be_repaired) {
  for (unsigned n = 2; n <= 4; ++n) {
    for (unsigned T = 0; T <= n; ++T) {
      for (unsigned s = 1; s < (1u << n); s += 2) check_random_maps({"T" + std::to_string(T), {n, T, s}, 1}, 10);
    }
  }
}

TEST(WaferExtraction, every_pair_of_faults_of_n_4_is_repaired_under_every_rule) {
  for (const WaferCase& each : wafer_cases({2})) {
    const Repairs repairs(each);
    const auto sites = static_cast<std::uint32_t>(repairs.wafer().grid().sites());
    test::for_each_subset(sites, 2, [&](const DefectMap& defects) {
      EXPECT_TRUE(repairs.check(defects));
      EXPECT_TRUE(repairs.check(defects, {.rule = "strict"}));
    });
  }
}

// --- Overlaps -------------------------------------------------------------------------------------------------------

/// Two faults of adjacent rows that can only be repaired by an east path and a west path.
DefectMap forced_overlap(const WaferGrid& grid, int east_from, int west_from) {
  DefectMap defects;
  for (const GridPoint p : {GridPoint{2, east_from},
                            {3, west_from},
                            {2, 0},
                            {3, 9},
                            {0, east_from},
                            {9, east_from},
                            {0, west_from},
                            {9, west_from}}) {
    const SiteId site = grid.site(p);
    if (std::ranges::find(defects, site) == defects.end()) defects.push_back(site);
  }
  std::ranges::sort(defects);
  return defects;
}

TEST(WaferExtraction, an_overlap_of_one_is_carried_by_one_track) {
  const Repairs one({"one track", {3, 3, 1}, 1});
  const DefectMap defects = forced_overlap(one.wafer().grid(), 4, 4);
  EXPECT_TRUE(one.check(defects));
  EXPECT_FALSE(one.check(defects, {.rule = "strict"}));
}

TEST(WaferExtraction, longer_overlaps_are_refused_on_one_track_and_carried_by_two) {
  const Repairs one({"one track", {3, 3, 1}, 1});
  const Repairs two({"two tracks", {3, 3, 1}, 2});
  for (int east_from = 1; east_from <= 8; ++east_from) {
    for (int west_from = east_from + 1; west_from <= 8; ++west_from) {
      const DefectMap defects = forced_overlap(one.wafer().grid(), east_from, west_from);
      EXPECT_FALSE(one.check(defects));
      EXPECT_TRUE(two.check(defects));
      const std::vector<CompensationPath> paths{{{2, east_from}, Direction::kEast}, {{3, west_from}, Direction::kWest}};
      EXPECT_THROW(one.wafer().configure(paths), std::invalid_argument);
      EXPECT_NO_THROW(two.wafer().configure(paths));
    }
  }
}

// --- Lengths --------------------------------------------------------------------------------------------------------

/// Returns the pitches of the longest base link that is not a return wire.
unsigned longest_base_link(const ExtractedNetwork& extracted, const Placement& placement, int N) {
  using namespace torus_port;
  unsigned longest = 0;
  for (const Join& join : extracted.joins) {
    if (join.a.port.value >= kBypassEast.value) continue;
    const auto node_at = [&](SitePort end) { return static_cast<int>(placement.node_at[end.site.value].value); };
    const int a = node_at(join.a);
    const int b = node_at(join.b);
    const bool wraps = std::abs(a % N - b % N) > 1 || std::abs(a / N - b / N) > 1;
    if (!wraps) longest = std::max(longest, join.pitches);
  }
  return longest;
}

std::vector<CompensationPath> all_paths(const WaferGrid& grid) {
  std::vector<CompensationPath> paths;
  for (int row = 1; row <= grid.rows(); ++row) {
    for (int column = 1; column <= grid.columns(); ++column) {
      for (const Direction d : kDirections) paths.push_back({{row, column}, d});
    }
  }
  return paths;
}

/// Extracts every `stride`-th possible pair of paths; returns how many make a link of 3 pitches.
int check_links_of_three_pitches(unsigned n, unsigned tracks, std::size_t stride) {
  const Wafer wafer({n, n, 1}, {.tracks = tracks, .wrap_pitches = {}});
  const NetworkExtractor extractor(wafer.fabric());
  const std::vector<CompensationPath> paths = all_paths(wafer.grid());
  std::size_t pair = 0;
  int three = 0;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    for (std::size_t j = i; j < paths.size(); ++j) {
      if (i != j && paths[i].defect == paths[j].defect) continue;
      if (i != j && conflict(paths[i], paths[j], tracks == 1 ? ConflictRule::kOneTrack : ConflictRule::kTwoTracks))
        continue;
      if (pair++ % stride != 0) continue;
      std::vector<CompensationPath> plan{paths[i]};
      if (i != j) plan.push_back(paths[j]);
      const SwitchStates states = switch_states(wafer.fabric(), wafer.configure(plan));
      const unsigned longest = longest_base_link(extractor.extract(states), place(wafer.grid(), plan), 1 << n);
      const bool short_enough = i == j || !conflict(paths[i], paths[j], ConflictRule::kShort);
      EXPECT_EQ(longest <= 2, short_enough) << describe(paths[i]) << ", " << describe(paths[j]) << ": " << longest;
      EXPECT_LE(longest, 3u);
      three += longest == 3 ? 1 : 0;
    }
  }
  return three;
}

TEST(WaferExtraction, two_paths_make_a_base_link_of_three_pitches_exactly_where_the_rule_says_so) {
  for (const unsigned tracks : {1u, 2u}) {
    EXPECT_GT(check_links_of_three_pitches(2, tracks, 1), 100);
    EXPECT_GT(check_links_of_three_pitches(3, tracks, 17), 100);
  }
}

TEST(WaferExtractionSlow, every_two_paths_of_n_8_make_a_base_link_of_three_pitches_exactly_where_the_rule_says_so) {
  for (const unsigned tracks : {1u, 2u}) EXPECT_GT(check_links_of_three_pitches(3, tracks, 1), 1000);
}

TEST(WaferExtraction, repairs_that_are_to_be_short_have_base_links_of_at_most_two_pitches) {
  const Wafer wafer({2, 2, 1}, {});
  const NetworkExtractor extractor(wafer.fabric());
  int long_ones = 0;
  const auto longest = [&](const Repair& repair) {
    return longest_base_link(extractor.extract(switch_states(wafer.fabric(), repair.configuration)), repair.placement,
                             4);
  };
  test::for_each_subset(32, 3, [&](const DefectMap& defects) {
    const Repair repair = wafer.repair(defects, {.planner = "straight", .objective = "short", .explain = false});
    if (repair.repairable) {
      EXPECT_LE(longest(repair), 2u) << print(wafer.fabric(), defects);
    }
    const Repair any = wafer.repair(defects, {.planner = "straight"});
    ASSERT_TRUE(any.repairable);
    long_ones += longest(any) == 3 ? 1 : 0;
  });
  EXPECT_GT(long_ones, 0) << "or it says nothing";
}

TEST(WaferExtraction, rings_keep_the_limit_of_the_longest_base_link) {
  const Wafer wafer({2, 2, 1}, {.tracks = 1, .wrap_pitches = {}});
  const NetworkExtractor extractor(wafer.fabric());
  for (const std::uint32_t limit : {2u, 3u, 4u}) {
    int by_rings = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
      const Defects defects(random_defects(wafer.grid().sites(), 6 + seed % 5, seed));
      const Repair repair = wafer.repair(defects, {.objective = "short", .longest = limit, .explain = false});
      if (!repair.repairable) continue;
      by_rings += repair.rings.empty() ? 0 : 1;
      EXPECT_LE(longest_base_link(extractor.extract(switch_states(wafer.fabric(), repair.configuration)),
                                  repair.placement, 4),
                limit)
          << print(wafer.fabric(), defects.sites);
    }
    EXPECT_GT(by_rings, limit == 2 ? 0 : 20) << limit;
  }
}

}  // namespace
}  // namespace kintsugi::srt
