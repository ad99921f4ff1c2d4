#include "models/repair/yield_statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace kintsugi {
namespace {

TEST(Wilson, is_the_known_interval) {
  // Brown, Cai and DasGupta, "Interval Estimation for a Binomial Proportion", 2001: the roots of
  // (p - x/n)^2 = z^2 p (1 - p) / n.
  for (const auto& [x, n] : {std::pair{1u, 10u}, {5u, 10u}, {989u, 1000u}}) {
    const Interval interval = wilson(x, n);
    for (const double p : {interval.low, interval.high}) {
      const double share = double(x) / n;
      EXPECT_NEAR(std::pow(p - share, 2), 1.959963984540054 * 1.959963984540054 * p * (1 - p) / n, 1e-12);
    }
    EXPECT_LT(interval.low, double(x) / n);
    EXPECT_GT(interval.high, double(x) / n);
  }
  EXPECT_NEAR(wilson(5, 10).low, 0.2366, 1e-4);
  EXPECT_NEAR(wilson(5, 10).high, 0.7634, 1e-4);
}

TEST(Wilson, stays_a_probability_at_the_ends) {
  EXPECT_EQ(wilson(0, 20000).low, 0);
  EXPECT_GT(wilson(0, 20000).high, 0);
  EXPECT_EQ(wilson(20000, 20000).high, 1);
  EXPECT_LT(wilson(20000, 20000).low, 1);
  EXPECT_EQ(wilson(0, 0).low, 0);
  EXPECT_EQ(wilson(0, 0).high, 1);
}

TEST(ArrayYield, is_the_sum_over_all_numbers_of_defects) {
  // Three PEs of which one may be defective.
  const std::vector<double> repairable = {1, 1, 0, 0};
  const Interval yield = array_yield(3, 0.1, 0, repairable);
  EXPECT_NEAR(yield.low, 0.9 * 0.9 * 0.9 + 3 * 0.1 * 0.9 * 0.9, 1e-12);
  EXPECT_NEAR(yield.high, yield.low, 1e-12);
}

TEST(ArrayYield, what_was_not_measured_is_between_nothing_and_all) {
  const std::vector<double> one = {0.5};
  const Interval yield = array_yield(3, 0.1, 1, one);
  const double measured = 3 * 0.1 * 0.9 * 0.9;
  EXPECT_NEAR(yield.low, measured * 0.5, 1e-12);
  EXPECT_NEAR(yield.high, 1 - measured * 0.5, 1e-12);
}

TEST(ArrayYield, of_perfect_and_of_dead_pes) {
  const std::vector<double> repairable = {1, 1, 0, 0};
  EXPECT_EQ(array_yield(3, 0, 0, repairable).low, 1);
  EXPECT_EQ(array_yield(3, 1, 0, repairable).low, 0);
  EXPECT_EQ(array_yield(3, 1, 0, repairable).high, 0);
}

TEST(ArrayYield, what_makes_no_sense_is_refused) {
  const std::vector<double> repairable = {1, 1};
  EXPECT_THROW(array_yield(3, 1.1, 0, repairable), std::invalid_argument);
  EXPECT_THROW(array_yield(3, -0.1, 0, repairable), std::invalid_argument);
  EXPECT_THROW(array_yield(3, std::nan(""), 0, repairable), std::invalid_argument);
  EXPECT_THROW(array_yield(3, 0.1, 3, repairable), std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi
