/// Bernoulli arrivals: in each cycle a packet is created with probability p. They are drawn as geometric gaps between
/// packets, so that cycles without a packet cost no time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/network/types.hpp"
#include "models/random/random.hpp"

namespace kintsugi {

class GeometricGaps {
 public:
  static constexpr std::size_t kTableLength = 4096;

  /// Throws std::invalid_argument unless `probability`, per cycle, is 0 .. 1. A shorter table takes less memory; which
  /// gaps are drawn depends on its length, their distribution does not.
  explicit GeometricGaps(double probability, std::size_t table_length = kTableLength);

  /// Returns the cycles until the next packet, at least 1; kNever if the probability is below 2^-64.
  Cycle draw(RandomStream& random) const;
  static constexpr Cycle kNever = ~Cycle{0};

 private:
  // survival_[g] is the probability, in units of 2^-64, that no packet is created in g + 1 cycles; it descends. Gaps
  // longer than the table are drawn piecewise, which is right because the distribution is memoryless.
  std::vector<std::uint64_t> survival_;
};

}  // namespace kintsugi
