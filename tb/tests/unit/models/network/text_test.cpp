// Words of messages and reports.
#include "models/network/text.hpp"

#include <gtest/gtest.h>

namespace kintsugi::test {
namespace {

using Words = std::vector<std::string>;

TEST(Counted, has_the_plural_of_its_noun) {
  EXPECT_EQ(counted(1, "node"), "1 node");
  EXPECT_EQ(counted(0, "node"), "0 nodes");
  EXPECT_EQ(counted(2, "switch"), "2 switches");
  EXPECT_EQ(counted(1, "switch"), "1 switch");
  EXPECT_EQ(counted(2, "dependency"), "2 dependencies");
  EXPECT_EQ(counted(2, "key"), "2 keys");
  EXPECT_EQ(counted(2, "array"), "2 arrays");
  EXPECT_EQ(counted_are(2, "entry"), "2 entries are");
}

TEST(WithBetween, separates_items_and_counts_those_left_out) {
  EXPECT_EQ(with_between("; ", Words{"a", "b"}), "a; b");
  EXPECT_EQ(with_between("+", Words{}), "");
  EXPECT_EQ(with_commas(Words{"a", "b", "c", "d"}, {}, 2), "a, b and 2 more");
  EXPECT_EQ(with_commas(std::vector{1, 2}, [](int number) { return std::to_string(number); }), "1, 2");
}

TEST(LowerCase, changes_letters_of_ascii_alone) {
  EXPECT_EQ(lower_case("SH.g0_\xc3\x84Z["), "sh.g0_\xc3\x84z[");
}

}  // namespace
}  // namespace kintsugi::test
