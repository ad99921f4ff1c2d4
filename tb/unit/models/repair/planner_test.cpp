#include "models/repair/planner.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

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

TEST(Planners, AreKnownByName) {
  for (const std::string_view planner : names_of(path_planners())) EXPECT_EQ(refusal(planner, "any"), "accepted");
  for (const std::string_view objective : names_of(plan_objectives())) {
    EXPECT_EQ(refusal("exact", objective), "accepted");
  }
  EXPECT_EQ(refusal("greedy", "any").find("unknown planner 'greedy'; valid: exact"), 0u);
  EXPECT_EQ(refusal("exact", "cheap").find("unknown objective 'cheap'; valid: any"), 0u);
}

}  // namespace
}  // namespace kintsugi
