#include "models/network/limits.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace kintsugi::test {
namespace {

TEST(Range, is_written_in_digits_that_can_be_read) {
  EXPECT_EQ(to_text(IntegerRange{1, 32}), "1 to 32");
  EXPECT_EQ(to_text(IntegerRange{1, 65535}), "1 to 65535");
  EXPECT_EQ(to_text(IntegerRange{0, kMaxCycles}), "0 to 10^12");
  EXPECT_EQ(to_text(IntegerRange{0, 4294967295}), "0 to 2^32 - 1");
  EXPECT_EQ(to_text(IntegerRange{2, 1048576}), "2 to 2^20");
  EXPECT_EQ(to_text(kSeedRange), "0 to 2^63 - 1");
  EXPECT_EQ(to_text(IntegerRange{std::numeric_limits<std::int64_t>::min(), -1}), "-2^63 to -1");
  EXPECT_EQ(to_text(IntegerRange{0, 1234567}), "0 to 1234567");
}

TEST(Range, of_one_number_is_that_number) {
  EXPECT_EQ(to_text(IntegerRange{2, 2}), "2");
}

TEST(Range, of_real_numbers_has_no_exponent_of_a_program) {
  EXPECT_EQ(to_text(RealRange{0, 1}), "0 to 1");
  EXPECT_EQ(to_text(RealRange{0.01, 10000}), "0.01 to 10000");
  EXPECT_EQ(to_text(RealRange{1e-9, 1e12}), "10^-9 to 10^12");
  EXPECT_EQ(to_text(RealRange{-2.5e-7, 1e300}), "-2.5 * 10^-7 to 10^300");
}

TEST(Range, that_a_value_leaves_is_named) {
  EXPECT_NO_THROW(require("reach", kReachRange, 1, "pitches"));
  const auto refusal = [](std::int64_t value, const std::string& unit) {
    try {
      require("reach", kReachRange, value, unit);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal(0, "pitches"), "reach must be 1 to 65536 pitches, not 0");
  EXPECT_EQ(refusal(65537, ""), "reach must be 1 to 65536, not 65537");
}

}  // namespace
}  // namespace kintsugi::test
