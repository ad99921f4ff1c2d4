#include "tb/tool/scenario/nearest.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace kintsugi {
namespace {

TEST(EditDistance, counts_slips_of_the_hand) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("traffic", "trafic"), 1u);
  EXPECT_EQ(edit_distance("cycles", "cycels"), 1u) << "an exchange of neighbours is one slip";
  EXPECT_EQ(edit_distance("Mesh", "mesh"), 0u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(NearestName, is_the_closest_if_it_is_close) {
  const std::vector<std::string> names = {"exact", "fixed", "nearest"};
  EXPECT_EQ(nearest_name("exakt", names), "exact");
  EXPECT_EQ(nearest_name("fixd", names), "fixed");
  EXPECT_EQ(nearest_name("wibble", names), std::nullopt);
  EXPECT_EQ(nearest_name(std::string(10000, 'x'), names), std::nullopt);
  EXPECT_EQ(nearest_name("x", {}), std::nullopt);
}

TEST(Suggestion, lists_all_when_none_is_close) {
  const std::vector<std::string> names = {"exact", "fixed"};
  EXPECT_EQ(suggestion("exakt", names), "; did you mean 'exact'?");
  EXPECT_EQ(suggestion("wibble", names), "; valid: exact, fixed");
  EXPECT_EQ(suggestion("wibble", {}), "");
}

}  // namespace
}  // namespace kintsugi
