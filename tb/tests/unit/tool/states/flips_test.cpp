// A field in a wrong state: the check names it, or the network is the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "models/fabric/extraction.hpp"
#include "tb/tests/unit/test_size.hpp"
#include "tb/tests/unit/tool/states/repaired.hpp"

namespace kintsugi::test {
namespace {

using states::CheckedStates;
using states::Difference;

struct FlipCount {
  unsigned all = 0;
  unsigned idle = 0;   ///< that leave the network as it is
  unsigned named = 0;  ///< that are blamed for a difference
};

bool blames_field(const CheckedStates& found, const std::string& field) {
  return std::ranges::any_of(found.differences, [&](const Difference& difference) {
    return std::ranges::any_of(difference.blame, [&](const states::Blame& blame) { return blame.field == field; });
  });
}

/// Checks one flip with the placement and without it; the models' comparison says whether it matters.
void check_field_flip(const Repaired& repaired, std::size_t field, SwitchState state, FlipCount& flips) {
  Configuration flipped = repaired.checked.repair.configuration;
  flipped[field] = state;
  const SwitchStates states = switch_states(repaired.fabric(), flipped);
  const Placement& placement = repaired.checked.repair.placement;
  const bool same = !difference(NetworkExtractor(repaired.fabric()).extract(states), repaired.input.setup.network(),
                                placement, repaired.fabric());
  const CheckedStates given = states::check_states(repaired.input.scenario, repaired.input.setup, {states, placement});
  const std::string& name = repaired.fabric().fields[field].name;
  SCOPED_TRACE(name + " " + std::to_string(state));
  EXPECT_EQ(given.verified(), same);
  ASSERT_FALSE(given.wrong.empty());
  for (const states::Blame& wrong : given.wrong) EXPECT_EQ(wrong.field, name);
  EXPECT_EQ(states::check_states(repaired.input.scenario, repaired.input.setup, {states}).verified(), same)
      << "with the placement found";
  ++flips.all;
  flips.idle += same;
  flips.named += blames_field(given, name);
}

FlipCount flip_every_field(const std::string& scenario) {
  const Repaired repaired(scenario);
  FlipCount flips;
  for (std::size_t field = 0; field < repaired.fabric().fields.size(); ++field) {
    for (unsigned state = 0; state < repaired.fabric().fields[field].states; ++state) {
      if (state == repaired.checked.repair.configuration[field]) continue;
      check_field_flip(repaired, field, static_cast<SwitchState>(state), flips);
    }
  }
  EXPECT_EQ(flips.named + flips.idle, flips.all) << scenario;
  return flips;
}

TEST(StateFlips, on_an_array_are_all_named) {
  const FlipCount flips = flip_every_field(kRepairedArray);
  EXPECT_EQ(flips.idle, 0u) << "an isolated PE with an open port more is attached";
  EXPECT_GT(flips.all, 40u);
}

TEST(StateFlipsSlow, of_every_field_are_named_or_leave_the_network_as_it_is) {
  std::vector<std::string> networks{"n: 2", "n: 2, variant: long, shift: uniform"};
  if (runs_whole_tests()) networks.emplace_back("n: 3, variant: short");
  for (const std::string fabric : {"{tracks: 1}", "{tracks: 2}"}) {
    for (const std::string& network : networks) {
      const FlipCount flips = flip_every_field("{network: {kind: srt2d, " + network + "}, fabric: " + fabric +
                                               ", defects: {pe: [[2, 2], [4, 3], [1, 4]]}}");
      EXPECT_GT(flips.named, flips.idle) << "most switches carry a link";
      EXPECT_GT(flips.idle, 0u) << "switches beside the corners carry none";
    }
  }
  for (const std::string scheme : {"sft1", "exm, modules: 4", "exp1+exp2, k: 2, modules: 2"}) {
    flip_every_field("{network: {kind: sse, n: 4, scheme: " + scheme + "}, defects: {pe: [5]}}");
  }
}

}  // namespace
}  // namespace kintsugi::test
