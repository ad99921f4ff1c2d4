#include "models/routing/hop_set.hpp"

#include <gtest/gtest.h>

namespace kintsugi {
namespace {

/// So many that most meet others on the way to their entry; no two are the same.
template <class Make>
void expect_all_new(Make make) {
  HopSet set;
  for (std::uint32_t i = 0; i < 5000; ++i) ASSERT_TRUE(set.insert(make(i))) << i;
  for (std::uint32_t i = 0; i < 5000; ++i) ASSERT_FALSE(set.insert(make(i))) << i;
}

TEST(HopSet, tells_hops_apart_by_each_of_their_parts) {
  expect_all_new([](std::uint32_t i) { return Hop{i, 1, 0}; });
  expect_all_new([](std::uint32_t i) { return Hop{0, i, 0}; });
  expect_all_new([](std::uint32_t i) { return Hop{0, 1, i}; });
}

TEST(HopSet, keeps_its_hops_when_it_grows) {
  HopSet set;
  for (std::uint32_t port = 0; port < 10000; ++port) ASSERT_TRUE(set.insert({port, 1, port << 24}));
  for (std::uint32_t port = 0; port < 10000; ++port) ASSERT_FALSE(set.insert({port, 1, port << 24}));
}

TEST(HopSet, forgets_all_at_once) {
  HopSet set;
  for (std::uint32_t port = 0; port < 3000; ++port) set.insert({port, 1, 0});
  set.forget_all();
  for (std::uint32_t port = 0; port < 3000; ++port) ASSERT_TRUE(set.insert({port, 1, 0}));
}

}  // namespace
}  // namespace kintsugi
