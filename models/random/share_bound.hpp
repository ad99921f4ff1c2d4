/// Draws one of several things by their shares, with one number of a stream: the first thing is drawn whose bound
/// exceeds the number, and the last one if none does.
#pragma once

#include <algorithm>
#include <cstdint>

#include "models/random/random.hpp"

namespace kintsugi {

/// Returns the bound of a thing. `so_far` is the sum of the shares up to its own, `all` that of all shares, above 0.
inline std::uint64_t share_bound(double so_far, double all) {
  const double part = std::min(so_far / all, 1.0) * Chance::kOne;
  return part < Chance::kOne ? static_cast<std::uint64_t>(part) : ~std::uint64_t{0};
}

}  // namespace kintsugi
