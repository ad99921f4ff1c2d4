#include "models/repair/scattered_defects.hpp"

#include <algorithm>
#include <boost/math/distributions/gamma.hpp>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>

#include "models/random/random.hpp"

namespace kintsugi {

namespace {

/// A tiny density that is no number of its own counts as none.
using GammaDistribution = boost::math::gamma_distribution<
    double, boost::math::policies::policy<boost::math::policies::underflow_error<boost::math::policies::ignore_error>,
                                          boost::math::policies::overflow_error<boost::math::policies::ignore_error>>>;

/// Returns a number uniform in the open interval from 0 to 1.
double uniform(RandomStream& random) {
  return (static_cast<double>(random.next() >> 12) + 0.5) / 4503599627370496.0;  // 2^52
}

double mean_of(const DefectDensity& density) {
  const double p = density.probability;
  if (!density.alpha) return -std::log1p(-p);
  return *density.alpha * std::expm1(-std::log1p(-p) / *density.alpha);
}

/// Returns the smallest number of a Poisson distribution whose cumulated probability exceeds `draw`; `none` is the
/// probability of 0.
unsigned poisson(double mean, double none, double draw) {
  unsigned count = 0;
  double term = none, sum = none;
  while (draw >= sum && term > 0) {
    term *= mean / ++count;
    sum += term;
  }
  return count;
}

std::uint64_t stream_seed(std::uint64_t seed, std::uint64_t part) {
  return RandomStream(seed, ~part).next();
}

}  // namespace

std::vector<unsigned> fields_of(std::span<const GridPlace> places, FieldSize size) {
  if (places.empty()) return {};
  const int first_row = std::ranges::min(places, {}, &GridPlace::row).row;
  const int first_column = std::ranges::min(places, {}, &GridPlace::column).column;
  std::map<std::pair<unsigned, unsigned>, unsigned> numbers;
  std::vector<unsigned> fields;
  for (const GridPlace place : places) {
    const std::pair block{static_cast<unsigned>(place.row - first_row) / size.rows,
                          static_cast<unsigned>(place.column - first_column) / size.columns};
    fields.push_back(numbers.emplace(block, static_cast<unsigned>(numbers.size())).first->second);
  }
  return fields;
}

ScatteredDefects::ScatteredDefects(std::size_t sites, DefectDensity density, std::uint64_t seed)
    : density_(std::move(density)), seed_(seed), mean_(0), counts_(sites) {
  if (!(density_.probability >= 0 && density_.probability < 1))
    throw std::invalid_argument("the probability of a defective PE is from 0 to below 1");
  if (density_.alpha && !kClusterRange.contains(*density_.alpha))
    throw std::invalid_argument("alpha is " + to_text(kClusterRange));
  if (!density_.field_of.empty() && density_.field_of.size() != sites)
    throw std::invalid_argument("every site is in one field");
  mean_ = mean_of(density_);
  const std::size_t fields = density_.field_of.empty() ? 1 : 1 + std::size_t{std::ranges::max(density_.field_of)};
  of_field_.assign(fields, mean_);
  no_defect_.assign(fields, std::exp(-mean_));
}

const std::vector<unsigned>& ScatteredDefects::read(std::uint64_t number) {
  if (density_.alpha) draw_densities(number);
  RandomStream random(stream_seed(seed_, 1), number);
  for (std::size_t site = 0; site < counts_.size(); ++site) {
    const std::size_t field = density_.field_of.empty() ? 0 : density_.field_of[site];
    counts_[site] = poisson(of_field_[field], no_defect_[field], uniform(random));
  }
  return counts_;
}

void ScatteredDefects::draw_densities(std::uint64_t number) {
  RandomStream random(stream_seed(seed_, 2), number);
  const GammaDistribution gamma(*density_.alpha, 1 / *density_.alpha);
  for (std::size_t field = 0; field < of_field_.size(); ++field) {
    of_field_[field] = mean_ * boost::math::quantile(gamma, uniform(random));
    no_defect_[field] = std::exp(-of_field_[field]);
  }
}

DefectMap scattered_defects(std::size_t sites, const DefectDensity& density, std::uint64_t seed) {
  ScatteredDefects scattered(sites, density, seed);
  const std::vector<unsigned>& counts = scattered.read(0);
  DefectMap defects;
  for (std::uint32_t site = 0; site < counts.size(); ++site) {
    if (counts[site] > 0) defects.push_back(SiteId{site});
  }
  return defects;
}

}  // namespace kintsugi
