#include "models/workload/placement.hpp"

namespace kintsugi::workload {

std::uint64_t flit_hops(const RankTraffic& traffic, const Placement& placement, const HopTable& hops) {
  std::uint64_t sum = 0;
  for (std::uint32_t rank = 0; rank < traffic.ranks(); ++rank) {
    for (const RankTraffic::Partner& partner : traffic.partners(RankId{rank})) {
      sum += partner.sent * hops(placement[rank], placement[partner.rank.index()]);
    }
  }
  return sum;
}

}  // namespace kintsugi::workload
