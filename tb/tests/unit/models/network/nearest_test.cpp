#include "models/network/nearest.hpp"

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

TEST(NearestName, of_a_list_by_number_is_the_first_of_those_with_the_fewest_slips) {
  const std::vector<std::string> names = {"x3.y44", "x3.y4", "x3.y5", "X3.Y3", "x3.y3"};
  const auto name_of = [&](std::size_t i) -> std::string_view { return names[i]; };
  EXPECT_EQ(nearest_of("x3.y33", names.size(), name_of), 3u);
  EXPECT_EQ(nearest_of("x3.y6", names.size(), name_of), 1u);
  EXPECT_EQ(nearest_of("wibble", names.size(), name_of), std::nullopt);
  EXPECT_EQ(nearest_of("x", 0, name_of), std::nullopt);
  EXPECT_EQ(nearest_of(std::string(10000, 'x'), names.size(), name_of), std::nullopt);
}

TEST(ShownWord, is_cut_if_it_is_long) {
  EXPECT_EQ(shown_word("word"), "'word'");
  EXPECT_EQ(shown_word(std::string(41, 'w')), "'" + std::string(40, 'w') + "...'");
}

TEST(Suggestion, lists_all_when_none_is_close) {
  const std::vector<std::string> names = {"exact", "fixed"};
  EXPECT_EQ(suggestion("exakt", names), "; did you mean 'exact'?");
  EXPECT_EQ(suggestion("wibble", names), "; valid: exact, fixed");
  EXPECT_EQ(suggestion("wibble", {}), "");
  EXPECT_EQ(suggestion("exakt", names, "; see the page"), "; did you mean 'exact'?");
  EXPECT_EQ(suggestion("wibble", names, "; see the page"), "; see the page");
}

}  // namespace
}  // namespace kintsugi
