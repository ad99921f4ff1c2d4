// Sets as bits: every member once, lowest first, under its own type.
#include "hw/clock/bit_set.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "models/network/types.hpp"

namespace kintsugi::test {
namespace {

TEST(BitSet, a_loop_meets_every_member_once_lowest_first) {
  std::vector<PortId> ports;
  for (const PortId port : set_bits<PortId>(port_bit(PortId{63}) | port_bit(PortId{0}) | port_bit(PortId{5}))) {
    ports.push_back(port);
  }
  EXPECT_EQ(ports, (std::vector{PortId{0}, PortId{5}, PortId{63}}));
  std::vector<unsigned> numbers;
  for (const unsigned number : set_bits(0b1010)) numbers.push_back(number);
  EXPECT_EQ(numbers, (std::vector{1u, 3u}));
  for (const unsigned number : set_bits(0)) FAIL() << number;
}

TEST(BitSet, round_robin_takes_the_next_member_and_begins_again_behind_the_last) {
  const std::uint64_t set = 0b100101;
  EXPECT_EQ(first_after<Vc>(set, Vc{0}), Vc{2});
  EXPECT_EQ(first_after<Vc>(set, Vc{2}), Vc{5});
  EXPECT_EQ(first_after<Vc>(set, Vc{5}), Vc{0});
  EXPECT_EQ(first_after<Vc>(set, Vc{63}), Vc{0});
  EXPECT_EQ(first_after<Vc>(0b100, Vc{2}), Vc{2}) << "alone";
}

TEST(BitSet, a_single_member_is_told_from_several) {
  EXPECT_TRUE(is_single(0) && is_single(1) && is_single(std::uint64_t{1} << 63));
  EXPECT_FALSE(is_single(3));
  EXPECT_EQ(size(0b1011), 3u);
}

}  // namespace
}  // namespace kintsugi::test
