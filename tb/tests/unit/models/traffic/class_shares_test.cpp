// The classes of the packets of a pattern: their shares, and that packets are otherwise those without classes.
#include "models/traffic/class_shares.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace kintsugi::test {
namespace {

TEST(ClassShares, are_met_within_three_sigma) {
  const std::array<double, 4> shares = {1, 0, 6, 3};
  const ClassShares classes(shares);
  ASSERT_EQ(classes.classes(), 4u);
  RandomStream random(5, 9);
  std::array<double, 4> counts = {};
  constexpr int kDraws = 100000;
  for (int i = 0; i < kDraws; ++i) ++counts[classes.draw(random)];
  EXPECT_EQ(counts[1], 0);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double chance = shares[i] / 10;
    EXPECT_NEAR(counts[i], kDraws * chance, 3 * std::sqrt(kDraws * chance * (1 - chance)) + 1e-9) << i;
  }
}

TEST(ClassShares, without_a_share_are_refused) {
  EXPECT_THROW(ClassShares(std::array<double, 2>{0, 0}), std::invalid_argument);
  EXPECT_THROW(ClassShares(std::array<double, 2>{1, -1}), std::invalid_argument);
}

TEST(ClassShares, change_nothing_of_a_packet_but_its_class) {
  std::vector<ListSource::Entry> entries;
  for (Cycle cycle = 0; cycle < 200; ++cycle) {
    PacketOrder order{NodeId::from(cycle % 7), static_cast<std::uint16_t>(cycle % 5 + 1)};
    order.note = static_cast<std::uint32_t>(cycle);
    entries.push_back({3 * cycle, order});
  }
  const ClassShares shares(std::array<double, 2>{1, 1});
  ClassedSource source(std::make_unique<ListSource>(entries), NodeId{3}, shares, 1);
  std::array<int, 2> counts = {};
  for (const ListSource::Entry& entry : entries) {
    ASSERT_EQ(source.due(), entry.cycle);
    const PacketOrder order = source.take();
    ASSERT_EQ(order.destination, entry.order.destination);
    ASSERT_EQ(order.flits, entry.order.flits);
    ASSERT_EQ(order.note, entry.order.note);
    ASSERT_LT(order.state, 2u);
    ++counts[order.state];
  }
  EXPECT_EQ(source.due(), GeometricGaps::kNever);
  EXPECT_GT(counts[0], 60);
  EXPECT_GT(counts[1], 60);
}

}  // namespace
}  // namespace kintsugi::test
