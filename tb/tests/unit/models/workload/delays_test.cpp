// What a fault delays.
#include "models/workload/delays.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "tb/tests/unit/models/workload/builders.hpp"
#include "tb/tests/unit/models/workload/contention_free.hpp"

namespace kintsugi::workload::test {
namespace {

constexpr Cycle kNoEnd = ProgramRun::kNever;
constexpr Protocol kOneFlit{.flit_bytes = 8, .packet_bytes = 32, .eager_bytes = 1000, .cycles_per_ns = 1};

TEST(Delays, of_a_slower_network_are_those_of_what_waits_for_messages) {
  ProgramBuilder builder(2);
  builder.add(RankId{0}, send(8, 1));
  const OpId received = builder.add(RankId{1}, recv(8, 0));
  builder.require(builder.add(RankId{1}, calc(10)), received);
  builder.add(RankId{1}, calc(3, 1));
  const Program program = std::move(builder).finish();
  ProgramRun quick(program, kOneFlit);
  ProgramRun slow(program, kOneFlit);
  ASSERT_TRUE(ContentionFree(quick, 5).run_to_end());
  ASSERT_TRUE(ContentionFree(slow, 9).run_to_end());
  const Delays delays = compare(slow, quick, 10);
  EXPECT_EQ(delays.cycles, 4);
  EXPECT_EQ(delays.later, 2u);
  const std::vector<DelayedOperation> both = {{OpId{1}, 5, 9}, {OpId{2}, 15, 19}};
  EXPECT_EQ(delays.first, both);
  EXPECT_EQ(delays.most, both);
  EXPECT_EQ(compare(quick, slow, 10).cycles, -4);
  EXPECT_EQ(compare(quick, slow, 10).later, 0u);
}

TEST(Delays, of_what_never_ends_are_the_largest) {
  const std::vector<Cycle> baseline = {10, 20, 30, kNoEnd};
  const std::vector<Cycle> ends = {15, kNoEnd, 30, 40};
  const Delays delays = compare(ends, baseline, 1);
  EXPECT_FALSE(delays.cycles);
  EXPECT_EQ(delays.later, 1u);
  EXPECT_EQ(delays.missing, 1u);
  EXPECT_EQ(delays.first, (std::vector<DelayedOperation>{{OpId{0}, 10, 15}}));
  EXPECT_EQ(delays.most, (std::vector<DelayedOperation>{{OpId{1}, 20, kNoEnd}}));
  EXPECT_EQ(delays.most.front().delay(), kNoEnd);
}

TEST(Delays, lists_have_the_first_of_a_sorted_list_of_all) {
  for (std::uint64_t number = 0; number < 200; ++number) {
    RandomStream random(32, number);
    std::vector<Cycle> ends;
    std::vector<Cycle> baseline;
    std::vector<DelayedOperation> all;
    const std::uint64_t size = random.below(40);
    for (std::uint32_t op = 0; op < size; ++op) {
      baseline.push_back(random.below(20));
      ends.push_back(baseline.back() + random.below(6));
      if (ends.back() > baseline.back()) all.push_back({OpId{op}, baseline.back(), ends.back()});
    }
    const std::size_t most = random.below(12);
    const Delays delays = compare(ends, baseline, most);
    ASSERT_EQ(delays.later, all.size());
    ASSERT_EQ(delays.missing, 0u);
    const auto front = [&] { return std::vector(all.begin(), all.begin() + std::min(most, all.size())); };
    std::ranges::stable_sort(all, {}, &DelayedOperation::baseline);
    ASSERT_EQ(delays.first, front());
    std::ranges::sort(all, {}, &DelayedOperation::op);
    std::ranges::stable_sort(all, std::greater{}, &DelayedOperation::delay);
    ASSERT_EQ(delays.most, front());
  }
}

TEST(Delays, of_different_programs_are_refused) {
  const std::vector<Cycle> two = {1, 2};
  const std::vector<Cycle> one = {1};
  EXPECT_THROW(compare(two, one, 1), std::invalid_argument);
  EXPECT_EQ(compare(std::vector<Cycle>{}, std::vector<Cycle>{}, 1).cycles, 0);
}

}  // namespace
}  // namespace kintsugi::workload::test
