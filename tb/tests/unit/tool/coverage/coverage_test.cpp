// Coverages as data: their sum, and their shares.
#include "tb/tool/coverage/coverage.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "tb/tool/coverage/report.hpp"

namespace kintsugi::coverage {
namespace {

const ChipName kCoveredRing{"ring", "0000abcd", "around", 2};
const ChipName kCoveredMesh{"mesh", "0000abce", "xy", 1};

Coverage covered(const ChipName& name, const std::string& group, const Points& points, const std::string& scenario) {
  return {{name, {1, scenario, {{group, {{"a.switch", points}}}}}}};
}

/// Coverages of two chips that have points in common, and points of their own.
std::vector<Coverage> covered_parts() {
  return {covered(kCoveredRing, "states", {{"X", {2}}, {"D1", {0}}}, "{b}"),
          covered(kCoveredRing, "states", {{"X", {1}}, {"D2", {4}}, {"OPEN", {0, true}}}, "{a}"),
          covered(kCoveredMesh, "turns", {{"e -> w", {0}}}, "{c}"),
          covered(kCoveredRing, "ports", {{"e", {1}}, {"w", {0}}}, "{d}")};
}

Coverage sum_of_parts(const std::vector<Coverage>& parts) {
  Coverage sum;
  for (const Coverage& part : parts) merge(sum, part);
  return sum;
}

TEST(CoverageSum, adds_the_counts_of_equal_points_and_keeps_the_others) {
  const Coverage sum = sum_of_parts(covered_parts());
  ASSERT_EQ(sum.size(), 2u);
  const ChipCoverage& ring = sum.at(kCoveredRing);
  EXPECT_EQ(ring.runs, 3u);
  EXPECT_EQ(ring.scenario, "{a}") << "the first in order";
  EXPECT_EQ(ring.groups.at("states").at("a.switch"),
            (Points{{"D1", {0}}, {"D2", {4}}, {"OPEN", {0, true}}, {"X", {3}}}));
  EXPECT_EQ(sum.at(kCoveredMesh).runs, 1u);
}

TEST(CoverageSum, depends_neither_on_the_order_nor_on_the_grouping) {
  std::vector<Coverage> parts = covered_parts();
  std::vector<std::size_t> order = {0, 1, 2, 3};
  const Coverage sum = sum_of_parts(parts);
  do {
    Coverage first, second;
    for (std::size_t i = 0; i < order.size(); ++i) merge(i < 2 ? first : second, parts[order[i]]);
    merge(first, second);
    EXPECT_EQ(first, sum);
  } while (std::ranges::next_permutation(order).found);
}

TEST(CoverageSum, refuses_a_point_that_one_has_reached_and_another_has_as_unreachable) {
  Coverage sum = covered(kCoveredRing, "states", {{"X", {2}}, {"OPEN", {1}}}, "{}");
  const Coverage before = sum;
  try {
    merge(sum, covered_parts()[1]);
    FAIL() << "it is a contradiction";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(error.what(),
                 "ring, 0000abcd, routing around, 2 channels: states of a.switch, OPEN: one file has reached this "
                 "point, and another one has it as unreachable");
  }
  EXPECT_EQ(sum, before) << "on an error nothing is added";
}

TEST(CoverageSum, does_not_overflow) {
  Coverage sum = covered(kCoveredRing, "states", {{"X", {~std::uint64_t{0}}}}, "{}");
  merge(sum, covered(kCoveredRing, "states", {{"X", {5}}}, "{}"));
  EXPECT_EQ(sum.at(kCoveredRing).groups.at("states").at("a.switch").at("X").count, ~std::uint64_t{0});
}

TEST(CoverageShare, leaves_out_what_cannot_be_reached) {
  const Coverage sum = sum_of_parts(covered_parts());
  EXPECT_EQ(share_of(sum, "states"), (Share{2, 3, 1}));
  EXPECT_EQ(share_of(sum, "turns"), (Share{0, 1, 0}));
  EXPECT_EQ(share_of(sum, "defects"), Share());
  EXPECT_EQ(share_of(sum, "defects").percent(), 100) << "of nothing";
  EXPECT_DOUBLE_EQ(share_of(sum, "ports").percent(), 50);
}

TEST(CoverageShare, meets_a_percentage_without_rounding) {
  EXPECT_TRUE((Share{19, 20, 0}).meets(95));
  EXPECT_FALSE((Share{9499, 10000, 0}).meets(95));
  EXPECT_TRUE((Share{9500, 10000, 0}).meets(95));
  EXPECT_TRUE(Share().meets(100));
  EXPECT_EQ(groups_below(sum_of_parts(covered_parts()), 50), std::vector<std::string>{"turns"});
  EXPECT_EQ(groups_below(sum_of_parts(covered_parts()), 51), (std::vector<std::string>{"ports", "turns"}));
}

TEST(CoverageReport, names_what_is_missing) {
  const nlohmann::ordered_json json = to_json(sum_of_parts(covered_parts()), {.need = 60});
  EXPECT_EQ(json["missing"]["states"][0]["element"], "a.switch");
  EXPECT_EQ(json["missing"]["states"][0]["points"], nlohmann::ordered_json::array({"D1"}));
  EXPECT_FALSE(json["missing"].contains("plans"));
  EXPECT_EQ(json["below"], nlohmann::ordered_json::array({"ports", "turns"}));
}

TEST(CoverageReport, shortens_the_names_of_a_text_with_a_count) {
  Coverage many;
  Elements& switches = many[kCoveredRing].groups["states"];
  for (char c = 'a'; c < 'k'; ++c) switches[std::string(1, c)]["X"];
  const std::string text = to_text(many, {});
  EXPECT_NE(text.find("and points of 5 more elements; --all names them\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("j: X"), std::string::npos) << text;
  const std::string all = to_text(many, {.all = true});
  EXPECT_NE(all.find("j: X"), std::string::npos) << all;
  EXPECT_EQ(all.find("--all"), std::string::npos) << all;
}

}  // namespace
}  // namespace kintsugi::coverage
