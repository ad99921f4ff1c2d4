#include "models/repair/scattered_defects.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/negative_binomial.hpp>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace kintsugi {
namespace {

constexpr std::uint64_t kDies = 20000;

/// Of every die, the defects of some sites, and the PEs among them that are defective.
struct Sample {
  std::vector<unsigned> defects;
  std::vector<unsigned> defective;
};

Sample sample(std::size_t sites, const DefectDensity& density, std::uint64_t seed, unsigned first, unsigned end) {
  ScatteredDefects scattered(sites, density, seed);
  Sample found;
  for (std::uint64_t die = 0; die < kDies; ++die) {
    const std::vector<unsigned>& counts = scattered.read(die);
    unsigned defects = 0, defective = 0;
    for (unsigned site = first; site < end; ++site) {
      defects += counts[site];
      defective += counts[site] > 0 ? 1 : 0;
    }
    found.defects.push_back(defects);
    found.defective.push_back(defective);
  }
  return found;
}

double mean_of(const std::vector<unsigned>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double variance_of(const std::vector<unsigned>& values) {
  const double mean = mean_of(values);
  double sum = 0;
  for (const unsigned value : values) sum += (value - mean) * (value - mean);
  return sum / static_cast<double>(values.size());
}

/// Returns the probability that a sample of this distribution is as far from it or farther: Pearson's test, the tail
/// from the first value on that is expected fewer than ten times in one class.
template <class Probability>
double likelihood(const std::vector<unsigned>& values, Probability&& probability) {
  double chi = 0, listed = 0;
  unsigned classes = 0;
  std::ptrdiff_t seen = 0;
  const auto total = static_cast<double>(values.size());
  for (unsigned value = 0; listed < 1 - 10 / total; ++value, ++classes) {
    const double expected = total * probability(value);
    if (expected < 10 && value > 0 && listed > 0.5) break;
    const auto count = std::ranges::count(values, value);
    if (expected > 0) chi += std::pow(static_cast<double>(count) - expected, 2) / expected;
    listed += probability(value);
    seen += count;
  }
  const double rest = total * std::max(1 - listed, 1e-9);
  chi += std::pow(total - static_cast<double>(seen) - rest, 2) / std::max(rest, 1.0);
  return boost::math::cdf(boost::math::complement(boost::math::chi_squared(classes), chi));
}

double binomial_coefficient(unsigned n, unsigned k) {
  double product = 1;
  for (unsigned i = 0; i < k; ++i) product *= static_cast<double>(n - i) / (k - i);
  return product;
}

/// The probability that exactly d of n PEs of a field have a defect, by inclusion and exclusion over the probability
/// (1 + k mean / alpha)^-alpha that k given PEs have none.
double defective_law(unsigned n, unsigned d, double mean, double alpha) {
  double sum = 0;
  for (unsigned j = 0; j <= d; ++j) {
    const double none = std::pow(1 + (n - d + j) * mean / alpha, -alpha);
    sum += (j % 2 == 0 ? 1 : -1) * binomial_coefficient(d, j) * none;
  }
  return binomial_coefficient(n, d) * sum;
}

TEST(ScatteredDefects, the_defects_of_a_die_are_negative_binomial) {
  for (const double alpha : {0.5, 2.0, 5.0}) {
    const DefectDensity density{0.04, alpha, {}};
    const double mean = 64 * ScatteredDefects(64, density, 1).mean();
    const boost::math::negative_binomial law(alpha, alpha / (alpha + mean));
    const std::vector<unsigned> defects = sample(64, density, 7, 0, 64).defects;
    EXPECT_NEAR(mean_of(defects), mean, 4 * std::sqrt((mean + mean * mean / alpha) / kDies)) << alpha;
    EXPECT_NEAR(variance_of(defects) / (mean + mean * mean / alpha), 1, 0.1) << alpha;
    const auto pdf = [&](unsigned value) { return boost::math::pdf(law, value); };
    EXPECT_GT(likelihood(defects, pdf), 0.001) << alpha;
    const boost::math::binomial unclustered(64, 0.04);
    const auto wrong = [&](unsigned value) { return value > 64 ? 0 : boost::math::pdf(unclustered, value); };
    EXPECT_LT(likelihood(defects, wrong), 1e-6) << "else this test could not see a wrong law";
  }
}

TEST(ScatteredDefects, the_defective_pes_of_a_die_follow_the_closed_form) {
  const DefectDensity density{0.1, 2.0, {}};
  const double mean = ScatteredDefects(16, density, 1).mean();
  const std::vector<unsigned> defective = sample(16, density, 3, 0, 16).defective;
  EXPECT_NEAR(mean_of(defective), 1.6, 0.05) << "each PE is defective with the given probability";
  EXPECT_GT(likelihood(defective, [&](unsigned d) { return d > 16 ? 0 : defective_law(16, d, mean, 2.0); }), 0.001);
}

TEST(ScatteredDefects, a_large_alpha_leaves_each_pe_to_itself) {
  const boost::math::binomial law(64, 0.04);
  const auto pdf = [&](unsigned value) { return value > 64 ? 0 : boost::math::pdf(law, value); };
  EXPECT_GT(likelihood(sample(64, {0.04, 1e6, {}}, 5, 0, 64).defective, pdf), 0.001);
  EXPECT_GT(likelihood(sample(64, {0.04, {}, {}}, 5, 0, 64).defective, pdf), 0.001);
}

TEST(ScatteredDefects, each_field_has_a_density_of_its_own) {
  std::vector<GridPlace> places;
  for (int row = 1; row <= 8; ++row) {
    for (int column = 0; column < 8; ++column) places.push_back({row, column});
  }
  const DefectDensity density{0.1, 1.0, fields_of(places, {8, 4})};
  EXPECT_EQ(density.field_of[0], 0u);
  EXPECT_EQ(density.field_of[31], 0u);
  EXPECT_EQ(density.field_of[32], 1u);
  const std::vector<unsigned> north = sample(64, density, 2, 0, 32).defects,
                              south = sample(64, density, 2, 32, 64).defects;
  const double mean = 32 * ScatteredDefects(64, density, 1).mean();
  const boost::math::negative_binomial law(1.0, 1 / (1 + mean));
  EXPECT_GT(likelihood(north, [&](unsigned value) { return boost::math::pdf(law, value); }), 0.001);
  double covariance = 0, within = 0;
  const std::vector<unsigned> part = sample(64, density, 2, 0, 16).defects,
                              rest = sample(64, density, 2, 16, 32).defects;
  const double of_north = mean_of(north), of_south = mean_of(south), of_part = mean_of(part), of_rest = mean_of(rest);
  for (std::uint64_t die = 0; die < kDies; ++die) {
    covariance += (north[die] - of_north) * (south[die] - of_south) / kDies;
    within += (part[die] - of_part) * (rest[die] - of_rest) / kDies;
  }
  EXPECT_NEAR(covariance, 0, 0.6) << "fields are independent";
  EXPECT_NEAR(within / (mean * mean / 4), 1, 0.15) << "PEs of a field share its density";
}

TEST(ScatteredDefects, fields_are_blocks_from_the_first_row_and_column_on) {
  const std::vector<GridPlace> places = {{2, 5}, {2, 6}, {2, 7}, {3, 5}, {4, 5}, {4, 7}};
  EXPECT_EQ(fields_of(places, {2, 2}), (std::vector<unsigned>{0, 0, 1, 0, 2, 3}));
}

TEST(ScatteredDefects, a_higher_probability_strikes_more_of_the_same_pes) {
  for (const std::optional<double> alpha : {std::optional<double>{}, std::optional(0.5)}) {
    const DefectMap few = scattered_defects(500, {0.02, alpha, {}}, 4),
                    many = scattered_defects(500, {0.2, alpha, {}}, 4);
    EXPECT_TRUE(std::ranges::includes(many, few));
    EXPECT_LT(few.size(), many.size());
  }
  EXPECT_NE(scattered_defects(500, {0.2, {}, {}}, 4), scattered_defects(500, {0.2, {}, {}}, 5));
  EXPECT_TRUE(scattered_defects(500, {0, {}, {}}, 4).empty());
}

TEST(ScatteredDefects, what_is_out_of_range_is_refused) {
  EXPECT_THROW(ScatteredDefects(4, {1, {}, {}}, 1), std::invalid_argument);
  EXPECT_THROW(ScatteredDefects(4, {-0.1, {}, {}}, 1), std::invalid_argument);
  EXPECT_THROW(ScatteredDefects(4, {0.1, 0, {}}, 1), std::invalid_argument);
  EXPECT_THROW(ScatteredDefects(4, {0.1, 2e6, {}}, 1), std::invalid_argument);
  EXPECT_THROW(ScatteredDefects(4, {0.1, 1, {0, 0, 1}}, 1), std::invalid_argument);
  for (const double alpha : {0.01, 1e6}) EXPECT_NO_THROW(ScatteredDefects(4, {0.1, alpha, {}}, 1).read(0));
}

}  // namespace
}  // namespace kintsugi
