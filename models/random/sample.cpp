#include "models/random/sample.hpp"

#include <algorithm>
#include <set>

#include "models/random/random.hpp"

namespace kintsugi {

std::vector<std::uint32_t> sample(std::uint32_t count, std::uint32_t most, std::uint64_t seed) {
  RandomStream random(seed, 0);
  std::set<std::uint32_t> drawn;
  for (std::uint32_t last = count - std::min(count, most); last < count; ++last) {
    const auto number = static_cast<std::uint32_t>(random.below(std::uint64_t{last} + 1));
    if (!drawn.insert(number).second) drawn.insert(last);
  }
  return {drawn.begin(), drawn.end()};
}

}  // namespace kintsugi
