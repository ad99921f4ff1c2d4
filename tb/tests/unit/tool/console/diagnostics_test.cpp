#include "tb/tool/console/diagnostics.hpp"

#include <gtest/gtest.h>

namespace kintsugi::test {
namespace {

Diagnostics numbered(std::size_t mistakes) {
  Diagnostics errors;
  for (std::size_t i = 0; i < mistakes; ++i) errors.add({"a.yaml", static_cast<int>(mistakes - i), 1}, "wrong");
  return errors;
}

TEST(Diagnostics, of_up_to_100_mistakes_all_are_shown) {
  EXPECT_EQ(numbered(100).sorted().size(), 100u);
  EXPECT_EQ(describe(numbered(100).sorted().back()), "a.yaml:100:1: wrong");
}

TEST(Diagnostics, of_more_the_first_100_by_place_and_the_number_of_the_others) {
  const auto shown = numbered(102).sorted();
  ASSERT_EQ(shown.size(), 101u);
  EXPECT_EQ(describe(shown[0]), "a.yaml:1:1: wrong");
  EXPECT_EQ(describe(shown[99]), "a.yaml:100:1: wrong");
  EXPECT_EQ(describe(shown[100]), "a.yaml: and 2 more mistakes");
  EXPECT_EQ(describe(numbered(101).sorted().back()), "a.yaml: and 1 more mistake");
}

TEST(Diagnostics, those_that_are_not_kept_are_counted) {
  const Diagnostics many = numbered(Diagnostics::kMostKept + 5);
  EXPECT_EQ(many.size(), Diagnostics::kMostKept + 5);
  EXPECT_EQ(describe(many.sorted().back()), "a.yaml: and 905 more mistakes");
  Diagnostics few = numbered(3);
  few.add_unsaid(7);
  EXPECT_EQ(few.size(), 10u);
  EXPECT_EQ(describe(few.sorted().back()), "a.yaml: and 7 more mistakes");
}

TEST(Diagnostics, of_a_reader_that_ends_early_there_are_at_least_so_many) {
  Diagnostics many = numbered(Diagnostics::kMostKept);
  many.ended_early();
  EXPECT_EQ(describe(many.sorted().back()), "a.yaml: and at least 900 more mistakes");
}

TEST(Diagnostics, that_say_nothing_new_are_left_out_and_counted) {
  const Where value{"a.yaml", 2, 3}, inside{"a.yaml", 2, 9}, other{"a.yaml", 5, 1};
  Diagnostics errors;
  errors.add(inside, "out of range");
  errors.add(other, "missing");
  errors.add_in_place_of({value, inside}, value, "has no meaning");
  errors.add(inside, "no node");
  errors.add(other, "unknown");
  errors.leave_out(other, "missing");
  EXPECT_EQ(errors.size(), 5u);
  const auto shown = errors.sorted();
  ASSERT_EQ(shown.size(), 2u);
  EXPECT_EQ(describe(shown[0]), "a.yaml:2:3: has no meaning");
  EXPECT_EQ(describe(shown[1]), "a.yaml:5:1: unknown");
}

TEST(Diagnostics, what_a_message_quotes_cannot_control_a_terminal) {
  EXPECT_EQ(describe(Diagnostic{{"a\x1B[2J.yaml", 1, 2}, "unknown key '\x1B[31m\xFF'"}),
            "a\\x1b[2J.yaml:1:2: unknown key '\\x1b[31m\\xff'");
}

}  // namespace
}  // namespace kintsugi::test
