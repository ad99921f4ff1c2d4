// Bits of buses, to and from the types that Verilator gives its ports.
#include "hw/pins/pin_bits.hpp"

#include <gtest/gtest.h>

namespace kintsugi::test {
namespace {

TEST(PinBits, a_field_lies_across_words) {
  PinBits bits(100);
  bits.set_field(20, 64, 0x123456789abcdef0);
  EXPECT_EQ(bits.field(20, 64), 0x123456789abcdef0u);
  EXPECT_EQ(bits.field(24, 8), 0xefu);
  EXPECT_EQ(bits.field(0, 20), 0u);
  EXPECT_EQ(bits.field(84, 16), 0u);
}

TEST(PinBits, a_field_takes_no_bits_above_it) {
  PinBits bits(40);
  bits.set_field(30, 4, 0xff);
  EXPECT_EQ(bits.field(0, 40), 0xfull << 30);
  bits.set_field(31, 2, 0);
  EXPECT_EQ(bits.field(0, 40), 0x9ull << 30);
  bits.clear();
  EXPECT_EQ(bits, PinBits(40));
}

template <class Value>
void expect_there_and_back(unsigned width, const Value& value) {
  PinBits bits(width);
  take_value(bits, value);
  for (unsigned i = 0; i < width; ++i) EXPECT_EQ(bits.bit(i), i % 3 == 0) << i;
  Value back{};
  give_value(bits, back);
  EXPECT_EQ(back, value);
}

TEST(PinBits, every_type_of_a_port_has_the_same_bits) {
  expect_there_and_back(1, true);
  expect_there_and_back(32, std::uint32_t{0x49249249});
  expect_there_and_back(7, std::uint32_t{0x49});
  expect_there_and_back(40, sc_dt::uint64{0x9249249249});
  sc_dt::sc_bv<70> wide;
  for (int i = 0; i < 70; ++i) wide[i] = i % 3 == 0;
  expect_there_and_back(70, wide);
}

}  // namespace
}  // namespace kintsugi::test
