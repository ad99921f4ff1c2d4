#include "models/repair/subsets.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "tb/tests/unit/models/repair/subsets.hpp"

namespace kintsugi {
namespace {

using Subset = std::vector<std::uint32_t>;

Subset at(std::uint64_t rank, std::uint32_t items, std::uint32_t size) {
  Subset subset(size);
  subset_at(rank, items, subset);
  return subset;
}

TEST(Subsets, are_counted) {
  EXPECT_EQ(subset_count(5, 0), 1u);
  EXPECT_EQ(subset_count(0, 0), 1u);
  EXPECT_EQ(subset_count(32, 6), 906192u);
  EXPECT_EQ(subset_count(96, 5), 61124064u);
  EXPECT_EQ(subset_count(1152, 1151), 1152u);
  EXPECT_EQ(subset_count(4, 5), 0u);
}

TEST(Subsets, what_does_not_fit_is_not_counted_wrongly) {
  EXPECT_EQ(subset_count(66, 33), 7219428434016265740u);
  EXPECT_EQ(subset_count(67, 33), std::nullopt);
  EXPECT_EQ(subset_count(1152, 576), std::nullopt);
}

TEST(Subsets, come_in_lexicographic_order_by_rank_as_by_next) {
  for (std::uint32_t size = 0; size <= 7; ++size) {
    std::uint64_t rank = 0;
    Subset subset = at(0, 7, size);
    test::for_each_subset(7, size, [&](const DefectMap& expected) {
      Subset numbers;
      for (const SiteId site : expected) numbers.push_back(site.value);
      EXPECT_EQ(subset, numbers);
      EXPECT_EQ(at(rank, 7, size), numbers);
      EXPECT_EQ(next_subset(7, subset), ++rank < *subset_count(7, size));
    });
    EXPECT_EQ(rank, *subset_count(7, size));
  }
}

TEST(Subsets, the_last_of_many_is_found) {
  EXPECT_EQ(at(*subset_count(1152, 3) - 1, 1152, 3), (Subset{1149, 1150, 1151}));
}

TEST(Subsets, a_rank_that_does_not_exist_is_refused) {
  EXPECT_THROW(at(10, 5, 2), std::out_of_range);
  EXPECT_THROW(at(0, 4, 5), std::out_of_range);
}

}  // namespace
}  // namespace kintsugi
