#include "models/srt/shift_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "models/network/metrics.hpp"
#include "models/srt/topology.hpp"
#include "tb/tests/unit/test_size.hpp"

namespace kintsugi::srt {
namespace {

TEST(SrtShiftSearch, every_odd_shift_is_in_one_class) {
  for (unsigned n = 2; n <= 8; ++n) {
    for (unsigned T = 0; T <= n; ++T) {
      std::vector<unsigned> all;
      for (const std::vector<unsigned>& shifts : classes_of_shifts(n, T)) {
        EXPECT_TRUE(std::ranges::is_sorted(shifts));
        all.insert(all.end(), shifts.begin(), shifts.end());
      }
      std::ranges::sort(all);
      ASSERT_EQ(all.size(), std::size_t{1} << (n - 1));
      for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(all[i], 2 * i + 1);
    }
  }
}

void expect_same_distances_in_classes(unsigned n, unsigned T, unsigned dimensions) {
  for (const SearchResult::Row& row : search_shift(n, T, dimensions, {}).rows) {
    for (const ParameterValue& value : row.alike) {
      const auto s = static_cast<unsigned>(std::get<std::int64_t>(value));
      const Metrics metrics = measure(make_network(Torus{n, T, s, dimensions}));
      EXPECT_EQ(metrics.diameter, row.diameter) << n << ' ' << T << ' ' << s;
      EXPECT_DOUBLE_EQ(metrics.average_distance, row.average_distance) << n << ' ' << T << ' ' << s;
    }
  }
}

TEST(SrtShiftSearch, shifts_of_a_class_have_the_same_distances) {
  for (unsigned n = 3; n <= 5; ++n) {
    for (unsigned T = 0; T <= n; ++T) expect_same_distances_in_classes(n, T, 2);
  }
  for (unsigned n = 2; n <= 4; ++n) {
    for (unsigned T = 0; T <= n; ++T) expect_same_distances_in_classes(n, T, 3);
  }
}

TEST(SrtShiftSearchSlow, of_3d_srts_up_to_64x64x64_no_shift_beats_the_uniform_one) {
  for (unsigned n = 2; n <= test::part_of(5u, 6u); ++n) {
    const SearchResult result = search_shift(n, n, 3, {});
    EXPECT_NE(result.rows.front().label.find("uniform"), std::string::npos) << result.network;
  }
}

TEST(SrtShiftSearch, the_best_comes_first_and_the_named_ones_are_labelled) {
  std::size_t told = 0;
  const SearchResult result = search_shift(5, 5, 2, [&told](std::size_t done, std::size_t total) {
    EXPECT_EQ(done, ++told);
    EXPECT_LE(done, total);
  });
  EXPECT_EQ(result.parameter, "shift");
  EXPECT_EQ(result.network, "2D-SRT(5,5,s)");
  EXPECT_EQ(told, result.rows.size());
  EXPECT_TRUE(std::ranges::is_sorted(result.rows, {}, [](const SearchResult::Row& row) {
    return std::tuple(row.diameter, row.average_distance, row.value);
  }));
  const auto labelled = [&result](const std::string& label) {
    return std::ranges::count(result.rows, label, &SearchResult::Row::label);
  };
  EXPECT_EQ(labelled("1-shift"), 1);
  EXPECT_EQ(labelled("uniform (5)"), 1);
}

TEST(SrtShiftSearch, a_class_can_have_both_names) {
  const SearchResult result = search_shift(3, 0, 2, {});
  ASSERT_EQ(result.rows.size(), 1u) << "every node is of level 1 for every shift";
  EXPECT_EQ(result.rows.front().label, "1-shift, uniform (3)");
}

TEST(SrtShiftSearchSlow, some_shift_of_64k_nodes_beats_the_uniform_one) {
  const SearchResult result = search_shift(8, 8, 2, {});
  const auto labelled = std::ranges::find(result.rows, "uniform (17)", &SearchResult::Row::label);
  ASSERT_NE(labelled, result.rows.end());
  EXPECT_EQ(labelled->diameter, 16u);
  EXPECT_EQ(result.rows.front().diameter, 15u);
  EXPECT_EQ(result.rows.front().value, ParameterValue(std::int64_t{23}));
}

}  // namespace
}  // namespace kintsugi::srt
