#include "models/network/shared_items.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace kintsugi {
namespace {

TEST(SharedItems, each_item_is_handed_out_once_whatever_the_threads) {
  for (const unsigned threads : {0u, 1u, 5u}) {
    const Progress none;
    SharedItems items(1000, threads, none);
    for (int round = 0; round < 2; ++round) {
      std::mutex mutex;
      std::vector<std::uint32_t> taken;
      items.share([&] {
        for (auto range = items.next(7); range.count != 0; range = items.next(7)) {
          const std::lock_guard lock(mutex);
          for (std::uint32_t i = 0; i < range.count; ++i) taken.push_back(range.first + i);
        }
      });
      std::ranges::sort(taken);
      ASSERT_EQ(taken.size(), 1000u);
      for (std::uint32_t i = 0; i < 1000; ++i) ASSERT_EQ(taken[i], i);
    }
  }
}

TEST(SharedItems, the_last_range_is_as_short_as_what_is_left) {
  const Progress none;
  SharedItems items(10, 1, none);
  std::vector<std::uint32_t> counts;
  items.share([&] {
    for (auto range = items.next(4); range.count != 0; range = items.next(4)) counts.push_back(range.count);
    EXPECT_FALSE(items.next());
  });
  EXPECT_EQ(counts, (std::vector<std::uint32_t>{4, 4, 2}));
}

TEST(SharedItems, nothing_is_handed_out_before_they_are_shared) {
  const Progress none;
  SharedItems items(3, 1, none);
  EXPECT_FALSE(items.next());
}

TEST(SharedItems, the_total_grows_with_each_round) {
  std::vector<std::pair<std::size_t, std::size_t>> seen;
  const Progress progress = [&](std::size_t done, std::size_t total) { seen.push_back({done, total}); };
  SharedItems items(2, 1, progress);
  for (int round = 0; round < 2; ++round) {
    items.share([&] {
      while (items.next()) items.count_done();
    });
  }
  EXPECT_EQ(seen, (std::vector<std::pair<std::size_t, std::size_t>>{{1, 2}, {2, 2}, {3, 4}, {4, 4}}));
}

TEST(SharedItems, an_exception_of_one_thread_is_thrown_after_all_have_ended) {
  const Progress none;
  SharedItems items(100000, 4, none);
  std::atomic<std::uint32_t> taken = 0;
  EXPECT_THROW(items.share([&] {
    while (const auto item = items.next()) {
      ++taken;
      if (*item == 10) throw std::runtime_error("eleven");
    }
  }),
               std::runtime_error);
  EXPECT_FALSE(items.next());
}

}  // namespace
}  // namespace kintsugi
