#include "models/repair/yield_statistics.hpp"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <stdexcept>

namespace kintsugi {

Interval wilson(std::uint64_t successes, std::uint64_t trials) {
  if (trials == 0) return {};
  static const double z = boost::math::quantile(boost::math::normal(), 0.975);
  const auto n = static_cast<double>(trials);
  const double share = static_cast<double>(successes) / n;
  const double middle = share + z * z / (2 * n);
  const double half = z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  const double scale = 1 + z * z / n;
  // If all or no trials succeeded, one end is exactly 1 or 0; rounding must not move it.
  return {successes == 0 ? 0 : (middle - half) / scale, successes == trials ? 1 : (middle + half) / scale};
}

Interval array_yield(std::uint64_t pes, double pe_defect, std::uint64_t first, std::span<const double> repairable) {
  if (!(pe_defect >= 0 && pe_defect <= 1)) throw std::invalid_argument("a probability is between 0 and 1");
  if (first + repairable.size() > pes + 1) throw std::invalid_argument("more defects than PEs");
  const boost::math::binomial_distribution<> defects(static_cast<double>(pes), pe_defect);
  double low = 0;
  double listed = 0;
  for (std::size_t i = 0; i < repairable.size(); ++i) {
    const double chance = boost::math::pdf(defects, static_cast<double>(first + i));
    low += chance * repairable[i];
    listed += chance;
  }
  return {std::min(low, 1.0), std::clamp(low + (1 - listed), 0.0, 1.0)};
}

}  // namespace kintsugi
