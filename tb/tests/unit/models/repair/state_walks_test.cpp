// The order of configurations in which switches make all transitions that are wanted.
#include "models/repair/state_walks.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace kintsugi::test {
namespace {

using Walks = std::vector<StateWalk>;

/// Returns whether some run makes the transition.
bool is_made(const StateChange& change, const Walks& walks, const std::vector<SwitchStates>& configurations,
             const SwitchStates& power_up) {
  for (const StateWalk& walk : walks) {
    SwitchState now = power_up[change.at];
    for (const std::size_t i : walk) {
      const SwitchState next = configurations[i][change.at];
      if (now == change.from && next == change.to) return true;
      now = next;
    }
  }
  return false;
}

TEST(StateWalks, make_every_transition_between_the_states_of_configurations) {
  const std::vector<SwitchStates> configurations = {{1, 1}, {1, 2}, {2, 2}, {3, 1}};
  const SwitchStates power_up = {0, 0};
  std::vector<StateChange> wanted;
  for (SwitchState from = 1; from < 4; ++from) {
    for (SwitchState to = 1; to < 4; ++to) {
      if (from != to) wanted.push_back({0, from, to});
    }
  }
  wanted.push_back({1, 1, 2});
  wanted.push_back({1, 2, 1});
  const Walks walks = walks_for(configurations, power_up, wanted, 100);
  ASSERT_EQ(walks.size(), 1u);
  for (const StateChange& each : wanted) EXPECT_TRUE(is_made(each, walks, configurations, power_up));
}

TEST(StateWalks, begin_anew_for_each_state_after_power_up) {
  const std::vector<SwitchStates> configurations = {{1}, {2}, {3}};
  const std::vector<StateChange> wanted = {{0, 0, 1}, {0, 0, 2}, {0, 0, 3}};
  const Walks walks = walks_for(configurations, {0}, wanted, 100);
  EXPECT_EQ(walks.size(), 3u);
  for (const StateChange& each : wanted) EXPECT_TRUE(is_made(each, walks, configurations, {0}));
}

TEST(StateWalks, leave_out_what_no_configuration_has) {
  const std::vector<SwitchStates> configurations = {{1}, {2}};
  EXPECT_EQ(walks_for(configurations, {0}, {{0, 1, 3}, {0, 3, 1}}, 100), Walks());
  EXPECT_EQ(walks_for(configurations, {0}, {{0, 1, 2}, {0, 3, 1}}, 100), (Walks{{0, 1}}));
  EXPECT_EQ(walks_for({}, {}, {}, 100), Walks());
}

TEST(StateWalks, are_not_longer_than_they_may_be) {
  const std::vector<SwitchStates> configurations = {{1}, {2}, {3}};
  std::vector<StateChange> wanted;
  for (SwitchState from = 1; from < 4; ++from) {
    for (SwitchState to = 1; to < 4; ++to) {
      if (from != to) wanted.push_back({0, from, to});
    }
  }
  const Walks walks = walks_for(configurations, {0}, wanted, 3);
  EXPECT_GT(walks.size(), 1u);
  for (const StateWalk& walk : walks) EXPECT_LE(walk.size(), 3u);
  for (const StateChange& each : wanted) EXPECT_TRUE(is_made(each, walks, configurations, {0}));
}

}  // namespace
}  // namespace kintsugi::test
