// The window of sequence numbers, compared with a set of all numbers that were settled.
#include "models/detection/sequence_window.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "models/random/random.hpp"

namespace kintsugi::test {
namespace {

constexpr std::uint32_t kSize = SequenceWindow::kSize;

/// The same by a list of everything that was settled, from number 1 on, without wrapping around.
struct EveryNumber {
  std::set<std::uint64_t> settled;
  std::uint64_t base() const {
    std::uint64_t number = 1;
    while (settled.contains(number)) ++number;
    return number;
  }
  bool settle(std::uint64_t number) { return settled.insert(number).second; }
  void advance(std::uint64_t floor) {
    for (std::uint64_t number = 1; number < floor; ++number) settled.insert(number);
  }
};

TEST(SequenceWindow, every_order_of_six_numbers_settles_each_once) {
  std::vector<std::uint32_t> order(6);
  std::iota(order.begin(), order.end(), 1);
  do {
    SequenceWindow window;
    EveryNumber all;
    for (const std::uint32_t number : order) {
      ASSERT_EQ(window.settle(number), all.settle(number));
      ASSERT_FALSE(window.settle(number));
      ASSERT_EQ(window.base(), all.base());
      for (std::uint32_t each = 1; each <= 7; ++each) ASSERT_EQ(window.is_settled(each), all.settled.contains(each));
    }
  } while (std::ranges::next_permutation(order).found);
}

TEST(SequenceWindow, agrees_with_the_list_of_all_numbers_whatever_comes) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    RandomStream random(seed, 0);
    SequenceWindow window;
    EveryNumber all;
    for (unsigned step = 0; step < 200; ++step) {
      const std::uint64_t base = all.base();
      if (random.below(20) == 0) {
        const std::uint64_t floor = base - std::min<std::uint64_t>(base, 5) + random.below(90);
        window.advance(static_cast<std::uint32_t>(floor));
        all.advance(floor);
      } else {
        const std::uint64_t number = base - std::min<std::uint64_t>(base - 1, 8) + random.below(kSize - 8);
        ASSERT_EQ(window.settle(static_cast<std::uint32_t>(number)), all.settle(number)) << "seed " << seed;
      }
      ASSERT_EQ(window.base(), all.base()) << "seed " << seed;
    }
  }
}

TEST(SequenceWindow, has_room_for_as_many_numbers_as_it_stores_and_no_more) {
  SequenceWindow window;
  EXPECT_TRUE(window.has_room(kSize));
  EXPECT_FALSE(window.has_room(kSize + 1));
  EXPECT_THROW(window.settle(kSize + 1), std::logic_error);
  EXPECT_TRUE(window.settle(kSize));
  EXPECT_FALSE(window.has_room(kSize + 1)) << "the oldest is open";
  EXPECT_TRUE(window.settle(1));
  EXPECT_TRUE(window.has_room(kSize + 1));
}

TEST(SequenceWindow, goes_on_when_the_numbers_wrap_around) {
  SequenceWindow window;
  const std::uint32_t last = 0xffffffff;
  for (std::uint32_t base = 1; base < 0xc0000000; base += 0x40000000) window.advance(base);
  window.advance(last - 2);
  EXPECT_TRUE(window.settle(1));
  EXPECT_FALSE(window.settle(1));
  EXPECT_TRUE(window.is_settled(last - 3)) << "lies below";
  for (const std::uint32_t number : {last - 2, last - 1, last, 0U}) EXPECT_TRUE(window.settle(number));
  EXPECT_EQ(window.base(), 2u);
}

/// The rule for both ends: with packets that are lost, doubled and overtaken, each is delivered once if the source
/// sends it until it is acknowledged.
TEST(SequenceWindow, a_source_and_a_destination_that_keep_the_rule_deliver_each_packet_once) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    RandomStream random(seed, 1);
    SequenceWindow sending, delivering;
    struct Sent {
      std::uint32_t number, floor;
    };
    std::vector<Sent> under_way;
    std::vector<unsigned> delivered(500);
    std::uint32_t next = 1;
    while (sending.base() < delivered.size()) {
      if (next < delivered.size() && sending.has_room(next)) ++next;
      const std::uint32_t again = sending.base() + static_cast<std::uint32_t>(random.below(next - sending.base() + 1));
      if (again < next && !sending.is_settled(again)) under_way.push_back({again, sending.base()});
      if (under_way.empty()) continue;
      const std::size_t arrives = random.below(under_way.size());
      const Sent packet = under_way[arrives];
      if (random.below(3) != 0) under_way.erase(under_way.begin() + static_cast<std::ptrdiff_t>(arrives));
      if (random.below(4) == 0) continue;  // lost
      delivering.advance(packet.floor);
      if (delivering.settle(packet.number)) ++delivered[packet.number];
      if (random.below(4) != 0) sending.settle(packet.number);
    }
    EXPECT_EQ(std::count(delivered.begin() + 1, delivered.end(), 1U), static_cast<long>(delivered.size()) - 1);
  }
}

}  // namespace
}  // namespace kintsugi::test
