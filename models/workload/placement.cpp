#include "models/workload/placement.hpp"

#include "models/network/source_search.hpp"

namespace kintsugi::workload {

std::uint64_t flit_hops(const RankTraffic& traffic, const Placement& placement, const HopTable& hops) {
  std::uint64_t sum = 0;
  for (std::uint32_t rank = 0; rank < traffic.ranks(); ++rank) {
    for (const RankTraffic::Partner& partner : traffic.partners(RankId{rank})) {
      if (partner.rank.value < rank) continue;  // the pair has been counted
      sum += partner.flits * hops(placement[rank], placement[partner.rank.index()]);
    }
  }
  return sum;
}

std::uint64_t flit_hops(const RankTraffic& traffic, const Placement& placement, const Network& network,
                        std::span<const NodeId> dead) {
  const Adjacency adjacency = live_adjacency(network, dead);
  SourceSearch search(adjacency);
  std::uint64_t sum = 0;
  for (std::uint32_t rank = 0; rank < traffic.ranks(); ++rank) {
    const auto partners = traffic.partners(RankId{rank});
    if (partners.empty() || partners.back().rank.value < rank) continue;
    search.run(placement[rank].value);
    for (const RankTraffic::Partner& partner : partners) {
      if (partner.rank.value < rank) continue;
      const std::uint32_t hops = search.distances()[placement[partner.rank.index()].index()];
      sum += partner.flits * (hops == kUnreachable ? network.nodes() : hops);
    }
  }
  return sum;
}

}  // namespace kintsugi::workload
