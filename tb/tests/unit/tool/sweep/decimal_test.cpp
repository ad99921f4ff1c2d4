#include "tb/tool/sweep/decimal.hpp"

#include <gtest/gtest.h>

namespace kintsugi::sweep {
namespace {

using Texts = std::vector<std::string>;

Texts range(const char* from, const char* to, const char* step) {
  return DecimalRange{*parse_decimal(from), *parse_decimal(to), *parse_decimal(step)}.texts();
}

std::string written_again(const char* text) {
  const auto number = parse_decimal(text);
  return number ? to_text(*number) : "none";
}

TEST(Decimal, is_written_without_anything_that_says_nothing) {
  EXPECT_EQ(written_again("0.10"), "0.1");
  EXPECT_EQ(written_again("007"), "7");
  EXPECT_EQ(written_again("-0.005"), "-0.005");
  EXPECT_EQ(written_again("+.5"), "0.5");
  EXPECT_EQ(written_again("2."), "2");
  EXPECT_EQ(written_again("1e-3"), "0.001");
  EXPECT_EQ(written_again("12.5E+2"), "1250");
  EXPECT_EQ(written_again("0.000"), "0");
  EXPECT_EQ(written_again("100"), "100");
  EXPECT_EQ(written_again("123456789012345"), "123456789012345");
}

TEST(Decimal, refuses_what_is_none) {
  for (const char* text : {"", "-", ".", "1.2.3", "0x10", "1e", "1e5000", "inf", "nan", "1,5", " 1", "1 ", "--1",
                           "1e+-3", "1234567890123456", "1e-16", "1e15"}) {
    EXPECT_FALSE(parse_decimal(text)) << text;
  }
}

TEST(DecimalRange, has_the_numbers_one_would_write) {
  EXPECT_EQ(range("0.1", "0.5", "0.1"), (Texts{"0.1", "0.2", "0.3", "0.4", "0.5"})) << "in binary 0.1 + 0.2 is not 0.3";
  EXPECT_EQ(range("0.01", "0.03", "0.005"), (Texts{"0.01", "0.015", "0.02", "0.025", "0.03"}));
  EXPECT_EQ(range("2", "8", "3"), (Texts{"2", "5", "8"}));
  EXPECT_EQ(range("-1", "1", "0.5"), (Texts{"-1", "-0.5", "0", "0.5", "1"}));
}

TEST(DecimalRange, ends_at_or_below_its_end) {
  EXPECT_EQ(range("1", "2", "0.4"), (Texts{"1", "1.4", "1.8"}));
  EXPECT_EQ(range("1", "1", "5"), (Texts{"1"}));
}

TEST(DecimalRange, a_thousand_steps_do_not_drift) {
  const Texts all = range("0", "1", "0.001");
  ASSERT_EQ(all.size(), 1001u);
  EXPECT_EQ(all[999], "0.999");
  EXPECT_EQ(all.back(), "1");
}

TEST(DecimalRange, is_empty_without_a_step_upwards) {
  EXPECT_EQ(range("1", "2", "0"), Texts{});
  EXPECT_EQ(range("1", "2", "-1"), Texts{});
  EXPECT_EQ(range("2", "1", "1"), Texts{});
}

TEST(DecimalRange, that_cannot_be_counted_is_empty) {
  const DecimalRange far{*parse_decimal("0"), *parse_decimal("100000000000000"), *parse_decimal("0.00000000000001")};
  EXPECT_EQ(far.size(), 0u);
  EXPECT_FALSE(far.is_countable());
  EXPECT_TRUE((DecimalRange{{2, 0}, {1, 0}, {1, 0}}.is_countable())) << "empty, but not for its digits";
}

}  // namespace
}  // namespace kintsugi::sweep
