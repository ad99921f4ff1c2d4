#include <gtest/gtest.h>

#include "tb/tests/unit/tool/scenario/mistakes.hpp"

namespace kintsugi::test {
namespace {

const std::string kPlain = "{network: {kind: srt2d, n: 3}}";

TEST(Override, replaces_a_value) {
  EXPECT_EQ(load_scenario(kPlain, std::vector<std::string>{"network.n=4"}).setup.network().nodes(), 256u);
}

TEST(Override, makes_missing_mappings_on_the_way) {
  const Input input = load_scenario(kPlain, std::vector<std::string>{"link.latency.base=3", "link.latency.level=5"});
  EXPECT_EQ(input.scenario.link.by_kind, (std::map<std::string, unsigned>{{"base", 3}, {"level", 5}}));
}

TEST(Override, the_last_one_wins) {
  EXPECT_EQ(load_scenario(kPlain, std::vector<std::string>{"run.seed=3", "run.seed=4"}).scenario.run.seed, 4u);
}

TEST(Override, takes_any_yaml) {
  const Input input =
      load_scenario(kPlain, std::vector<std::string>{"fabric={tracks: 2}", "defects.pe = [[1, 2], [3, 4]]"});
  EXPECT_EQ(input.scenario.fabric->options, (Parameters{{"tracks", std::int64_t{2}}}));
  EXPECT_EQ(input.setup.defects.size(), 2u);
}

TEST(Override, mends_a_mistake_before_it_is_found) {
  EXPECT_EQ(mistakes_in("{network: {kind: srt2d, n: 99}}", {"network.n=3"}), Lines{});
}

TEST(Override, is_named_in_messages_about_it) {
  EXPECT_EQ(mistakes_in(kPlain, {"router.vcs=zero"}),
            Lines{"--set router.vcs=zero: router.vcs must be an integer, not 'zero'"});
  EXPECT_EQ(mistakes_in(kPlain, {"run.cycels=3"}),
            Lines{"--set run.cycels=3: unknown key 'run.cycels'; did you mean 'cycles'?"});
  EXPECT_EQ(mistakes_in(kPlain, {"fabric={}", "defects.pe=[[0,0]]"}),
            Lines{"--set defects.pe=[[0,0]]: no PE at [0, 0]: the place is empty (the corners of a wafer have PEs only "
                  "with fabric.corners: true)"});
}

TEST(Override, must_have_a_path_and_a_value) {
  for (const std::string text : {"router.vcs", "=4", "a..b=1", ".a=1", "a.=1"}) {
    EXPECT_EQ(mistakes_in(kPlain, {text}), Lines{"--set " + text + ": must have the form key.path=value"});
  }
}

TEST(Override, must_lead_through_mappings) {
  EXPECT_EQ(mistakes_in(kPlain, {"network.n.x=3"}),
            Lines{"--set network.n.x=3: network.n is '3', which has no key 'x': set it as a whole"});
  EXPECT_EQ(mistakes_in("{network: {kind: mesh, sides: [4, 4]}}", {"network.sides.0=3"}),
            Lines{"--set network.sides.0=3: network.sides is a list, which has no key '0': set it as a whole"});
}

TEST(Override, must_not_lead_too_deep) {
  std::string path = "run";
  for (int part = 0; part < 60'000; ++part) path += ".a";
  const Lines mistakes = mistakes_in(kPlain, {path + "=3"});
  ASSERT_EQ(mistakes.size(), 1u);
  EXPECT_TRUE(mistakes.front().ends_with(": nested too deeply: more than 32 levels")) << mistakes.front();
}

TEST(Override, must_have_a_yaml_value) {
  EXPECT_EQ(mistakes_in(kPlain, {"link.latency={"}),
            Lines{"--set link.latency={: not valid YAML: end of map flow not found"});
}

}  // namespace
}  // namespace kintsugi::test
