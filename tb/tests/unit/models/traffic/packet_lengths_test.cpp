// Packet lengths: fixed, or a mix.
#include "models/traffic/packet_lengths.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <stdexcept>

namespace kintsugi {
namespace {

std::map<std::uint16_t, int> draws(const PacketLengths& lengths, int count) {
  RandomStream random(3, 5);
  std::map<std::uint16_t, int> counts;
  for (int i = 0; i < count; ++i) ++counts[lengths.draw(random)];
  return counts;
}

TEST(PacketLengths, fixed_ones_draw_nothing) {
  const PacketLengths lengths(16);
  RandomStream random(1, 2);
  const std::uint64_t untouched = RandomStream(random).next();
  EXPECT_EQ(lengths.draw(random), 16);
  EXPECT_EQ(random.next(), untouched);
  EXPECT_EQ(lengths.mean(), 16);
  EXPECT_EQ(lengths.longest(), 16);
}

TEST(PacketLengths, a_mix_comes_in_its_shares) {
  const PacketLengths lengths({{4, 0.5}, {16, 0.2}, {1, 0.3}});
  EXPECT_DOUBLE_EQ(lengths.mean(), 4 * 0.5 + 16 * 0.2 + 1 * 0.3);
  EXPECT_EQ(lengths.longest(), 16);
  const auto counts = draws(lengths, 100000);
  ASSERT_EQ(counts.size(), 3u);
  for (const auto& [flits, share] : std::map<std::uint16_t, double>{{4, 0.5}, {16, 0.2}, {1, 0.3}}) {
    EXPECT_NEAR(counts.at(flits), 1e5 * share, 4 * std::sqrt(1e5 * share * (1 - share))) << flits;
  }
}

TEST(PacketLengths, only_the_ratio_of_the_weights_counts_and_not_their_order) {
  EXPECT_EQ(draws(PacketLengths({{4, 3}, {16, 1}}), 1000), draws(PacketLengths({{16, 0.25}, {4, 0.75}}), 1000));
}

TEST(PacketLengths, weight_0_is_never_drawn) {
  EXPECT_EQ(draws(PacketLengths({{4, 0}, {9, 2}}), 1000), (std::map<std::uint16_t, int>{{9, 1000}}));
  EXPECT_EQ(PacketLengths({{4, 1}, {9, 0}}).longest(), 4);
}

TEST(PacketLengths, golden_first_draws) {
  const PacketLengths lengths({{4, 1}, {16, 1}});
  RandomStream random(1, 9);
  std::vector<std::uint16_t> all;
  for (int i = 0; i < 8; ++i) all.push_back(lengths.draw(random));
  EXPECT_EQ(all, (std::vector<std::uint16_t>{4, 4, 4, 4, 4, 16, 16, 16}));
}

TEST(PacketLengths, refuses_what_is_no_mix) {
  using Mix = std::vector<PacketLengths::Part>;
  for (const Mix& mix : {Mix{}, Mix{{4, 0}}, Mix{{0, 1}}, Mix{{4, -1}, {5, 2}}, Mix{{4, std::nan("")}}}) {
    EXPECT_THROW(PacketLengths{mix}, std::invalid_argument);
  }
}

}  // namespace
}  // namespace kintsugi
