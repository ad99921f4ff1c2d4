#include "tb/tool/yield/map_units.hpp"

#include <gtest/gtest.h>

#include "tb/tool/setup/input.hpp"

namespace kintsugi::yield {
namespace {

std::string again(const std::string& scenario, const Defects& defects) {
  const Input input = load_scenario(scenario, {});
  return reproducer(input.scenario, {}, input.scenario.repair, input.setup.fabric->fabric(), defects);
}

TEST(Reproducer, says_all_that_matters) {
  EXPECT_EQ(again("{network: {kind: srt2d, n: 3, shift: 3}, fabric: {tracks: 2, wrap: 1}, repair: {rule: strict}}",
                  {SiteId{0}, SiteId{95}}),
            "{network: {kind: srt2d, n: 3, shift: 3}, fabric: {tracks: 2, wrap: 1}, repair: {planner: rings, rule: "
            "strict, objective: any}, defects: {pe: [[0, 1], [9, 8]]}}");
  EXPECT_EQ(again("{network: {kind: sse, n: 4, scheme: sft2}, fabric: {}}", {SiteId{4}, SiteId{7}}),
            "{network: {kind: sse, n: 4, scheme: sft2}, fabric: {}, repair: {planner: exact, rule: exact, objective: "
            "any}, defects: {pe: [4, 7]}}");
}

TEST(Reproducer, read_back_it_says_the_same) {
  const std::string text = again("{network: {kind: srt2d, n: 3}, fabric: {}}", {SiteId{5}});
  EXPECT_EQ(again(text, {SiteId{5}}), text);
  EXPECT_EQ(load_scenario(text, {}).setup.defects, Defects{SiteId{5}});
}

}  // namespace
}  // namespace kintsugi::yield
