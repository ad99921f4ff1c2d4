// Bernoulli arrivals as geometric gaps: the distribution is that of a trial in every cycle.
#include "models/traffic/bernoulli.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace kintsugi {
namespace {

using Gaps = std::vector<Cycle>;

Gaps draw(double probability, std::uint64_t seed, std::uint64_t stream, std::size_t count) {
  const GeometricGaps gaps(probability);
  RandomStream random(seed, stream);
  Gaps drawn;
  for (std::size_t i = 0; i < count; ++i) drawn.push_back(gaps.draw(random));
  return drawn;
}

/// Four standard deviations above the expected value: the seeds are fixed, so a result never changes.
double chi_square_limit(double freedom) {
  return freedom + 4 * std::sqrt(2 * freedom);
}

double mean(const Gaps& gaps) {
  double sum = 0;
  for (const Cycle gap : gaps) sum += static_cast<double>(gap);
  return sum / static_cast<double>(gaps.size());
}

/// Computed with integers of any size, from the definition alone. The last has gaps longer than the table.
TEST(GeometricGaps, golden_first_gaps) {
  EXPECT_EQ(draw(0.05, 1, 5, 12), (Gaps{4, 5, 14, 7, 20, 24, 2, 11, 26, 16, 7, 3}));
  EXPECT_EQ(draw(0.5, 7, 0, 12), (Gaps{1, 1, 1, 2, 2, 1, 7, 2, 5, 4, 1, 5}));
  EXPECT_EQ(draw(0.0001, 3, 2, 6), (Gaps{14437, 23501, 5290, 40227, 6774, 1651}));
}

class Probability : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Probabilities, Probability, testing::Values(0.9, 0.5, 0.1, 0.02, 0.001, 0.00001));

TEST_P(Probability, the_mean_gap_is_one_over_p) {
  const double p = GetParam();
  constexpr std::size_t kGaps = 40000;
  const double deviation = std::sqrt(1 - p) / p / std::sqrt(kGaps);
  EXPECT_NEAR(mean(draw(p, 3, 0, kGaps)), 1 / p, 4 * deviation);
}

/// Gaps in twenty classes that are about equally likely (as far as whole cycles allow).
TEST_P(Probability, gaps_are_geometric) {
  const double p = GetParam();
  constexpr std::size_t kGaps = 40000;
  std::vector<Cycle> ends;  // of the classes, ascending
  for (int i = 1; i < 20; ++i) {
    const auto end = static_cast<Cycle>(std::ceil(std::log(1 - i / 20.0) / std::log1p(-p)));
    if (ends.empty() || end > ends.back()) ends.push_back(end);
  }
  std::vector<double> counts(ends.size() + 1);
  for (const Cycle gap : draw(p, 17, 4, kGaps)) {
    ++counts[static_cast<std::size_t>(std::ranges::lower_bound(ends, gap) - ends.begin())];
  }
  double chi_square = 0, before = 1;  // probability of a gap beyond the class before
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double beyond = i < ends.size() ? std::exp(static_cast<double>(ends[i]) * std::log1p(-p)) : 0;
    const double expected = (before - beyond) * kGaps;
    chi_square += (counts[i] - expected) * (counts[i] - expected) / expected;
    before = beyond;
  }
  EXPECT_LT(chi_square, chi_square_limit(static_cast<double>(ends.size())));
}

TEST(GeometricGaps, every_short_gap_is_as_frequent_as_a_trial_in_every_cycle_makes_it) {
  constexpr double p = 0.05;
  constexpr std::size_t kGaps = 200000, kLongest = 100;
  std::vector<double> counts(kLongest + 2);
  for (const Cycle gap : draw(p, 29, 1, kGaps)) ++counts[std::min<Cycle>(gap, kLongest + 1)];
  EXPECT_EQ(counts[0], 0) << "never two packets in one cycle";
  double chi_square = 0, survival = 1;
  for (std::size_t gap = 1; gap <= kLongest; ++gap) {
    const double expected = kGaps * survival * p;
    chi_square += (counts[gap] - expected) * (counts[gap] - expected) / expected;
    survival *= 1 - p;
  }
  chi_square += std::pow(counts[kLongest + 1] - kGaps * survival, 2) / (kGaps * survival);
  EXPECT_LT(chi_square, chi_square_limit(kLongest));
}

/// The number of packets in windows of 100 cycles, against binomial trials: gaps one after the other have no memory.
TEST(GeometricGaps, packets_per_window_have_the_mean_and_variance_of_trials) {
  constexpr double p = 0.03;
  constexpr std::size_t kWindows = 20000;
  const GeometricGaps gaps(p);
  RandomStream random(6, 6);
  std::vector<int> packets(kWindows);
  for (Cycle at = gaps.draw(random) - 1; at < kWindows * 100; at += gaps.draw(random)) ++packets[at / 100];
  double sum = 0, squares = 0;
  for (const int count : packets) {
    sum += count;
    squares += count * count;
  }
  const double average = sum / kWindows, variance = squares / kWindows - average * average;
  EXPECT_NEAR(average, 3, 4 * std::sqrt(100 * p * (1 - p) / kWindows));
  EXPECT_NEAR(variance, 100 * p * (1 - p), 4 * 2.91 * std::sqrt(2.0 / kWindows));
}

TEST(GeometricGaps, a_gap_can_be_longer_than_any_table) {
  const Gaps gaps = draw(1e-7, 2, 2, 500);
  EXPECT_GT(*std::ranges::max_element(gaps), Cycle{20'000'000});
  EXPECT_NEAR(mean(gaps), 1e7, 4 * 1e7 / std::sqrt(500));
}

TEST(GeometricGaps, probability_0_never_and_1_in_every_cycle) {
  for (const Cycle gap : draw(0, 1, 1, 10)) EXPECT_EQ(gap, GeometricGaps::kNever);
  for (const Cycle gap : draw(1, 1, 1, 1000)) EXPECT_EQ(gap, 1u);
}

TEST(GeometricGaps, the_largest_probability_below_1) {
  for (const Cycle gap : draw(std::nextafter(1.0, 0.0), 1, 1, 1000)) EXPECT_EQ(gap, 1u);
}

TEST(GeometricGaps, a_probability_too_small_for_64_bits_is_never_and_not_in_every_cycle) {
  for (const Cycle gap : draw(1e-25, 1, 1, 10)) EXPECT_EQ(gap, GeometricGaps::kNever);
}

TEST(GeometricGaps, refuses_what_is_no_probability) {
  for (const double wrong :
       {-0.1, 1.0000001, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(GeometricGaps{wrong}, std::invalid_argument) << wrong;
  }
}

}  // namespace
}  // namespace kintsugi
