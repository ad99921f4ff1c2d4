// Shares of modules for threads: contiguous, none empty, and nearly as even as blocks allow.
#include "hw/clock/even_shares.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "models/random/random.hpp"

namespace kintsugi::test {
namespace {

using Work = std::vector<std::uint64_t>;
using First = std::vector<std::size_t>;

/// Returns the work of the largest share in the best of all divisions, by trying each of them.
std::uint64_t least_possible(std::span<const std::uint64_t> work, std::size_t shares) {
  const auto sum = [](std::span<const std::uint64_t> part) {
    return std::accumulate(part.begin(), part.end(), std::uint64_t{0});
  };
  if (shares == 1) return sum(work);
  std::uint64_t least = sum(work);
  for (std::size_t own = 1; own + shares - 1 <= work.size(); ++own) {
    least = std::min(least, std::max(sum(work.first(own)), least_possible(work.subspan(own), shares - 1)));
  }
  return least;
}

TEST(EvenShares, of_equal_blocks_differ_by_one_block_at_most) {
  for (std::size_t blocks = 1; blocks < 40; ++blocks) {
    for (std::size_t shares = 1; shares <= blocks; ++shares) {
      const First first = even_shares(Work(blocks, 7), shares);
      ASSERT_EQ(first.size(), shares + 1);
      for (std::size_t share = 0; share < shares; ++share) {
        const std::size_t size = first[share + 1] - first[share];
        EXPECT_GE(size, blocks / shares) << blocks << " blocks, " << shares << " shares";
        EXPECT_LE(size, (blocks + shares - 1) / shares) << blocks << " blocks, " << shares << " shares";
      }
    }
  }
}

TEST(EvenShares, are_larger_than_the_best_by_the_largest_block_at_most) {
  RandomStream random(26, 6);
  for (int round = 0; round < 3000; ++round) {
    Work work(1 + random.below(9));
    for (std::uint64_t& each : work) each = random.below(2) == 0 ? 0 : random.below(100);
    const std::size_t shares = 1 + random.below(work.size());
    const First first = even_shares(work, shares);
    ASSERT_EQ(first.size(), shares + 1);
    ASSERT_EQ(first.front(), 0u);
    ASSERT_EQ(first.back(), work.size());
    for (std::size_t share = 0; share < shares; ++share) ASSERT_LT(first[share], first[share + 1]) << "empty";
    const std::uint64_t all = std::accumulate(work.begin(), work.end(), std::uint64_t{0});
    ASSERT_LE(largest_share(work, first), all / shares + 1 + *std::ranges::max_element(work));
    ASSERT_LE(largest_share(work, first), least_possible(work, shares) + *std::ranges::max_element(work));
  }
}

TEST(EvenShares, put_the_boundaries_where_the_work_is) {
  EXPECT_EQ(even_shares(Work{9, 9, 0, 0, 0, 0}, 2), (First{0, 1, 6}));
  EXPECT_EQ(even_shares(Work{0, 0, 0, 0, 9, 9}, 2), (First{0, 5, 6}));
  EXPECT_EQ(even_shares(Work{1, 3, 4, 4, 3, 1}, 4), (First{0, 2, 3, 4, 6}));
}

TEST(EvenShares, leave_the_first_share_the_blocks_that_it_must_have) {
  EXPECT_EQ(even_shares(Work{9, 9, 9, 1, 1, 1}, 3, 3), (First{0, 3, 4, 6}));
  EXPECT_EQ(even_shares(Work{1, 1, 1, 9, 9, 9}, 3, 4), (First{0, 4, 5, 6}));
}

TEST(EvenShares, the_largest_share_is_that_with_most_work) {
  EXPECT_EQ(largest_share(Work{1, 2, 3, 4}, First{0, 2, 4}), 7u);
  EXPECT_EQ(largest_share(Work{5, 2, 3, 1}, First{0, 2, 4}), 7u);
  EXPECT_EQ(largest_share(Work{5, 2, 3, 1}, First{0, 1, 4}), 6u);
}

}  // namespace
}  // namespace kintsugi::test
