// The times of groups, by hand and by closed forms.
#include "models/workload/group_times.hpp"

#include <gtest/gtest.h>

#include "models/workload/collectives/catalogue.hpp"
#include "tb/tests/oracles/collectives_alone.hpp"
#include "tb/tests/unit/models/workload/builders.hpp"
#include "tb/tests/unit/models/workload/contention_free.hpp"

namespace kintsugi::workload::test {
namespace {

constexpr Cycle kDelay = 7;
constexpr Protocol kShortMessages{.flit_bytes = 8, .packet_bytes = 32, .eager_bytes = 1000, .cycles_per_ns = 1};

TEST(GroupTimes, are_from_the_first_start_to_the_last_end_in_the_order_of_first_starts) {
  ProgramBuilder builder(3);
  const OpId first = builder.add(RankId{0}, calc(10), "late__x");  // a group by its first start only
  const OpId work = builder.add(RankId{0}, calc(5), "sum__0");
  builder.require(work, first);
  builder.require(builder.add(RankId{0}, send(40, 1), "sum__1"), work);
  builder.add(RankId{1}, recv(40, 0), "sum__0");
  builder.add(RankId{1}, calc(3), "alone");  // of no group
  builder.add(RankId{2}, calc(2, 1), "late__y");
  builder.require(builder.add(RankId{2}, calc(4, 0), "last__"), builder.add(RankId{2}, calc(1)));
  const Program program = std::move(builder).finish();
  ProgramRun run(program, kShortMessages, 100);
  ASSERT_TRUE(ContentionFree(run, kDelay).run_to_end());
  const std::vector<GroupTime> times = group_times(run);
  ASSERT_EQ(times.size(), 3u);
  EXPECT_EQ(times[0], (GroupTime{"late", 2, 0, 2, 0, 0, 100, 110}));
  // The receive is posted in cycle 100, the message of 5 flits is sent in 115.
  EXPECT_EQ(times[1], (GroupTime{"sum", 3, 0, 2, 1, 40, 100, 115 + kDelay + 4}));
  EXPECT_EQ(times[2], (GroupTime{"last", 1, 0, 1, 0, 0, 101, 105}));
  EXPECT_EQ(times[1].cycles(), 26u);
  EXPECT_DOUBLE_EQ(*times[1].bandwidth(), 40.0 / 26);
  EXPECT_DOUBLE_EQ(*times[1].bandwidth_per_rank(), 20.0 / 26);
  EXPECT_DOUBLE_EQ(*times[1].algorithm_bandwidth(52), 2);
}

TEST(GroupTimes, of_all_reduces_in_a_row_are_the_closed_form_each) {
  for (const std::uint32_t p : {4u, 8u}) {
    const std::uint64_t bytes = p * std::uint64_t{100};
    const auto composed =
        find_workload("allreduce")
            ->make({{"ranks", std::int64_t{p}}, {"bytes", narrow<std::int64_t>(bytes)}, {"times", std::int64_t{3}}});
    ProgramRun run(composed.program, kShortMessages);
    ASSERT_TRUE(ContentionFree(run, kDelay).run_to_end());
    const Cycle cycles = Alone(kShortMessages, kDelay).ring_all_reduce(p, bytes);
    const std::vector<GroupTime> times = group_times(run);
    ASSERT_EQ(times.size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
      const std::string name = i == 0 ? "allreduce" : "allreduce" + std::to_string(i + 1);
      EXPECT_EQ(times[i], (GroupTime{name, std::size_t{4} * (p - 1) * p, 0, p, std::size_t{2} * (p - 1) * p,
                                     2 * (p - 1) * bytes, i * cycles, (i + 1) * cycles}));
      // Of a ring each member sends 2 (p - 1) / p of what the collective is asked for.
      EXPECT_DOUBLE_EQ(*times[i].bandwidth_per_rank(), *times[i].algorithm_bandwidth(bytes) * 2 * (p - 1) / p);
    }
  }
}

TEST(GroupTimes, of_a_program_that_has_not_ended_say_what_is_left_and_have_no_bandwidth) {
  ProgramBuilder builder(2);
  builder.add(RankId{0}, calc(5), "one__0");
  const OpId never = builder.add(RankId{0}, recv(8, 1), "one__1");
  builder.require(builder.add(RankId{0}, calc(1), "two__0"), never);
  builder.add(RankId{1}, calc(0), "zero__0");
  const Program program = std::move(builder).finish();
  ProgramRun run(program, kShortMessages);
  ASSERT_FALSE(ContentionFree(run, kDelay).run_to_end());
  const std::vector<GroupTime> times = group_times(run);
  ASSERT_EQ(times.size(), 2u);
  EXPECT_EQ(times[0], (GroupTime{"one", 2, 1, 1, 0, 0, 0, 5}));
  EXPECT_FALSE(times[0].bandwidth());
  EXPECT_EQ(times[1].name, "zero");
  EXPECT_FALSE(times[1].algorithm_bandwidth(8));
}

TEST(GroupNames, are_those_of_all_operations_in_their_order_once_each) {
  ProgramBuilder builder(2);
  builder.add(RankId{1}, calc(1), "sum2__0");
  builder.add(RankId{0}, calc(1), "sum__0");
  builder.add(RankId{0}, calc(1), "alone");  // of no group
  builder.add(RankId{0}, calc(1), "sum__1");
  builder.add(RankId{0}, calc(1));
  EXPECT_EQ(group_names(std::move(builder).finish()), (std::vector<std::string>{"sum", "sum2"}));
  EXPECT_TRUE(group_names(ProgramBuilder(1).finish()).empty());
}

}  // namespace
}  // namespace kintsugi::workload::test
