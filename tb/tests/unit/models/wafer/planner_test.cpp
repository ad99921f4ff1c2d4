#include "models/wafer/planner.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tb/tests/unit/models/repair/maps.hpp"

namespace kintsugi {
namespace {

std::string refusal(std::string_view planner, std::string_view objective) {
  try {
    make_planner(WaferGrid(4), ConflictRule::kOneTrack, planner, objective);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Planners, are_known_by_name) {
  for (const std::string_view planner : names_of(path_planners())) EXPECT_EQ(refusal(planner, "any"), "accepted");
  for (const std::string_view objective : names_of(plan_objectives())) {
    EXPECT_EQ(refusal("straight", objective), "accepted");
  }
  EXPECT_EQ(refusal("greedy", "any"), "unknown planner 'greedy'; valid: straight fixed nearest local");
  EXPECT_EQ(refusal("straight", "cheap"), "unknown objective 'cheap'; valid: any moved short");
}

TEST(Planners, only_the_exact_one_moves_the_fewest_nodes) {
  for (const std::string_view planner : {"fixed", "nearest", "local"}) {
    EXPECT_EQ(refusal(planner, "moved"),
              "objective 'moved' needs planner 'straight', not '" + std::string(planner) + "'");
    EXPECT_EQ(refusal(planner, "short"), "accepted");
  }
}

TEST(Planners, short_is_an_objective_of_any_planner_and_a_rule_of_its_own) {
  const WaferGrid grid(8);
  const DefectMap back_to_back{grid.site({4, 3}), grid.site({4, 4})};
  for (const std::string_view name : {"straight", "fixed"}) {
    const auto planner = make_planner(grid, ConflictRule::kTwoTracks, name, "short");
    ASSERT_TRUE(planner->plan(back_to_back));
    test::expect_valid(grid, back_to_back, planner->paths(), ConflictRule::kShort);
  }
}

}  // namespace
}  // namespace kintsugi
