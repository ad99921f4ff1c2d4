// A repair that is not traced is not a repair.
#include <gtest/gtest.h>

#include <algorithm>

#include "models/fabric/trace.hpp"
#include "models/repair/random_defects.hpp"
#include "models/srt/topology.hpp"
#include "models/srt/wafer.hpp"
#include "tb/unit/models/repair/subsets.hpp"
#include "tb/unit/models/srt/wafer_cases.hpp"

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
        tracer_(wafer_.fabric()) {}
  const Wafer& wafer() const { return wafer_; }

  /// Whether the map is repairable; if so, the repair must be the wanted network and spare every defect.
  bool check(const DefectMap& defects, const RepairOptions& options = {}) const {
    SCOPED_TRACE(print(wafer_.fabric(), defects));
    const Repair repair = wafer_.repair(defects, options);
    if (!repair.repairable) return false;
    const TracedNetwork traced = tracer_.trace(switch_states(wafer_.fabric(), repair.configuration));
    EXPECT_EQ(difference(traced, network_, repair.placement, wafer_.fabric()), std::nullopt);
    EXPECT_EQ(traced.attached.size(), network_.nodes());
    for (const SiteId defect : defects) EXPECT_FALSE(std::ranges::binary_search(traced.attached, defect));
    std::vector<std::pair<SitePort, SitePort>> joins;
    for (const Join& join : traced.joins) joins.emplace_back(join.a, join.b);
    EXPECT_EQ(joins, joins_by_definition(torus_, repair.placement));
    return true;
  }

 private:
  Torus torus_;
  Wafer wafer_;
  Network network_;
  Tracer tracer_;
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

TEST(WaferTrace, RepairedMapsAreTheWantedNetwork) {
  for (const WaferCase& each : wafer_cases({2, 3, 4})) EXPECT_EQ(check_random_maps(each, 50), 50);
}

TEST(WaferTraceSlow, TwoThousandRepairedMapsOfEveryWaferAreTheWantedNetwork) {
  for (const WaferCase& each : wafer_cases({2, 3, 4})) EXPECT_EQ(check_random_maps(each, 2000), 2000);
}

TEST(WaferTrace, EveryPeriodOfTheLevelPatternCanBeRepaired) {
  for (unsigned n = 2; n <= 4; ++n) {
    for (unsigned T = 0; T <= n; ++T) {
      for (unsigned s = 1; s < (1u << n); s += 2) check_random_maps({"T" + std::to_string(T), {n, T, s}, 1}, 10);
    }
  }
}

TEST(WaferTrace, EveryPairOfFaultsOfN4IsRepairedUnderEveryRule) {
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

TEST(WaferTrace, AnOverlapOfOneIsCarriedByOneTrack) {
  const Repairs one({"one track", {3, 3, 1}, 1});
  const DefectMap defects = forced_overlap(one.wafer().grid(), 4, 4);
  EXPECT_TRUE(one.check(defects));
  EXPECT_FALSE(one.check(defects, {.rule = "strict"}));
}

TEST(WaferTrace, LongerOverlapsAreRefusedOnOneTrackAndCarriedByTwo) {
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

}  // namespace
}  // namespace kintsugi::srt
