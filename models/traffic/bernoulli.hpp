/// Bernoulli arrivals: in each cycle a packet is created with probability p. Drawn as geometric gaps between packets,
/// so that cycles without a packet cost nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "models/network/types.hpp"
#include "models/random/random.hpp"

namespace kintsugi {

class GeometricGaps {
 public:
  /// `probability` per cycle, 0 .. 1. std::invalid_argument outside.
  explicit GeometricGaps(double probability);

  /// Cycles until the next packet, at least 1; kNever when the probability is below 2^-64.
  Cycle draw(RandomStream& random) const;
  static constexpr Cycle kNever = ~Cycle{0};

 private:
  // survival_[g] is the probability, in units of 2^-64, that no packet comes in g + 1 cycles. Descending. Longer gaps
  // than the table are drawn piecewise: the distribution has no memory.
  std::vector<std::uint64_t> survival_;
};

}  // namespace kintsugi
