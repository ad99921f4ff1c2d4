// The packet table: slots are used again, and a used slot remembers nothing.
#include "hw/link/packet_table.hpp"

#include <gtest/gtest.h>

#include <set>

namespace kintsugi::test {
namespace {

TEST(PacketTable, a_released_slot_is_used_again_and_comes_back_empty) {
  PacketTable table;
  const PacketId first = table.create(), second = table.create();
  EXPECT_NE(first, second);
  table[first].hops = 7;
  table[first].arrived = 3;
  table[first].state = 9;
  table[second].hops = 5;
  table.release(first);
  EXPECT_EQ(table.live(), 1u);
  const PacketId third = table.create();
  EXPECT_EQ(third, first);
  EXPECT_EQ(table[third].hops, 0);
  EXPECT_EQ(table[third].arrived, 0);
  EXPECT_EQ(table[third].state, 0u);
  EXPECT_EQ(table[third].next, kNoPacket);
  EXPECT_EQ(table[second].hops, 5) << "the others stay as they are";
}

TEST(PacketTable, packets_that_live_have_slots_of_their_own) {
  PacketTable table;
  std::set<PacketId> live;
  for (unsigned i = 0; i < 1000; ++i) {
    ASSERT_TRUE(live.insert(table.create()).second);
    if (i % 3 == 0) {
      const PacketId victim = *live.begin();
      live.erase(live.begin());
      table.release(victim);
    }
    ASSERT_EQ(table.live(), live.size());
  }
}

}  // namespace
}  // namespace kintsugi::test
