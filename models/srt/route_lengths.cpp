#include "models/srt/route_lengths.hpp"

#include <algorithm>
#include <cstdint>

namespace kintsugi::srt {

RouteLengths measure_routes(const RingRoute& route) {
  const Ring& ring = route.ring();
  const unsigned half = ring.size() / 2;
  std::uint64_t hops = 0;
  unsigned longest = 0;
  for (unsigned source = 0; source < ring.period(); ++source) {
    for (unsigned span = 1; span <= half; ++span) {
      const unsigned length = route.hops_ahead(source, span);
      hops += span < half ? 2 * length : length;  // a span of N/2 has only the negative route
      longest = std::max(longest, length);
    }
  }
  const auto pairs = static_cast<double>(std::uint64_t{ring.period()} * (ring.size() - 1));
  return {static_cast<double>(hops) / pairs, longest};
}

}  // namespace kintsugi::srt
