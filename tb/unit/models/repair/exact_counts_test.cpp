#include <gtest/gtest.h>

#include "models/repair/exact_planner.hpp"
#include "models/repair/random_defects.hpp"
#include "tb/unit/models/repair/subsets.hpp"

namespace kintsugi {
namespace {

using enum ConflictRule;

// --- Exact counts ---------------------------------------------------------------------------------------------------

struct Count {
  std::uint64_t repairable = 0;
  std::uint64_t maps = 0;
  friend bool operator==(const Count&, const Count&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Count& c) { return out << c.repairable << " of " << c.maps; }
};

Count count(int core, std::uint32_t faults, ConflictRule rule) {
  const WaferGrid grid(core);
  ExactPlanner planner(grid, rule);
  Count result;
  test::for_each_subset(static_cast<std::uint32_t>(grid.sites()), faults, [&](const DefectMap& defects) {
    ++result.maps;
    result.repairable += planner.plan(defects) ? 1 : 0;
  });
  return result;
}

TEST(ExactCounts, AnyFourFaultsOfN4CanBeRepaired) {
  for (const ConflictRule rule : {kOneTrack, kOneTrackStrict, kTwoTracks}) {
    EXPECT_EQ(count(4, 1, rule), (Count{32, 32}));
    EXPECT_EQ(count(4, 2, rule), (Count{496, 496}));
    EXPECT_EQ(count(4, 3, rule), (Count{4960, 4960}));
    EXPECT_EQ(count(4, 4, rule), (Count{35960, 35960}));
  }
}

TEST(ExactCounts, FiveFaultsOfN4) {
  for (const ConflictRule rule : {kOneTrack, kOneTrackStrict, kTwoTracks}) {
    EXPECT_EQ(count(4, 5, rule), (Count{200976, 201376}));
  }
}

TEST(ExactCounts, SixFaultsOfN4) {
  EXPECT_EQ(count(4, 6, kOneTrack), (Count{896392, 906192}));
  EXPECT_EQ(count(4, 6, kOneTrackStrict), (Count{895592, 906192}));
  EXPECT_EQ(count(4, 6, kTwoTracks), (Count{896592, 906192}));
}

TEST(ExactCounts, AnyThreeFaultsOfN8CanBeRepaired) {
  EXPECT_EQ(count(8, 1, kOneTrack), (Count{96, 96}));
  EXPECT_EQ(count(8, 2, kOneTrack), (Count{4560, 4560}));
  EXPECT_EQ(count(8, 3, kOneTrack), (Count{142880, 142880}));
}

TEST(ExactCounts, AnyFourFaultsOfN8CanBeRepaired) {
  EXPECT_EQ(count(8, 4, kOneTrack), (Count{3321960, 3321960}));
}

TEST(ExactCountsSlow, FiveFaultsOfN8) {
  EXPECT_EQ(count(8, 5, kOneTrack), (Count{61109664, 61124064}));
}

// --- Repair probability ---------------------------------------------------------------------------------------------

double probability(int core, std::size_t faults, ConflictRule rule) {
  constexpr int kMaps = 5000;
  const WaferGrid grid(core);
  ExactPlanner planner(grid, rule);
  int repairable = 0;
  for (std::uint64_t seed = 0; seed < kMaps; ++seed)
    repairable += planner.plan(random_defects(grid.sites(), faults, seed));
  return static_cast<double>(repairable) / kMaps;
}

TEST(RepairProbability, IsThatOfTheModel) {
  constexpr double kTolerance = .02;
  EXPECT_NEAR(probability(8, 8, kOneTrack), .989, kTolerance);
  EXPECT_NEAR(probability(8, 12, kOneTrack), .871, kTolerance);
  EXPECT_NEAR(probability(8, 12, kTwoTracks), .885, kTolerance);
  EXPECT_NEAR(probability(16, 18, kOneTrack), .846, kTolerance);
  EXPECT_NEAR(probability(16, 18, kTwoTracks), .866, kTolerance);
  EXPECT_NEAR(probability(32, 20, kOneTrack), .971, kTolerance);
}

}  // namespace
}  // namespace kintsugi
