#include "hw/wave/vcd_format.hpp"

#include <gtest/gtest.h>

#include <set>

namespace kintsugi::wave {
namespace {

std::string bits_of(std::uint64_t value) {
  char text[80];
  return {text, put_bits(text, value)};
}

TEST(VcdFormat, short_names_are_different_visible_and_short) {
  std::set<std::string> names;
  for (std::uint64_t n = 0; n < 20000; ++n) {
    const auto name = short_name(n);
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_LE(name.size(), 3U);
    for (const char c : name) EXPECT_TRUE(c >= '!' && c <= '~') << n;
  }
  EXPECT_EQ(short_name(0), "!");
  EXPECT_EQ(short_name(93), "~");
  EXPECT_EQ(short_name(94), "!!");
  EXPECT_LE(short_name(0xffffffff).size(), 7U);
}

TEST(VcdFormat, bits_have_no_leading_zeros) {
  EXPECT_EQ(bits_of(0), "0");
  EXPECT_EQ(bits_of(1), "1");
  EXPECT_EQ(bits_of(0b1000'0000), "10000000");
  EXPECT_EQ(bits_of(0b1'0000'0101), "100000101");
  EXPECT_EQ(bits_of(~0ULL), std::string(64, '1'));
  for (unsigned shift = 0; shift < 64; ++shift)
    EXPECT_EQ(std::stoull(bits_of(0x9d71ULL << shift), nullptr, 2), 0x9d71ULL << shift);
}

TEST(VcdFormat, trimmed_bits_extend_back_to_themselves) {
  EXPECT_EQ(trim_bits("0001010"), "1010");
  EXPECT_EQ(trim_bits("0000"), "0");
  EXPECT_EQ(trim_bits("00xz"), "0xz");
  EXPECT_EQ(trim_bits("xxx1"), "x1");
  EXPECT_EQ(trim_bits("zzzz"), "z");
  EXPECT_EQ(trim_bits("1100"), "1100");
  EXPECT_EQ(trim_bits("1"), "1");
}

TEST(VcdFormat, names_are_escaped_as_gtkwave_reads_them) {
  EXPECT_EQ(escape_name("cross"), "cross");
  EXPECT_EQ(escape_name("a b\\c\n\xff"), "a\\040b\\\\c\\012\\377");
}

TEST(VcdFormat, timescales_are_named) {
  EXPECT_EQ(timescale_text({1, sc_core::SC_PS}), "1 ps");
  EXPECT_EQ(timescale_text({1, sc_core::SC_NS}), "1 ns");
  EXPECT_EQ(timescale_text({100, sc_core::SC_NS}), "100 ns");
  EXPECT_EQ(timescale_text({100, sc_core::SC_SEC}), "100 s");
  EXPECT_THROW(timescale_text({1000, sc_core::SC_SEC}), std::invalid_argument);
  EXPECT_THROW(timescale_text({2, sc_core::SC_NS}), std::invalid_argument);
  EXPECT_THROW(timescale_text(sc_core::SC_ZERO_TIME), std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi::wave
