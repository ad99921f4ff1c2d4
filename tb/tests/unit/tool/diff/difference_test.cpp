// Which differences are kept, and how all are counted.
#include "tb/tool/diff/difference.hpp"

#include <gtest/gtest.h>

namespace kintsugi::diff {
namespace {

Difference one_at(std::optional<std::uint64_t> position, const std::string& name) {
  return {"kind", name, position, {1, 2}};
}

std::string names_in(const Comparison& comparison) {
  std::string names;
  for (const Difference& each : comparison.list) names += each.name;
  return names;
}

TEST(DiffCollector, keeps_the_first_by_position_and_counts_all) {
  Differences found(3);
  const std::string names = "gdbafce";
  const std::vector<std::uint64_t> positions = {9, 4, 2, 1, 8, 3, 5};
  for (std::size_t i = 0; i < names.size(); ++i) found.add(one_at(positions[i], names.substr(i, 1)));
  const Comparison comparison = found.finish("cycle", "seven");
  EXPECT_EQ(names_in(comparison), "abc");
  EXPECT_EQ(comparison.differences, 7u);
  EXPECT_EQ(comparison.by_kind, (KindCounts{{"kind", 7}}));
  EXPECT_FALSE(comparison.equal());
}

TEST(DiffCollector, keeps_the_order_of_what_has_no_position_behind_what_has_one) {
  Differences found(4);
  found.add(one_at({}, "c"));
  found.add(one_at({}, "d"));
  found.add(one_at(7, "a"));
  found.add(one_at(7, "b"));
  found.add(one_at({}, "e"));
  EXPECT_EQ(names_in(found.finish("cycle", "")), "abcd");
}

TEST(DiffCollector, describes_only_what_it_keeps) {
  Differences found(1);
  int described = 0;
  for (std::uint64_t position = 0; position < 100; ++position) {
    found.add("kind", position, [&] {
      ++described;
      return one_at(position, "x");
    });
  }
  EXPECT_EQ(described, 1);
}

TEST(DiffCollector, keeps_the_first_one_even_if_none_is_wanted) {
  Differences found(0);
  found.add(one_at(2, "b"));
  found.add(one_at(1, "a"));
  EXPECT_EQ(names_in(found.finish("cycle", "")), "a");
}

TEST(DiffCollector, without_differences_is_equal) {
  EXPECT_TRUE(Differences(5).finish("", "").equal());
}

}  // namespace
}  // namespace kintsugi::diff
