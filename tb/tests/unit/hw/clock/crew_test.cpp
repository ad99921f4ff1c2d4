// The crew: every member does its share of every step, and none runs ahead.
#include "hw/clock/crew.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace kintsugi::test {
namespace {

/// More members than processors too: then they sleep while they wait.
class CrewOf : public testing::TestWithParam<unsigned> {};

/// In every step each member adds up what all had written in the step before.
TEST_P(CrewOf, knows_the_step_and_sees_what_all_have_done_before_it) {
  const unsigned members = GetParam();
  constexpr std::uint64_t kSteps = 300;
  std::vector<std::uint64_t> written(members), coming(members);
  Crew crew(members, [&](unsigned member, Cycle step) {
    for (const std::uint64_t value : written) {
      if (value != step) throw std::logic_error("member " + std::to_string(member) + " reads " + std::to_string(value));
    }
    coming[member] = step + 1;
  });
  for (Cycle step = 0; step < kSteps; ++step, written = coming) crew.take_step(step);
  EXPECT_EQ(written, std::vector<std::uint64_t>(members, kSteps));
}

TEST_P(CrewOf, has_the_caller_as_its_first_member) {
  const unsigned members = GetParam();
  std::vector<std::thread::id> who(members);
  Crew crew(members, [&](unsigned member, Cycle) { who[member] = std::this_thread::get_id(); });
  crew.take_step(0);
  EXPECT_EQ(who[0], std::this_thread::get_id());
  for (unsigned member = 1; member < members; ++member) EXPECT_NE(who[member], who[0]);
}

TEST_P(CrewOf, throws_at_the_end_of_the_step_what_the_lowest_member_threw) {
  const unsigned members = GetParam();
  std::vector<unsigned> done(members);
  bool fail = true;
  Crew crew(members, [&](unsigned member, Cycle) {
    ++done[member];
    if (fail && member >= members / 2) throw std::runtime_error(std::to_string(member));
  });
  try {
    crew.take_step(0);
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), std::to_string(members / 2));
  }
  fail = false;
  crew.take_step(0);
  EXPECT_EQ(done, std::vector<unsigned>(members, 2)) << "it goes on after an error";
}

INSTANTIATE_TEST_SUITE_P(Sizes, CrewOf, testing::Values(1u, 2u, 3u, 16u));

TEST(Crew, that_takes_no_step_ends) {
  Crew crew(4, [](unsigned, Cycle) {});
}

}  // namespace
}  // namespace kintsugi::test
