#include "models/traffic/bernoulli.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

namespace kintsugi {

GeometricGaps::GeometricGaps(double probability, std::size_t table_length) {
  if (!(probability >= 0 && probability <= 1)) throw std::invalid_argument("a probability lies between 0 and 1");
  if (probability == 0) return;
  // Probability 1 does not fit 64 bits; it means a packet in every cycle.
  constexpr double kOne = Chance::kOne;
  const double scaled = probability * kOne;
  const std::uint64_t hit = scaled >= kOne ? ~std::uint64_t{0} : static_cast<std::uint64_t>(scaled);
  const bool below_resolution = hit == 0;
  if (below_resolution) return;
  const std::uint64_t miss = scaled >= kOne ? 0 : ~hit + 1;  // 2^64 - hit
  __extension__ using Wide = unsigned __int128;
  std::uint64_t survival = miss;
  while (survival_.size() < table_length) {
    survival_.push_back(survival);
    if (survival == 0) break;
    survival = static_cast<std::uint64_t>((static_cast<Wide>(survival) * miss) >> 64);
  }
}

Cycle GeometricGaps::draw(RandomStream& random) const {
  if (survival_.empty()) return kNever;
  Cycle gap = 0;
  for (;;) {
    const std::uint64_t number = random.next();
    // The gap exceeds g if the number is below survival_[g - 1].
    const auto end = std::lower_bound(survival_.begin(), survival_.end(), number, std::greater<>());
    // The table descends: lower_bound finds the first entry that is not greater than the number.
    if (end != survival_.end()) return gap + static_cast<Cycle>(end - survival_.begin()) + 1;
    gap += survival_.size();
  }
}

}  // namespace kintsugi
