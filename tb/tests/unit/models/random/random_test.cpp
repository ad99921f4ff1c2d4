// Random streams: the same on every machine, and independent of each other.
#include "models/random/random.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

namespace kintsugi {
namespace {

std::vector<std::uint64_t> first_of(RandomStream stream, int count) {
  std::vector<std::uint64_t> numbers;
  for (int i = 0; i < count; ++i) numbers.push_back(stream.next());
  return numbers;
}
using Numbers = std::vector<std::uint64_t>;

/// Computed with integers of any size, from the definition alone.
TEST(RandomStream, golden_first_numbers) {
  EXPECT_EQ(first_of({0, 0}, 4),
            (Numbers{0x28f9feaebd831d6c, 0x74d32bdd8fea216c, 0x20b18831bf481f56, 0x6f610359d35a72b3}));
  EXPECT_EQ(first_of({1, 0}, 4),
            (Numbers{0xd674436882ba51d9, 0x2212715cfd10d2ad, 0x777162460f09efc8, 0xb67c9431eae452b2}));
  EXPECT_EQ(first_of({42, 1023}, 4),
            (Numbers{0x1c2d0fa1427d6b1a, 0x3bd593440ccf0b8f, 0xccc017e259a3eb1a, 0xe43f565225920333}));
  EXPECT_EQ(first_of({~0ull, ~0ull}, 4),
            (Numbers{0x10652071b2bf43ce, 0x5037e5bd4bb5ebe5, 0x174064baf6e26e2f, 0xc5820defad863781}));
}

TEST(RandomStream, golden_first_numbers_below_a_bound) {
  RandomStream ten(1, 5), nodes(1, 5);
  for (const std::uint64_t expected : {8, 7, 4, 7, 3, 3, 9, 5, 2, 4, 7, 8}) EXPECT_EQ(ten.below(10), expected);
  for (const std::uint64_t expected : {51, 49, 31, 45, 22, 19, 58, 35, 17, 28, 45, 56}) {
    EXPECT_EQ(nodes.below(63), expected);
  }
}

TEST(RandomStream, is_known_at_compile_time) {
  constexpr std::uint64_t first = [] {
    RandomStream stream(0, 0);
    return stream.next();
  }();
  static_assert(first == 0x28f9feaebd831d6c);
}

TEST(RandomStream, does_not_depend_on_when_the_others_are_drawn) {
  const Numbers alone = first_of({9, 4}, 50);
  std::vector<RandomStream> all;
  for (std::uint64_t i = 0; i < 8; ++i) all.emplace_back(9, i);
  Numbers mixed;
  for (std::size_t round = 0; round < 50; ++round) {
    for (std::size_t i = 0; i < 8; ++i) {
      for (std::size_t times = 0; i != 4 && times < (round + i) % 3; ++times) all[i].next();
    }
    mixed.push_back(all[4].next());
  }
  EXPECT_EQ(mixed, alone);
}

TEST(RandomStream, a_copy_goes_on_where_the_original_was) {
  RandomStream original(3, 3);
  original.next();
  const Numbers all = first_of({3, 3}, 11);
  EXPECT_EQ(first_of(original, 10), Numbers(all.begin() + 1, all.end()));
}

TEST(RandomStream, seeds_and_streams_have_no_number_in_common) {
  std::set<std::uint64_t> seen;
  std::size_t drawn = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    for (std::uint64_t stream = 0; stream < 100; ++stream) {
      for (const std::uint64_t number : first_of({seed, stream}, 30)) {
        seen.insert(number);
        ++drawn;
      }
    }
  }
  EXPECT_EQ(seen.size(), drawn);
}

/// Neighbouring streams and seeds agree in half of their bits, at every lag: 6 standard deviations are allowed.
TEST(RandomStream, neighbours_are_not_correlated) {
  constexpr int kNumbers = 2000;
  const std::array<std::pair<RandomStream, RandomStream>, 4> pairs{
      std::pair{RandomStream{1, 0}, RandomStream{1, 1}}, std::pair{RandomStream{1, 7}, RandomStream{2, 7}},
      std::pair{RandomStream{5, 6}, RandomStream{6, 5}}, std::pair{RandomStream{0, 0}, RandomStream{0, 1ull << 63}}};
  for (const auto& [a, b] : pairs) {
    for (int lag = 0; lag < 5; ++lag) {
      const Numbers first = first_of(a, kNumbers), second = first_of(b, kNumbers + lag);
      int equal = 0;
      for (int i = 0; i < kNumbers; ++i) {
        equal += std::popcount(~(first[static_cast<std::size_t>(i)] ^ second[static_cast<std::size_t>(i + lag)]));
      }
      EXPECT_NEAR(equal, kNumbers * 32, 6 * 179) << "lag " << lag;  // sqrt(128 000) / 2 = 179
    }
  }
}

TEST(RandomStream, every_bit_is_set_half_of_the_time) {
  constexpr int kNumbers = 10000;
  std::array<int, 64> ones{};
  for (const std::uint64_t number : first_of({4, 2}, kNumbers)) {
    for (unsigned bit = 0; bit < 64; ++bit) ones[bit] += static_cast<int>(number >> bit & 1);
  }
  for (const int count : ones) EXPECT_NEAR(count, kNumbers / 2, 5 * 50);
}

TEST(RandomStream, below_draws_every_number_evenly) {
  for (const std::uint64_t bound : {1, 2, 3, 10, 63}) {
    std::vector<int> counts(bound);
    const int each = 2000;
    RandomStream random(8, bound);
    for (std::uint64_t i = 0; i < bound * each; ++i) ++counts.at(random.below(bound));
    double chi_square = 0;
    for (const int count : counts) chi_square += static_cast<double>((count - each) * (count - each)) / each;
    const double freedom = static_cast<double>(bound - 1);
    EXPECT_LE(chi_square, freedom + 4 * std::sqrt(2 * freedom)) << "bound " << bound;
  }
}

}  // namespace
}  // namespace kintsugi
