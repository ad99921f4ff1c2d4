#include "models/repair/random_defects.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "models/random/random.hpp"

namespace kintsugi {

DefectMap random_defects(std::size_t sites, std::size_t count, std::uint64_t seed) {
  if (count > sites) throw std::invalid_argument("more random defects than sites");
  std::vector<std::uint32_t> order(sites);
  std::iota(order.begin(), order.end(), 0u);
  // The first `count` draws of a Fisher-Yates shuffle. The stream is separate from those of the nodes' traffic.
  RandomStream random(seed, ~std::uint64_t{0});
  DefectMap defects;
  for (std::size_t drawn = 0; drawn < count; ++drawn) {
    std::swap(order[drawn], order[drawn + random.below(sites - drawn)]);
    defects.push_back(SiteId{order[drawn]});
  }
  std::ranges::sort(defects);
  return defects;
}

}  // namespace kintsugi
