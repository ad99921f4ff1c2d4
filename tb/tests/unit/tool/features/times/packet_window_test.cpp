// The window that packets open and close: which packet does, when it has ended, and that threads may say so at once.
#include "tb/tool/features/times/packet_window.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace kintsugi {
namespace {

constexpr std::size_t kNodes = 16;

PacketName packet(std::uint32_t source, std::uint32_t serial) {
  return {NodeId{source}, serial};
}

TEST(PacketWindow, takes_a_packet_by_its_source_or_by_the_number_of_a_waveform) {
  for (const PacketTime& third_of_five : {PacketTime{3, 5, 10}, PacketTime{3 * kNodes + 5, std::nullopt, 10}}) {
    PacketWindow window(third_of_five, third_of_five, kNodes);
    EXPECT_EQ(window.created(packet(5, 2), 100), std::nullopt);
    EXPECT_EQ(window.created(packet(3, 5), 100), std::nullopt);
    EXPECT_EQ(window.ended(packet(5, 2), 120), std::nullopt);
    EXPECT_TRUE(window.waits_for_begin());
    EXPECT_FALSE(window.last_is_created());
    EXPECT_EQ(window.created(packet(5, 3), 130), 140u);
    EXPECT_FALSE(window.waits_for_begin());
    EXPECT_TRUE(window.last_is_created());
    EXPECT_TRUE(window.waits_for_end());
    EXPECT_EQ(window.ended(packet(5, 3), 150), 160u);
    EXPECT_FALSE(window.waits_for_end());
  }
}

/// With detection a packet may be delivered after it was given up, and given up after it was delivered.
TEST(PacketWindow, is_closed_by_the_first_end_of_its_packet) {
  PacketWindow window({}, PacketTime{3, 5, 10}, kNodes);
  window.created(packet(5, 3), 130);
  EXPECT_EQ(window.ended(packet(5, 3), 150), 160u);
  EXPECT_EQ(window.ended(packet(5, 3), 170), std::nullopt);
}

TEST(PacketWindow, of_fixed_cycles_waits_for_no_packet) {
  PacketWindow window({}, {}, kNodes);
  EXPECT_EQ(window.created(packet(0, 0), 1), std::nullopt);
  EXPECT_EQ(window.ended(packet(0, 0), 2), std::nullopt);
  EXPECT_FALSE(window.waits_for_begin());
  EXPECT_FALSE(window.waits_for_end());
}

/// Under the thread sanitizer it finds a state that calls for other packets read or write.
TEST(PacketWindow, threads_may_call_at_the_same_time) {
  PacketWindow window(PacketTime{7, 1, 0}, PacketTime{9, 2, 0}, kNodes);
  std::vector<unsigned> ends(4);
  {
    std::vector<std::jthread> threads;
    for (std::uint32_t source = 0; source < ends.size(); ++source) {
      threads.emplace_back([&window, &ends, source] {
        for (std::uint32_t serial = 0; serial < 1000; ++serial) {
          ends[source] += window.created(packet(source, serial), serial).has_value();
          ends[source] += window.ended(packet(source, serial), serial + 5).has_value();
        }
      });
    }
  }
  EXPECT_EQ(ends, (std::vector<unsigned>{0, 1, 1, 0}));
  EXPECT_FALSE(window.waits_for_begin() || window.waits_for_end());
}

}  // namespace
}  // namespace kintsugi
