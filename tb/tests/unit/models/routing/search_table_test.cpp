#include "models/routing/search_table.hpp"

#include <gtest/gtest.h>

#include "models/routing/dead_ends.hpp"

namespace kintsugi {
namespace {

using Numbers = SearchTable<std::uint64_t, int>;
using Hops = SearchTable<Hop, NoMark, HopBits>;

TEST(SearchTable, keeps_its_marks_when_it_grows) {
  Numbers table;
  for (std::uint64_t key = 0; key < 10000; ++key) table.mark(key << 32) = 1 + static_cast<int>(key % 2);
  for (std::uint64_t key = 0; key < 10000; ++key) {
    ASSERT_EQ(table.mark(key << 32), 1 + static_cast<int>(key % 2)) << key;
  }
}

TEST(SearchTable, keeps_its_keys_when_it_grows) {
  Hops hops;
  for (std::uint32_t port = 0; port < 10000; ++port) ASSERT_TRUE(hops.insert({port, 1, port << 24}));
  for (std::uint32_t port = 0; port < 10000; ++port) ASSERT_FALSE(hops.insert({port, 1, port << 24}));
}

TEST(SearchTable, forgets_all_at_once) {
  Numbers table;
  for (std::uint64_t key = 0; key < 3000; ++key) table.mark(key) = 1;
  table.forget_all();
  for (std::uint64_t key = 0; key < 3000; ++key) ASSERT_EQ(table.mark(key), 0) << key;
  table.forget_all();
  for (std::uint64_t key = 0; key < 3000; ++key) ASSERT_TRUE(table.insert(key)) << key;
}

TEST(SearchTable, entry_without_a_mark_takes_no_memory_for_it) {
  struct Entry {
    Hop key;
    std::uint32_t search;
    [[no_unique_address]] NoMark mark;
  };
  EXPECT_EQ(sizeof(Entry), sizeof(Hop) + sizeof(std::uint32_t));
}

/// So many keys that most collide with others on the way to their entry; no two are the same.
template <class Make>
void expect_all_new(Make make) {
  Hops hops;
  for (std::uint32_t i = 0; i < 5000; ++i) ASSERT_TRUE(hops.insert(make(i))) << i;
  for (std::uint32_t i = 0; i < 5000; ++i) ASSERT_FALSE(hops.insert(make(i))) << i;
}

TEST(SearchTable, tells_hops_apart_by_each_of_their_parts) {
  expect_all_new([](std::uint32_t i) { return Hop{i, 1, 0}; });
  expect_all_new([](std::uint32_t i) { return Hop{0, i, 0}; });
  expect_all_new([](std::uint32_t i) { return Hop{0, 1, i}; });
}

}  // namespace
}  // namespace kintsugi
