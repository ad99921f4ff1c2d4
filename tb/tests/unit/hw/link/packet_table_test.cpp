// The packet table: any thread can reuse a slot, and a reused slot keeps no old data.
#include "hw/link/packet_table.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <set>
#include <stdexcept>
#include <vector>

#include "hw/clock/thread_team.hpp"
#include "models/random/random.hpp"

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

/// One thread may create a packet and another release it; a slot that one returns the other can take.
TEST(PacketTable, slots_come_back_to_the_thread_that_needs_them) {
  PacketTable table(2);
  std::set<PacketId> used;
  for (unsigned round = 0; round < 100; ++round) {
    std::vector<PacketId> live;
    for (unsigned i = 0; i < 100; ++i) live.push_back(table.create(0));
    used.insert(live.begin(), live.end());
    for (const PacketId id : live) table.release(id, 1);
  }
  EXPECT_EQ(table.live(), 0u);
  EXPECT_LE(used.size(), 400u) << "100 live, and at most two batches put aside by each thread";
}

TEST(PacketTable, packets_stay_where_they_are_while_others_come) {
  PacketTable table;
  std::vector<Packet*> places;
  for (std::uint32_t i = 0; i < 70000; ++i) {
    const PacketId id = table.create();
    table[id].serial = i;
    places.push_back(&table[id]);
  }
  for (std::uint32_t i = 0; i < places.size(); ++i) ASSERT_EQ(places[i]->serial, i);
  EXPECT_EQ(std::set<Packet*>(places.begin(), places.end()).size(), places.size());
}

TEST(PacketTable, threads_that_create_and_release_at_a_time_never_share_a_slot) {
  constexpr unsigned kThreads = 4;
  PacketTable table(kThreads);
  ThreadTeam team(kThreads, [&](unsigned thread, Cycle) {
    std::deque<PacketId> live;
    RandomStream random(1, thread);
    for (std::uint32_t i = 0; i < 20000; ++i) {
      const PacketId id = table.create(thread);
      table[id].serial = thread;
      live.push_back(id);
      while (live.size() > random.below(300)) {
        if (table[live.front()].serial != thread) throw std::logic_error("another thread has this slot too");
        table.release(live.front(), thread);
        live.pop_front();
      }
    }
    for (const PacketId id : live) table.release(id, thread);
  });
  team.run_cycle(0);
  EXPECT_EQ(table.live(), 0u);
}

}  // namespace
}  // namespace kintsugi::test
