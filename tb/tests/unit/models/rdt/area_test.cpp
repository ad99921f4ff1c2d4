#include "models/rdt/area.hpp"

#include <gtest/gtest.h>

namespace kintsugi::rdt {
namespace {

constexpr unsigned kSmall[]{4, 8, 16, 24, 32};
constexpr unsigned kLarge[]{48, 64, 96, 128};

/// The mean of all classes.
std::vector<double> mean(Assignment assignment, std::span<const unsigned> areas) {
  std::vector<double> sum(areas.size());
  for (unsigned node_class = 0; node_class < kClasses; ++node_class) {
    const std::vector<double> averages = area_averages(assignment, node_class, areas);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += averages[i] / kClasses;
  }
  return sum;
}

TEST(RdtArea, the_first_area_by_hand) {
  // 2 x 2: two neighbours and the node across, which has no shorter way than two base links.
  const unsigned areas[]{2};
  EXPECT_DOUBLE_EQ(area_averages(Assignment::kAlpha, 0, areas)[0], 4.0 / 3);
  // 3 x 3 from a node of rank 1 in alpha: (2, 2) is one hop away, (1, 2) and (2, 1) are two, the others by base links.
  const unsigned nine[]{3};
  EXPECT_DOUBLE_EQ(area_averages(Assignment::kAlpha, 1, nine)[0], (1 + 1 + 2 + 2 + 2 + 1 + 2 + 2) / 8.0);
}

TEST(RdtArea, beta_is_nearer_than_alpha_in_small_areas_and_farther_in_large_ones) {
  const auto alpha_small = mean(Assignment::kAlpha, kSmall);
  const auto beta_small = mean(Assignment::kBeta, kSmall);
  for (std::size_t i = 0; i < alpha_small.size(); ++i) EXPECT_LT(beta_small[i], alpha_small[i]) << kSmall[i];
  const auto alpha_large = mean(Assignment::kAlpha, kLarge);
  const auto beta_large = mean(Assignment::kBeta, kLarge);
  for (std::size_t i = 0; i < alpha_large.size(); ++i) EXPECT_GT(beta_large[i], alpha_large[i]) << kLarge[i];
}

TEST(RdtArea, the_hops_of_2_x_2_by_hand_and_more_of_3_x_3) {
  // With ties toward zero no upper rank leads into 2 x 2. In 3 x 3 a source of rank 1 has the fewest hops.
  const unsigned areas[]{2, 3};
  const std::vector<double> hops = area_hops(Assignment::kAlpha, RankChoice::kFewestBaseHops, areas);
  EXPECT_DOUBLE_EQ(hops.at(0), 4.0 / 3);
  EXPECT_GT(hops.at(1), area_averages(Assignment::kAlpha, 1, areas).at(1));
}

TEST(RdtArea, no_hops_are_fewer_than_the_distance) {
  const std::vector<double> distance = mean(Assignment::kBeta, kSmall);
  const std::vector<double> best = area_hops(Assignment::kBeta, RankChoice::kBest, kSmall);
  for (std::size_t i = 0; i < distance.size(); ++i) EXPECT_GE(best[i], distance[i]) << kSmall[i];
}

}  // namespace
}  // namespace kintsugi::rdt
